"""What floor and pit order: play on, void, pause, open, close, a new level, where the button goes.

`resume` lets play go on as things lie; `void_hand` gives every chip back and deals the same hand again. Both close whatever
finding is open. Dealers may do neither.
"""

from collections.abc import Sequence

from table_controller.core import orders as ask
from table_controller.core.draft import Draft
from table_controller.core.events import (
    ButtonPlaced,
    FindingClosed,
    HandVoided,
    LastPositionsTold,
    PlayResumed,
    StakesChanged,
    TableClosing,
    TablePaused,
    TableReopened,
)
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person
from table_controller.core.procedure_events import ProcedureFinished, StakeCarried
from table_controller.core.questions import close_all
from table_controller.core.rounds import after_card
from table_controller.core.signing import may_override
from table_controller.core.stakes import unsound
from table_controller.core.state import HandState, SeatStatus, TableState


def close_findings(draft: Draft, how: str, by: Person) -> None:
    """Everything open is closed, and what was being put right is not any more."""
    for procedure in draft.state.procedures:
        draft.add(ProcedureFinished(finding=procedure.finding, procedure=procedure.procedure, how="overridden"))
    for finding in draft.state.findings:
        draft.add(FindingClosed(number=finding.number, how=how, by=by))


def resume(draft: Draft, order: ask.Resume, by: Person) -> Rejection | None:
    """Play goes on as the cards lie; what lies complete is opened."""
    state = draft.state
    refused = may_override(state, by)
    if refused is not None:
        return refused
    if not state.findings and not state.floor_called:
        return Rejection("nothing_to_resume")
    close_findings(draft, "resumed", by)
    draft.add(PlayResumed(reason=order.reason, by=by))
    after_card(draft)
    return None


def void_hand(draft: Draft, order: ask.VoidHand, by: Person) -> Rejection | None:
    """A misdeal: also after the pots were pushed, until the next hand begins (TDA 35-E, A2)."""
    refused = may_override(draft.state, by)
    if refused is not None:
        return refused
    hand = draft.state.hand
    if hand is None or hand.outcome == "void":
        return Rejection("no_hand")
    if not hand.live and not unchanged(draft.state, hand):
        return Rejection("stacks_changed")
    draft.add(HandVoided(hand=hand.number, attempt=hand.attempt, reason=order.reason, by=by))
    carry_on(draft, hand.brought_in)
    close_findings(draft, "voided", by)
    close_all(draft, "voided")
    return None


def carry_on(draft: Draft, stakes: Sequence[tuple[SeatNo, Chips]]) -> None:
    """Stakes that wait for a pot that is paid (SK89): the voiding gave them back, and they go on to the next hand."""
    for seat, amount in stakes:
        draft.add(StakeCarried(seat=seat, amount=amount))


def unchanged(state: TableState, hand: HandState) -> bool:
    """Nobody has come, gone or added chips since the pots were pushed."""
    won: dict[SeatNo, int] = {}
    for award in hand.awards:
        won[award.seat] = won.get(award.seat, 0) + award.amount
    for number, amount in hand.brought_in:
        won[number] = won.get(number, 0) + amount
    played = (seat for seat in state.seats if seat.status is not SeatStatus.OUT)
    return all(seat.stack - won.get(seat.seat, 0) + seat.total_in == seat.started for seat in played)


def pause(draft: Draft, order: ask.PauseTable, _by: Person) -> Rejection | None:
    """Acts wait, and no hand begins."""
    if draft.state.paused is not None:
        return Rejection("already_paused")
    draft.add(TablePaused(reason=order.reason))
    return None


def open_table(draft: Draft, _order: ask.OpenTable, _by: Person) -> Rejection | None:
    """Opens a paused, closing or closed table."""
    state = draft.state
    if state.open and state.paused is None and not state.closing:
        return Rejection("already_open")
    draft.add(TableReopened())
    return None


def close_table(draft: Draft, _order: ask.CloseTable, _by: Person) -> Rejection | None:
    """No hand after this one."""
    if draft.state.closing:
        return Rejection("already_closing")
    draft.add(TableClosing())
    return None


def set_stakes(draft: Draft, order: ask.SetStakes, _by: Person) -> Rejection | None:
    """A new level, from the next hand on."""
    if order.stakes.big_blind == 0 or unsound(order.stakes) is not None:
        return Rejection("bad_stakes")
    draft.add(StakesChanged(stakes=order.stakes))
    return None


def place_button(draft: Draft, order: ask.PlaceButton, _by: Person) -> Rejection | None:
    """Where button and blinds are to be in the next hand."""
    if draft.state.in_hand:
        return Rejection("hand_running")
    wrong = _no_seat(draft.state, (order.seat, order.small_blind, order.big_blind))
    if wrong is not None:
        return wrong
    draft.add(
        ButtonPlaced(
            seat=order.seat,
            small_blind=order.small_blind,
            big_blind=order.big_blind,
            no_small_blind=order.no_small_blind,
        )
    )
    return None


def last_hand(draft: Draft, order: ask.LastHand, _by: Person) -> Rejection | None:
    """Where they were before this table knew."""
    if draft.state.in_hand:
        return Rejection("hand_running")
    wrong = _no_seat(draft.state, (order.button, order.small_blind, order.big_blind))
    if wrong is not None:
        return wrong
    draft.add(LastPositionsTold(button=order.button, small_blind=order.small_blind, big_blind=order.big_blind))
    return None


def _no_seat(state: TableState, numbers: Sequence[SeatNo | None]) -> Rejection | None:
    for number in numbers:
        if number is not None and not 0 < number <= len(state.seats):
            return Rejection("no_such_seat", {"seat": number})
    return None
