"""Folds of the course of a hand: its start, its streets, the showdown, the pots, its end or its voiding."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core import events as did
from table_controller.core.button import between
from table_controller.core.claims import claims_unshown
from table_controller.core.events import Street
from table_controller.core.fold_cards import turned_up
from table_controller.core.fold_table import find
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.limits import limit_bet
from table_controller.core.state import Before, HandState, SeatState, SeatStatus, TableState, with_seat
from table_controller.core.turn import next_actor

_PREFLOP = Street.PREFLOP
_OUT = SeatStatus.OUT
_LIVE = SeatStatus.LIVE
_DEAL = Street.DEAL
_SHOWDOWN = Street.SHOWDOWN
_ALL_IN = SeatStatus.ALL_IN
_OVER = Street.OVER

_AFTER = {Street.PREFLOP: Street.FLOP, Street.FLOP: Street.TURN, Street.TURN: Street.RIVER}


def _hand_started(state: TableState, event: did.HandStarted) -> TableState:
    dealt = tuple(number for number in event.dealt_in if 0 < number <= len(state.seats))
    owing = {number: (big, small) for number, big, small in event.owing}
    stakes = state.next_stakes or state.stakes
    unit = limit_bet(stakes, state.rules.limit_turn_double, _PREFLOP)
    hand = HandState(
        number=event.hand,
        attempt=event.attempt,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        order=dealt,
        away=event.away,
        contending=len(dealt),
        full_raise=stakes.big_blind,
        limit_bet=unit,
        owing=event.owing,
        opening=state.seats,
        promised=state.promised,
    )
    return replace(
        state,
        stakes=stakes,
        next_stakes=None,
        seats=tuple(_for_hand(seat, seat.seat in dealt, owing) for seat in state.seats),
        hand=hand,
        hands=event.hand,
        ready=False,
        button_placed=None,
        promised=(),
        last_button=event.button,
        last_small_blind=_small_blind_place(state, event),
        last_big_blind=event.big_blind,
        misawarded=tuple(wrong for wrong in state.misawarded if wrong.hand >= event.hand - 1),
    )


def _small_blind_place(state: TableState, event: did.HandStarted) -> SeatNo | None:
    """Where the small blind is. One that nobody posts belongs where the last big blind was (TDA 32)."""
    if event.small_blind is not None:
        return event.small_blind
    if event.attempt > 1:
        return state.last_small_blind
    last = state.last_big_blind
    if last is None or event.big_blind is None or not between(last, event.button, event.big_blind):
        return None
    return last


def _for_hand(seat: SeatState, dealt: bool, owing: dict[SeatNo, tuple[bool, bool]]) -> SeatState:
    if not dealt:
        if seat.player is None and seat.status is _OUT:
            return seat
        big, small = owing.get(seat.seat, (seat.owes_big, seat.owes_small))
        return _put_away(seat, _OUT, seat.newcomer, seat.waits, big, small)
    return _put_away(seat, _LIVE, False, False, False, False)


def _put_away(seat: SeatState, status: SeatStatus, newcomer: bool, waits: bool, big: bool, small: bool) -> SeatState:
    """A seat with nothing of the last hand on it."""
    return SeatState(
        seat=seat.seat,
        player=seat.player,
        stack=seat.stack,
        away=seat.away,
        sitting_out=seat.sitting_out,
        present=seat.present,
        newcomer=newcomer,
        waits=waits,
        owes_big=big,
        owes_small=small,
        status=status,
        started=seat.stack,
    )


def _deal_completed(state: TableState, _event: did.DealCompleted) -> TableState:
    hand = state.hand
    if hand is None or hand.street is not _DEAL:
        return state
    start = _speaks_last(hand)
    actor = next_actor(state.seats, hand.order, start, hand.bet, hand.highest) if hand.contending > 1 else None
    hand = replace(hand, street=_PREFLOP, actor=actor, betting=actor is not None)
    return replace(state, hand=hand)


def _speaks_last(hand: HandState) -> SeatNo | None:
    """The last to post a big blind or a straddle; where nobody has, the seat that should have posted the big blind."""
    return next((seat for seat in (hand.opener, hand.big_blind, *hand.order[-1:]) if seat in hand.order), None)


def _street_closed(state: TableState, event: did.StreetClosed) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    following = _AFTER.get(hand.street, hand.street)
    hand = replace(
        hand,
        betting=False,
        actor=None,
        bet=Chips(0),
        highest=Chips(0),
        full_raise=state.stakes.big_blind,
        full_level=Chips(0),
        limit_bet=limit_bet(state.stakes, state.rules.limit_turn_double, following) if hand.limit_bet else Chips(0),
        wagers=0,
        capped=False,
        astray=None,
        challenged=hand.challenged if hand.aggressor is None else hand.aggressor,
        pots=event.pots,
        pots_only=hand.contending <= 1,
    )
    return replace(state, hand=hand, seats=tuple([_next_round(seat) for seat in state.seats]))


def _next_round(seat: SeatState) -> SeatState:
    if seat.bet or (seat.acted and seat.status is _LIVE):
        return replace(seat, bet=Chips(0), acted=False, raises=0)
    return seat


def _street_opened(state: TableState, event: did.StreetOpened) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    hand = replace(
        hand,
        street=event.street,
        actor=event.actor,
        betting=event.actor is not None,
        aggressor=hand.aggressor if event.actor is None else None,
        street_acts=0,
        burns_due=hand.burns_due[1:] or (1,),
        laid_before=hand.laid,
        laid=(),
        before=None,
    )
    return replace(state, hand=hand)


def _showdown_opened(state: TableState, event: did.ShowdownOpened) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    hand = replace(hand, street=_SHOWDOWN, actor=None, betting=False, show_order=event.order)
    return decided(replace(state, hand=hand))


def decided(state: TableState) -> TableState:
    """Whether only the pots are left: all but one have given up, or everybody left has shown."""
    hand = state.hand
    if hand is None or hand.street is not _SHOWDOWN:
        return state
    open_hands = closed_hands = 0
    for number in hand.order:
        seat = state.seats[number - 1]
        if seat.status not in (_LIVE, _ALL_IN) or seat.gave_up:
            continue
        if seat.tabled or claims_unshown(state.rules, seat):
            open_hands += 1
        else:
            closed_hands += 1
    done = closed_hands == 0 or open_hands + closed_hands == 1
    return state if done == hand.pots_only else replace(state, hand=replace(hand, pots_only=done))


def _tabled(state: TableState, event: did.HandTabled) -> TableState:
    seat = find(state, event.seat)
    if seat is None or state.hand is None:
        return state
    seats = with_seat(state.seats, replace(seat, tabled=event.cards, gave_up=False))
    return decided(replace(state, seats=seats, lying=turned_up(state.lying, event.seat, event.cards)))


def _given_up(state: TableState, event: did.HandGivenUp) -> TableState:
    seat, hand = find(state, event.seat), state.hand
    if seat is None or hand is None:
        return state
    before = Before("hand_given_up", event.seat, state.seats, hand)
    seats = with_seat(state.seats, replace(seat, gave_up=True))
    return decided(replace(state, seats=seats, hand=replace(hand, before=before)))


def _board_played(state: TableState, event: did.BoardPlayed) -> TableState:
    seat = find(state, event.seat)
    if seat is None:
        return state
    seats = with_seat(state.seats, replace(seat, plays_board=True, gave_up=False))
    return decided(replace(state, seats=seats))


def _rake_taken(state: TableState, event: did.RakeTaken) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    hand = replace(hand, rake=Chips(hand.rake + event.amount), middle=Chips(hand.middle - event.amount))
    return replace(state, hand=hand, rake=Chips(state.rake + event.amount), bank=Chips(state.bank - event.amount))


def _pot_awarded(state: TableState, event: did.PotAwarded) -> TableState:
    seat, hand = find(state, event.seat), state.hand
    if seat is None or hand is None:
        return state
    hand = replace(hand, middle=Chips(hand.middle - event.amount), awards=(*hand.awards, event), before=None, pots_only=True)
    richer = replace(seat, stack=Chips(seat.stack + event.amount))
    return replace(state, hand=hand, seats=with_seat(state.seats, richer))


def _hand_ended(state: TableState, event: did.HandEnded) -> TableState:
    hand = state.hand
    if hand is None:
        return state
    hand = replace(hand, street=_OVER, outcome=event.outcome, actor=None, betting=False, before=None)
    return replace(state, hand=hand)


def _hand_voided(state: TableState, _event: did.HandVoided) -> TableState:
    """Every chip goes back, awards and rake included; what was owed or promised before is so again (M1)."""
    hand = state.hand
    if hand is None or hand.outcome == "void":
        return state
    won: dict[SeatNo, int] = {}
    for award in hand.awards:
        won[award.seat] = won.get(award.seat, 0) + award.amount
    opening = hand.opening or state.seats
    seats = tuple(_as_before(seat, opening[index], won.get(seat.seat, 0)) for index, seat in enumerate(state.seats))
    voided = replace(
        hand,
        street=_OVER,
        outcome="void",
        actor=None,
        betting=False,
        before=None,
        middle=Chips(0),
        bet=Chips(0),
        highest=Chips(0),
        pots=(),
        rake=Chips(0),
        awards=(),
    )
    return replace(
        state,
        hand=voided,
        seats=seats,
        promised=hand.promised,
        rake=Chips(state.rake - hand.rake),
        bank=Chips(state.bank + hand.rake),
    )


def _as_before(now: SeatState, then: SeatState, won: int) -> SeatState:
    if now.status is _OUT:
        return now
    back = replace(now, stack=Chips(now.stack - won + now.paid + now.ante + now.dead))
    return _put_away(back, _OUT, then.newcomer, then.waits, then.owes_big, then.owes_small)


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    did.HandStarted: _hand_started,
    did.DealCompleted: _deal_completed,
    did.StreetClosed: _street_closed,
    did.StreetOpened: _street_opened,
    did.ShowdownOpened: _showdown_opened,
    did.HandTabled: _tabled,
    did.HandGivenUp: _given_up,
    did.BoardPlayed: _board_played,
    did.RakeTaken: _rake_taken,
    did.PotAwarded: _pot_awarded,
    did.HandEnded: _hand_ended,
    did.HandVoided: _hand_voided,
}
