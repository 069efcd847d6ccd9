"""What goes wrong before a shoe's camera: each is named, none gives a wrong card, and cards are read again by themselves."""

import pytest

from drivers.camera.sight import Trouble
from drivers.link.liveness import LinkState
from hardware.simulator.camera.shoe import Fault
from table_controller.core.cards import card
from table_controller.core.readings import CardRead, DeviceSilent, DeviceUp, ReaderState

from .shoe_pictures import FRAME_MS, Watched, empty, passing

OF_A_CARD = {
    Fault.OVEREXPOSED: Trouble.OVEREXPOSED,
    Fault.OUT_OF_FOCUS: Trouble.OUT_OF_FOCUS,
    Fault.UPSIDE_DOWN: Trouble.UPSIDE_DOWN,
    Fault.FINGER: Trouble.COVERED,
    Fault.NO_WHITE_BALANCE: Trouble.COLOUR_CAST,
    Fault.TWO_CARDS: Trouble.TWO_CARDS,
}
OF_THE_CAMERA = {Fault.BLACK: Trouble.BLACK, Fault.SLEEVE: Trouble.SLEEVE}


def _reads_again(watched: Watched) -> None:
    watched.rest(700)
    watched.passed.clear()
    watched.see(*passing("7c"))
    watched.rest(60)
    assert watched.faces == [card("7c")]
    assert watched.link.trouble is None
    assert watched.link.state is LinkState.LINKED


@pytest.mark.parametrize("fault", OF_A_CARD, ids=str)
def test_a_card_that_cannot_be_read_is_told_as_unread_and_why_is_named(fault: Fault) -> None:
    watched = Watched()
    texts = ("Qh", "2d")
    for text in texts:
        watched.see(*passing(text, fault=fault))
        watched.rest(60)
    assert all(face is None or face == card(text) for face, text in zip(watched.faces, texts, strict=True))
    assert watched.link.troubles[OF_A_CARD[fault]] == len(texts), watched.link.troubles
    assert watched.link.trouble == OF_A_CARD[fault].value
    assert [reading.face for reading in watched.link.outbox if isinstance(reading, CardRead)] == [
        254 if face is None else int(face) for face in watched.faces
    ]
    _reads_again(watched)


def test_a_card_that_shows_its_back_is_unread() -> None:
    watched = Watched()
    watched.see(*passing("Qh", fault=Fault.FACE_AWAY))
    watched.rest(60)
    assert watched.faces == [None]
    _reads_again(watched)


@pytest.mark.parametrize("fault", OF_THE_CAMERA, ids=str)
def test_a_blind_camera_is_told_as_lost_and_back(fault: Fault) -> None:
    watched = Watched()
    watched.rest(1_300, fault)
    assert watched.link.trouble == OF_THE_CAMERA[fault].value
    watched.see(*passing("Qh", fault=fault))
    assert watched.faces == []
    _reads_again(watched)
    assert [reading.ok for reading in watched.link.outbox if isinstance(reading, ReaderState)] == [False, True]


def test_b59_a_frozen_picture_is_noticed_in_half_a_second_and_reads_no_card() -> None:
    watched = Watched()
    pictures = passing("Qh")
    watched.see(*pictures[:10], *([pictures[10]] * round(600 / FRAME_MS)))
    assert watched.link.trouble == Trouble.FROZEN.value
    assert watched.link.state is LinkState.ASKING
    assert card("Qh") not in watched.faces or watched.faces == [card("Qh")]
    _reads_again(watched)


def test_a_camera_without_pictures_is_blocked_and_one_whose_capture_ends_is_unplugged() -> None:
    watched = Watched()
    now = int(watched.now)
    watched.link.poll(now + 900)
    assert not watched.link.reopen_due(now + 900)
    assert watched.link.reopen_due(now + 1_001)
    watched.link.closed(now + 1_001)
    watched.link.poll(now + 1_001)
    assert watched.link.trouble == Trouble.BLOCKED.value
    assert isinstance(watched.link.outbox[-1], DeviceSilent)
    watched.link.opened(now + 1_100)
    watched.now = now + 1_100
    watched.see(*empty())
    watched.link.closed(int(watched.now) + 10)
    assert watched.link.trouble == Trouble.UNPLUGGED.value
    watched.link.opened(int(watched.now) + 60)
    _reads_again(watched)
    assert sum(isinstance(reading, DeviceUp) for reading in watched.link.outbox) == 3


def test_what_nobody_takes_is_bounded() -> None:
    watched = Watched()
    for at in range(200):
        watched.link.closed(int(watched.now) + at)
        watched.link.opened(int(watched.now) + at)
        watched.see(empty()[at % 8])
    assert len(watched.link.outbox) <= 64
    assert watched.link.counters().lost > 0
