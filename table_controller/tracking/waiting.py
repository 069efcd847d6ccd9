"""What is waited for at a table that no sensor tells by itself: a player's clock, the third card of a flop, the key of a fold.

Knows no rule: what a clock that ran out, such a flop or such a hand in the muck means is the core's (TDA 29, RULEBOOK D5, F1).
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
from table_controller.core.facts import ClockRan, FlopWaited, FoldKeyWaited
from table_controller.core.ids import Millis, SeatNo
from table_controller.core.mucked import short_of_cards, thrown_unkeyed
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.core.rounds import flop_is_short
from table_controller.core.state import TableState
from table_controller.tracking.clock import later
from table_controller.tracking.timing import CLOCK, FLOP, FOLD_KEY

_replace = msgspec.structs.replace


class Running(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """For which seat, and when the time is over."""

    seat: SeatNo
    due: Millis


class Waits(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`clock`: of a player who was put on it. `flop`: when the third card has been waited for long enough.
    `mucked`: hands that play and of which cards lie in the muck.
    """

    clock: Running | None = None
    flop: Millis | None = None
    mucked: tuple[Running, ...] = ()

    @property
    def due(self) -> Millis | None:
        """When the first of them is over."""
        ends = (None if self.clock is None else self.clock.due, self.flop, *(one.due for one in self.mucked))
        return min((end for end in ends if end is not None), default=None)

    @property
    def since(self) -> list[Millis]:
        """When each of them began, or began anew."""
        clock = [] if self.clock is None else [Millis(self.clock.due - CLOCK)]
        flop = [] if self.flop is None else [Millis(self.flop - FLOP)]
        return [*clock, *flop, *(Millis(one.due - FOLD_KEY) for one in self.mucked)]


def after_event(waits: Waits, event: AnyEvent, table: TableState, now: Millis) -> Waits:
    """The waits after one of `WAITING_EVENTS`. `table`: with this event in it.

    A clock begins when it is called, and any act ends it. The flop is waited for anew with each of its cards, the key of a fold
    with each act, because keys that come late come one after the other.
    """
    if waits.mucked or type(event) is CardMoved:
        waits = _replace(waits, mucked=_in_the_muck(waits.mucked, event, table, now))
    if type(event) in _CLOCK:
        clock = Running(event.seat, Millis(now + CLOCK)) if isinstance(event, ClockCalled) else None
        waits = _replace(waits, clock=clock)
    if type(event) is BoardCardDealt:
        return _replace(waits, flop=Millis(now + FLOP) if flop_is_short(table) else None)
    return waits if waits.flop is None or flop_is_short(table) else _replace(waits, flop=None)


def _in_the_muck(waiting: tuple[Running, ...], event: AnyEvent, table: TableState, now: Millis) -> tuple[Running, ...]:
    still = tuple(one for one in waiting if short_of_cards(table, one.seat))
    if not isinstance(event, CardMoved):
        return tuple(Running(one.seat, Millis(now + FOLD_KEY)) for one in still)
    seat = SEAT_OF_PLACE.get(event.source)
    if event.to is not Place.MUCK or seat is None or not short_of_cards(table, seat):
        return still
    return (*(one for one in still if one.seat != seat), Running(seat, Millis(now + FOLD_KEY)))


def after_key(waits: Waits, now: Millis) -> Waits:
    """A dealer who types is behind with his keys, or the table takes keys again: that of a fold is waited for anew."""
    if not waits.mucked:
        return waits
    return _replace(waits, mucked=tuple(Running(one.seat, Millis(now + FOLD_KEY)) for one in waits.mucked))


def put_off(waits: Waits, by: int) -> Waits:
    """The same with so many milliseconds more."""
    clock = None if waits.clock is None else Running(waits.clock.seat, Millis(waits.clock.due + by))
    mucked = tuple(Running(one.seat, Millis(one.due + by)) for one in waits.mucked)
    return Waits(clock, later(waits.flop, by), mucked)


Over = ClockRan | FlopWaited | FoldKeyWaited


def over(waits: Waits, now: Millis, table: TableState, *, unsure: bool) -> tuple[Waits, Over | None]:
    """What is over by now, one at a time. `unsure`: a card is on its way or may be unseen, so cards are waited for further."""
    if waits.clock is not None and waits.clock.due <= now:
        return _replace(waits, clock=None), ClockRan(at=now, seat=waits.clock.seat)
    thrown = next((one for one in waits.mucked if one.due <= now), None)
    if thrown is not None:
        return _key_over(waits, thrown, now, table, unsure=unsure)
    if waits.flop is None or waits.flop > now:
        return waits, None
    if unsure:
        return _replace(waits, flop=Millis(now + FLOP)), None
    return _replace(waits, flop=None), FlopWaited(at=now)


def _key_over(waits: Waits, thrown: Running, now: Millis, table: TableState, *, unsure: bool) -> tuple[Waits, Over | None]:
    """Told once; waited for further while it may still be explained, by a turn that has come or by what is being put right."""
    others = tuple(one for one in waits.mucked if one is not thrown)
    if not short_of_cards(table, thrown.seat):
        return _replace(waits, mucked=others), None
    if unsure or not thrown_unkeyed(table, thrown.seat):
        return _replace(waits, mucked=(*others, Running(thrown.seat, Millis(now + FOLD_KEY)))), None
    return _replace(waits, mucked=others), FoldKeyWaited(at=now, seat=thrown.seat)


_CLOCK: tuple[type, ...] = (ClockCalled, Folded, Checked, Called, BetMade, Raised, ActUndone, StreetClosed, HandVoided)
WAITING_EVENTS: tuple[type, ...] = (*_CLOCK, BoardCardDealt, StreetOpened, CardMoved)
