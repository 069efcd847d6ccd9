"""`burnturn camera read|enroll` on files, and `burnturn bench camera` on real photographs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from table_controller.bootstrap.deck_room import FACTORY
from table_controller.cli.camera import camera
from table_controller.core.cards import Card, card, text_of
from tests.drivers.camera.drawn import as_taken, on_felt, window


def run(*arguments: object) -> Result:
    return CliRunner().invoke(camera, [str(argument) for argument in arguments])


def written(folder: Path, face: Card, seed: int = 1) -> Path:
    file = folder / f"{text_of(face)}-{seed}.png"
    cv2.imwrite(str(file), as_taken(window(face), np.random.default_rng(seed + face)))
    return file


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """52 windows in the order of a new deck."""
    folder = tmp_path_factory.mktemp("deck")
    return [written(folder, face) for face in FACTORY]


def test_read_gives_a_card_for_each_window(tmp_path: Path) -> None:
    files = [written(tmp_path, card(text)) for text in ("Ts", "4h")]
    result = run("read", *files, "--json")
    images = json.loads(result.stdout)["images"]
    assert result.exit_code == 0
    assert [(image["file"], image["cards"][0]["card"]) for image in images] == [(str(files[0]), "Ts"), (str(files[1]), "4h")]
    assert images[0]["cards"][0]["box"] == [[0, 0], [160, 0], [160, 288], [0, 288]]
    assert images[0]["ms"] > 0


def test_what_is_not_read_is_null_and_no_failure(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "felt.png"), np.full((288, 160, 3), (60, 110, 40), np.uint8))
    result = run("read", tmp_path / "felt.png", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["images"][0]["cards"][0]["card"] is None


def test_board_gives_the_cards_of_a_photograph_with_their_corners(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "board.png"), np.hstack([on_felt(card("Kh"), 10), on_felt(card("4s"), 100)]))
    result = run("read", "--board", tmp_path / "board.png", "--json")
    cards = json.loads(result.stdout)["images"][0]["cards"]
    assert {one["card"] for one in cards} == {"Kh", "4s"}
    of_card = {one["card"]: np.array(one["box"]).mean(0) for one in cards}
    np.testing.assert_allclose(of_card["Kh"], (450, 350), atol=4)
    np.testing.assert_allclose(of_card["4s"], (1350, 350), atol=4)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_text("no picture")
    result = run("read", tmp_path / "x.png")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "x.png" in result.stderr


def test_a_picture_larger_than_any_camera_makes_is_not_opened(tmp_path: Path) -> None:
    written = cv2.imencode(".png", np.zeros((1, 1), np.uint8))[1].tobytes()
    header = b"IHDR" + (60_000).to_bytes(4, "big") * 2 + written[24:29]
    (tmp_path / "x.png").write_bytes(written[:12] + header + crc32(header).to_bytes(4, "big") + written[33:])
    result = run("read", "--board", tmp_path / "x.png")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "x.png: the picture is too large" in result.stderr


def test_an_accepted_deck_is_kept_and_read_by_both_readers(deck: list[Path], tmp_path: Path) -> None:
    enrolled = run("enroll", "blue", *deck, "--into", tmp_path, "--json")
    assert enrolled.exit_code == 0, enrolled.stdout
    assert json.loads(enrolled.stdout)["kept"] == str(tmp_path / "blue.templates")
    result = run("read", written(tmp_path, card("Jd"), 9), "--deck", tmp_path / "blue.templates", "--json")
    assert json.loads(result.stdout)["images"][0]["cards"][0]["card"] == "Jd"


def test_a_refused_deck_is_shown_in_a_picture_and_not_kept(deck: list[Path], tmp_path: Path) -> None:
    mixed = [deck[1], deck[0], *deck[2:]]
    result = run("enroll", "blue", *mixed, "--into", tmp_path, "--json")
    said = json.loads(result.stdout)
    assert (result.exit_code, said["why"], said["kept"]) == (1, "misread", None)
    assert {error["card"] for error in said["errors"]} == {"As", "2s"}
    assert cv2.imread(said["picture"]) is not None
    assert [file.name for file in tmp_path.iterdir()] == ["blue.refused.png"]


def test_51_files_are_no_deck(deck: list[Path], tmp_path: Path) -> None:
    assert run("enroll", "blue", *deck[:51], "--into", tmp_path).exit_code == 2


@pytest.mark.parametrize("name", ["../blue", "", "a b"])
def test_a_name_is_no_path(deck: list[Path], tmp_path: Path, name: str) -> None:
    result = run("enroll", name, *deck, "--into", tmp_path)
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def figures(shared: Path) -> dict[str, Any]:
    """The bench, run once for all that is asked of it."""
    command = [sys.executable, "-m", "table_controller", "bench", "camera", "--json"]
    environment = os.environ | {"BURNTURN_SHARED": str(shared), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    read: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return read


@pytest.mark.shared
def test_no_photograph_is_read_wrong_and_few_are_refused(figures: dict[str, Any]) -> None:
    sets = {one["name"]: one for one in figures["sets"]}
    windows = sets["network/all"]
    assert (windows["n"], windows["wrong"]) == (562, 0)
    assert windows["refused"] <= 0.08 * windows["n"]
    assert sets["network/must-be-refused"]["refused"] == sets["network/must-be-refused"]["n"] == 12


@pytest.mark.shared
@pytest.mark.parametrize(("source", "share"), [("sergio", 0.97), ("rdpong", 0.97), ("mrp", 0.97), ("edje", 0.85)])
def test_cards_in_photographs_of_a_table_are_read(figures: dict[str, Any], source: str, share: float) -> None:
    board = next(one for one in figures["sets"] if one["name"] == f"board/{source}")
    assert board["wrong"] == 0
    assert board["read"] >= share * board["n"]


@pytest.mark.shared
def test_an_enrolled_deck_is_read_at_least_as_well_as_by_plain_template_matching(figures: dict[str, Any]) -> None:
    sets = {one["name"]: one for one in figures["sets"]}
    for deck in ("sergio", "rdpong"):
        assert sets[f"templates/{deck}"]["wrong"] == sets[f"both/{deck}"]["wrong"] == 0
        assert sets[f"templates/{deck}"]["read"] >= sets[f"yardstick-templates/{deck}"]["read"]
        assert sets[f"both/{deck}"]["n"] == len(figures["enrolled"][deck])
