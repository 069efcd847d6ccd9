"""The table without wires: the same play, found the same, as over the bytes of three boards."""

from pathlib import Path

import msgspec

from table_controller.bootstrap.show import Show
from table_controller.bootstrap.virtual_rehearsal import rehearse_at, straight_table, virtual_table
from table_controller.rehearsal.report import RehearsalReport

HANDS = 12


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
