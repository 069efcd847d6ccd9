"""Faces of open cards as a person keys them, where no sensor names them."""

from table_controller.core.cards import JOKER, Card, cards, text_of
from table_controller.core.messages import Rejection
from table_controller.core.places import Place
from table_controller.core.state import PLACES, TableState


def named(state: TableState, text: str, keyed_anew: Place = Place.NOWHERE) -> tuple[Card, ...] | Rejection:
    """The cards that were keyed. Refused: what is no card, and what lies open already, but for keyed cards of `keyed_anew`."""
    try:
        faces = cards(text)
    except ValueError:
        return Rejection("not_a_card")
    lying = [card.public for place in PLACES for card in state.at(place) if place is not keyed_anew or not card.by_hand]
    for number, face in enumerate(faces):
        if face >= JOKER or face in lying or face in faces[:number]:
            return Rejection("card_is_out", {"card": text_of(face)})
    return faces
