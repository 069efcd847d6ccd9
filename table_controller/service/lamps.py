"""Which lamps at the table burn: the dealer's next step and whose action it is, and the stack light. By public state alone.

Bits of the mask as the table bus numbers them: 0-9 seats, 10 shoe, 11 burn, 12 board, 13 muck, 14 alarm.
The stack light blinks fast while an alarm that stops the deal is unseen, slowly for one before the next hand; seen and still so
it is steady. It is the table's own: it burns though no dashboard runs.
"""

from typing import NamedTuple

from table_controller.alarms import Alarms
from table_controller.core.expect import expected
from table_controller.core.places import Place
from table_controller.core.state import TableState

SHOE, BURN, BOARD, MUCK, ALARM = (1 << bit for bit in (10, 11, 12, 13, 14))
STEADY, SLOW, FAST = 1, 2, 3
_ZONES = {Place.BURN: BURN, Place.BOARD: BOARD}


class Lamps(NamedTuple):
    """`pattern` as on the bus: 1 on, 2 slow blink, 3 fast blink."""

    mask: int
    pattern: int


def lamps_for(state: TableState, alarms: Alarms, *, record_fails: bool = False) -> tuple[Lamps, ...]:
    """What should burn now, each lamp at most once; all others are dark. `record_fails`: the journal cannot be written."""
    stack = FAST if record_fails else _stack_light(alarms)
    if state.locked:
        return (Lamps(ALARM, stack or STEADY),)
    steps = _steps(state)
    if stack == STEADY:
        return (Lamps(steps | ALARM, STEADY),)
    return tuple(lamps for lamps in (Lamps(steps, STEADY), Lamps(ALARM if stack else 0, stack)) if lamps.mask)


def _stack_light(alarms: Alarms) -> int:
    """Its pattern; 0 is dark. What is over and what waits for this shift's end needs no light."""
    active = [alarm for alarm in alarms.pressing if alarm.active]
    unseen = {alarm.priority for alarm in active if not alarm.acknowledged}
    if 1 in unseen:
        return FAST
    if 2 in unseen:
        return SLOW
    return STEADY if any(alarm.priority == 1 for alarm in active) else 0


def _steps(state: TableState) -> int:
    hand = state.hand
    mask = 0
    if hand is not None and hand.actor is not None:
        mask |= 1 << (hand.actor - 1)
    wanted = expected(state)
    if wanted.place is not None:
        mask |= SHOE | _ZONES.get(wanted.place, 0)
    if wanted.seat is not None:
        mask |= 1 << (wanted.seat - 1)
    return mask
