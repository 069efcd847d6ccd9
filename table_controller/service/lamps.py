"""Which lamps at the table burn: the dealer's next step and whose action it is, in light. Depends on public state only.

Bits of the mask as the table bus numbers them: 0-9 seats, 10 shoe, 11 burn, 12 board, 13 muck, 14 alarm.
"""

from typing import NamedTuple

from table_controller.core.expect import expected
from table_controller.core.places import Place
from table_controller.core.state import TableState

SHOE, BURN, BOARD, MUCK, ALARM = (1 << bit for bit in (10, 11, 12, 13, 14))
STEADY, FAST = 1, 3
_ZONES = {Place.BURN: BURN, Place.BOARD: BOARD}


class Lamps(NamedTuple):
    """`pattern` as on the bus: 1 on, 3 fast blink."""

    mask: int
    pattern: int


def lamps_for(state: TableState) -> Lamps:
    """What should burn now."""
    if state.locked:
        return Lamps(ALARM, FAST)
    hand = state.hand
    mask = 0
    if hand is not None and hand.actor is not None:
        mask |= 1 << (hand.actor - 1)
    wanted = expected(state)
    if wanted.place is not None:
        mask |= SHOE | _ZONES.get(wanted.place, 0)
    if wanted.seat is not None:
        mask |= 1 << (wanted.seat - 1)
    return Lamps(mask, STEADY)
