"""Texts from keys: parameters, numbers, cards, words inside texts, plural forms, and what is an error."""

from pathlib import Path

import pytest

from table_controller.core.messages import Message
from table_controller.messages import LANGUAGES, Catalogue, MissingParameter, UnknownMessage, catalogue, text
from table_controller.messages.catalogue import read_language
from table_controller.messages.plural import FORMS, plural_form


def write(folder: Path, **rooms: str) -> Path:
    for room, content in rooms.items():
        (folder / f"{room}.toml").write_text(content, encoding="utf-8")
    return folder


def made(folder: Path, language: str = "en", **rooms: str) -> Catalogue:
    return read_language(write(folder, **rooms), language)


def test_a_message_is_found_by_its_room_and_name() -> None:
    assert text(Message("burn"), "en", room="prompt") == "Burn a card"
    assert text(Message("prompt.deal_seat", {"seat": 3})) == "Deal to seat 3"


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(UnknownMessage):
        text(Message("prompt.dance"))
    with pytest.raises(ValueError, match="no such language"):
        catalogue("xx")


def test_a_parameter_that_is_not_there_is_an_error() -> None:
    with pytest.raises(MissingParameter):
        text(Message("prompt.deal_seat"))


def test_numbers_are_written_as_the_language_writes_them(tmp_path: Path) -> None:
    english = made(tmp_path, a='x = "{n} and {n:plain}"')
    slovak = made(tmp_path, "sk", a='x = "{n} and {n:plain}"')
    assert english.text("a.x", {"n": 1234567}) == "1,234,567 and 1234567"
    assert slovak.text("a.x", {"n": 1234567}) == "1\u00a0234\u00a0567 and 1234567"


def test_cards_are_written_with_their_suit(tmp_path: Path) -> None:
    assert made(tmp_path, a='x = "shows {cards:cards}"').text("a.x", {"cards": "Ts 9h JK"}) == "shows T♠ 9♥ JK"


def test_a_word_inside_a_text_is_translated_too(tmp_path: Path) -> None:
    both = made(tmp_path, a='x = "dealt on the {street:street}"', street='turn = "fourth street"')
    assert both.text("a.x", {"street": "turn"}) == "dealt on the fourth street"
    with pytest.raises(UnknownMessage):
        both.text("a.x", {"street": "lane"})


def test_a_parameter_cannot_reach_into_what_it_is_given(tmp_path: Path) -> None:
    assert made(tmp_path, a='x = "{seat.__class__}"').text("a.x", {"seat": 1}) == "{seat.__class__}"


COUNTED = '[cards]\ncount = "n"\none = "{n} karta"\nfew = "{n} karty"\nmany = "{n} kariet"\n'


def test_a_count_takes_its_plural_form(tmp_path: Path) -> None:
    slovak = made(tmp_path, "sk", a=COUNTED)
    assert [slovak.text("a.cards", {"n": n}) for n in (1, 3, 5)] == ["1 karta", "3 karty", "5 kariet"]
    with pytest.raises(MissingParameter):
        slovak.text("a.cards", {"n": "three"})


@pytest.mark.parametrize("wrong", ["x = 3", "[x]\none = 'a'\nother = 'b'", "[x]\ncount = 'n'\none = 'a'", COUNTED])
def test_a_file_that_is_not_well_shaped_is_named(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(ValueError, match=r"odd\.toml"):
        made(tmp_path, odd=wrong)


@pytest.mark.parametrize(
    ("language", "counts", "forms"),
    [
        ("en", (0, 1, 2), "other one other"),
        ("hu", (0, 1, 2), "other one other"),
        ("sk", (0, 1, 2, 4, 5, 21, 22), "many one few few many many many"),
        ("cs", (0, 1, 2, 4, 5, 21, 22), "many one few few many many many"),
        ("pl", (0, 1, 2, 4, 5, 12, 21, 22, 112, 122), "many one few few many many many few many few"),
        ("uk", (0, 1, 2, 5, 11, 12, 21, 22, 111, 121), "many one few many many many one few many one"),
    ],
)
def test_plural_forms_are_those_of_the_language(language: str, counts: tuple[int, ...], forms: str) -> None:
    assert [plural_form(language, count) for count in counts] == forms.split()


def test_every_language_of_the_product_has_its_plural_forms() -> None:
    assert set(FORMS) == set(LANGUAGES)
