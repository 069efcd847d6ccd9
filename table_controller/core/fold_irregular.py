"""Folds of betting that does not go as it should: held acts, words, laid chips, corrected amounts, pots pushed wrongly."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core import act_events as did
from table_controller.core.act_state import AmissAct, Astray, HeldAct, MisawardedPot, Said
from table_controller.core.events import PotAwarded
from table_controller.core.fold_cards import turned_up
from table_controller.core.fold_table import find
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.state import Before, HandState, SeatState, SeatStatus, TableState, with_seat
from table_controller.core.turn import next_actor


def _with(state: TableState, before: Before | None = None, **changes: Any) -> TableState:
    """What goes astray in the running hand with these fields changed. `before`: what undoing restores."""
    hand = state.hand
    if hand is None:
        return state
    astray = replace(hand.astray or Astray(), **changes)
    hand = replace(hand, astray=None if astray == Astray() else astray, before=before or hand.before)
    return replace(state, hand=hand)


def _held(state: TableState, event: did.ActHeld) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    waiting = HeldAct(event.seat, event.act, event.to, event.price)
    return _with(state, Before("act_held", event.seat, state.seats, hand), held=(*hand.held, waiting))


def _released(state: TableState, event: did.HeldActReleased) -> TableState:
    held = () if state.hand is None else state.hand.held
    return _with(state, held=tuple(act for act in held if act.seat != event.seat))


def _ruled(state: TableState, event: did.HeldActsRuled) -> TableState:
    passive = () if state.hand is None else state.hand.passive
    return _with(state, passive=(*passive, *event.passive))


def _declared(state: TableState, event: did.ActDeclared) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    if event.act == "check" and hand.bet > 0:
        return _with(state, passive=(*hand.passive, event.seat))
    return _with(state, Before("act_declared", event.seat, state.seats, hand), said=Said(event.seat, event.act, event.to))


def _laid(state: TableState, event: did.ChipsLaid) -> TableState:
    said = None if state.hand is None else state.hand.said
    return state if said is None else _with(state, said=replace(said, lies=Chips(said.lies + event.amount)))


def _read(state: TableState, event: did.ChipsRead) -> TableState:
    return _with(state, pushed=event.seat)


def _wrong(state: TableState, event: did.AmountWrong) -> TableState:
    hand = state.hand
    if hand is None or not hand.betting:
        return state
    others = tuple(act for act in hand.amiss if act.seat != event.seat)
    return _with(state, amiss=(*others, AmissAct(event.seat, event.to, event.why)))


def _corrected(state: TableState, event: did.AmountCorrected) -> TableState:
    """The chips move as if they had been right at once; who has matched less now owes the rest."""
    hand, seat = state.hand, find(state, event.seat)
    if hand is None or seat is None:
        return state
    stack = Chips(seat.stack - event.added)
    status = SeatStatus.ALL_IN if stack <= 0 and event.all_in else seat.status
    paid, bet = Chips(seat.paid + event.added), Chips(seat.bet + event.added)
    seats = with_seat(state.seats, replace(seat, stack=stack, bet=bet, paid=paid, status=status))
    hand = _raised_by(hand, seat, event) if event.why != "undercall" else hand
    hand = replace(
        hand,
        bet=max(hand.bet, bet) if event.why != "undercall" else hand.bet,
        highest=max(hand.highest, bet),
        middle=Chips(hand.middle + event.added),
        before=None,
    )
    left = tuple(act for act in hand.amiss if act.seat != event.seat)
    return _with(replace(state, seats=seats, hand=_again_to_act(seats, hand)), amiss=left)


def _raised_by(hand: HandState, seat: SeatState, event: did.AmountCorrected) -> HandState:
    """A bet or raise that is whole now counts as one, if nobody has raised over it."""
    if hand.bet > seat.bet:
        return hand
    return replace(hand, full_level=event.to, wagers=hand.wagers + 1)


def _again_to_act(seats: tuple[SeatState, ...], hand: HandState) -> HandState:
    """Whose turn it is with the amounts as they now are."""
    if hand.actor is None:
        return hand
    start: SeatNo = hand.order[hand.order.index(hand.actor) - 1]
    actor = next_actor(seats, hand.order, start, hand.bet, hand.highest)
    return replace(hand, actor=actor, betting=actor is not None)


def _hand_exposed(state: TableState, event: did.HandExposed) -> TableState:
    return replace(state, lying=turned_up(state.lying, event.seat, event.cards))


def _misawarded(state: TableState, event: did.PotMisawarded) -> TableState:
    hand, seat = state.hand, find(state, event.seat)
    if hand is None or seat is None:
        return state
    award = PotAwarded(pot=event.pot, seat=event.seat, amount=event.amount)
    hand = replace(hand, middle=Chips(hand.middle - event.amount), awards=(*hand.awards, award), before=None, pots_only=True)
    wrong = MisawardedPot(hand.number, event.pot, event.seat, event.amount, event.due, event.why)
    seats = with_seat(state.seats, replace(seat, stack=Chips(seat.stack + event.amount)))
    return replace(state, hand=hand, seats=seats, misawarded=(*state.misawarded, wrong))


def after_act(astray: Astray, seat: SeatNo) -> Astray | None:
    """What is left once this seat has acted: its words are done, others' are past, and it may bet again next time."""
    said = replace(astray.said, done=True) if astray.said is not None and astray.said.seat == seat else None
    pushed = seat if astray.pushed == seat else None
    left = replace(astray, said=said, pushed=pushed, passive=tuple(number for number in astray.passive if number != seat))
    return None if left == Astray() else left


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    did.ActHeld: _held,
    did.HeldActReleased: _released,
    did.HeldActsRuled: _ruled,
    did.ActDeclared: _declared,
    did.ChipsLaid: _laid,
    did.ChipsRead: _read,
    did.AmountWrong: _wrong,
    did.AmountCorrected: _corrected,
    did.HandExposed: _hand_exposed,
    did.PotMisawarded: _misawarded,
}
