"""`burnturn flash` with a stand-in for avrdude, for there is no board here: what it is told, and what must be so after."""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hardware.protocol.hello import Firmware
from hardware.simulator.faults import Reboot
from hardware.simulator.realtime import RealtimeTable
from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap import flash as flash_module
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.cli import burnturn

from .bench_table import plan_in, table_with_controller

IMAGE = ":0400000001020304F2\n:00000001FF\n"
STAND_IN = f"""#!{sys.executable}
import json, pathlib, sys, time
here = pathlib.Path(__file__).parent
(here / "said.json").write_text(json.dumps(sys.argv[1:]))
while not (here / "written").exists():
    time.sleep(0.01)
sys.stderr.write("avrdude: 4 bytes of flash verified\\n")
sys.exit(int((here / "written").read_text()))
"""


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimulatedPlan:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "avrdude"
    program.write_text(STAND_IN)
    program.chmod(0o755)
    (tmp_path / "table.hex").write_text(IMAGE)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(flash_module, "BACK_S", 2.0)
    (tmp_path / "table").mkdir()
    return plan_in(tmp_path / "table")


@contextmanager
def written(table: RealtimeTable, folder: Path, firmware: Firmware | None, code: int = 0, dies: bool = False) -> Iterator[None]:
    """While the stand-in waits the board gets this firmware and starts anew; None: it is left as it is."""

    def put_in(sim: SimulatedTable) -> None:
        device = sim.boards["board"].device
        if firmware is not None:
            device.identity = replace(device.identity, firmware=firmware)
            sim.order(Reboot("board"))
        if dies:
            sim.boards["board"].power_off()

    def write() -> None:
        until = time.monotonic() + 20
        while not (folder / "bin" / "said.json").exists() and time.monotonic() < until:
            time.sleep(0.01)
        table.look(put_in)
        whole = folder / "bin" / "written.new"
        whole.write_text(str(code))
        whole.rename(folder / "bin" / "written")

    hand = threading.Thread(target=write)
    hand.start()
    try:
        yield
    finally:
        hand.join()


def flashed(plan: SimulatedPlan, folder: Path, *options: str) -> Result:
    words = ["flash", plan.serials.board.hex(), "--image", str(folder / "table.hex"), "--config", str(plan.config)]
    return CliRunner().invoke(burnturn, [*words, *options])


def test_avrdude_is_told_what_its_manual_says_and_the_board_comes_back_with_the_version(
    plan: SimulatedPlan, tmp_path: Path
) -> None:
    (tmp_path / "table.version").write_text("0.9.1\n")
    with live_table(plan, None) as table, written(table, tmp_path, Firmware(0, 9, 1)):
        done = flashed(plan, tmp_path, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["before"]["firmware"], told["after"]["firmware"]) == ("0.1.0", "0.9.1")
    assert told["after"]["boot_count"] == told["before"]["boot_count"] + 1
    assert told["sha256"] == flash_module.image_digest(tmp_path / "table.hex")
    said = json.loads((tmp_path / "bin" / "said.json").read_text())
    port = str(plan.device_path("board"))
    image = f"flash:w:{tmp_path / 'table.hex'}:i"
    assert said == ["-p", "atmega2560", "-c", "wiring", "-P", port, "-b", "115200", "-D", "-U", image]


@pytest.mark.parametrize(
    ("firmware", "code", "why"),
    [
        (Firmware(0, 9, 1), 0, "the board says firmware 0.9.1; 0.9.2 was written"),
        (None, 0, "the board was not restarted"),
        (None, 1, "avrdude ended with 1: avrdude: 4 bytes of flash verified"),
    ],
)
def test_what_did_not_become_so_is_said(
    plan: SimulatedPlan, tmp_path: Path, firmware: Firmware | None, code: int, why: str
) -> None:
    with live_table(plan, None) as table, written(table, tmp_path, firmware, code):
        done = flashed(plan, tmp_path, "--expect", "0.9.2")
    assert done.exit_code == 1
    assert why in done.stderr


def test_a_board_that_does_not_come_back_is_waited_for_so_long_and_no_longer(plan: SimulatedPlan, tmp_path: Path) -> None:
    with live_table(plan, None) as table, written(table, tmp_path, None, dies=True):
        done = flashed(plan, tmp_path)
    assert done.exit_code == 1
    assert "nothing speaks the table bus" in done.stderr


def test_a_port_in_use_is_not_written_to(plan: SimulatedPlan, tmp_path: Path) -> None:
    with table_with_controller(plan) as (_, controller):
        done = flashed(plan, tmp_path)
    assert done.exit_code == 1
    assert f"(process {controller.pid})" in done.stderr
    assert not (tmp_path / "bin" / "said.json").exists()


def test_half_an_image_is_none(plan: SimulatedPlan, tmp_path: Path) -> None:
    for wrong in (IMAGE[:-12], IMAGE.replace("F2", "F3"), "", "MZ\0"):
        (tmp_path / "table.hex").write_text(wrong)
        done = flashed(plan, tmp_path)
        assert done.exit_code == 1
        assert "no whole Intel HEX file" in done.stderr


def test_without_avrdude_it_says_where_to_get_it(plan: SimulatedPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with live_table(plan, None):
        done = flashed(plan, tmp_path)
    assert done.exit_code == 1
    assert "apt-get install avrdude" in done.stderr
