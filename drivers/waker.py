"""Wakes a thread that waits for file descriptors.

Owns one pipe. Knows nothing of what the thread does.
"""

import os
from contextlib import suppress
from threading import Lock


class Waker:
    """A pipe of which one end can be waited for; `wake` may be called from any thread, also after `close`."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        self._lock = Lock()
        self._closed = False

    def fileno(self) -> int:
        """The end to wait for."""
        return self._reader

    def wake(self) -> None:
        """Make `fileno` readable."""
        # A pipe full of earlier wakes is readable already.
        with self._lock, suppress(BlockingIOError):
            if not self._closed:
                os.write(self._writer, b"\0")

    def drain(self) -> None:
        """Forget all wakes so far."""
        with suppress(BlockingIOError):
            while os.read(self._reader, 512):
                pass

    def close(self) -> None:
        """Give the descriptors back; only when nobody waits."""
        with self._lock:
            if not self._closed:
                self._closed = True
                os.close(self._reader)
                os.close(self._writer)
