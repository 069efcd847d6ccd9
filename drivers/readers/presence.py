"""Which tags lie on which antenna of a reader: in after two inventories that show them, out after three that do not.

Owns that filter, by the rules and in the words of the table board (hardware/firmware/core/tags.c). Only whole inventories come
here; a torn one proves nothing. Knows nothing of cards: every tag is passed on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.protocol.events import TagIn, TagOut, TagSeen, Uid

MISSES_FOR_OUT: Final = 3
INVENTORIES: Final = 8
"""Hits are counted among so many of an antenna's last inventories."""
TOLD_STEP: Final = 2
"""A change of the hits that is worth telling."""
MOST: Final = 160
"""Tags remembered: three decks on one table are somebody's fault."""

Sensed: TypeAlias = tuple[TagIn | TagOut | TagSeen, int]
"""An event and its first edge in ms."""


@dataclass(slots=True)
class _Tag:
    """`edge`: first inventory that showed it; when it is missed, first that did not. `history`: newest in bit 0."""

    edge: int
    there: bool = False
    misses: int = 0
    history: int = 0
    inventories: int = 0
    hits_told: int = INVENTORIES

    def note(self, hit: bool) -> None:
        """One more inventory."""
        self.history = (self.history << 1 | hit) & (1 << INVENTORIES) - 1
        self.inventories += 1


class Presence:
    """`take` each whole inventory; it gives what is to be told."""

    def __init__(self) -> None:
        self._tags: dict[tuple[int, Uid], _Tag] = {}
        self.full = False
        """A tag found no room in the last inventory taken."""

    def take(self, antenna: int, shown: Sequence[Uid], began: int) -> list[Sensed]:
        """A whole inventory of an antenna, asked for at `began`."""
        self.full = False
        told: list[Sensed] = []
        for uid in shown:
            told += self._hit(antenna, uid, began)
        for where, uid in [key for key in self._tags if key[0] == antenna and key[1] not in shown]:
            told += self._miss(where, uid, began)
        return told

    def unsettled(self) -> frozenset[int]:
        """Antennas with a tag that is about to come or go."""
        return frozenset(antenna for (antenna, _), tag in self._tags.items() if not tag.there or tag.misses)

    def present(self) -> list[tuple[int, Uid]]:
        """The tags told of and not yet gone."""
        return [key for key, tag in self._tags.items() if tag.there]

    def _hit(self, antenna: int, uid: Uid, began: int) -> Iterator[Sensed]:
        tag = self._tags.get((antenna, uid))
        if tag is None:
            self._arrive(antenna, uid, began)
            return
        tag.misses = 0
        tag.note(True)
        if tag.there:
            yield from self._hits(antenna, uid, tag, began)
        else:
            tag.there = True
            yield TagIn(antenna, uid), tag.edge

    def _arrive(self, antenna: int, uid: Uid, began: int) -> None:
        if len(self._tags) >= MOST:
            self.full = True
            return
        self._tags[antenna, uid] = tag = _Tag(began)
        tag.note(True)

    def _miss(self, antenna: int, uid: Uid, began: int) -> Iterator[Sensed]:
        tag = self._tags[antenna, uid]
        if not tag.there:
            del self._tags[antenna, uid]
            return
        if not tag.misses:
            tag.edge = began
        tag.misses += 1
        tag.note(False)
        if tag.misses == MISSES_FOR_OUT:
            del self._tags[antenna, uid]
            yield TagOut(antenna, uid), tag.edge
        else:
            yield from self._hits(antenna, uid, tag, began)

    def _hits(self, antenna: int, uid: Uid, tag: _Tag, began: int) -> Iterator[Sensed]:
        hits = tag.history.bit_count()
        if tag.inventories >= INVENTORIES and abs(hits - tag.hits_told) >= TOLD_STEP:
            tag.hits_told = hits
            yield TagSeen(antenna, uid, hits), began
