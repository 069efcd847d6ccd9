"""Faces of open cards as a person keys them, where no sensor names them."""

from table_controller.core.cards import JOKER, Card, cards, text_of
from table_controller.core.messages import Rejection
from table_controller.core.state import TableState


def named(state: TableState, text: str) -> tuple[Card, ...] | Rejection:
    """The cards that were keyed. Refused: what is no card, and what lies open already."""
    try:
        faces = cards(text)
    except ValueError:
        return Rejection("not_a_card")
    lying = [card.public for place in state.lying for card in place]
    for number, face in enumerate(faces):
        if face >= JOKER or face in lying or face in faces[:number]:
            return Rejection("card_is_out", {"card": text_of(face)})
    return faces
