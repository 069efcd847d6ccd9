"""The black boxes of a real table process: sealed while it plays, closed to everybody during a hand, whole after a kill."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table_controller.bootstrap.at_rest import hand_running
from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.cli import burnturn

from .live import STARTED_S, LiveTable, live_table

PLAYED_S = 120.0
KILLED_AFTER_S = 2.5


def replay(table: LiveTable, *options: str) -> Result:
    return CliRunner().invoke(burnturn, ["blackbox", "replay", str(table.plan.config), *options])


def doubt(table: LiveTable, *options: str) -> Result:
    return CliRunner().invoke(burnturn, ["blackbox", "doubt", str(table.plan.config), *options])


@pytest.mark.slow
def test_the_boxes_of_a_killed_table_are_closed_till_the_hand_is_over_and_then_whole(
    tmp_path: Path, show_in: Callable[..., Show]
) -> None:
    with live_table(show_in(tmp_path / "live", seed=5, hands=2), 1) as table:
        assert wait_for(table.alive, STARTED_S)
        config = room_of(table.plan.config).config
        assert wait_for(lambda: hand_running(config) is not None, STARTED_S)
        time.sleep(KILLED_AFTER_S)  # bytes of some flushes
        table.kill(0.2)
        table.finish(PLAYED_S)
        after = replay(table, "--json", "--last", "100000")
    assert after.exit_code == 0, after.output
    told = json.loads(after.stdout)
    kinds = {one["what"] for one in told["readings"]}
    assert {"tag_present", "key_moved", "gate_passed", "device_up", "input_level"} <= kinds
    assert told["count"] == len(told["readings"]) > 200
    assert (told["missing"], told["without"]) == (0, [])
    tagged = [one["said"]["tag"] for one in told["readings"] if one["what"] == "tag_present"]
    assert all(tag.startswith("tag ") for tag in tagged)
    secrets = [card.uid.hex() for card in table.plan.deck().cards]
    assert not [secret for secret in secrets if secret in after.stdout.lower()]
    box = next((table.plan.journals / "T1.boxes").glob("*.box"))
    assert box.stat().st_mode & 0o777 == 0o600
    counts_only(table, secrets, tmp_path / "doubt.svg")
    content = b"".join(path.read_bytes() for path in (table.plan.journals / "T1.boxes").glob("*.box"))
    assert not [one for one in table.plan.deck().cards if bytes(one.uid) in content]


def counts_only(table: LiveTable, secrets: list[str], picture: Path) -> None:
    """Which antennas left doubt is told from the same boxes: of every seat that was dealt to, and nothing of any card."""
    told = [doubt(table, "--picture", str(picture), *words) for words in ((), ("--json",))]
    assert [one.exit_code for one in told] == [0, 0], told[0].output
    antennas = {one["place"]: one for one in json.loads(told[1].stdout)["antennas"]}
    assert len(antennas) == len(room_of(table.plan.config).config.bindings.antennas)
    assert antennas["shoe"]["cards"] > 10
    assert antennas["burn"]["cards"] > 0
    everything = "".join([*(one.output for one in told), picture.read_text(encoding="utf-8")]).lower()
    assert not [secret for secret in secrets if secret in everything]
    assert "seat 1" in everything


def test_a_hand_that_a_killed_controller_left_keeps_them_closed(tmp_path: Path, show_in: Callable[..., Show]) -> None:
    with live_table(show_in(tmp_path / "live", seed=5, hands=2), 1) as table:
        assert wait_for(table.alive, STARTED_S)
        config = room_of(table.plan.config).config
        assert wait_for(lambda: hand_running(config) is not None, STARTED_S)
        table.controller.kill()
        assert hand_running(config) is not None
        refused = replay(table)
        assert refused.exit_code == 1
        assert "hand 1 is running at table T1" in refused.stderr
        assert not refused.stdout
        picture = tmp_path / "doubt.svg"
        shut = doubt(table, "--picture", str(picture))
        assert (shut.exit_code, shut.stdout, picture.exists()) == (1, "", False)
        assert "hand 1 is running at table T1" in shut.stderr
        for words in (
            ["doctor"],
            ["camera", "watch"],
            ["device", "replace", table.plan.serials.keypad.hex(), "01" * 8, "--config"],
        ):
            other = CliRunner().invoke(burnturn, [*words, str(table.plan.config)])
            assert other.exit_code == 1
            assert "hand 1 is running at table T1" in other.stderr
