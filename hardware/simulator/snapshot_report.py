"""A snapshot on its way: BEGIN, every level read as late as possible, END when the antennas are through.

Owns the order of a snapshot's events (TABLE_BUS.md, Snapshot). Holds nothing back: what changes meanwhile goes its own
way. Knows nothing of rings and frames.
"""

from collections import deque
from collections.abc import Callable

from hardware.protocol.events import Event, SnapshotBegin, SnapshotEnd
from hardware.simulator.levels import Level, LevelSource


class SnapshotReport:
    """The snapshot ordered last; a new order takes the place of one that is running."""

    def __init__(self, source: LevelSource, scanned_since: Callable[[int], bool]) -> None:
        """`scanned_since`: whether every antenna that counts was inventoried twice since a time in ms."""
        self._source = source
        self._scanned_since = scanned_since
        self._id: int | None = None
        self._begin: int | None = None
        self._begun_ms = 0
        self._levels: deque[Level] = deque()

    def order(self, snapshot_id: int) -> None:
        """Begin anew under this id."""
        self._id = snapshot_id
        self._begin = None
        self._levels.clear()

    def next_event(self, number: int, now_ms: int) -> Event | None:
        """The snapshot's next event, which becomes event `number` (unwrapped) now; None when there is none to tell."""
        if self._id is None:
            return None
        if self._begin is None:
            return self._begin_at(self._id, number, now_ms)
        while self._levels:
            if (event := self._levels.popleft()()) is not None:
                return event
        if not self._scanned_since(self._begun_ms):
            return None
        end = SnapshotEnd(self._id, (number - self._begin - 1) & 0xFFFF)
        self._id = None
        return end

    def _begin_at(self, snapshot_id: int, number: int, now_ms: int) -> Event:
        self._begin = number
        self._begun_ms = now_ms
        self._levels = deque(self._source.levels())
        return SnapshotBegin(snapshot_id)
