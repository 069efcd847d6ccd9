"""Cards that pass the camera: each is told once, in time, and rightly or not at all."""

import cv2
import numpy as np
import pytest

from drivers.camera.evidence import Unpacker, packed
from drivers.camera.sight import Trouble
from table_controller.core.cards import card
from table_controller.core.readings import CardRead, DeviceUp, SnapshotValid

from .shoe_pictures import FRAME_MS, Watched, empty, passing


@pytest.mark.parametrize("speed", [400.0, 1000.0])
def test_each_card_that_passes_is_told_once_as_what_it_is(speed: float) -> None:
    watched = Watched()
    for text in ("Qh", "7c", "Ts"):
        watched.see(*passing(text, speed))
        watched.rest(60)
    assert watched.faces == [card("Qh"), card("7c"), card("Ts")]
    assert [one.trouble for one in watched.passed] == [None, None, None]
    told = [reading for reading in watched.link.outbox if isinstance(reading, CardRead)]
    assert [(reading.face, reading.draw) for reading in told] == [
        (int(card("Qh")), 1),
        (int(card("7c")), 2),
        (int(card("Ts")), 3),
    ]
    assert all(reading.confidence >= 128 for reading in told)
    assert "Q" not in repr(watched.passed) + repr(watched.kept) + repr(told)


def test_a_card_is_told_as_soon_as_its_corner_has_left() -> None:
    watched = Watched()
    pictures = passing("Qh")
    rest = iter(pictures)
    while not watched.passed:
        watched.see(next(rest))
    later = list(rest)
    assert len(later) > len(pictures) / 2
    watched.see(*later)
    watched.rest(60)
    assert len(watched.passed) == 1


def test_the_camera_says_that_it_is_there_before_it_says_anything_of_a_card() -> None:
    watched = Watched()
    watched.see(*passing("Qh"))
    assert [type(reading) for reading in watched.link.outbox] == [DeviceUp, SnapshotValid, CardRead]


def test_a_card_that_stays_in_the_mouth_is_told_all_the_same_and_once() -> None:
    watched = Watched()
    pictures = passing("Qh")
    stays = pictures[: len(pictures) // 3]
    watched.see(*stays)
    rng = np.random.default_rng(1)
    still = stays[-1]
    for _ in range(round(2_000 / FRAME_MS)):
        watched.see(np.clip(still + rng.integers(-2, 3, still.shape), 0, 255).astype(np.uint8))
    assert watched.faces == [card("Qh")]
    watched.rest(60)
    watched.see(*passing("7c"))
    assert watched.faces == [card("Qh"), card("7c")]


def test_pictures_that_are_copies_of_one_are_one_look_and_one_look_is_no_vote() -> None:
    watched = Watched()
    middle = passing("Qh")[12]
    watched.see(*([middle] * 20))
    watched.rest(60)
    assert watched.faces == [None]
    assert watched.passed[0].looks <= 1


def test_a_camera_mounted_on_its_side_is_brought_upright() -> None:
    watched = Watched(turn=1)
    watched.link.passing.forget()
    watched.see(*(np.ascontiguousarray(np.rot90(one)) for one in (*empty(), *passing("Qh"), *empty())))
    assert card("Qh") in watched.faces


def test_the_pictures_kept_of_a_card_come_back_whole_from_pieces() -> None:
    watched = Watched()
    watched.see(*passing("Qh"))
    (kept,) = watched.kept
    assert kept.trouble == ""
    windows = [cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in kept.pictures]
    assert len(windows) == 3
    assert all(window is not None and window.shape == (216, 120, 3) for window in windows)
    data = packed(kept)
    assert len(data) < 24_000, "a box of 16 MB holds some hundred cards"
    unpacker = Unpacker()
    assert unpacker.feed(data[:1_000]) == []
    assert unpacker.feed(data[1_000:]) == [kept]


def test_a_card_of_a_deck_that_was_not_accepted_is_named_and_not_read() -> None:
    watched = Watched()
    for text in ("4d", "9s", "2c"):
        watched.see(*passing(text, style=4))
        watched.rest(60)
    assert watched.faces == [None, None, None]
    assert Trouble.WRONG_DECK in [one.trouble for one in watched.passed]
