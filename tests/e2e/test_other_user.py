"""The dashboard's user may read a table's journals and not write them: it sees the table alive, killed, and cleanly stopped."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.show import Show
from table_controller.journal import JournalReader

from .live import STARTED_S, LiveTable, live_table

NOBODY = 65534
TABLE_OF_THREE = 3


@pytest.fixture
def shared_show(show_in: Callable[..., Show]) -> Iterator[Show]:
    """Its journals lie as they are deployed: the group may read the directory and not write it. Needs root."""
    if os.geteuid() != 0:
        pytest.skip("looking as another user needs root")
    with tempfile.TemporaryDirectory(prefix="burnturn-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        show = show_in(folder, seed=5, hands=50)
        journals = folder / "journals"
        journals.mkdir()
        os.chown(journals, 0, NOBODY)
        journals.chmod(0o2750)
        yield show


def look(table: LiveTable) -> dict[str, Any]:
    command = [sys.executable, str(Path(__file__).parent / "feed_process.py"), str(table.plan.journals), table.plan.id]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    seen: dict[str, Any] = json.loads(run.stdout)
    assert seen["may_write_directory"] is False
    assert [name for name in seen["may_write"] if not name.endswith(".sock")] == []
    return seen


def head(table: LiveTable) -> int:
    return JournalReader.open(table.plan.journals / f"{table.plan.id}.journal").head().sequence


def test_another_user_sees_a_table_alive_killed_and_stopped(shared_show: Show) -> None:
    with live_table(shared_show, TABLE_OF_THREE) as table:
        assert wait_for(table.alive, STARTED_S)
        assert wait_for(lambda: (look(table)["hand"] or 0) >= 1, STARTED_S)
        before = head(table)
        alive = look(table)
        assert before <= alive["seq"]
        assert alive["age"] < 3
        assert sorted(alive["devices"]) == ["board", "keypad", "shoe"]
        assert alive["order"] == "Accepted"

        table.controller.kill()
        killed = look(table)  # first: our own reading, which may write, would repair what a kill left
        assert killed["seq"] == head(table)
        assert killed["hand"] >= alive["hand"]
        assert killed["order"] == "Unanswered"

        table.start_again()
        assert wait_for(table.alive, STARTED_S)
        table.stop()
        stopped = look(table)
        assert stopped["seq"] == head(table) > killed["seq"]
        assert stopped["order"] == "Unanswered"
