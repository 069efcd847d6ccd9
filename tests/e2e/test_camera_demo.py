"""Twenty hands whose cards are named by a camera from pixels, in real time; and what takes no pictures is refused."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from table_controller.cli import burnturn

HANDS = 20
PATIENCE_S = 3_600


@pytest.mark.soak
def test_twenty_hands_are_followed_from_pixels() -> None:
    words = ("demo", "--tables", "1", "--hands", str(HANDS), "--shoe", "camera", "--headless", "--json")
    played = subprocess.run(
        [sys.executable, "-m", "table_controller", *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert played.returncode == 0, played.stderr
    score = json.loads(played.stdout.splitlines()[-1])
    assert score["finished"] == HANDS
    assert (score["chips_conserved"], score["cards_conserved"]) == (True, True)
    assert (score["wrong_identities"], score["false_alarms"], score["missed"]) == (0, 0, 0)


@pytest.mark.parametrize("words", [("--virtual",), ("--hardware", "firmware")])
def test_pictures_take_real_time_and_a_shoe_of_their_own(words: tuple[str, ...]) -> None:
    said = CliRunner().invoke(burnturn, ["demo", "--hands", "1", "--shoe", "camera", "--headless", *words])
    assert (said.exit_code, "takes pictures in real time" in said.output) == (2, True)
