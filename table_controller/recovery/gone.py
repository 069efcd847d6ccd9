"""What is not so any more of a finding that nobody has confirmed yet: it was only told late, or has been put right unasked."""

from collections.abc import Callable

from table_controller.core.cards import DECK_SIZE
from table_controller.core.events import FindingRaised
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.state import TableState


def _found_again(state: TableState, _finding: FindingRaised) -> bool:
    return not state.at(Place.NOWHERE)


def _deck_whole(state: TableState, _finding: FindingRaised) -> bool:
    return not state.in_hand and state.ready and state.deck.present and state.deck.count in (None, DECK_SIZE)


def _complete_unacted(state: TableState, finding: FindingRaised) -> bool:
    """The card that was wanting came before anybody acted: it was only told late."""
    hand = state.hand
    if hand is None or hand.acts > finding.acts:
        return False
    return all(len(state.at(SEAT_PLACES[seat])) == 2 for seat in hand.order)


def _flop_came(state: TableState, finding: FindingRaised) -> bool:
    """The third card came before anybody acted: the dealer was only slow."""
    hand = state.hand
    return hand is not None and hand.acts == finding.acts and len(state.at(Place.BOARD)) == 3


GONE: dict[str, Callable[[TableState, FindingRaised], bool]] = {
    "missing_uid": _found_again,
    "shoe_order_break": _found_again,
    "deck_count": _deck_whole,
    "leftover_card": _deck_whole,
    "no_more_cards_needed": _deck_whole,
    "flop_too_few": _flop_came,
    "hole_too_few_button": _complete_unacted,
    "hole_too_few_not_button": _complete_unacted,
}
"""Whether a finding of this code is past, as the table stands now."""
