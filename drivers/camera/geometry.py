"""Lengths all of the camera code agrees on: the card, the window at its corner, and what the network sees of it."""

CARD_WIDTH_MM = 63.5
CARD_HEIGHT_MM = 88.9
PX_PER_MM = 8
"""Windows and straightened cards are brought to this."""
WINDOW = (20 * PX_PER_MM, 36 * PX_PER_MM)
"""Width and height, in pixels, of the window at a card's index corner: 20 x 36 mm."""
CARD = (round(CARD_WIDTH_MM * PX_PER_MM), round(CARD_HEIGHT_MM * PX_PER_MM))
"""Width and height, in pixels, of a straightened card."""
NET_INPUT = (60, 108)
"""Width and height, in pixels, of what the network is shown: the window at 3 pixels a millimetre."""
NO_RANK = 13
"""What the network's first head says when there is no rank to see."""
NO_SUIT = 4
"""Likewise the second head."""
