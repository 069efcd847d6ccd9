"""Sockets that lie beside a journal, wherever that is: a socket's address holds 107 bytes, and folders may be deeper.

Owns the way round that limit. Knows nothing of what is said through a socket.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def short_address(path: Path) -> Iterator[str]:
    """An address of this socket for `bind` or `connect`, good inside the context. OSError when its folder cannot be reached."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
