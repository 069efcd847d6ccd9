"""The registry of decks: who lets a deck in and out, which decks are refused, and that the file shows nothing."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from table_controller.core.cards import FULL_DECK
from table_controller.decks import (
    DeckRecord,
    DeckRefused,
    DeckStatus,
    EnrolmentFault,
    Registry,
    read_records,
    read_registry,
    write_registry,
)
from table_controller.decks import registry as shelf
from table_controller.sealing import MasterKey, load_or_create_master_key


def tags(first: int, count: int = 52) -> tuple[bytes, ...]:
    return tuple(b"\xe0\x04\x01" + number.to_bytes(5, "big") for number in range(first, first + count))


def record(name: str = "red", back: str = "red") -> DeckRecord:
    return DeckRecord(name=name, back=back, status=DeckStatus.ENROLLED, enrolled_by="floor:eva", enrolled_at=1)


def with_red() -> Registry:
    return shelf.enrolled(Registry(False), record(), tags(1), FULL_DECK)


REFUSED = {
    "51 cards": (tags(100, 51), "not_52_cards"),
    "53 cards": (tags(100, 53), "not_52_cards"),
    "one tag twice": ((*tags(100, 51), tags(100)[0]), "tag_twice"),
    "a tag of the red deck": ((*tags(100, 51), tags(1)[7]), "tag_of_another_deck"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_deck_that_is_none_is_not_registered(what: str) -> None:
    shown, code = REFUSED[what]
    with pytest.raises(DeckRefused) as refused:
        shelf.enrolled(with_red(), record("blue"), shown, FULL_DECK)
    assert refused.value.code == code


def test_nobody_deals_from_a_deck_before_another_person_has_confirmed_it() -> None:
    registry = with_red()
    assert registry.deck_map().only() is not None
    assert not usable(registry)
    with pytest.raises(DeckRefused, match="second_person_needed"):
        shelf.confirmed(registry, "red", "floor:eva", 2)
    assert usable(shelf.confirmed(registry, "red", "pit:jan", 2))


@pytest.mark.parametrize("by", ["floor:EVA", "pit:eva", "floor: eva ", "pit:\uff25va", "surveillance:e\u200bva"])
def test_another_role_or_spelling_of_the_same_name_is_no_second_person(by: str) -> None:
    with pytest.raises(DeckRefused, match="second_person_needed"):
        shelf.confirmed(with_red(), "red", by, 2)
    going = shelf.retired(with_red(), "red", "floor:eva", 3, "worn")
    with pytest.raises(DeckRefused, match="second_person_needed"):
        shelf.retired(going, "red", by, 4, "worn")


def usable(registry: Registry) -> bool:
    label = registry.deck_map().named("red")
    assert label is not None
    return label.usable


def test_one_person_takes_a_deck_out_of_use_and_a_second_one_for_good() -> None:
    ready = shelf.confirmed(with_red(), "red", "pit:jan", 2)
    going = shelf.retired(ready, "red", "floor:eva", 3, "worn")
    assert (usable(going), going.deck("red").status) == (False, DeckStatus.RETIRING)
    with pytest.raises(DeckRefused, match="second_person_needed"):
        shelf.retired(going, "red", "floor:eva", 4, "worn")
    gone = shelf.retired(going, "red", "pit:jan", 4, "seen it")
    assert (usable(gone), gone.deck("red").status, gone.deck("red").reason) == (False, DeckStatus.RETIRED, "worn")
    with pytest.raises(DeckRefused, match="deck_retired"):
        shelf.retired(gone, "red", "pit:ivo", 5, "again")


def test_a_deck_nobody_confirmed_may_be_shown_anew_and_the_pieces_of_others_stay() -> None:
    both = shelf.enrolled(with_red(), record("blue", "blue"), tags(100), FULL_DECK)
    again = shelf.enrolled(both, replace(record(), back="green"), tags(200), FULL_DECK)
    assert again.deck("red").back == "green"
    assert again.cards[52:] == both.cards[52:]
    assert [card.tag for card in again.cards[:52]] == list(tags(200))
    ready = shelf.confirmed(again, "red", "pit:jan", 2)
    with pytest.raises(DeckRefused, match="deck_name_taken"):
        shelf.enrolled(ready, record(), tags(300), FULL_DECK)


def test_two_decks_give_different_maps() -> None:
    both = shelf.enrolled(with_red(), record("blue", "blue"), tags(100), FULL_DECK)
    assert {card.tag for card in both.cards if card.deck == 0}.isdisjoint(card.tag for card in both.cards if card.deck == 1)


@pytest.fixture
def master(tmp_path: Path) -> MasterKey:
    return load_or_create_master_key(tmp_path / "key")


def test_the_file_gives_back_what_was_registered(tmp_path: Path, master: MasterKey) -> None:
    write_registry(tmp_path / "deck", master, "t1", with_red())
    assert read_registry(tmp_path / "deck", master, "t1") == with_red()
    assert read_records(tmp_path / "deck", master, "t1") == with_red().decks
    assert (tmp_path / "deck").stat().st_mode & 0o777 == 0o600


def test_the_file_shows_no_tag_no_name_and_by_its_length_nothing(tmp_path: Path, master: MasterKey) -> None:
    write_registry(tmp_path / "none", master, "t1", Registry(False))
    write_registry(tmp_path / "red", master, "t1", with_red())
    none, red = (tmp_path / "none").read_bytes(), (tmp_path / "red").read_bytes()
    assert len(none) == len(red)
    for secret in (*tags(1), b"eva"):
        assert secret not in red
        assert secret.hex().encode() not in red


def test_a_full_registry_fits_the_file(tmp_path: Path, master: MasterKey) -> None:
    registry = Registry(False)
    for number in range(shelf.MOST_DECKS):
        full = replace(record(f"deck{number}"), note="x" * 200, reason="y" * 200, supplier="z" * 64)
        registry = shelf.enrolled(registry, full, tags(1000 * number + 1), FULL_DECK)
        for at in range(20):
            check = shelf.Checked(at, "surveillance:" + "n" * 64, False, 104, "missing 51, foreign 51, doubled 51, others 51")
            registry = shelf.checked(registry, full.name, check)
    write_registry(tmp_path / "deck", master, "t1", registry)
    assert read_registry(tmp_path / "deck", master, "t1") == registry
    with pytest.raises(DeckRefused, match="registry_full"):
        shelf.enrolled(registry, record("more"), tags(1), FULL_DECK)


def test_the_file_opens_only_for_its_table_and_key(tmp_path: Path, master: MasterKey) -> None:
    write_registry(tmp_path / "deck", master, "t1", with_red())
    with pytest.raises(EnrolmentFault, match="another table"):
        read_registry(tmp_path / "deck", master, "t2")
    with pytest.raises(EnrolmentFault, match="another table"):
        read_records(tmp_path / "deck", load_or_create_master_key(tmp_path / "other"), "t1")


@pytest.mark.parametrize("place", [0, 20, 5_000, -1])
def test_an_altered_file_is_refused_without_a_word_of_its_content(place: int, tmp_path: Path, master: MasterKey) -> None:
    write_registry(tmp_path / "deck", master, "t1", with_red())
    raw = bytearray((tmp_path / "deck").read_bytes())
    raw[place] ^= 1
    (tmp_path / "deck").write_bytes(raw)
    with pytest.raises(EnrolmentFault, match="deck"):
        read_registry(tmp_path / "deck", master, "t1")


def test_the_two_parts_of_two_writings_do_not_open_together(tmp_path: Path, master: MasterKey) -> None:
    write_registry(tmp_path / "old", master, "t1", with_red())
    write_registry(tmp_path / "new", master, "t1", shelf.confirmed(with_red(), "red", "pit:jan", 2))
    old, new = (tmp_path / "old").read_bytes(), (tmp_path / "new").read_bytes()
    (tmp_path / "mixed").write_bytes(new[: len(new) // 2 + 1000] + old[len(new) // 2 + 1000 :])
    with pytest.raises(EnrolmentFault, match="altered"):
        read_registry(tmp_path / "mixed", master, "t1")


def test_a_missing_file_is_a_fault(tmp_path: Path, master: MasterKey) -> None:
    with pytest.raises(EnrolmentFault, match="cannot be read"):
        read_registry(tmp_path / "none", master, "t1")


def test_no_text_form_shows_a_tag() -> None:
    assert "e0" not in repr(with_red())
    assert "xe0" not in repr(with_red().cards)
