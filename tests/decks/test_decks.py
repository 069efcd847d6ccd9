"""The registry of cards: who is who, that nothing of it shows, and that the file opens only for its own table."""

from pathlib import Path

import pytest

from table_controller.core.cards import JOKER, Card, card
from table_controller.core.ids import PieceNo
from table_controller.core.readings import TagId
from table_controller.decks import DeckMap, EnrolledCard, EnrolmentFault, read_decks, simulated_deck, write_decks
from table_controller.sealing import load_or_create_master_key


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


def test_the_file_gives_back_what_was_enrolled(tmp_path: Path) -> None:
    master = load_or_create_master_key(tmp_path / "key")
    decks = DeckMap([EnrolledCard(tag(1), Card(3)), EnrolledCard(tag(2), JOKER, deck=1)], simulated=False)
    write_decks(tmp_path / "deck", master, "t1", decks)
    again = read_decks(tmp_path / "deck", master, "t1")
    assert (again.cards, again.simulated) == (decks.cards, False)


def test_the_file_shows_no_tag_and_its_length_tells_nothing(tmp_path: Path) -> None:
    master = load_or_create_master_key(tmp_path / "key")
    write_decks(tmp_path / "one", master, "t1", simulated_deck([(tag(1), 1)]))
    write_decks(tmp_path / "all", master, "t1", full())
    one, everything = (tmp_path / "one").read_bytes(), (tmp_path / "all").read_bytes()
    assert len(one) == len(everything)
    assert tag(1) not in one
    assert tag(1) not in everything
    assert (tmp_path / "all").stat().st_mode & 0o777 == 0o600


def test_the_file_opens_only_for_its_table_and_key(tmp_path: Path) -> None:
    master = load_or_create_master_key(tmp_path / "key")
    write_decks(tmp_path / "deck", master, "t1", full())
    with pytest.raises(EnrolmentFault, match="another table"):
        read_decks(tmp_path / "deck", master, "t2")
    with pytest.raises(EnrolmentFault, match="another table"):
        read_decks(tmp_path / "deck", load_or_create_master_key(tmp_path / "other"), "t1")


@pytest.mark.parametrize(
    "spoil", [lambda raw: b"x" + raw, lambda raw: raw[:-1], lambda raw: raw[:-1] + b"\0\0", lambda _raw: b""]
)
def test_a_spoilt_file_is_a_fault_that_names_it(tmp_path: Path, spoil: object) -> None:
    master = load_or_create_master_key(tmp_path / "key")
    write_decks(tmp_path / "deck", master, "t1", full())
    raw = (tmp_path / "deck").read_bytes()
    (tmp_path / "deck").write_bytes(spoil(raw))  # type: ignore[operator]
    with pytest.raises(EnrolmentFault, match="deck"):
        read_decks(tmp_path / "deck", master, "t1")


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(EnrolmentFault, match="cannot be read"):
        read_decks(tmp_path / "none", load_or_create_master_key(tmp_path / "key"), "t1")


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    master = load_or_create_master_key(tmp_path / "key")
    write_decks(tmp_path / "deck", master, "t1", simulated_deck([(tag(1), 1)]))
    with pytest.raises(ValueError, match="fit"):
        write_decks(tmp_path / "deck", master, "t1", simulated_deck((tag(n), n % 52) for n in range(2000)))
    assert read_decks(tmp_path / "deck", master, "t1").size() == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deck", "key"]
