"""Reading cards from pictures: the network, the enrolled deck's own templates, and both together.

Owns what is in a picture: windows at a card's corner and photographs of cards lying on the table. Knows faces as numbers
(`table_controller.core.cards`) and nothing of rules, decks or the record. A picture that is not surely read is unread.
"""

import os

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(100_000_000))
"""More is no photograph, and would fill the memory: opencv reads this limit once, when it is loaded."""
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""The readers multiply small matrices: a second thread would cost more than it saves. Numpy reads it once, when it is loaded."""
