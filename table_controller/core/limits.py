"""How much may be bet: no limit, pot limit in both readings, fixed limit with caps; minimum raise, short all-ins and reopening.

Amounts `*_to` are totals of the round. Sources: TDA 43, 47, 54 and their addenda; SK37, SK46, CZ13, CZ14, CZ18, UA12, UA13, UA16,
HU11, HU13; RULEBOOK E7-E10, K12-K15, P06-P08, P12, P14.
"""

import msgspec

from table_controller.core.events import Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.rules import MinRaise
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import HandState, SeatState, SeatStatus, TableState

_FIXED_LIMIT = Limit.FIXED_LIMIT
_BY_BIG_BLIND = MinRaise.BIG_BLIND
_BY_LARGEST = MinRaise.LARGEST_OF_ROUND
_LIVE = SeatStatus.LIVE
_POT_LIMIT = Limit.POT_LIMIT
_PREFLOP = Street.PREFLOP
_ALL_IN = SeatStatus.ALL_IN

_DOUBLE = frozenset({Street.TURN, Street.RIVER})


class Wager(msgspec.Struct, frozen=True, gc=False):
    """What a bet or raise does to the round. `full`: it counts for the cap and opens the betting again."""

    full: bool
    full_raise: Chips
    full_level: Chips


class LegalActs(msgspec.Struct, frozen=True, gc=False):
    """What the actor may do. Folding is always allowed.

    `to_call`: chips a call adds, at most the stack. `min_to`, `max_to`: smallest and largest total of a bet or raise; all of
    the stack may always go in where `may_raise`, even for less than `min_to`. `opens`: it would be a bet, not a raise.
    """

    seat: SeatNo
    to_call: Chips
    may_check: bool
    may_call: bool
    may_raise: bool
    opens: bool
    min_to: Chips
    max_to: Chips
    all_in_to: Chips
    why_not: str = ""
    """Why `may_raise` is false: `all_others_all_in`, `stack_too_short`, `betting_not_reopened`, `passive_only`, `raise_cap`."""


def limit_bet(stakes: Stakes, double: bool, street: Street) -> Chips:
    """The size of bets on a street in fixed limit (K14); 0 in other games."""
    if stakes.limit is not _FIXED_LIMIT:
        return Chips(0)
    small = stakes.small_bet or stakes.big_blind
    if street in _DOUBLE and double:
        return stakes.big_bet or Chips(2 * small)
    return small


def after_wager(state: TableState, hand: HandState, to: Chips) -> Wager:
    """What a bet or raise to `to` makes of the round's minimum and of its full bets."""
    unit = hand.limit_bet
    if unit:
        return _limit_wager(hand, to, unit)
    size = Chips(to - hand.bet)
    if size < hand.full_raise:
        return Wager(False, hand.full_raise, hand.full_level)
    rule = state.rules.min_raise
    if rule is _BY_BIG_BLIND:
        return Wager(True, state.stakes.big_blind, to)
    return Wager(True, max(size, hand.full_raise) if rule is _BY_LARGEST else size, to)


def _limit_wager(hand: HandState, to: Chips, unit: Chips) -> Wager:
    """Half a bet or more is a full one (E8, P07): an opening bet as it lies, a raise as if it had been completed."""
    level = hand.full_level
    if 2 * (to - level) < unit:
        return Wager(False, hand.full_raise, level)
    return Wager(True, hand.full_raise, to if level == 0 else max(to, Chips(level + unit)))


def to_match(state: TableState, hand: HandState, seat: SeatState) -> Chips:
    """The total this seat must have in the round to stay: the whole bet, or, when nobody else can act any more, what lies."""
    if hand.bet == hand.highest:
        return hand.bet
    return hand.bet if _others_have(state, hand, seat, 0) else max(hand.highest, seat.bet)


def _open_again(hand: HandState, seat: SeatState) -> bool:
    """Whether somebody who has acted faces enough to raise once more (TDA 47: short all-ins add up; limit: half a bet)."""
    facing = hand.bet - seat.bet
    return 2 * facing >= hand.limit_bet if hand.limit_bet else facing >= hand.full_raise


def _capped(state: TableState, hand: HandState, seat: SeatState) -> bool:
    """Fixed limit: no raise beyond the cap (E9, K12)."""
    cap = state.rules.raise_cap
    if cap is None or not hand.limit_bet:
        return False
    if state.rules.raise_cap_per_player:
        return seat.raises >= cap
    if hand.contending == 2 and not hand.capped and not state.rules.raise_cap_heads_up:
        return False
    return hand.wagers > cap


def _others_have(state: TableState, hand: HandState, seat: SeatState, more_than: int) -> bool:
    """Whether anybody else still has chips, and with what lies there more than so much."""
    seats = state.seats
    for number in hand.order:
        other = seats[number - 1]
        if other.status is _LIVE and number != seat.seat and other.bet + other.stack > more_than:
            return True
    return False


def _why_not(state: TableState, hand: HandState, seat: SeatState) -> str:
    """Why the seat may not bet or raise; empty: it may."""
    if seat.bet + seat.stack <= hand.bet:
        return "stack_too_short"
    if not _others_have(state, hand, seat, hand.bet):
        return "all_others_all_in"
    if seat.acted and not _open_again(hand, seat):
        return "betting_not_reopened"
    if hand.astray is not None and seat.seat in hand.astray.passive:
        return "passive_only"
    return "raise_cap" if _capped(state, hand, seat) else ""


def min_to(hand: HandState) -> Chips:
    """The smallest total of a full bet or raise."""
    if hand.limit_bet:
        return Chips(hand.full_level + hand.limit_bet)
    return Chips(hand.bet + hand.full_raise)


def _max_to(state: TableState, hand: HandState, seat: SeatState) -> Chips:
    if hand.limit_bet:
        return min_to(hand)
    if state.stakes.limit is not _POT_LIMIT:
        return Chips(seat.bet + seat.stack)
    pot = hand.middle + _missing_blinds(state, hand)
    if state.rules.pot_limit_counts_call:
        pot += hand.bet - seat.bet
    return Chips(hand.bet + pot)


def _missing_blinds(state: TableState, hand: HandState) -> int:
    """Before the first raise a short or dead blind does not make the pot smaller (TDA 54-B)."""
    if hand.street is not _PREFLOP or hand.aggressor is not None:
        return 0
    small, big = state.stakes.small_blind, state.stakes.big_blind
    sat = hand.small_blind is not None and state.seats[hand.small_blind - 1].status is _ALL_IN
    posted = min(small, state.seats[hand.small_blind - 1].paid) if hand.small_blind is not None and sat else small
    missing = small - (0 if hand.small_blind is None else posted)
    big_seat = None if hand.big_blind is None else state.seats[hand.big_blind - 1]
    if big_seat is not None and big_seat.status is _ALL_IN:
        missing += max(0, big - big_seat.paid)
    return missing


def legal(state: TableState) -> LegalActs | None:
    """What the actor may do; None while nobody is to act."""
    hand = state.hand
    if hand is None or hand.actor is None:
        return None
    return legal_for(state, hand, state.seats[hand.actor - 1])


def legal_for(state: TableState, hand: HandState, seat: SeatState) -> LegalActs:
    """The same for any seat, as if it were its turn."""
    due = max(0, to_match(state, hand, seat) - seat.bet)
    why_not = _why_not(state, hand, seat)
    all_in = Chips(seat.bet + seat.stack)
    lowest, highest = min_to(hand), _max_to(state, hand, seat)
    return LegalActs(
        seat=seat.seat,
        to_call=Chips(min(due, seat.stack)),
        may_check=due == 0,
        may_call=due > 0,
        may_raise=not why_not,
        opens=hand.bet == 0,
        min_to=min(lowest, all_in),
        max_to=min(max(highest, lowest), all_in),
        all_in_to=all_in,
        why_not=why_not,
    )
