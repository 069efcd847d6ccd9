"""`burnturn doctor` over real pseudo terminals: an installer touches every wire of tables wired well, badly, or not at all."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from hardware.simulator.faults import ReaderHangs
from hardware.simulator.zones import SEAT_ZONES, Zone
from table_controller.bootstrap.doctor import visit as visit_module
from table_controller.bootstrap.doctor.checks import Part
from table_controller.bootstrap.doctor.conclude import Finding
from table_controller.bootstrap.doctor.examine import Patience
from table_controller.bootstrap.doctor.visit import Visit, visit
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.cli import burnturn
from table_controller.config import load_table_config

from .bench_table import plan_in, table_with_controller
from .installer import SimulatedInstaller, miswired_table

QUICK = Patience(touch=20_000, settle=150)


@pytest.fixture
def plan(tmp_path: Path) -> SimulatedPlan:
    return plan_in(tmp_path)


def swap(plan: SimulatedPlan, *pairs: tuple[str, str]) -> str:
    """Each of a pair of lines gets the other's place; the file as it was."""
    text = plan.config.read_text()
    wrong = text
    for one, other in pairs:
        places = {key: re.search(rf'^{re.escape(key)} = "(.*)"$', text, re.M)[1] for key in (one, other)}  # type: ignore[index]
        wrong = wrong.replace(f'{one} = "{places[one]}"', f'{one} = "{places[other]}"')
        wrong = wrong.replace(f'{other} = "{places[other]}"', f'{other} = "{places[one]}"')
    assert wrong != text
    plan.config.write_text(wrong)
    return text


def problems(found: Visit) -> Mapping[str, tuple[Finding, tuple[str, ...]]]:
    return {one.place: (one.finding, one.bound_to) for one in found.wires if one.finding is not Finding.OK}


def test_a_table_that_is_wired_as_its_file_says_is_found_well(plan: SimulatedPlan) -> None:
    text = plan.config.read_text()
    with miswired_table(plan, {}) as table:
        found = visit(plan.config, SimulatedInstaller(table), QUICK, list(Part), write=True)
    assert (problems(found), found.absent) == ({}, ())
    assert all(lamp.finding is Finding.OK for lamp in found.lamps)
    assert found.ok
    assert (found.moves, found.written) == ((), False)
    assert len(found.wires) == 17 + 27 + 24 + 2
    assert plan.config.read_text() == text


def test_swapped_dead_and_cross_talking_wires_are_named(plan: SimulatedPlan) -> None:
    swap(plan, ("antenna.2", "antenna.3"), ("input.4", "input.5"))
    hears = {Zone.MUCK: (), SEAT_ZONES[6]: (SEAT_ZONES[6], SEAT_ZONES[7])}
    with miswired_table(plan, hears) as table:
        installer = SimulatedInstaller(
            table,
            broken={"muck", "seat 8 bet", "floor"},
            caps={"digit_7": "digit_8", "digit_8": "digit_7"},
        )
        found = visit(plan.config, installer, QUICK, [Part.ANTENNA, Part.INPUT, Part.KEY, Part.SHOE], write=False)
    assert problems(found) == {
        "seat 3 cards": (Finding.SWAPPED, ("seat 4 cards",)),
        "seat 4 cards": (Finding.SWAPPED, ("seat 3 cards",)),
        "seat 7 cards": (Finding.CROSS_TALK, ("seat 6 cards", "seat 7 cards")),
        "muck": (Finding.DEAD, ()),
        "seat 5 occupied": (Finding.SWAPPED, ("seat 6 occupied",)),
        "seat 6 occupied": (Finding.SWAPPED, ("seat 5 occupied",)),
        "seat 8 bet": (Finding.DEAD, ()),
        "digit_7": (Finding.SWAPPED, ("digit_8",)),
        "digit_8": (Finding.SWAPPED, ("digit_7",)),
        "floor": (Finding.DEAD, ()),
    }
    assert not found.ok


def test_what_was_found_is_written_and_nothing_that_is_not_known(plan: SimulatedPlan) -> None:
    right = plan.config.read_text().replace('antenna.3 = "seat 4 cards"', 'antenna.3 = "seat 4 cards"  # the blue cable')
    plan.config.write_text(right)
    text = right.replace('antenna.3 = "seat 4 cards"  #', 'antenna.2 = "seat 4 cards"  #', 1)
    text = text.replace('antenna.2 = "seat 3 cards"', 'antenna.3 = "seat 3 cards"')
    text = text.replace('input.8 = "seat 9 occupied"', 'input.40 = "seat 9 occupied"')
    text = text.replace('antenna.10 = "board flop"', 'antenna.11 = "board flop"')
    text = text.replace('antenna.11 = "board turn"', 'antenna.10 = "board turn"')
    plan.config.write_text(text)
    with miswired_table(plan, {}) as table:
        installer = SimulatedInstaller(table, broken={"board turn"})  # then nobody knows where the flop's wire should go
        found = visit(plan.config, installer, QUICK, [Part.ANTENNA, Part.INPUT], write=True)
    assert {move.place for move in found.moves} == {"seat 3 cards", "seat 4 cards", "seat 9 occupied"}
    assert found.written
    assert not found.ok, "the flop is not where the file says"
    changed = plan.config.read_text()
    assert sorted(changed.splitlines()) != sorted(text.splitlines())
    assert 'antenna.3 = "seat 4 cards"  # the blue cable' in changed
    assert load_table_config(plan.config).bindings.inputs == load_inputs(plan, right)
    assert plan.config.with_name("T1.toml.before").read_text() == text
    assert 'antenna.11 = "board flop"' in changed


def load_inputs(plan: SimulatedPlan, text: str) -> object:
    beside = plan.folder / "right.toml"
    beside.write_text(text)
    return load_table_config(beside).bindings.inputs


def test_lamps_are_asked_for_one_by_one_while_they_burn(plan: SimulatedPlan) -> None:
    with miswired_table(plan, {}) as table:
        installer = SimulatedInstaller(table)
        installer.answers_lamps({"lamp_seat 5": "n", "lamp_seat 6": "7", "lamp muck": "s", "beeper": "n"})
        found = visit(plan.config, installer, QUICK, [Part.LAMP], write=False)
    told = {one.place: (one.finding, one.lit) for one in found.lamps if one.finding is not Finding.OK}
    assert told == {
        "seat 5": (Finding.DEAD, None),
        "seat 6": (Finding.SWAPPED, 7),
        "muck": (Finding.SKIPPED, None),
        "beeper": (Finding.DEAD, None),
    }
    assert len(found.lamps) == 9 + 6 + 1


def test_a_device_that_is_not_there_and_a_reader_that_hangs_are_named(
    plan: SimulatedPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit_module, "START_S", 2.0)
    with miswired_table(plan, {}) as table:
        table.look(lambda sim: sim.boards["keypad"].power_off())
        table.look(lambda sim: sim.order(ReaderHangs("shoe", 0, True)))
        found = visit(plan.config, SimulatedInstaller(table), QUICK, [Part.KEY], write=False)
    assert found.absent == ("keypad",)
    assert {one.finding for one in found.wires} == {Finding.ABSENT}
    assert found.silent_readers == (("shoe", 0),)
    assert not found.ok


def test_at_a_terminal_prompts_are_read_and_answers_typed(plan: SimulatedPlan) -> None:
    words = [sys.executable, "-m", "table_controller", "doctor", str(plan.config), "--only", "lamp", "--json"]
    pipe = subprocess.PIPE
    with miswired_table(plan, {}), subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as doctor:
        assert doctor.stdin is not None
        assert doctor.stderr is not None
        assert doctor.stdout is not None
        prompts = []
        for line in doctor.stderr:
            prompts.append(line)
            if line.startswith(("Does the lamp", "Did it beep")):
                doctor.stdin.write("n\n" if "seat 3" in line else "y\n")
                doctor.stdin.flush()
        told, code = json.loads(doctor.stdout.read()), doctor.wait(10)
    assert len(prompts) == 1 + 9 + 6 + 1
    assert code == 1
    assert [lamp["place"] for lamp in told["lamps"] if lamp["finding"] != "ok"] == ["seat 3"]


def test_with_nobody_to_type_sensors_answer_and_lamps_are_left_out(plan: SimulatedPlan) -> None:
    words = [
        sys.executable,
        "-m",
        "table_controller",
        "doctor",
        str(plan.config),
        "--only",
        "lamp",
        "--only",
        "shoe",
        "--patience",
    ]
    with miswired_table(plan, {}):
        run = subprocess.run([*words, "0.5"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 1
    assert "shoe gate: nothing answers at gate 0 of 53494d5300010000" in run.stdout
    assert "lamp" not in run.stdout


def test_a_table_whose_process_runs_is_left_alone(plan: SimulatedPlan) -> None:
    with table_with_controller(plan) as (_, controller):
        refused = CliRunner().invoke(burnturn, ["doctor", str(plan.config)])
    assert refused.exit_code == 1
    assert f"is open in process {controller.pid}; stop the table first" in refused.stderr
