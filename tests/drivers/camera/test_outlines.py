"""Outlines of cards are found however a card is turned, and the windows are taken at its index corners."""

import cv2
import numpy as np
import pytest

from drivers.camera.geometry import WINDOW
from drivers.camera.outlines import _Found, _shared, card_outlines, corner_windows
from table_controller.core.cards import card
from tests.drivers.camera.drawn import corners_on_felt, on_felt, window


@pytest.mark.parametrize("turn", range(0, 360, 24))
def test_an_outline_is_found_to_two_pixels_at_every_turn(turn: int) -> None:
    found = card_outlines(on_felt(card("7h"), turn))
    assert len(found) == 1
    away = np.linalg.norm(found[0][:, None] - corners_on_felt(turn)[None], axis=2).min(1)
    assert away.max() < 2.5


def test_the_windows_are_those_of_the_two_index_corners() -> None:
    photo = on_felt(card("Qs"), 30)
    windows = corner_windows(photo, card_outlines(photo)[0])
    wanted = cv2.GaussianBlur(window(card("Qs")), (5, 5), 0)
    for one in windows:
        assert one.shape == (WINDOW[1], WINDOW[0], 3)
        assert np.abs(one[20:-20, 15:-15].astype(int) - wanted[20:-20, 15:-15]).mean() < 12


def test_two_cards_side_by_side_are_two_outlines() -> None:
    assert len(card_outlines(np.hstack([on_felt(card("Kh"), 10), on_felt(card("4s"), 100)]))) == 2


def test_plain_felt_has_no_outline() -> None:
    felt = np.random.default_rng(1).normal((60, 110, 40), 4, (700, 900, 3)).clip(0, 255).astype(np.uint8)
    assert card_outlines(felt) == []


@pytest.mark.parametrize("shape", [(1, 60_000, 3), (60_000, 1, 3), (2, 40_000, 3)])
def test_a_strip_has_no_cards(shape: tuple[int, int, int]) -> None:
    assert card_outlines(np.full(shape, 200, np.uint8)) == []


def test_outlines_that_are_almost_the_same_are_one_card() -> None:
    """OpenCV says that these two, of a real photograph, have nothing in common."""
    quads = (
        [[122.00001525878906, 188.3744659423828], [583.7460327148438, 194.42816162109375]],
        [[122.00001525878906, 188.18235778808594], [583.8567504882812, 194.185791015625]],
    )
    quads[0].extend([[563.0819702148438, 821.0630493164062], [121.99998474121094, 817.10400390625]])
    quads[1].extend([[563.2180786132812, 821.4100952148438], [121.99998474121094, 817.3357543945312]])
    one, other = (_Found(1.0, 280_000.0, np.array(quad, np.float32)) for quad in quads)
    assert _shared(one, other) == _shared(other, one) == 1.0
