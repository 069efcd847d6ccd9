"""One antenna of a tag reader: inventories at fixed times, tags in after two that show them, out after three that do not.

Owns the filter of TABLE_BUS.md (TAG_IN, TAG_OUT) and its times. Which tags answer an inventory is asked of `look`: the bare
truth, or what a wrong wire makes of it. While nothing changes, inventories that could tell nothing new are skipped, not counted.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from hardware.protocol.events import Event, TagIn, TagOut, Uid

HITS_FOR_IN: Final = 2
MISSES_FOR_OUT: Final = 3

Look = Callable[[int], Iterable[Uid]]
"""The tags that answer an inventory at this time in ms."""
Emit = Callable[[Event, int], None]
"""Takes an event and the time of its first edge in ms."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """An antenna is inventoried at `phase_ms` and every `period_ms` after."""

    period_ms: int = 30
    phase_ms: int = 0

    def after(self, now_ms: int) -> int:
        """The first inventory later than now."""
        passed = (now_ms - self.phase_ms) // self.period_ms + 1
        return self.phase_ms + passed * self.period_ms


@dataclass(slots=True)
class _Tag:
    """A tag in the making (`hits` below two), reported, or about to be gone (`misses`)."""

    first_hit: int
    hits: int = 1
    misses: int = 0
    first_miss: int = 0

    @property
    def settled(self) -> bool:
        return self.hits >= HITS_FOR_IN and not self.misses


class Antenna:
    """Sans-I/O: `stir` when its field changed, `tick` at `next_tick`."""

    def __init__(self, number: int, rhythm: Rhythm, look: Look, emit: Emit, *, restless: bool = False) -> None:
        """`restless`: what it hears may change while nothing moves; else inventories of a settled field are skipped."""
        self.number = number
        self.next_tick: int | None = None
        self._rhythm = rhythm
        self._look = look
        self._emit = emit
        self._restless = restless
        self._tags: dict[Uid, _Tag] = {}
        self._scanned_since: int | None = None

    def scan(self, now_ms: int, *, wanted: bool) -> None:
        """Visit this antenna from now on, or no more."""
        if wanted and self._scanned_since is None:
            self._scanned_since = now_ms
            self.next_tick = self._rhythm.after(now_ms)
        elif not wanted:
            self._scanned_since = self.next_tick = None

    def forget(self) -> None:
        """The board restarts: nothing is known and nothing scanned."""
        self._tags.clear()
        self._scanned_since = self.next_tick = None

    def resume(self, now_ms: int) -> None:
        """The reader answers again; what it missed meanwhile is not made up for."""
        if self._scanned_since is not None:
            self._scanned_since = now_ms
            self.next_tick = self._rhythm.after(now_ms)

    def stir(self, now_ms: int) -> None:
        """The field may have changed."""
        if self._scanned_since is not None and self.next_tick is None:
            self.next_tick = self._rhythm.after(now_ms)

    def tick(self) -> None:
        """Take the inventory that is due."""
        if self.next_tick is None:
            return
        at = self.next_tick
        seen = dict.fromkeys(self._look(at))
        for uid in seen:
            self._hit(uid, at)
        for uid in [uid for uid in self._tags if uid not in seen]:
            self._miss(uid, at)
        restless = self._restless or not all(tag.settled for tag in self._tags.values())
        self.next_tick = at + self._rhythm.period_ms if restless else None

    def present(self) -> list[Uid]:
        """The tags reported and not yet gone, in order of arrival."""
        return [uid for uid, tag in self._tags.items() if tag.hits >= HITS_FOR_IN]

    def holds(self, uid: Uid) -> bool:
        """Whether the tag is reported and not yet gone."""
        tag = self._tags.get(uid)
        return tag is not None and tag.hits >= HITS_FOR_IN

    def twice_after(self, since_ms: int) -> int | None:
        """When two inventories that began after `since_ms` are done; None while this antenna is not visited."""
        if self._scanned_since is None:
            return None
        return self._rhythm.after(max(since_ms, self._scanned_since)) + self._rhythm.period_ms

    def _hit(self, uid: Uid, at: int) -> None:
        tag = self._tags.get(uid)
        if tag is None:
            self._tags[uid] = _Tag(at)
            return
        tag.hits += 1
        tag.misses = 0
        if tag.hits == HITS_FOR_IN:
            self._emit(TagIn(self.number, uid), tag.first_hit)

    def _miss(self, uid: Uid, at: int) -> None:
        tag = self._tags[uid]
        if tag.hits < HITS_FOR_IN:
            del self._tags[uid]
            return
        tag.misses += 1
        if tag.misses == 1:
            tag.first_miss = at
        if tag.misses == MISSES_FOR_OUT:
            del self._tags[uid]
            self._emit(TagOut(self.number, uid), tag.first_miss)
