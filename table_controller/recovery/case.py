"""An irregularity with what decides it: the table as it stands, the finding, the house rules. Questions the rulings ask.

Public knowledge only, but for where a joker lies, which the table's own process sees.
"""

from typing import NamedTuple

from table_controller.core.cards import JOKER
from table_controller.core.events import FindingRaised, Street
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.rules import Fallback, HouseRules
from table_controller.core.state import HandState, SeatStatus, TableState, passed

DEALER, FLOOR, BOTH = 1, 2, 3
"""Levels (RULEBOOK 4)."""
CONTENDS = (SeatStatus.LIVE, SeatStatus.ALL_IN)


class Case(NamedTuple):
    """`rules`: of the house, or as the floor has ruled for this one case."""

    state: TableState
    finding: FindingRaised
    rules: HouseRules

    @property
    def hand(self) -> HandState | None:
        """The hand, if one runs."""
        hand = self.state.hand
        return hand if hand is not None and hand.live else None

    @property
    def too_late(self) -> bool:
        """The family's cut-off for a misdeal has passed (RULEBOOK 0.2; K11)."""
        return self.hand is not None and passed(self.state, self.rules.wrong_count_cutoff)

    @property
    def acted(self) -> bool:
        """Somebody has acted since it happened."""
        return self.hand is not None and self.hand.acts > self.finding.acts

    @property
    def dealt_on(self) -> bool:
        """Another card has left the deck since it happened."""
        return self.state.drawn > self.finding.drawn

    @property
    def roberts(self) -> bool:
        """Where the text is silent the house takes Robert's Rules, else the TDA's."""
        return self.rules.fallback is Fallback.ROBERTS_V11

    @property
    def dealing(self) -> bool:
        """The deal is not complete."""
        return self.hand is not None and self.hand.street is Street.DEAL

    def cards(self, place: Place) -> int:
        """How many cards lie there."""
        return len(self.state.at(place))


def wrong_counts(case: Case) -> tuple[SeatNo, ...]:
    """Seats in the hand whose number of cards is not two."""
    hand = case.hand
    if hand is None:
        return ()
    seats = (seat for seat in hand.order if case.state.seat(seat).status in CONTENDS)
    return tuple(seat for seat in seats if case.cards(SEAT_PLACES[seat]) != 2)


def absent(case: Case) -> tuple[SeatNo, ...]:
    """Seats in the hand whose player is not at the table."""
    hand = case.state.hand
    if hand is None:
        return ()
    seats = (case.state.seat(number) for number in hand.order)
    return tuple(seat.seat for seat in seats if seat.away or seat.present is False)


def joker_place(case: Case) -> Place | None:
    """Where a joker lies among the cards of the hand; None: in no place, or this process may not know."""
    for place in Place:
        if place is not Place.OUT and any(card.hidden is not None and card.hidden.face == JOKER for card in case.state.at(place)):
            return place
    return None


def holder_of(place: Place | None) -> SeatNo | None:
    """The seat a place belongs to."""
    return None if place is None else SEAT_OF_PLACE.get(place)


def street_complete(case: Case) -> bool:
    """Whether the cards of the street the error is about lie complete, so that the next burn is the following street's.

    A burn that was swapped with a board card came when that card had opened the street already.
    """
    hand = case.hand
    if hand is None or not hand.laid_before:
        return False
    return not hand.laid or case.finding.code == "order_burn_board_swapped"


def flop_cards(case: Case) -> int:
    """Cards of the flop but for its burn, wherever on the felt the dealer has put them meanwhile."""
    hand = case.hand
    draws = () if hand is None else (*hand.laid_before, *hand.laid)
    burned = any(card.draw in draws for card in case.state.at(Place.BURN))
    felt = (Place.BOARD, Place.BURN, Place.HOLD)
    return sum(card.draw in draws for place in felt for card in case.state.at(place)) - burned
