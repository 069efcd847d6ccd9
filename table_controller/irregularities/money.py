"""What is wrong with seats, claims and pots, and what only people see and say (B6, G2, G4, G6-G8; reports).

Detectors like those of `detectors`: state before, event, state after. Pure; of hands they know what lies open.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from table_controller.core import events as did
from table_controller.core.act_events import IrregularityReported, PotMisawarded
from table_controller.core.button import in_forbidden_place
from table_controller.core.claims import DECLARED
from table_controller.core.events import AnyEvent, Street
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.ranking import BadCardsError, plays_board, rank
from table_controller.core.state import HandState, SeatStatus, TableState
from table_controller.irregularities.catalogue import CATALOGUE, Level
from table_controller.irregularities.finding import Finding, Where, finding

_PLAYS = (SeatStatus.LIVE, SeatStatus.ALL_IN)


def _at(seat: SeatNo) -> Where:
    return Where(seat=seat, place=SEAT_PLACES[seat])


def hand_started(before: TableState, event: did.HandStarted, after: TableState) -> Iterator[Finding]:
    """The first card is out, and somebody has posted to come in where he may not (B6)."""
    for post in before.promised:
        if post.seat not in event.dealt_in and in_forbidden_place(before, post.seat):
            yield finding("seat_taken_wrong", after.rules, _at(post.seat), level=Level.DEALER, sensed=False)


def reported(_before: TableState, event: IrregularityReported, after: TableState) -> Iterator[Finding]:
    """Somebody says so."""
    if event.code in CATALOGUE:
        place = None if event.seat is None else SEAT_PLACES[event.seat]
        yield finding(event.code, after.rules, Where(seat=event.seat, place=place), sensed=False)


def misawarded(_before: TableState, event: PotMisawarded, after: TableState) -> Iterator[Finding]:
    """A pot went to the wrong seat, or too much of it did (G6-G8)."""
    yield finding(event.why, after.rules, _at(event.seat), sensed=False)


def decided(before: TableState, _event: did.HandTabled | did.HandGivenUp, after: TableState) -> Iterator[Finding]:
    """All have shown or thrown away, the board plays for the winner, and somebody threw his cards away undeclared (G2, K18).

    By what lies open alone: whoever threw his cards away would have had the board at least.
    """
    hand = after.hand
    if hand is None or not hand.pots_only or after.rules.play_board not in DECLARED:
        return
    if before.hand is not None and before.hand.pots_only:
        return
    if not _board_wins(after, hand):
        return
    for number in hand.order:
        seat = after.seats[number - 1]
        if seat.status in _PLAYS and seat.gave_up and not seat.plays_board:
            yield finding("board_not_declared", after.rules, _at(number))


def _board_wins(state: TableState, hand: HandState) -> bool:
    """No open hand is better than the five on the board."""
    board = tuple(card.public for card in state.at(Place.BOARD)[:5] if card.public is not None)
    tabled = [state.seats[number - 1].tabled for number in hand.order if state.seats[number - 1].tabled]
    try:
        worth = [rank((*cards[:2], *board)) for cards in tabled]
        return len(board) == 5 and bool(worth) and plays_board(board, min(worth))
    except BadCardsError:
        return False


def swept(before: TableState, event: did.CardMoved, after: TableState) -> Finding | None:
    """The dealer throws a hand in that lies open and wins (G4): it still does, and comes back (TDA 13-C)."""
    hand, number = before.hand, SEAT_OF_PLACE.get(event.source)
    if hand is None or hand.street is not Street.SHOWDOWN or number is None or event.to is not Place.MUCK:
        return None
    if number not in _best(before, hand) or len(before.at(event.source)) < 2:
        return None
    return finding("winner_killed", after.rules, Where(seat=number, place=event.source))


def _best(state: TableState, hand: HandState) -> tuple[SeatNo, ...]:
    """Who has the best of the hands that lie open, where several have shown."""
    board = tuple(card.public for card in state.at(Place.BOARD)[:5] if card.public is not None)
    seats = [state.seats[number - 1] for number in hand.order if state.seats[number - 1].tabled]
    try:
        worth = {seat.seat: rank((*seat.tabled[:2], *board)) for seat in seats}
    except BadCardsError:
        return ()
    best = min(worth.values(), default=0)
    return tuple(seat for seat, strength in worth.items() if strength == best)


DETECTORS: dict[type[AnyEvent], Callable[[TableState, Any, TableState], Iterable[Finding]]] = {
    IrregularityReported: reported,
    PotMisawarded: misawarded,
    did.HandTabled: decided,
    did.HandGivenUp: decided,
    did.BoardPlayed: decided,
}
