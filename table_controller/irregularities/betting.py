"""What is wrong with acts, words and chips: out of turn, unfitting words, chips that do not say it, amounts, the clock (E).

Detectors like those of `detectors`: state before, event, state after. Pure; they read what was recorded and rule nothing.
"""

from collections.abc import Callable
from typing import Any

from table_controller.core import events as did
from table_controller.core.act_events import ActDeclared, ActHeld, AmountWrong, ChipsRead, ClockRanOut
from table_controller.core.events import AnyEvent
from table_controller.core.held import substantial
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_PLACES
from table_controller.core.rules import MinAllIn
from table_controller.core.state import TableState
from table_controller.irregularities.finding import Finding, Where, finding

FOLD_IS_A_CHOICE = frozenset({"SK41", "CZ20"})
"""Texts that name the fold among the choices when nobody has bet: there it is none of E12."""


def _at(seat: SeatNo | None) -> Where:
    return Where(seat=seat, place=None if seat is None else SEAT_PLACES[seat])


def held(_before: TableState, event: ActHeld, after: TableState) -> Finding | None:
    """One act before its turn (E1); several behind a player who was passed over (E2), whose seat is then named."""
    hand = after.hand
    if hand is not None and substantial(hand):
        return finding("skipped_player", after.rules, _at(hand.actor), sensed=False)
    return finding("out_of_turn", after.rules, _at(event.seat), sensed=False)


def declared(before: TableState, event: ActDeclared, after: TableState) -> Finding | None:
    """Words that do not fit what lies there (E11, TDA 55)."""
    hand = before.hand
    if hand is None or hand.actor != event.seat:
        return None
    due = hand.bet > before.seats[event.seat - 1].bet
    if event.act == "check" and due:
        return finding("check_facing_bet", after.rules, _at(event.seat), sensed=False)
    if event.act == "call" and not due:
        return finding("call_no_bet", after.rules, _at(event.seat), sensed=False)
    if event.act == "raise" and hand.bet == 0:
        return finding("raise_no_bet", after.rules, _at(event.seat), sensed=False)
    return None


CHIPS_CODES = frozenset({"oversize_chip", "multi_chip", "string_bet", "short_allin_reopen", "raise_cap", "pot_limit_over"})
AMOUNT_CODES = frozenset({"undercall", "underbet", "underraise"})


def chips_read(_before: TableState, event: ChipsRead, after: TableState) -> Finding | None:
    """Chips that the rules had to read (E3-E5), or that were more than may go in (E8-E10)."""
    return finding(event.why, after.rules, _at(event.seat), sensed=False) if event.why in CHIPS_CODES else None


def amount_wrong(_before: TableState, event: AmountWrong, after: TableState) -> Finding | None:
    """Too little for what was done (E6, E7)."""
    return finding(event.why, after.rules, _at(event.seat), sensed=False) if event.why in AMOUNT_CODES else None


def folded(before: TableState, event: did.Folded, after: TableState) -> Finding | None:
    """A fold although nothing was to be paid (E12); of a player who is not there the dealer folds for him (F5)."""
    seat = before.seats[event.seat - 1]
    if event.facing > 0 or seat.away or seat.present is False:
        return None
    found = finding("fold_no_bet", after.rules, _at(event.seat), sensed=False)
    return None if FOLD_IS_A_CHOICE & set(found.clauses) else found


def put_in(before: TableState, event: did.BetMade | did.Raised, after: TableState) -> Finding | None:
    """A bet all-in for less than a small blind (E17, SK55): warned of, never refused. A short stack may always call (K28)."""
    if not event.all_in or before.rules.min_allin is not MinAllIn.SMALL_BLIND_WARN:
        return None
    small = after.seats[event.seat - 1].bet < before.stakes.small_blind
    return finding("allin_below_sb", after.rules, _at(event.seat), sensed=False) if small else None


def clock(_before: TableState, event: ClockRanOut, after: TableState) -> Finding | None:
    """The time is over (E18, TDA 29)."""
    return finding("clock", after.rules, _at(event.seat), sensed=False)


DETECTORS: dict[type[AnyEvent], Callable[[TableState, Any, TableState], Finding | None]] = {
    ActHeld: held,
    ActDeclared: declared,
    ChipsRead: chips_read,
    AmountWrong: amount_wrong,
    did.Folded: folded,
    ClockRanOut: clock,
}
