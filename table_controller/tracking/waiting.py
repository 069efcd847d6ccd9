"""What is waited for at a table that no sensor tells by itself: a player's clock, and a flop that stops short of its third card.

Knows no rule: what a clock that ran out or such a flop means is the core's (TDA 29, RULEBOOK D5).
"""

import msgspec

from table_controller.core.events import (
    ActUndone,
    AnyEvent,
    BetMade,
    BoardCardDealt,
    Called,
    CardMoved,
    Checked,
    ClockCalled,
    Folded,
    HandVoided,
    Raised,
    StreetClosed,
    StreetOpened,
)
from table_controller.core.facts import ClockRan, FlopWaited
from table_controller.core.ids import Millis, SeatNo
from table_controller.core.rounds import flop_is_short
from table_controller.core.state import TableState
from table_controller.tracking.clock import later
from table_controller.tracking.timing import CLOCK, FLOP

_replace = msgspec.structs.replace


class Running(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """On whom, and when his time is over."""

    seat: SeatNo
    due: Millis


class Waits(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`clock`: of a player who was put on it. `flop`: when the third card has been waited for long enough."""

    clock: Running | None = None
    flop: Millis | None = None

    @property
    def due(self) -> Millis | None:
        """When the first of them is over."""
        ends = (None if self.clock is None else self.clock.due, self.flop)
        return min((end for end in ends if end is not None), default=None)


def after_event(waits: Waits, event: AnyEvent, table: TableState, now: Millis) -> Waits:
    """The waits after one of `WAITING_EVENTS`. `table`: with this event in it.

    A clock begins when it is called, and any act ends it. The flop is waited for anew with each of its cards.
    """
    if type(event) in _CLOCK:
        clock = Running(event.seat, Millis(now + CLOCK)) if isinstance(event, ClockCalled) else None
        waits = _replace(waits, clock=clock)
    if type(event) is BoardCardDealt:
        return _replace(waits, flop=Millis(now + FLOP) if flop_is_short(table) else None)
    return waits if waits.flop is None or flop_is_short(table) else _replace(waits, flop=None)


def put_off(waits: Waits, by: int) -> Waits:
    """The same with so many milliseconds more."""
    clock = None if waits.clock is None else Running(waits.clock.seat, Millis(waits.clock.due + by))
    return Waits(clock, later(waits.flop, by))


def over(waits: Waits, now: Millis, *, unsure: bool) -> tuple[Waits, ClockRan | FlopWaited | None]:
    """What is over by now, one at a time. `unsure`: a card is on its way or may be unseen, so the flop is waited for further."""
    if waits.clock is not None and waits.clock.due <= now:
        return _replace(waits, clock=None), ClockRan(at=now, seat=waits.clock.seat)
    if waits.flop is None or waits.flop > now:
        return waits, None
    if unsure:
        return _replace(waits, flop=Millis(now + FLOP)), None
    return _replace(waits, flop=None), FlopWaited(at=now)


_CLOCK: tuple[type, ...] = (ClockCalled, Folded, Checked, Called, BetMade, Raised, ActUndone, StreetClosed, HandVoided)
WAITING_EVENTS: tuple[type, ...] = (*_CLOCK, BoardCardDealt, StreetOpened, CardMoved)
