"""Folds of what happens to the table between and around hands: who sits where, chips, button, stakes, opening and closing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core import events as did
from table_controller.core.checkpoint import state_of_checkpoint
from table_controller.core.ids import Chips
from table_controller.core.state import HandState, SeatState, TableState, empty_table, with_seat


def find(state: TableState, number: int) -> SeatState | None:
    """The seat, or None where the table has no such seat."""
    return state.seats[number - 1] if 0 < number <= len(state.seats) else None


def _table_opened(state: TableState, event: did.TableOpened) -> TableState:
    seats = state.seats if len(state.seats) == event.seats else empty_table(max(0, min(event.seats, 10))).seats
    return replace(
        state,
        name=event.name,
        rules=event.rules,
        stakes=event.stakes,
        seats=seats,
        simulated=event.simulated,
        open=True,
    )


def _checkpoint(state: TableState, event: did.Checkpoint) -> TableState:
    """A fold that is under way has all of this already."""
    return state if state.seats else state_of_checkpoint(event.state) or state


def _stakes_changed(state: TableState, event: did.StakesChanged) -> TableState:
    if state.in_hand:
        return replace(state, next_stakes=event.stakes)
    return replace(state, stakes=event.stakes, next_stakes=None)


def _player_seated(state: TableState, event: did.PlayerSeated) -> TableState:
    seat = find(state, event.seat)
    if seat is None:
        return state
    fresh = replace(
        seat,
        player=event.player,
        stack=event.chips,
        newcomer=event.newcomer,
        away=False,
        sitting_out=False,
        waits=False,
        owes_big=event.owes_big,
        owes_small=event.owes_small,
    )
    bank = Chips(state.bank + event.chips - seat.stack)
    return replace(state, seats=with_seat(state.seats, fresh), bank=bank, hand=_no_undo(state.hand))


def _player_left(state: TableState, event: did.PlayerLeft) -> TableState:
    seat = find(state, event.seat)
    if seat is None:
        return state
    gone = replace(seat, player=None, stack=Chips(0), newcomer=False, away=False, sitting_out=False, waits=False)
    gone = replace(gone, owes_big=False, owes_small=False)
    bank = Chips(state.bank - seat.stack)
    return replace(state, seats=with_seat(state.seats, gone), bank=bank, hand=_no_undo(state.hand))


def _no_undo(hand: HandState | None) -> HandState | None:
    """Chips came to or left the table: the last act stands."""
    return hand if hand is None or hand.before is None else replace(hand, before=None)


def _player_away(state: TableState, event: did.PlayerAway) -> TableState:
    seat = find(state, event.seat)
    if seat is None:
        return state
    away = replace(seat, sitting_out=True) if event.sitting_out else replace(seat, away=True)
    return replace(state, seats=with_seat(state.seats, away))


def _player_returned(state: TableState, event: did.PlayerReturned) -> TableState:
    seat = find(state, event.seat)
    if seat is None:
        return state
    back = replace(seat, away=False, sitting_out=False, waits=event.waits, owes_big=event.owes_big, owes_small=event.owes_small)
    return replace(state, seats=with_seat(state.seats, back))


def _topped_up(state: TableState, event: did.ChipsToppedUp) -> TableState:
    seat = find(state, event.seat)
    if seat is None:
        return state
    richer = replace(seat, stack=Chips(seat.stack + event.amount))
    bank = Chips(state.bank + event.amount)
    return replace(state, seats=with_seat(state.seats, richer), bank=bank, hand=_no_undo(state.hand))


def _presence(state: TableState, event: did.SeatPresence) -> TableState:
    seat = find(state, event.seat)
    if seat is None:
        return state
    return replace(state, seats=with_seat(state.seats, replace(seat, present=event.present)))


def _button_sighted(state: TableState, event: did.ButtonSighted) -> TableState:
    return replace(state, button_sighted=event.seat)


def _button_placed(state: TableState, event: did.ButtonPlaced) -> TableState:
    return replace(state, button_placed=event, drawing=())


def _positions_told(state: TableState, event: did.LastPositionsTold) -> TableState:
    small, big = event.small_blind, event.big_blind
    return replace(state, last_button=event.button, last_small_blind=small, last_big_blind=big, button_placed=None)


def _draw_started(state: TableState, event: did.ButtonDrawStarted) -> TableState:
    return replace(state, drawing=event.seats)


def _blind_promised(state: TableState, event: did.BlindPromised) -> TableState:
    others = tuple(post for post in state.promised if post.seat != event.seat or post.what is not event.what)
    return replace(state, promised=(*others, event))


def _paused(state: TableState, event: did.TablePaused) -> TableState:
    return replace(state, paused=event.reason)


def _reopened(state: TableState, _event: did.TableReopened) -> TableState:
    return replace(state, paused=None, closing=False, open=True)


def _closing(state: TableState, _event: did.TableClosing) -> TableState:
    return replace(state, closing=True)


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    did.TableOpened: _table_opened,
    did.Checkpoint: _checkpoint,
    did.StakesChanged: _stakes_changed,
    did.PlayerSeated: _player_seated,
    did.PlayerLeft: _player_left,
    did.PlayerAway: _player_away,
    did.PlayerReturned: _player_returned,
    did.ChipsToppedUp: _topped_up,
    did.SeatPresence: _presence,
    did.ButtonSighted: _button_sighted,
    did.ButtonPlaced: _button_placed,
    did.LastPositionsTold: _positions_told,
    did.ButtonDrawStarted: _draw_started,
    did.BlindPromised: _blind_promised,
    did.TablePaused: _paused,
    did.TableReopened: _reopened,
    did.TableClosing: _closing,
}
