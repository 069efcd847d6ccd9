"""The cards of a table: who is who, and that nothing of it shows."""

import pytest

from table_controller.core.cards import Card, card
from table_controller.core.ids import PieceNo
from table_controller.core.readings import TagId
from table_controller.decks import DeckMap, simulated_deck


def tag(number: int) -> bytes:
    return b"\xe0\x04\x01" + number.to_bytes(5, "big")


def full() -> DeckMap:
    return simulated_deck((tag(face), face) for face in range(52))


def test_a_tag_is_a_piece_and_a_piece_has_a_face() -> None:
    deck = full()
    piece = deck.find(TagId(tag(card("Ts"))))
    assert piece is not None
    assert deck.hidden(piece).face == card("Ts")
    assert deck.hidden(piece).piece == piece
    assert (deck.size(), deck.simulated, deck.deck_of(piece)) == (52, True, 0)


def test_a_tag_nobody_registered_is_nobody() -> None:
    assert full().find(TagId(tag(99))) is None


def test_two_cards_of_one_face_are_two_pieces_and_no_face_names_either() -> None:
    deck = simulated_deck([(tag(1), 5), (tag(2), 5), (tag(3), 6)])
    assert deck.find(TagId(tag(1))) != deck.find(TagId(tag(2)))
    assert deck.only_piece(Card(5)) is None
    assert deck.only_piece(Card(6)) == PieceNo(3)
    assert deck.only_piece(Card(7)) is None


@pytest.mark.parametrize("cards", [[(tag(1), 0), (tag(1), 1)], [(b"", 0)], [(tag(1), 53)], [(tag(1), -1)]])
def test_what_no_deck_can_hold_is_refused(cards: list[tuple[bytes, int]]) -> None:
    with pytest.raises(ValueError, match=r"tag|face"):
        simulated_deck(cards)


def test_no_text_form_names_a_tag_or_a_face() -> None:
    deck = full()
    texts = repr(deck) + repr(deck.cards[7]) + repr(deck.cards) + repr(deck.hidden(PieceNo(8)))
    assert "face" not in texts
    assert "xe0" not in texts
