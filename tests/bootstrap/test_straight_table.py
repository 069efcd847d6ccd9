"""The table without wires: the same play, found the same, as over the bytes of three boards."""

from pathlib import Path

import msgspec

from hardware.simulator.noise import Noise
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.straight_table import StraightTable
from table_controller.bootstrap.virtual_rehearsal import rehearse_at, virtual_table
from table_controller.core.codec import RecordCodec
from table_controller.journal import MemoryJournal
from table_controller.rehearsal.report import RehearsalReport

HANDS = 12


def straight_table(plan: SimulatedPlan) -> StraightTable:
    furnish(plan)
    room = room_of(plan.config)
    return StraightTable(plan, room, MemoryJournal(room.config.id, room.master, RecordCodec()))


def played(folder: Path, *, straight: bool) -> RehearsalReport:
    folder.mkdir()
    plan, robot = Show(folder, tables=1, hands=HANDS, errors=0.5, seed=3).plan(1)
    report = rehearse_at((straight_table if straight else virtual_table)(plan), plan, robot)
    return msgspec.structs.replace(report, seconds=0.0)


def test_without_wires_everything_is_found_as_with_them(tmp_path: Path) -> None:
    straight = played(tmp_path / "straight", straight=True)
    assert straight.finished == HANDS
    assert straight.injected > 2
    assert straight == played(tmp_path / "wired", straight=False)


def test_what_a_device_says_comes_as_late_as_its_noise_has_it(tmp_path: Path) -> None:
    """Delays of 300 ms: a card is known that much later than by devices that are heard at once."""

    def knows(folder: Path, noise: Noise) -> int:
        folder.mkdir()
        plan, _ = Show(folder, tables=1, hands=1, seed=3, noise=noise).plan(1)
        table = straight_table(plan)
        table.run_until(10_000)
        table.act().walk(3, away=False)
        while not table.node.state.seats[2].present:
            table.run_until(table.now + 1)
        return table.now

    assert knows(tmp_path / "late", Noise(delay_ms=300)) >= knows(tmp_path / "prompt", Noise()) + 100
