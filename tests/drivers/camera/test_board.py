"""Cards lying on the table: outlines are found however a card is turned, both corners are read, and felt is no card."""

import cv2
import numpy as np
import pytest

from drivers.camera.board import BoardReader
from drivers.camera.network import Network
from table_controller.core.cards import card
from tests.drivers.camera.drawn import corners_on_felt, on_felt


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    return BoardReader(Network())


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_a_card_is_read_at_every_turn(reader: BoardReader, turn: int) -> None:
    assert [seen.seen.face for seen in reader.cards(on_felt(card("Kh"), turn))] == [card("Kh")]


def test_two_cards_are_two(reader: BoardReader) -> None:
    photo = np.hstack([on_felt(card("Kh"), 10), on_felt(card("4s"), 100)])
    assert {seen.seen.face for seen in reader.cards(photo)} == {card("Kh"), card("4s")}


def test_a_card_that_shows_its_back_is_an_outline_that_is_not_read(reader: BoardReader) -> None:
    photo = on_felt(card("Kh"), 20)
    corners = np.round(corners_on_felt(20)).astype(np.int32)
    cv2.fillPoly(photo, [corners], (235, 235, 235))
    middle = corners.mean(0)
    cv2.fillPoly(photo, [np.round(middle + (corners - middle) * 0.85).astype(np.int32)], (160, 40, 30))
    cards = reader.cards(photo)
    assert len(cards) == 1
    assert cards[0].seen.face is None


def test_plain_felt_holds_no_card(reader: BoardReader) -> None:
    felt = np.random.default_rng(1).normal((60, 110, 40), 4, (700, 900, 3)).clip(0, 255).astype(np.uint8)
    assert reader.cards(felt) == []


def test_no_face_shows_in_a_traceback(reader: BoardReader) -> None:
    assert "Kh" not in repr(reader.cards(on_felt(card("Kh"), 0)))
