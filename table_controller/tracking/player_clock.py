"""The clock a player was put on: how long it still runs. Knows no rule; what an expired clock means is the core's (TDA 29)."""

import msgspec

from table_controller.core.events import (
    ActUndone,
    AnyEvent,
    BetMade,
    Called,
    Checked,
    ClockCalled,
    Folded,
    HandVoided,
    Raised,
    StreetClosed,
)
from table_controller.core.ids import Millis, SeatNo
from table_controller.tracking.timing import CLOCK


class Running(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """On whom, and when his time is over."""

    seat: SeatNo
    due: Millis


def after_event(event: AnyEvent, now: Millis) -> Running | None:
    """The clock after one of `CLOCK_EVENTS`: it begins when it is called, and any act ends it."""
    return Running(event.seat, Millis(now + CLOCK)) if isinstance(event, ClockCalled) else None


def later(running: Running | None, by: int) -> Running | None:
    """The same with so many milliseconds more."""
    return None if running is None else Running(running.seat, Millis(running.due + by))


CLOCK_EVENTS: tuple[type, ...] = (
    ClockCalled,
    Folded,
    Checked,
    Called,
    BetMade,
    Raised,
    ActUndone,
    StreetClosed,
    HandVoided,
)
