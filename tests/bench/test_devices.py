"""`burnturn devices` over real pseudo terminals: every board by its serial number, and a port in use is never touched."""

import json
import os
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

from drivers import introduction as introduction_module
from drivers.introduction import introduce
from drivers.plugged import folder_plugged, holder, once
from drivers.serial_line import open_line
from hardware.protocol.wire import SCHEMA_HASH
from hardware.simulator.faults import Fault, Plug, ReaderHangs, Reboot, SpoilWire, Unplug
from hardware.simulator.line import WireFaults
from hardware.simulator.realtime import RealtimeTable
from hardware.simulator.zones import Zone
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.cli import burnturn
from table_controller.service.loop import DeviceHealth

from .bench_table import STARTED_S, plan_in, status_of, table_with_controller


def asked(*words: object) -> tuple[int, dict[str, dict[str, Any]]]:
    result = CliRunner().invoke(burnturn, ["devices", *map(str, words), "--json"])
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    told = json.loads(result.stdout.splitlines()[-1])["devices"]
    return result.exit_code, {one["name"] or Path(one["port"]).name: one for one in told}


@pytest.fixture
def plan(tmp_path: Path) -> SimulatedPlan:
    return plan_in(tmp_path)


def test_every_board_says_who_it_is(plan: SimulatedPlan) -> None:
    with live_table(plan, None):
        code, seen = asked(plan.config)
        again = asked("--folder", plan.folder / "dev")[1]
    assert code == 0
    assert {name: one["board"]["serial"] for name, one in seen.items()} == {
        "shoe": plan.serials.shoe.hex(),
        "board": plan.serials.board.hex(),
        "keypad": plan.serials.keypad.hex(),
    }
    board = seen["board"]["board"]
    assert (board["kind"], board["antennas"], board["firmware"]) == ("table_board", 17, "0.1.0")
    assert (board["schema"], board["schema_ours"]) == (f"{SCHEMA_HASH:08x}", True)
    assert board["reset_cause"] == ["power_on"]
    assert again["T1-board"]["board"] == board, "asking is no event in a board's life"
    assert again["T1-board"]["table"] is None


def test_a_port_that_a_table_owns_is_said_to_be_busy_and_never_opened(
    plan: SimulatedPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_: object) -> NoReturn:
        raise AssertionError("a port in use was opened")

    with table_with_controller(plan) as (_table, controller):
        monkeypatch.setattr(introduction_module, "open_line", opened)
        code, seen = asked(plan.config)
    assert code == 0
    assert {one["state"] for one in seen.values()} == {"busy"}
    assert {one["held_by"] for one in seen.values()} == {controller.pid}
    health = seen["board"]["now"]["health"]
    assert seen["board"]["now"]["state"] == "linked"
    assert (health["reconnects"], health["restarts"], health["silent_readers"]) == (0, 0, [])
    assert health["black_box"] is None


def test_trouble_of_a_device_stands_in_the_row_of_its_table(plan: SimulatedPlan) -> None:
    def health() -> DeviceHealth:
        status = status_of(plan)
        assert status is not None
        told = next(one.health for one in status.devices if one.name == "board")
        assert told is not None
        return told

    with table_with_controller(plan) as (table, _):
        order(table, ReaderHangs("board", 0, True))
        assert wait_for(lambda: health().silent_readers == (0,), STARTED_S)
        assert "SILENT READERS: 0" in CliRunner().invoke(burnturn, ["devices", str(plan.config)]).stdout
        order(table, ReaderHangs("board", 0, False))
        order(table, SpoilWire("board", WireFaults(flip=0.02)))
        assert wait_for(lambda: health().bad_frames > 5 and not health().silent_readers, STARTED_S)
        order(table, SpoilWire("board", WireFaults()))
        order(table, Unplug("board"))
        order(table, Plug("board"))
        order(table, Reboot("board"))
        assert wait_for(lambda: health().reconnects > 0 and health().restarts == 1, STARTED_S)
        table.look(lambda sim: sim.truth.draw(Zone.SEAT_4))
        assert wait_for(lambda: (3, 1, 8) in health().antennas, STARTED_S)


def order(table: RealtimeTable, fault: Fault) -> None:
    table.look(lambda sim: sim.order(fault))


def test_what_is_not_there_and_what_does_not_answer_is_named(plan: SimulatedPlan, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    master, slave = os.openpty()
    try:
        (tmp_path / "other" / "modem").symlink_to(os.ttyname(slave))
        code, seen = asked(plan.config, "--folder", tmp_path / "other")
        assert os.read(master, 1)[:1] == b"\0", "it was asked"
    finally:
        os.close(master)
        os.close(slave)
    assert code == 1
    assert {name: seen[name]["state"] for name in ("shoe", "modem")} == {"shoe": "absent", "modem": "silent"}
    assert seen["shoe"]["detail"] == f"{plan.serials.shoe.hex()} is not plugged in"


def test_a_lock_is_seen_without_opening_and_gone_with_it(tmp_path: Path) -> None:
    master, slave = os.openpty()
    try:
        path = os.ttyname(slave)
        assert holder(path) is None
        with open_line(path, 250_000):
            assert holder(path) == os.getpid()
            told = introduce(path)
            assert told.held_by == os.getpid()
            assert told.fault is not None
            assert told.fault.code == "busy"
        assert holder(path) is None
        for name in "ba":
            (tmp_path / name).symlink_to(path)
        assert [port.path for port in once(folder_plugged(tmp_path))] == [str(tmp_path / "a")]
    finally:
        os.close(master)
        os.close(slave)
