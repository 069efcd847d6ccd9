"""Folds of what the players do: posts, folds, checks, calls, bets, raises, the undoing of the last act, chips that come back."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core import events as did
from table_controller.core.events import BlindKind, Street
from table_controller.core.fold_irregular import after_act
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.limits import Wager, after_wager
from table_controller.core.rules import StraddleMinRaise
from table_controller.core.stakes import AnteBy
from table_controller.core.state import Before, HandState, SeatState, SeatStatus, TableState, with_seat
from table_controller.core.turn import next_actor

_OVER = Street.OVER
_ANTE = BlindKind.ANTE
_ANTE_BY_ALL = AnteBy.EVERYBODY
_ALL_IN = SeatStatus.ALL_IN
_BB = BlindKind.BB
_STRADDLE = BlindKind.STRADDLE
_BRING_IN = StraddleMinRaise.BRING_IN
_LIVE = SeatStatus.LIVE
_FOLDED = SeatStatus.FOLDED

_BLINDS = frozenset({BlindKind.BB, BlindKind.STRADDLE})


def _actor(state: TableState, number: SeatNo) -> tuple[HandState | None, SeatState | None]:
    hand = state.hand
    if hand is None or hand.street is _OVER or number not in hand.order:
        return None, None
    return hand, state.seats[number - 1]


def _blind_posted(state: TableState, event: did.BlindPosted) -> TableState:
    hand, seat = _actor(state, event.seat)
    if hand is None or seat is None:
        return state
    live, dead = event.live, event.dead
    layered = event.what is _ANTE and state.stakes.ante_by is _ANTE_BY_ALL
    stack = Chips(seat.stack - live - dead)
    seat = replace(
        seat,
        stack=stack,
        bet=Chips(seat.bet + live),
        paid=Chips(seat.paid + live),
        ante=Chips(seat.ante + dead) if layered else seat.ante,
        dead=seat.dead if layered else Chips(seat.dead + dead),
        acted=event.what in _BLINDS and not state.rules.bb_option,
        status=_ALL_IN if stack <= 0 else seat.status,
    )
    hand = _bring_in(state, hand, event, seat.bet)
    return replace(state, seats=with_seat(state.seats, seat), hand=hand)


def _bring_in(state: TableState, hand: HandState, event: did.BlindPosted, lies: Chips) -> HandState:
    """Big blind and straddles set what must be matched, short or not (TDA 54-B); the last of them speaks last."""
    middle = Chips(hand.middle + event.live + event.dead)
    highest = max(hand.highest, lies)
    if event.what not in _BLINDS:
        return replace(hand, middle=middle, highest=highest, bet=max(hand.bet, highest))
    nominal = max(event.live, state.stakes.big_blind) if event.what is _BB else event.live
    bet = max(hand.bet, nominal)
    step = hand.full_raise
    if event.what is _STRADDLE and bet > hand.bet:
        bring_in = state.rules.straddle_min_raise is _BRING_IN
        step = bet if bring_in else Chips(bet - hand.bet)
    return replace(
        hand,
        middle=middle,
        highest=highest,
        bet=bet,
        full_level=bet,
        full_raise=hand.full_raise if hand.limit_bet else step,
        wagers=hand.wagers + 1,
        opener=event.seat,
    )


def _left(state: TableState, hand: HandState, act: str, seat: SeatState, status: SeatStatus) -> TableState:
    """A seat is out of the hand."""
    contending = hand.contending - (seat.status is _LIVE or seat.status is _ALL_IN)
    seats = with_seat(state.seats, replace(seat, status=status, acted=True))
    actor = None
    if contending > 1 and hand.betting:
        start = seat.seat if hand.actor == seat.seat or hand.actor is None else _seat_before(hand, hand.actor)
        actor = next_actor(seats, hand.order, start, hand.bet, hand.highest)
    hand = replace(
        hand,
        actor=actor,
        betting=actor is not None,
        contending=contending,
        acts=hand.acts + 1,
        street_acts=hand.street_acts + 1,
        before=Before(act, seat.seat, state.seats, hand),
    )
    if hand.astray is not None:
        hand = replace(hand, astray=after_act(hand.astray, seat.seat))
    return replace(state, seats=seats, hand=hand)


def _seat_before(hand: HandState, number: SeatNo) -> SeatNo:
    return hand.order[hand.order.index(number) - 1]


def _folded(state: TableState, event: did.Folded) -> TableState:
    hand, seat = _actor(state, event.seat)
    if hand is None or seat is None:
        return state
    return _left(state, hand, "folded", seat, _FOLDED)


def _checked(state: TableState, event: did.Checked) -> TableState:
    hand, seat = _actor(state, event.seat)
    if hand is None or seat is None:
        return state
    seats = with_seat(state.seats, replace(seat, acted=True))
    actor = next_actor(seats, hand.order, seat.seat, hand.bet, hand.highest)
    hand = replace(
        hand,
        actor=actor,
        betting=actor is not None,
        acts=hand.acts + 1,
        street_acts=hand.street_acts + 1,
        before=Before("checked", seat.seat, state.seats, hand),
    )
    if hand.astray is not None:
        hand = replace(hand, astray=after_act(hand.astray, seat.seat))
    return replace(state, seats=seats, hand=hand)


def _put_in(seat: SeatState, added: Chips, wagers: int) -> SeatState:
    stack = Chips(seat.stack - added)
    return replace(
        seat,
        stack=stack,
        bet=Chips(seat.bet + added),
        paid=Chips(seat.paid + added),
        acted=True,
        raises=seat.raises + wagers,
        status=_ALL_IN if stack <= 0 else seat.status,
    )


def _called(state: TableState, event: did.Called) -> TableState:
    hand, seat = _actor(state, event.seat)
    if hand is None or seat is None:
        return state
    after = _put_in(seat, event.added, 0)
    seats = with_seat(state.seats, after)
    highest = max(hand.highest, after.bet)
    actor = next_actor(seats, hand.order, seat.seat, hand.bet, highest)
    hand = replace(
        hand,
        actor=actor,
        betting=actor is not None,
        highest=highest,
        middle=Chips(hand.middle + event.added),
        acts=hand.acts + 1,
        chip_acts=hand.chip_acts + 1,
        street_acts=hand.street_acts + 1,
        before=Before("called", seat.seat, state.seats, hand),
    )
    if hand.astray is not None:
        hand = replace(hand, astray=after_act(hand.astray, seat.seat))
    return replace(state, seats=seats, hand=hand)


def _wagered(state: TableState, event: did.BetMade | did.Raised, wager: Wager, act: str) -> TableState:
    hand, seat = _actor(state, event.seat)
    if hand is None or seat is None:
        return state
    after = _put_in(seat, event.added, 1)
    seats = with_seat(state.seats, after)
    bet, highest = max(hand.bet, event.to), max(hand.highest, after.bet)
    actor = next_actor(seats, hand.order, seat.seat, bet, highest)
    cap = state.rules.raise_cap
    hand = replace(
        hand,
        actor=actor,
        betting=actor is not None,
        bet=bet,
        highest=highest,
        full_raise=wager.full_raise,
        full_level=wager.full_level,
        wagers=hand.wagers + wager.full,
        capped=hand.capped or (cap is not None and hand.wagers + wager.full > cap and hand.contending > 2),
        aggressor=seat.seat,
        middle=Chips(hand.middle + event.added),
        acts=hand.acts + 1,
        chip_acts=hand.chip_acts + 1,
        street_acts=hand.street_acts + 1,
        before=Before(act, seat.seat, state.seats, hand),
    )
    if hand.astray is not None:
        hand = replace(hand, astray=after_act(hand.astray, seat.seat))
    return replace(state, seats=seats, hand=hand)


def _bet_made(state: TableState, event: did.BetMade) -> TableState:
    hand = state.hand
    return state if hand is None else _wagered(state, event, after_wager(state, hand, event.to), "bet_made")


def _raised(state: TableState, event: did.Raised) -> TableState:
    hand = state.hand
    return state if hand is None else _wagered(state, event, after_wager(state, hand, event.to), "raised")


def _act_undone(state: TableState, event: did.ActUndone) -> TableState:
    """Chips and standing of every seat as before the act; who sits, is present or away is not an act and stays."""
    hand = state.hand
    if hand is None or hand.before is None or hand.before.seat != event.seat:
        return state
    then = hand.before.seats
    seats = tuple(_restored(seat, then[index]) for index, seat in enumerate(state.seats)) if then else state.seats
    return replace(state, seats=seats, hand=hand.before.hand)


def _restored(now: SeatState, then: SeatState) -> SeatState:
    return replace(
        then,
        player=now.player,
        away=now.away,
        sitting_out=now.sitting_out,
        present=now.present,
        newcomer=now.newcomer,
        waits=now.waits,
        owes_big=now.owes_big,
        owes_small=now.owes_small,
    )


def _uncalled_returned(state: TableState, event: did.UncalledReturned) -> TableState:
    hand, seat = _actor(state, event.seat)
    if hand is None or seat is None:
        return state
    live = min(event.amount, seat.bet)
    seat = replace(
        seat,
        stack=Chips(seat.stack + event.amount),
        bet=Chips(seat.bet - live),
        paid=Chips(seat.paid - live),
        ante=Chips(seat.ante - (event.amount - live)),
        status=_LIVE if seat.status is _ALL_IN else seat.status,
    )
    returned = (*hand.returned, (event.seat, event.amount))
    hand = replace(hand, middle=Chips(hand.middle - event.amount), returned=returned)
    return replace(state, seats=with_seat(state.seats, seat), hand=hand)


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    did.BlindPosted: _blind_posted,
    did.Folded: _folded,
    did.Checked: _checked,
    did.Called: _called,
    did.BetMade: _bet_made,
    did.Raised: _raised,
    did.ActUndone: _act_undone,
    did.UncalledReturned: _uncalled_returned,
}
