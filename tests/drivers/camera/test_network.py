"""The shipped network: it is the one of the record, reads cards it was never shown, and says so when there is none."""

import hashlib
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.camera import training
from drivers.camera.geometry import NET_INPUT, NO_RANK, NO_SUIT, WINDOW
from drivers.camera.network import MODEL, RECORD, Network
from drivers.camera.picture import Picture
from table_controller.core.cards import FULL_DECK, RANKS, Card, card
from tests.drivers.camera.drawn import as_taken, window

MORE_THAN_A_MIB = 1_100_000


@pytest.fixture(scope="module")
def network() -> Network:
    return Network()


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return read


def test_the_network_is_the_one_the_record_tells_of(record: dict[str, Any]) -> None:
    """Whoever makes another one changes both files."""
    assert hashlib.sha256(MODEL.read_bytes()).hexdigest() == record["sha256"]
    assert MODEL.stat().st_size < MORE_THAN_A_MIB


def test_the_record_is_of_the_script_that_is_here(record: dict[str, Any]) -> None:
    """Whoever changes how a network is made makes one."""
    files = sorted(Path(training.__file__).parent.glob("*.py"))
    assert hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest() == record["script_sha256"]


def test_at_least_eleven_designs_were_kept_from_training(record: dict[str, Any]) -> None:
    designs = record["designs"]
    assert len(designs["casino"]) >= 7
    assert len(designs["odd"]) >= 4
    assert set(designs["trained"]).isdisjoint([*designs["casino"], *designs["odd"]])


def test_everything_that_went_in_is_named_with_its_hash(record: dict[str, Any]) -> None:
    assert {package["kind"] for package in record["packages"]} == {"npm", "deb"}
    assert all(len(package["sha256"]) == 64 for package in record["packages"])
    assert {"torch", "numpy", "opencv-python-headless"} <= record["tools"].keys()


def test_few_of_the_designs_it_never_saw_are_read_wrong(record: dict[str, Any]) -> None:
    """The script chose the confidence so that it holds; if this fails, the record was not made by it."""
    casino = [group for group in record["tried"] if group["what"] in record["designs"]["casino"]]
    assert sum(group["n"] for group in casino) > 4000
    assert sum(group["wrong"] for group in casino) <= sum(group["n"] for group in casino) / 2000


def test_each_head_adds_up_to_one(network: Network) -> None:
    scores = network.scores([window(card("Ts")), np.zeros((WINDOW[1], WINDOW[0], 3), np.uint8)])
    assert scores.shape == (2, NO_RANK + 1 + NO_SUIT + 1)
    np.testing.assert_allclose(scores[:, : NO_RANK + 1].sum(1), 1, atol=1e-3)
    np.testing.assert_allclose(scores[:, NO_RANK + 1 :].sum(1), 1, atol=1e-3)


def test_one_window_or_many_give_the_same(network: Network) -> None:
    """Buffers of a network that was given several pictures must not leak into the next."""
    windows = [window(face) for face in (card("2c"), card("Jd"), card("As"))]
    together = network.scores(windows)
    np.testing.assert_allclose([network.scores([one])[0] for one in windows], together, atol=1e-4)


def test_a_drawn_deck_is_read_without_an_error(network: Network) -> None:
    rng = np.random.default_rng(7)
    seen = {face: network.seen(as_taken(window(face), rng, rng.uniform(-3, 3))).face for face in FULL_DECK}
    assert {face: said for face, said in seen.items() if said not in (None, face)} == {}
    assert sum(said == face for face, said in seen.items()) >= 47


def _noise() -> Picture:
    return np.random.default_rng(3).integers(0, 256, (WINDOW[1], WINDOW[0], 3)).astype(np.uint8)


@pytest.mark.parametrize(
    "picture",
    [
        *(np.full((WINDOW[1], WINDOW[0], 3), shade, np.uint8) for shade in (0, 128, 255)),
        _noise(),
        np.ascontiguousarray(window(card("9h"))[::-1, ::-1]),
        np.ascontiguousarray(np.roll(window(card("Kd")), -60, 1)),
    ],
    ids=["black", "grey", "white", "noise", "upside down", "cut off"],
)
def test_what_shows_no_whole_index_is_not_read(network: Network, picture: Picture) -> None:
    assert network.seen(picture).face is None


def test_the_confidence_is_that_of_the_less_sure_head() -> None:
    scores = np.zeros(NO_RANK + 1 + NO_SUIT + 1, np.float32)
    scores[RANKS.index("T")], scores[NO_RANK + 1 + 3] = 0.95, 0.7
    assert Network(sure=0.6).judged(scores) == (card("Ts"), pytest.approx(0.7))
    assert Network(sure=0.8).judged(scores) == (None, pytest.approx(0.7))


def test_a_head_that_says_nothing_is_heard(network: Network) -> None:
    scores = np.zeros(NO_RANK + 1 + NO_SUIT + 1, np.float32)
    scores[0], scores[NO_RANK + 1 + NO_SUIT] = 0.99, 0.99
    assert network.judged(scores).face is None


def test_the_face_does_not_show_in_a_traceback(network: Network) -> None:
    seen = network.seen(window(card("Qs")))
    assert "Q" not in f"{seen!r}{seen}"


def test_a_window_of_another_size_is_the_same_window(network: Network) -> None:
    half = cv2.resize(window(card("7d")), (NET_INPUT[0] * 2, NET_INPUT[1] * 2), interpolation=cv2.INTER_AREA)
    assert network.seen(half).face in (None, Card(card("7d")))
