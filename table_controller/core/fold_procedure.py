"""Folds of rulings and procedures: signatures, steps, killed and retrieved hands, chips that go back, burns that are owed."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core import procedure_events as did
from table_controller.core.events import BlindKind, PotAwarded, Street
from table_controller.core.fold_hand import decided
from table_controller.core.fold_table import find
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.procedure import pool_of
from table_controller.core.procedure_state import ProcedureState, Signature
from table_controller.core.state import HandState, SeatState, SeatStatus, TableState, with_seat
from table_controller.core.turn import next_actor

_ANOTHER_DECK = "M14"
"""Its third step brings in another deck: which one, the floor says or its first card tells."""
_CONTENDS = (SeatStatus.LIVE, SeatStatus.ALL_IN)


def _confirmed(state: TableState, event: did.FindingConfirmed) -> TableState:
    return replace(state, signed=(*state.signed, Signature(event.number, event.by)))


def _ruled(state: TableState, event: did.RulingGiven) -> TableState:
    return replace(state, signed=(*state.signed, Signature(event.number, event.by, event.ruling, event.seat)))


def _started(state: TableState, event: did.ProcedureStarted) -> TableState:
    hand = state.hand
    procedure = ProcedureState(
        finding=event.finding,
        code=event.code,
        procedure=event.procedure,
        level=event.level,
        clauses=event.clauses,
        seat=event.seat,
        place=event.place,
        steps=event.steps,
        deck_out=not state.deck.present,
        shuffled=state.deck.fresh,
        attempt=0 if hand is None else hand.attempt,
        pool=pool_of(state, event.steps[0]) if event.steps else 0,
    )
    in_play = "" if event.procedure == _ANOTHER_DECK else state.deck_in_play
    return replace(state, procedures=(*state.procedures, procedure), deck_in_play=in_play)


def _changed(state: TableState, finding: int, **changes: Any) -> TableState:
    """The procedure of this finding with these fields changed."""
    procedures = tuple(replace(one, **changes) if one.finding == finding else one for one in state.procedures)
    return replace(state, procedures=procedures)


def _step_done(state: TableState, event: did.StepDone | did.StepOverridden) -> TableState:
    one = next((one for one in state.procedures if one.finding == event.finding), None)
    if one is None:
        return state
    at = next((index for index, step in enumerate(one.steps) if step.n == event.n and index >= one.at), one.at)
    after = replace(one, at=at + 1, confirmed=False, failed=None)
    after = replace(after, pool=0 if after.step is None else pool_of(state, after.step))
    return replace(state, procedures=tuple(after if other is one else other for other in state.procedures))


def _overridden(state: TableState, event: did.StepOverridden) -> TableState:
    """The step is passed over; a dead hand that was to be thrown away lies where it is."""
    one = next((one for one in state.procedures if one.finding == event.finding), None)
    state = _changed(_step_done(state, event), event.finding, overridden=True)
    if one is None or state.hand is None:
        return state
    return replace(state, hand=replace(state.hand, let_lie=(*state.hand.let_lie, *one.awaits.mucking)))


def _step_confirmed(state: TableState, event: did.StepConfirmed) -> TableState:
    return _changed(state, event.finding, confirmed=True)


def _step_failed(state: TableState, event: did.StepFailed) -> TableState:
    return _changed(state, event.finding, failed=event.seen)


def _step_retried(state: TableState, event: did.StepRetried) -> TableState:
    return _changed(state, event.finding, failed=None)


def _finished(state: TableState, event: did.ProcedureFinished) -> TableState:
    return replace(state, procedures=tuple(one for one in state.procedures if one.finding != event.finding))


def _killed(state: TableState, event: did.HandKilled) -> TableState:
    hand, seat = state.hand, find(state, event.seat)
    if hand is None or seat is None or seat.status not in _CONTENDS or not hand.live:
        return state
    seats = with_seat(state.seats, replace(seat, status=SeatStatus.DEAD, acted=True))
    contending = hand.contending - 1
    hand = replace(hand, contending=contending, before=None, pots=hand.pots if event.pots is None else event.pots)
    return decided(replace(state, seats=seats, hand=_next(seats, hand, seat.seat, contending)))


def _next(seats: tuple[SeatState, ...], hand: HandState, gone: int, contending: int) -> HandState:
    """Whose turn it is once that seat is out; between rounds nobody's."""
    if not hand.betting:
        return hand if hand.street is Street.DEAL else replace(hand, pots_only=hand.pots_only or contending <= 1)
    actor = None
    if contending > 1:
        start = hand.actor if hand.actor == gone or hand.actor is None else hand.order[hand.order.index(hand.actor) - 1]
        actor = next_actor(seats, hand.order, start, hand.bet, hand.highest)
    return replace(hand, actor=actor, betting=actor is not None)


def _retrieved(state: TableState, event: did.HandRetrieved) -> TableState:
    hand, seat = state.hand, find(state, event.seat)
    if hand is None or seat is None or not hand.live:
        return state
    again = seat.status in (SeatStatus.FOLDED, SeatStatus.DEAD)
    status = SeatStatus.LIVE if seat.stack > 0 else SeatStatus.ALL_IN
    back = replace(seat, gave_up=False, status=status if again else seat.status, acted=seat.bet >= hand.bet)
    hand = replace(hand, contending=hand.contending + again, before=None, pots_only=False)
    if event.pots is not None:
        hand = replace(hand, pots=event.pots)
    if hand.show_order and seat.seat not in hand.show_order:
        hand = replace(hand, show_order=(*hand.show_order, seat.seat))
    return decided(replace(state, seats=with_seat(state.seats, back), hand=hand))


def _given_back(state: TableState, event: did.ChipsGivenBack) -> TableState:
    hand, seat = state.hand, find(state, event.seat)
    if hand is None or seat is None:
        return state
    amount = min(event.amount, seat.bet)
    back = replace(seat, stack=Chips(seat.stack + amount), bet=Chips(seat.bet - amount), paid=Chips(seat.paid - amount))
    seats = with_seat(state.seats, back)
    highest = Chips(max((one.bet for one in seats), default=0))
    blind = state.stakes.big_blind if hand.street is Street.PREFLOP else Chips(0)
    bet = min(hand.bet, Chips(max(highest, blind)))
    hand = replace(
        hand,
        middle=Chips(hand.middle - amount),
        highest=highest,
        bet=bet,
        returned=(*hand.returned, (seat.seat, Chips(amount))),
    )
    if hand.aggressor == seat.seat:
        hand = replace(hand, aggressor=None, full_raise=state.stakes.big_blind, full_level=bet, wagers=max(0, hand.wagers - 1))
    return replace(state, seats=seats, hand=_next(seats, hand, seat.seat, hand.contending))


def _blind_withdrawn(state: TableState, event: did.BlindWithdrawn) -> TableState:
    blinds = (BlindKind.SB, BlindKind.BB)
    return replace(state, promised=tuple(one for one in state.promised if one.seat != event.seat or one.what not in blinds))


def _burns_owed(state: TableState, event: did.BurnsOwed) -> TableState:
    """What was laid before has been put right and is of no interest to the next error."""
    if state.hand is None:
        return state
    return replace(state, hand=replace(state.hand, burns_due=event.burns, laid=(), laid_before=()))


def _stake_carried(state: TableState, event: did.StakeCarried) -> TableState:
    """Follows the voiding, which gave it back."""
    seat = find(state, event.seat)
    if seat is None:
        return state
    poorer = replace(seat, stack=Chips(seat.stack - event.amount))
    carried = (*state.carried, (event.seat, event.amount))
    return replace(state, seats=with_seat(state.seats, poorer), carried=carried, bank=Chips(state.bank - event.amount))


def _stake_brought_in(state: TableState, event: did.StakeBroughtIn) -> TableState:
    hand, seat = state.hand, find(state, event.seat)
    if hand is None or seat is None:
        return state
    left = tuple(entry for entry in state.carried if entry != (event.seat, event.amount))
    brought_in = (*hand.brought_in, (event.seat, event.amount))
    hand = replace(hand, middle=Chips(hand.middle + event.amount), brought_in=brought_in)
    richer = replace(seat, dead=Chips(seat.dead + event.amount))
    return replace(state, hand=hand, seats=with_seat(state.seats, richer), carried=left, bank=Chips(state.bank + event.amount))


def _pot_corrected(state: TableState, event: did.PotCorrected) -> TableState:
    seats = state.seats
    for transfer in event.transfers:
        giver, taker = find(state, transfer.source), find(state, transfer.to)
        if giver is not None and taker is not None:
            seats = with_seat(seats, replace(seats[giver.seat - 1], stack=Chips(seats[giver.seat - 1].stack - transfer.amount)))
            seats = with_seat(seats, replace(seats[taker.seat - 1], stack=Chips(seats[taker.seat - 1].stack + transfer.amount)))
    hand = state.hand
    if hand is not None and hand.awards:
        hand = replace(hand, awards=_as_it_lies(hand.awards, event.transfers, _wrong_in(state, hand)))
    return replace(state, seats=seats, misawarded=(), hand=hand)


def _wrong_in(state: TableState, hand: HandState) -> frozenset[tuple[int, SeatNo]]:
    """Pots of this hand that lie at a wrong seat."""
    return frozenset((wrong.pot, wrong.seat) for wrong in state.misawarded if wrong.hand == hand.number)


def _as_it_lies(
    awards: tuple[PotAwarded, ...], transfers: tuple[did.Transfer, ...], wrong: frozenset[tuple[int, SeatNo]]
) -> tuple[PotAwarded, ...]:
    """Who has which pot once the chips have moved on; a hand that is voided afterwards takes it from there."""
    for move in transfers:
        left, after = move.amount, []
        for award in awards:
            part = min(left, award.amount) if award.seat == move.source and (award.pot, award.seat) in wrong else 0
            left = Chips(left - part)
            after += [replace(award, amount=Chips(award.amount - part))] if part < award.amount else []
            after += [PotAwarded(pot=award.pot, seat=move.to, amount=Chips(part))] if part else []
        awards = tuple(after)
    return awards


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    did.FindingConfirmed: _confirmed,
    did.RulingGiven: _ruled,
    did.ProcedureStarted: _started,
    did.StepDone: _step_done,
    did.StepOverridden: _overridden,
    did.StepConfirmed: _step_confirmed,
    did.StepFailed: _step_failed,
    did.StepRetried: _step_retried,
    did.ProcedureFinished: _finished,
    did.HandKilled: _killed,
    did.HandRetrieved: _retrieved,
    did.ChipsGivenBack: _given_back,
    did.BlindWithdrawn: _blind_withdrawn,
    did.BurnsOwed: _burns_owed,
    did.StakeCarried: _stake_carried,
    did.StakeBroughtIn: _stake_brought_in,
    did.PotCorrected: _pot_corrected,
}
