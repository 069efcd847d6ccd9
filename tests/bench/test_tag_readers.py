"""Tag readers at the host, at the bench: examined by the doctor, left unasked by `devices`, played again from their black box."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from drivers.introduction import Introduction
from hardware.simulator.usb_reader import ReaderKind
from hardware.simulator.zones import Zone
from table_controller.bootstrap import devices as devices_module
from table_controller.bootstrap.devices import survey
from table_controller.bootstrap.doctor.checks import Part
from table_controller.bootstrap.doctor.conclude import Finding
from table_controller.bootstrap.doctor.examine import Patience
from table_controller.bootstrap.doctor.visit import visit
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.cli import burnturn
from table_controller.config import load_table_config

from .bench_table import STARTED_S, plan_in, status_of, table_with_controller
from .installer import SimulatedInstaller


@pytest.fixture
def plan(tmp_path: Path) -> SimulatedPlan:
    return plan_in(tmp_path, readers=ReaderKind.METRATEC)


def test_the_doctor_asks_for_the_antennas_of_readers_too_and_writes_them(plan: SimulatedPlan) -> None:
    text = plan.config.read_text()
    wrong = text.replace('"seat 3 cards"', '"?"').replace('"burn"', '"seat 3 cards"').replace('"?"', '"burn"')
    plan.config.write_text(wrong)
    with live_table(plan, None) as table:
        found = visit(plan.config, SimulatedInstaller(table), Patience(20_000, 500), [Part.ANTENNA], write=True)
    swapped = {one.place: one.finding for one in found.wires if one.finding is not Finding.OK}
    assert swapped == {"seat 3 cards": Finding.SWAPPED, "burn": Finding.SWAPPED}
    assert found.ok
    assert sorted(plan.config.read_text().splitlines()) == sorted(text.splitlines())


def test_a_reader_is_not_asked_in_words_of_the_table_bus(plan: SimulatedPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def introduce(address: str, *_: object) -> Introduction:
        asked.append(Path(address).name)
        return Introduction()

    monkeypatch.setattr(devices_module, "introduce", introduce)
    with live_table(plan, None):
        seen = {one.name: one for one in survey([], [plan.config])}
    assert sorted(asked) == ["T1-board", "T1-keypad", "T1-shoe"]
    assert seen["felt"].state == "silent"
    assert "a tag reader" in (seen["felt"].detail or "")


def test_a_reader_in_the_network_is_not_called_absent(plan: SimulatedPlan) -> None:
    (url,) = (device.url for device in load_table_config(plan.config).devices if device.name == "felt")
    plan.config.write_text(plan.config.read_text().replace(f'"{url}"', '"socket://127.0.0.1:4001"'))
    assert {one.name: one.state for one in survey([], [plan.config]) if one.table} == dict.fromkeys(
        ("shoe", "board", "keypad"), "absent"
    )


def test_what_a_reader_said_is_played_again(plan: SimulatedPlan) -> None:
    def seen(antenna: int) -> bool:
        status = status_of(plan)
        assert status is not None
        health = next(one.health for one in status.devices if one.name == "felt")
        return health is not None and (antenna, 1, 8) in health.antennas

    with table_with_controller(plan) as (table, _):
        for antenna, zone in ((3, Zone.SEAT_4), (7, Zone.SEAT_8)):
            table.look(lambda sim, zone=zone: sim.truth.draw(zone))
            assert wait_for(lambda antenna=antenna: seen(antenna), STARTED_S)
    told = json.loads(CliRunner().invoke(burnturn, ["blackbox", "replay", str(plan.config), "--json"]).stdout)
    assert (told["missing"], told["without"]) == (0, [])
    felt = [one["said"]["antenna"] for one in told["readings"] if (one["device"], one["what"]) == ("felt", "tag_present")]
    assert felt == [3, 7]
