"""The opening draw: one open card to each player, the highest starts, ties by suit, his right-hand neighbour gets the button.

SK22-SK24. The text says neither that the highest starts nor how the ace counts; read as highest, ace high (RULEBOOK 8.0).
"""

from table_controller.core.button import ready_seats
from table_controller.core.cards import Card, rank_of, suit_of
from table_controller.core.draft import Draft
from table_controller.core.events import ButtonDrawStarted, ButtonPlaced
from table_controller.core.fold_cards import SEAT_INDEX
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import DrawForButton, Person


def draw_for_button(draft: Draft, _order: DrawForButton, _by: Person) -> Rejection | None:
    """Begins the draw; only between hands and with a whole deck."""
    state = draft.state
    if state.in_hand:
        return Rejection("hand_running")
    if not state.ready:
        return Rejection("cards_not_gathered")
    seats = ready_seats(state)
    if len(seats) < 2:
        return Rejection("too_few_players")
    draft.add(ButtonDrawStarted(seats=seats))
    return None


def draw_complete(draft: Draft) -> None:
    """When every player has a card: the button's place follows."""
    state = draft.state
    faces: dict[SeatNo, Card] = {}
    for seat in state.drawing:
        lying = state.lying[SEAT_INDEX[seat]]
        face = lying[0].public if lying else None
        if face is None:
            return
        faces[seat] = face
    draft.add(ButtonPlaced(seat=button_by_draw(faces), why="draw"))


def button_by_draw(faces: dict[SeatNo, Card]) -> SeatNo:
    """The player right of the one with the highest card; suits spade, heart, diamond, club (SK23)."""
    starter = max(faces, key=lambda seat: (rank_of(faces[seat]), suit_of(faces[seat])))
    seats = sorted(faces)
    return seats[seats.index(starter) - 1]
