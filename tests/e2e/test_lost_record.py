"""A table whose journal is taken away under it stops and says so; and no new record begins silently in its place."""

import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core.ids import Chips
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import read_status
from table_controller.service.loop import Status

STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))


def started(config: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "table_controller", "table", str(config)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", ["deleted", "overwritten"])
def test_a_table_whose_journal_is_lost_stops_and_does_not_begin_a_new_one(tmp_path: Path, how: str) -> None:
    plan = SimulatedPlan(folder=tmp_path, number=1, stakes=STAKES)
    furnish(plan)
    path = room_of(plan.config).config.journal_path
    with started(plan.config) as table:
        until = time.monotonic() + 60
        while read_status(path) is None:
            assert time.monotonic() < until
            assert table.poll() is None
            time.sleep(0.05)
        if how == "deleted":
            path.unlink()
        else:
            path.write_bytes(b"something else" * 1_000)
        _, said = table.communicate(timeout=60)
    assert table.returncode == 2, said
    assert "T1.journal" in said
    assert "Traceback" not in said
    row = read_status(path)
    assert row is not None
    assert msgspec.json.decode(row, type=Status).fault == "journal_lost"
    with started(plan.config) as again:
        _, said = again.communicate(timeout=60)
    assert again.returncode == 2, said
    assert path.exists() is (how == "overwritten")
