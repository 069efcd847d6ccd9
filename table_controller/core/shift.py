"""Who works at the table and which level is played: what floor and pit may order."""

from msgspec.structs import replace

from table_controller.core import orders as ask
from table_controller.core.draft import Draft
from table_controller.core.events import StakesChanged
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person
from table_controller.core.shift_events import DealerChanged, FloorAssigned, LevelBegan, LevelClockSet
from table_controller.core.stakes import unsound


def dealer_change(draft: Draft, order: ask.DealerChange, by: Person) -> Rejection | None:
    """At any time: a dealer may be relieved in the middle of a hand."""
    dealer = order.dealer.strip()
    if dealer == draft.state.shift.dealer:
        return Rejection("deals_already")
    draft.add(DealerChanged(dealer=dealer, at=order.at, by=by))
    return None


def assign_floor(draft: Draft, order: ask.AssignFloor, by: Person) -> Rejection | None:
    """How many tables one person may have is the room's to say; a table knows only its own."""
    floor = order.floor.strip()
    if floor == draft.state.shift.floor:
        return Rejection("assigned_already")
    draft.add(FloorAssigned(floor=floor, by=by))
    return None


def level(draft: Draft, order: ask.Level, by: Person) -> Rejection | None:
    """New blinds from the next hand on, with a clock where the level has a length."""
    now = draft.state.next_stakes or draft.state.stakes
    stakes = replace(
        now,
        small_blind=order.small_blind,
        big_blind=order.big_blind,
        ante=order.ante,
        small_bet=order.small_bet,
        big_bet=order.big_bet,
    )
    if stakes.big_blind == 0 or unsound(stakes) is not None:
        return Rejection("bad_stakes")
    draft.add(StakesChanged(stakes=stakes))
    draft.add(LevelBegan(number=order.number, minutes=order.minutes, at=order.at, by=by))
    return None


def level_clock(draft: Draft, order: ask.LevelClock, by: Person) -> Rejection | None:
    """Stops the clock of the level, or lets it run on."""
    running = draft.state.shift.level
    if running is None or not running.minutes:
        return Rejection("no_level_clock")
    if order.run is (running.since is not None):
        return Rejection("level_clock_so_already")
    draft.add(LevelClockSet(run=order.run, at=order.at, by=by))
    return None
