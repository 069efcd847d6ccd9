"""What happens to hands that have been dealt: players who are not there, cards thrown away out of turn, counts at the showdown.

Detectors like those of `detectors`: state before, event, state after. Pure.
"""

from collections.abc import Iterator

from table_controller.core import events as did
from table_controller.core.act_events import HandLeftInMuck
from table_controller.core.button import plan
from table_controller.core.events import BlindKind, Street
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.procedure import unconfirmed
from table_controller.core.rules import AbsentPlayer
from table_controller.core.state import HandState, SeatStatus, TableState
from table_controller.irregularities.finding import Finding, Where, finding

AnyAct = did.Checked | did.Called | did.BetMade | did.Raised
_PLAYS = (SeatStatus.LIVE, SeatStatus.ALL_IN)
_BLINDS = (BlindKind.SB, BlindKind.BB)
_MISDEALS = frozenset({"M1", "M14", "M18"})


def absent_at_last_card(_before: TableState, _event: did.DealCompleted, after: TableState) -> Iterator[Finding]:
    """The deal is complete and a player who has cards is not there (F5, SK84, TDA-30)."""
    if after.rules.absent_player is AbsentPlayer.HOUSE or after.hand is None:
        return
    for number in after.hand.order:
        if _away(after, number):
            yield _absent(after, number)


def walked_away(_before: TableState, event: did.SeatPresence | did.PlayerAway, after: TableState) -> Iterator[Finding]:
    """In a house that folds an absent player at any time (SK84); elsewhere one whom the sensor missed before the last card."""
    hand = after.hand
    if hand is None or not hand.live or hand.street is Street.DEAL or event.seat not in hand.order:
        return
    missed_at_deal = isinstance(event, did.SeatPresence) and event.at_deal
    counts = missed_at_deal and after.rules.absent_player is AbsentPlayer.KILLED_AT_LAST_CARD
    if (counts or after.rules.absent_player is AbsentPlayer.FOLDED_ANY_TIME) and _away(after, event.seat):
        yield _absent(after, event.seat)


def _away(state: TableState, number: SeatNo) -> bool:
    seat = state.seats[number - 1]
    return seat.status in _PLAYS and (seat.away or seat.present is False)


def _absent(state: TableState, number: SeatNo) -> Finding:
    return finding("absent_player", state.rules, Where(seat=number, place=SEAT_PLACES[number]))


def thrown_in(before: TableState, event: did.CardMoved, after: TableState) -> Finding | None:
    """The last card of a hand that plays goes to the muck while a called misdeal is not confirmed (F8, TDA-35-D)."""
    hand, number = before.hand, SEAT_OF_PLACE.get(event.source)
    if hand is None or not hand.live or number not in hand.order or event.to is not Place.MUCK or after.at(event.source):
        return None
    if before.seats[number - 1].status not in _PLAYS or not _misdeal_called(before):
        return None
    return finding("mucked_on_false_misdeal", after.rules, Where(seat=number, place=event.source))


def _misdeal_called(state: TableState) -> bool:
    waiting = unconfirmed(state)
    return any(one.number in waiting and one.procedure in _MISDEALS for one in state.findings)


def mucked_unasked(before: TableState, event: did.CardMoved, after: TableState) -> Finding | None:
    """The last card of a hand that plays goes to the muck while nobody can act, so that no key of a fold can follow (F1)."""
    hand, number = before.hand, SEAT_OF_PLACE.get(event.source)
    if hand is None or number not in hand.order or event.to is not Place.MUCK or after.at(event.source):
        return None
    busy = before.procedures or before.findings or hand.pots_only or hand.street in (Street.DEAL, Street.SHOWDOWN)
    if busy or not hand.live or hand.actor is not None or before.seats[number - 1].status not in _PLAYS:
        return None
    return finding("folded_over_line", after.rules, Where(seat=number, place=event.source))


def round_closed(before: TableState, _event: did.StreetClosed, after: TableState) -> Iterator[Finding]:
    """The betting is over, and a hand that plays lies in the muck: its fold was never keyed (F1, K39).

    Not before: keys come late, and a hand that goes to the muck ahead of its key is ordinary.
    """
    hand = after.hand
    if hand is None or hand.contending < 2 or not after.at(Place.MUCK):
        return
    for number in hand.order:
        if after.seats[number - 1].status in _PLAYS and not after.at(SEAT_PLACES[number]) and not before.procedures:
            yield finding("folded_over_line", after.rules, Where(seat=number, place=SEAT_PLACES[number]))


def left_in_muck(_before: TableState, event: HandLeftInMuck, after: TableState) -> Finding | None:
    """Nobody keys it: a whole hand is thrown away (F1), one card of a hand has got among the discards (F4, C15)."""
    place = SEAT_PLACES[event.seat]
    code = "fouled_hand" if after.at(place) else "folded_over_line"
    return finding(code, after.rules, Where(seat=event.seat, place=place))


def acted_without_cards(before: TableState, event: AnyAct, after: TableState) -> Finding | None:
    """Another act than a fold is keyed for a seat whose hand lies in the muck: no fold will follow (F1)."""
    place = SEAT_PLACES[event.seat]
    if before.procedures or before.at(place) or not before.at(Place.MUCK):
        return None
    return finding("folded_over_line", after.rules, Where(seat=event.seat, place=place))


def blind_promised(_before: TableState, event: did.BlindPromised, after: TableState) -> Iterator[Finding]:
    """Before the first card: a blind of the wrong seat, or another amount than the whole (B2)."""
    coming = plan(after)
    if coming is None or event.what not in _BLINDS:
        return
    where, stakes = coming.positions, after.stakes
    seat, amount = (where.small_blind, stakes.small_blind) if event.what is BlindKind.SB else (where.big_blind, stakes.big_blind)
    stack = after.seats[event.seat - 1].stack
    if event.seat != seat or min(event.live, stack) != min(amount, stack):
        yield finding("blind_wrong_seat_or_amount", after.rules, Where(seat=event.seat), sensed=False)


def blinds_missing(before: TableState, event: did.HandStarted, after: TableState) -> Finding | None:
    """The first card leaves the deck at a table that posts by hand, and a blind is not there (B2)."""
    if not after.stakes.posted_by_hand or event.attempt > 1:
        return None
    posted = {(one.seat, one.what) for one in before.promised}
    for seat, what in ((event.small_blind, BlindKind.SB), (event.big_blind, BlindKind.BB)):
        if seat is not None and seat in event.dealt_in and (seat, what) not in posted:
            return finding("blind_wrong_seat_or_amount", after.rules, Where(seat=seat), sensed=False)
    return None


def showdown_opened(_before: TableState, event: did.ShowdownOpened, after: TableState) -> Iterator[Finding]:
    """A hand that has not two cards cannot win (F10, SK87, TDA-38)."""
    hand = after.hand
    for number in event.order:
        if hand is not None and len(after.at(SEAT_PLACES[number])) != 2 and not _counted(after, hand, number):
            yield finding("wrong_count_at_showdown", after.rules, Where(seat=number, place=SEAT_PLACES[number]))


def _counted(state: TableState, _hand: HandState, number: SeatNo) -> bool:
    """The number of its cards is what an open finding is about."""
    return any(one.seat == number and one.procedure for one in state.findings)
