"""The template reader: a deck enrolled from one look at each card is read again, and nothing else is."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.geometry import WINDOW
from drivers.camera.index_box import NoIndexError
from drivers.camera.ink import INK_PX
from drivers.camera.kept import NotTemplatesError, keep, opened
from drivers.camera.template_reader import TemplateReader
from drivers.camera.templates import Templates, enrolled
from table_controller.core.cards import FULL_DECK, card, suit_of
from tests.drivers.camera.drawn import as_taken, window

LEAST_AT_ANOTHER_SIZE = 0.6
FOUR_COLOURS = {0: (40, 120, 10), 1: (190, 60, 20), 2: (30, 20, 200), 3: (20, 20, 20)}


@pytest.fixture(scope="module")
def deck() -> Templates:
    rng = np.random.default_rng(1)
    shifts = {face: (rng.uniform(-1, 1), rng.uniform(-1, 1)) for face in FULL_DECK}
    return enrolled({face: [as_taken(window(face), rng, rng.uniform(-2, 2), shifts[face])] for face in FULL_DECK})


@pytest.fixture(scope="module")
def reader(deck: Templates) -> TemplateReader:
    return TemplateReader(deck)


def test_the_index_is_found_where_it_is(deck: Templates) -> None:
    """Drawn in the column around 5.5 mm, rank from 4 to 11.5 mm, suit around 17 mm; cards were up to 1 mm off."""
    left, top, right, bottom, split = (edge / INK_PX for edge in deck.box)
    assert 1 <= left <= 3
    assert 2.5 <= top <= 4.5
    assert 8 <= right <= 10.5
    assert 11.5 <= split <= 14.5
    assert 19 <= bottom <= 21.5


def test_every_card_is_read_turned_shifted_and_darker(reader: TemplateReader) -> None:
    rng = np.random.default_rng(2)
    seen = {}
    for face in FULL_DECK:
        taken = as_taken(window(face), rng, rng.uniform(-3, 3), (rng.uniform(-1, 1), rng.uniform(-1, 1)))
        seen[face] = reader.seen(taken).face
    assert {face: said for face, said in seen.items() if said not in (None, face)} == {}
    assert sum(said == face for face, said in seen.items()) >= 50


@pytest.mark.parametrize("size", [0.95, 1.05])
def test_a_club_is_no_spade_at_another_size(reader: TemplateReader, size: float) -> None:
    """Cards lie higher or lower in a shoe than when they were enrolled."""
    lies = np.array([[size, 0, 0], [0, size, 0]], np.float32)
    black = [face for face in FULL_DECK if suit_of(face) in (0, 3)]
    seen = {face: reader.seen(cv2.warpAffine(window(face), lies, WINDOW, borderMode=cv2.BORDER_REPLICATE)) for face in black}
    assert {face: one.face for face, one in seen.items() if one.face != face} == {}
    assert min(one.confidence for one in seen.values()) >= LEAST_AT_ANOTHER_SIZE


@pytest.mark.parametrize("shade", [0, 90, 255])
def test_nothing_is_read_where_nothing_is(reader: TemplateReader, shade: int) -> None:
    assert reader.seen(np.full((WINDOW[1], WINDOW[0], 3), shade, np.uint8)).face is None


def test_a_heart_that_looks_black_is_not_read_as_a_spade(reader: TemplateReader) -> None:
    """Ink and shape must fit: grey ink of no colour on the shape of a heart is doubted."""
    black_heart = reader.seen(window(card("Th"), ink=(20, 20, 20)))
    assert black_heart.face not in (card("Ts"), card("Tc"))
    assert black_heart.confidence < reader.seen(window(card("Th"))).confidence


def test_washed_out_ink_is_refused(reader: TemplateReader) -> None:
    assert reader.seen(window(card("Th"), ink=(200, 200, 235))).face is None


def test_a_covered_rank_is_refused(reader: TemplateReader) -> None:
    covered = window(card("Th"))
    cv2.rectangle(covered, (0, 0), (100, 88), (120, 140, 190), -1)
    assert reader.seen(covered).face is None


def test_a_deck_of_four_colours_is_read_by_shape() -> None:
    shown = {face: window(face, FOUR_COLOURS[suit_of(face)]) for face in FULL_DECK}
    templates = enrolled({face: [image] for face, image in shown.items()})
    assert templates.red is None
    reader = TemplateReader(templates)
    assert [face for face in FULL_DECK if reader.seen(shown[face]).face != face] == []


def test_blank_cards_have_no_index() -> None:
    blank = np.full((WINDOW[1], WINDOW[0], 3), 250, np.uint8)
    with pytest.raises(NoIndexError):
        enrolled({face: [blank] for face in FULL_DECK})


def test_what_was_kept_reads_as_before(deck: Templates, tmp_path: Path) -> None:
    file = tmp_path / "blue.templates"
    keep(deck, file)
    again = opened(file)
    assert (again.box, again.faces, again.red) == (deck.box, deck.faces, deck.red)
    taken = as_taken(window(card("8d")), np.random.default_rng(4), 2.0)
    assert TemplateReader(again).seen(taken) == TemplateReader(deck).seen(taken)


@pytest.mark.parametrize("data", [b"", b"no templates", b"PK\x03\x04 neither"], ids=["empty", "text", "torn"])
def test_another_file_is_not_opened(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.templates"
    file.write_bytes(data)
    with pytest.raises(NotTemplatesError, match=r"x\.templates"):
        opened(file)
