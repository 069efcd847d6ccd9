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
    that did not. `history`: newest in bit 0. `steady`: however many more inventories show it, nothing is to be told.
    """

    at: int
    edge: int
    there: bool = False
    misses: int = 0
    history: int = 1
    inventories: int = 1
    told: int = INVENTORIES
    steady: bool = False


def step(tag: Heard, antenna: int, uid: Uid, at: int, began: int, *, hit: bool) -> tuple[Heard | None, Sensed | None]:
    """After inventory number `at`, which showed it or not: what is known now, and what is to be told.

    Inventories that were not looked at have all shown it.
    """
    before, edge, there, misses, history, inventories, told, _ = tag
    if hit:
        misses = 0
    elif not there:
        return None, None
    else:
        edge = edge if misses else began
        misses += 1
        if misses == MISSES_FOR_OUT:
            return None, (TagOut(antenna, uid), edge)
    many = at - before
    history = ((history + 1 << min(many, INVENTORIES + 1) - 1) - 1 << 1 | hit) & _ALL
    inventories = min(inventories + many, INVENTORIES)
    hits = history.bit_count()
    sensed: Sensed | None = None
    if not there:
        there, sensed = True, (TagIn(antenna, uid), edge)
    elif inventories == INVENTORIES and abs(hits - told) >= TOLD_STEP:
        told, sensed = hits, (TagSeen(antenna, uid, hits), began)
    steady = not misses and told > INVENTORIES - TOLD_STEP and inventories - hits < TOLD_STEP
    return Heard(at, edge, there, misses, history, inventories, told, steady), sensed
