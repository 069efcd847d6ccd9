"""The simulated camera: what it draws is what a card that passes, or lies on the table, would look like, and repeats."""

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from drivers.camera.board import BoardReader
from drivers.camera.corner import window_at_corner
from drivers.camera.geometry import PX_PER_MM
from drivers.camera.network import Network
from drivers.camera.outlines import card_outlines
from drivers.camera.together import voted
from hardware.simulator.camera.board import BoardScene, Lying
from hardware.simulator.camera.design import Picture
from hardware.simulator.camera.drawn import STYLES, DrawnDeck
from hardware.simulator.camera.optics import HARD, NORMAL
from hardware.simulator.camera.shoe import CardScene, Fault, ShoeCamera
from table_controller.core.cards import card

DECK = DrawnDeck(STYLES[1])
PX = ShoeCamera().px_per_mm


@pytest.fixture(scope="module")
def network() -> Network:
    return Network()


def windows(frames: Iterable[Picture]) -> list[Picture]:
    return [window for frame in frames if (window := window_at_corner(frame, PX)) is not None]


def test_the_same_seed_gives_the_same_pictures_and_another_one_does_not() -> None:
    def frames(seed: int) -> list[Picture]:
        scene = CardScene(DECK, seed)
        return [scene.empty(), *scene.film(7)]

    assert all(np.array_equal(one, other) for one, other in zip(frames(3), frames(3), strict=True))
    assert not np.array_equal(frames(3)[1], frames(4)[1])


@pytest.mark.parametrize("level", [NORMAL, HARD], ids=lambda level: level.name)
@pytest.mark.parametrize("speed", [100.0, 1000.0])
def test_a_card_is_straightened_in_at_least_three_frames_however_quick(level: object, speed: float, network: Network) -> None:
    scene = CardScene(DECK, 5, HARD if level is HARD else NORMAL)
    for face in (card("Ts"), card("4d"), card("Kh")):
        straight = windows(scene.film(face, speed_mm_s=speed))
        assert len(straight) >= 3
        assert voted(map(network.seen, straight)).face == face


def test_a_whole_pass_begins_and_ends_without_a_card() -> None:
    frames = list(CardScene(DECK, 1).film(card("9c"), speed_mm_s=800, whole=True, most=100))
    light = [float(frame.mean()) for frame in frames]
    assert max(light) > 4 * light[0]
    assert max(light) > 4 * light[-1]


def test_no_window_where_no_card_is() -> None:
    scene = CardScene(DECK, 2)
    assert windows([scene.empty(fault) for fault in (None, Fault.BLACK, Fault.OVEREXPOSED, Fault.SLEEVE)]) == []


@pytest.mark.parametrize("fault", list(Fault))
def test_no_fault_gives_a_wrong_card(fault: Fault, network: Network) -> None:
    """Two cards are what the gate and the other reader are for; here the first of them may be read."""
    scene = CardScene(DECK, 9)
    for face in (card("6h"), card("Qs"), card("9d"), card("Tc")):
        assert voted(map(network.seen, windows(scene.film(face, fault=fault)))).face in (None, face)


def test_the_faults_look_like_what_they_are_called() -> None:
    frames = {fault: list(CardScene(DECK, 9).film(card("6h"), fault=fault)) for fault in Fault}
    assert all(frame.mean() < 12 for frame in frames[Fault.BLACK])
    assert np.percentile(frames[Fault.OVEREXPOSED][-1], 40) == 255
    assert all(np.array_equal(frame, frames[Fault.FROZEN][0]) for frame in frames[Fault.FROZEN])
    sharp, soft = (cv2.Laplacian(frames[fault][2], cv2.CV_32F).std() for fault in (Fault.FACE_AWAY, Fault.OUT_OF_FOCUS))
    assert soft < sharp / 3
    assert windows(frames[Fault.BLACK] + frames[Fault.SLEEVE]) == []


def test_cards_on_the_board_are_named_and_one_face_down_is_not(network: Network) -> None:
    up = [Lying(card(text), 45 + 75 * at, 95, 5 * at - 8) for at, text in enumerate(("Kh", "4s", "9d", "Ac"))]
    down = Lying(card("2c"), 345, 95, 2, face_up=False)
    scene = BoardScene(DECK, 3)
    photo = scene.picture([*up, down])
    assert photo.shape == (549, 1280, 3)
    seen = [one.seen.face for one in BoardReader(network).cards(photo)]
    assert {face for face in seen if face is not None} == {one.face for one in up}
    assert len(card_outlines(photo)) == len(seen) == 5
    middles = sorted(quad.mean(0)[0] for quad in card_outlines(photo))
    np.testing.assert_allclose(middles, [scene.outline(one).mean(0)[0] for one in (*up, down)], atol=4)


def test_a_finger_over_the_edge_and_light_on_the_plate_do_not_hide_the_corner() -> None:
    """Wear, fingers, glare and shadows of many passes at the hard level: in each the corner is found three times."""
    scene = CardScene(DECK, 5, HARD)
    assert [len(windows(scene.film(face, most=5))) >= 3 for face in range(24)] == [True] * 24


@pytest.mark.parametrize("visible_mm", [6, 8, 12])
def test_where_a_finger_hides_most_of_the_first_edge_the_rest_of_it_is_the_edge(visible_mm: int) -> None:
    """A mark 2 mm right of the corner and 3 mm below it is there in the window too, and the finger's rim is no edge."""
    frame = np.full((512, 208, 3), 20, np.uint8)
    cv2.rectangle(frame, (28, 96), (208, 512), (240, 240, 240), -1)
    cv2.ellipse(frame, (28 + visible_mm * 8 + 72, 93), (72, 104), 0, 0, 360, (70, 80, 100), -1)
    cv2.rectangle(frame, (44, 120), (52, 152), (0, 0, 0), -1)
    [window] = windows([frame])
    rows, columns = np.nonzero(window[2 * PX_PER_MM : 12 * PX_PER_MM, 2 * PX_PER_MM : 4 * PX_PER_MM].max(2) < 60)
    np.testing.assert_allclose((rows.min() / PX_PER_MM + 2, columns.min() / PX_PER_MM + 2), (4, 2.5), atol=0.5)
