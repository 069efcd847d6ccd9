"""What an antenna tells of a tag: in after two inventories that show it, out after three that do not, and how often it answers.

Owns that filter, by the rules of the table board's firmware (hardware/firmware/core/tags.c), as a function from one state to the
next, so that a reader can look ahead and go back.
"""

from typing import Final, NamedTuple, TypeAlias

from hardware.protocol.events import TagIn, TagOut, TagSeen, Uid

MISSES_FOR_OUT: Final = 3
INVENTORIES: Final = 8
TOLD_STEP: Final = 2
_ALL: Final = (1 << INVENTORIES) - 1

Sensed: TypeAlias = tuple[TagIn | TagOut | TagSeen, int]
"""An event and the time of its first edge, in the unit that `began` is in."""


class Heard(NamedTuple):
    """One tag at one antenna, after its inventory number `at`. `edge`: first inventory that showed it; when it is missed, first
    that did not. `history`: newest in bit 0.
    """

    at: int
    edge: int
    there: bool = False
    misses: int = 0
    history: int = 1
    inventories: int = 1
    told: int = INVENTORIES

    @property
    def unsettled(self) -> bool:
        """About to come or go."""
        return not self.there or self.misses > 0

    @property
    def steady(self) -> bool:
        """However many more inventories show it, nothing is to be told: they need not be looked at."""
        well = self.there and not self.misses and self.told > INVENTORIES - TOLD_STEP
        return well and self.inventories - self.history.bit_count() < TOLD_STEP


def step(tag: Heard | None, antenna: int, uid: Uid, at: int, began: int, *, hit: bool) -> tuple[Heard | None, Sensed | None]:
    """After inventory number `at`, which showed it or not: what is known now, and what is to be told.

    Inventories that were not looked at have all shown it.
    """
    if tag is None:
        return (Heard(at, began), None) if hit else (None, None)
    if not (hit or tag.there):
        return None, None
    _, edge, there, misses, history, inventories, told = tag
    edge = began if not (hit or misses) else edge
    misses = 0 if hit else misses + 1
    if misses == MISSES_FOR_OUT:
        return None, (TagOut(antenna, uid), edge)
    many = at - tag.at
    history = ((history + 1 << min(many, INVENTORIES + 1) - 1) - 1 << 1 | hit) & _ALL
    inventories = min(inventories + many, INVENTORIES)
    if not there:
        return Heard(at, edge, True, 0, history, inventories), (TagIn(antenna, uid), edge)
    hits = history.bit_count()
    if inventories < INVENTORIES or abs(hits - told) < TOLD_STEP:
        return Heard(at, edge, there, misses, history, inventories, told), None
    return Heard(at, edge, there, misses, history, inventories, hits), (TagSeen(antenna, uid, hits), began)
