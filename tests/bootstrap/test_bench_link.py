"""The books of the link bench: what was done against what was told; and the bench itself on the real image."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from table_controller.bootstrap.bench_line import Line
from table_controller.cli import firmware as firmware_of
from table_controller.cli.bench import bench
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceUp, EventsLost, InputLevel, LinkPosition, Reading, SnapshotValid

BOARD = DeviceId("42454e43485f3031")
FAULTS = ["none", "flip 0.0001", "flip 0.001", "flip 0.005", "drop 0.02", "dup 0.02", "unplug", "stall", "reboot"]


class SilentBoard:
    """Takes every edge and tells none: the test does."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def terminal(self, _port: int) -> Path:
        return self._folder / "nothing"

    def pin(self, _name: str, _level: bool) -> None:
        pass

    def ask(self, word: str) -> str:
        assert word == "time"
        return "0"


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    line = Line(SilentBoard(tmp_path))  # type: ignore[arg-type]
    line.edges(3)
    yield line
    line._port.stop()


def at(number: int, life: int = 1) -> LinkPosition:
    return LinkPosition(BOARD, life, number)


def level(index: int, to: bool, number: int) -> InputLevel:
    return InputLevel(device=BOARD, at=Millis(0), position=at(number), index=index, level=to)


def told(line: Line, *readings: Reading) -> tuple[int, int, int]:
    for reading in readings:
        line._take(reading)
    return line.missing, line.doubled, line.by_snapshot


def test_every_edge_told_once_is_none_missing(line: Line) -> None:
    assert told(line, *(level(index, True, index) for index in range(3))) == (0, 0, 0)
    assert len(line.delays) == 3


def test_an_edge_nobody_tells_is_missing(line: Line) -> None:
    assert told(line, level(0, True, 0), level(2, True, 1)) == (1, 0, 0)


def test_a_change_nobody_made_is_doubled(line: Line) -> None:
    assert told(line, level(0, True, 0), level(0, False, 1)) == (2, 1, 0)


def test_an_event_delivered_twice_is_doubled(line: Line) -> None:
    assert told(line, level(0, True, 0), level(0, True, 0)) == (2, 1, 0)


def test_a_loss_shares_the_position_of_the_event_before_it(line: Line) -> None:
    loss = EventsLost(device=BOARD, at=Millis(0), position=at(0), count=2)
    assert told(line, level(0, True, 0), loss) == (2, 0, 0)


def test_an_edge_only_the_snapshot_after_a_reboot_tells_is_told_so(line: Line) -> None:
    up = DeviceUp(device=BOARD, at=Millis(0), life=2, new_life=True)
    whole = SnapshotValid(device=BOARD, at=Millis(0), position=at(9, 2), inputs=(), tags=())
    assert told(line, up, level(0, True, 1), whole, level(1, True, 10), level(2, True, 11)) == (0, 0, 1)


def test_without_the_firmware_it_says_how_to_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware_of, "MADE", tmp_path)
    run = CliRunner().invoke(bench, ["link", "--json"])
    assert run.exit_code == 2
    assert "make firmware" in run.stderr
    assert run.stdout == ""


@pytest.mark.slow
def test_no_fault_of_the_wire_loses_or_doubles_an_event(firmware: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """The board behind it is the real image. Delays are bounded by what was done to the line, and what follows from that."""
    monkeypatch.setattr(firmware_of, "MADE", firmware("image", "board"))
    run = CliRunner().invoke(bench, ["link", "--json"])
    told = json.loads(run.stdout.splitlines()[-1])
    cases = {case["fault"]: case for case in told["cases"]}
    assert (run.exit_code, told["lost"], told["doubled"]) == (0, 0, 0)
    assert list(cases) == FAULTS
    assert all(case["sent"] >= 300 for case in cases.values())
    assert cases["unplug"]["max_delay_ms"] > 1_000  # the cable was really out
    assert cases["stall"]["max_delay_ms"] > 3_000
    assert 0 < told["events_per_s"] <= 1.02 * told["wire_events_per_s"]  # each is measured by itself
