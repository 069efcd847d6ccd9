"""Writes one port's black box as the port works. Called by the thread of that port alone.

Owns when a block is sealed and written: when it is full, and once a second as it fills. A disk that does not take it stops
nothing; the box says so, and tries again.
"""

import time
from collections.abc import Callable
from typing import Final

import msgspec

from drivers.black_box.ring import BLOCK_BYTES, Ring, Seal
from drivers.black_box.tape import MOST_BYTES, Kind, Stood, packed
from drivers.link.standing import Standing

FLUSH_MS: Final = 1_000
"""What is younger may be missing after a kill."""
STANDINGS: Final = 16
"""So many times in the length of the ring it is told where the link stands: a playback misses a sixteenth of it at most."""


class Recorder:
    """See the module. `fault`: why nothing is kept now, in the words of the operating system; None: all is kept."""

    def __init__(self, ring: Ring, seal: Seal, standing: Callable[[], Standing]) -> None:
        """`standing`: asked under the link's lock where it stands."""
        self._ring, self._seal, self._standing = ring, seal, standing
        self._every = max(1, ring.slots // STANDINGS)
        self._number = ring.next_number
        self._stood_at: int | None = None
        self._open = False
        self._block = bytearray()
        self._dirty_since: int | None = None
        self.fault: str | None = None

    def look(self) -> Standing | None:
        """Where the link stands, when that is to be told again and a playback could begin here. Under the link's lock."""
        if self._stood_at is None or self._number - self._stood_at < self._every:
            return None
        standing = self._standing()
        return standing if standing.linked and standing.met is not None else None

    def opened(self, now: int) -> None:
        """The port was opened, and its link does not know yet. Under the link's lock."""
        self._open = True
        self._stand(self._standing(), now)
        self._put(packed(Kind.OPENED, now), now)

    def closed(self, now: int) -> None:
        """The port was closed, or could not be opened: nothing came to an end then."""
        if not self._open:
            return
        self._open = False
        self._put(packed(Kind.CLOSED, now), now)
        self._write()

    def moved(self, heard: bytes, said: bytes, now: int, after: Standing | None) -> None:
        """Bytes went either way, perhaps none: first these were heard, then those said. `after`: what `look` gave then."""
        self._pieces(Kind.HEARD, heard, now)
        self._pieces(Kind.SAID, said, now)
        if after is not None:
            self._stand(after, now)
        if self._dirty_since is not None and now - self._dirty_since >= FLUSH_MS:
            self._write()

    def silent(self, now: int) -> None:
        """The device was found silent."""
        self._put(packed(Kind.SILENT, now), now)

    def close(self) -> None:
        """Writes what is left and gives the file back."""
        self._write()
        self._ring.close()

    def _pieces(self, kind: Kind, data: bytes, now: int) -> None:
        for start in range(0, len(data), MOST_BYTES):
            self._put(packed(kind, now, data[start : start + MOST_BYTES]), now)

    def _stand(self, standing: Standing, now: int) -> None:
        stood = Stood(standing, time.time_ns() // 1_000_000 - now, fresh=self._stood_at is None)
        self._put(packed(Kind.STANDING, now, msgspec.msgpack.encode(stood)), now)
        self._stood_at = self._number

    def _put(self, record: bytes, now: int) -> None:
        if len(self._block) + len(record) > BLOCK_BYTES:
            self._write()
            self._number += 1
            self._block.clear()
        self._block += record
        if self._dirty_since is None:
            self._dirty_since = now

    def _write(self) -> None:
        if self._dirty_since is None:
            return
        try:
            self._ring.write(self._number, self._seal(self._number, bytes(self._block)))
        except OSError as error:
            self.fault = error.strerror or type(error).__name__
        else:
            self.fault = None
        self._dirty_since = None
