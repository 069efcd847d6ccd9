"""Hands that play and lie in the muck, whole or in part, without a key that says why (F1, F4). Pure questions."""

from table_controller.core.events import Street
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_PLACES
from table_controller.core.state import SeatStatus, TableState

_NOT_YET_OR_OVER = (Street.DEAL, Street.SHOWDOWN)


def short_of_cards(state: TableState, number: SeatNo) -> bool:
    """The seat plays for the pot, the deal is complete, and its two cards do not lie there."""
    hand = state.hand
    if hand is None or not hand.live or hand.pots_only or hand.street in _NOT_YET_OR_OVER or number not in hand.order:
        return False
    return state.seats[number - 1].status in (SeatStatus.LIVE, SeatStatus.ALL_IN) and len(state.at(SEAT_PLACES[number])) < 2


def thrown_unkeyed(state: TableState, number: SeatNo) -> bool:
    """No key of a fold explains what of the hand is gone, and none is to be expected: it is not this seat's turn.

    A whole hand in the muck in its turn is an ordinary fold whose key comes late. Nothing is concluded while the floor is
    waited for, while something is put right, or while what is open is about this seat.
    """
    hand = state.hand
    if hand is None or not short_of_cards(state, number) or state.locked or state.procedures:
        return False
    if any(act.seat == number for act in hand.held) or any(one.seat == number for one in state.findings):
        return False
    return hand.actor != number or bool(state.at(SEAT_PLACES[number]))
