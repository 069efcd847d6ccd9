"""`burnturn doctor` at a felt that is read by tag readers at the host."""

from pathlib import Path

import msgspec
import pytest

from hardware.simulator.faults import ReaderHangs
from hardware.simulator.usb_reader import ANTENNAS, ReaderKind
from table_controller.bootstrap.doctor import visit as visit_module
from table_controller.bootstrap.doctor.checks import Part
from table_controller.bootstrap.doctor.conclude import Finding
from table_controller.bootstrap.doctor.visit import visit
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.simulated import SimulatedPlan, furnish

from .bench_table import plan_in
from .installer import SimulatedInstaller
from .test_doctor import QUICK, problems, swap


def read_by(reader: ReaderKind, folder: Path) -> SimulatedPlan:
    plan = msgspec.structs.replace(plan_in(folder), readers=reader)
    furnish(plan)
    return plan


@pytest.mark.parametrize("reader", ReaderKind)
def test_each_antenna_of_a_reader_is_asked_for_a_touch(reader: ReaderKind, tmp_path: Path) -> None:
    plan = read_by(reader, tmp_path)
    with live_table(plan, None) as table:
        found = visit(plan.config, SimulatedInstaller(table, broken={"muck"}), QUICK, [Part.ANTENNA], write=False)
    assert problems(found) == {"muck": (Finding.DEAD, ())}
    assert len(found.wires) == 9 + 7 + 1, "seats, the centre, and the shoe of the board"
    assert found.absent == ()


def test_swapped_antennas_of_a_reader_are_named(tmp_path: Path) -> None:
    plan = read_by(ReaderKind.METRATEC, tmp_path)
    swap(plan, ("antenna.2", "antenna.13"))
    with live_table(plan, None) as table:
        found = visit(plan.config, SimulatedInstaller(table), QUICK, [Part.ANTENNA], write=False)
    assert problems(found) == {"seat 3 cards": (Finding.SWAPPED, ("burn",)), "burn": (Finding.SWAPPED, ("seat 3 cards",))}


def test_a_reader_that_hangs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit_module, "START_S", 4.0)
    plan = read_by(ReaderKind.METRATEC, tmp_path)
    with live_table(plan, None) as table:
        for name in ANTENNAS[ReaderKind.METRATEC]:
            table.look(lambda sim, name=name: sim.order(ReaderHangs(name, 0)))  # type: ignore[misc]
        found = visit(plan.config, SimulatedInstaller(table), QUICK, [Part.SHOE], write=False)
    assert ("felt", 0) in found.silent_readers
    assert "felt" in found.absent
