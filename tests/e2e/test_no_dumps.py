"""A real table process leaves no core file, and nobody without root's full rights reads its memory."""

import ctypes
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core.ids import Chips
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import read_status

from .live import STARTED_S

_DROP_FROM_BOUNDS = 24
_CAP_SYS_PTRACE = 19
"""prctl(2), capabilities(7)."""
READ = "import sys; open(f'/proc/{sys.argv[1]}/mem', 'rb'); print('1')"


def as_user() -> None:
    """Runs in the child: what every user has, also where root runs the tests. Core files, and no look into others' memory."""
    ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDS, _CAP_SYS_PTRACE, 0, 0, 0)
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (most, most))


def started(*arguments: object, folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=environment, preexec_fn=as_user, text=True, stdin=pipe, stdout=pipe)  # noqa: PLW1509


def may_look_into(pid: int, folder: Path) -> bool:
    with started("-c", READ, pid, folder=folder) as reader:
        return int(reader.communicate()[0].strip() or 0) > 0


def core_limit(pid: int) -> str:
    (line,) = [one for one in Path(f"/proc/{pid}/limits").read_text().splitlines() if one.startswith("Max core file size")]
    return line.split()[4]


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_CORE)[1] == 0, reason="core files are off on this machine altogether")
def test_a_table_process_leaves_no_picture_of_its_memory(tmp_path: Path) -> None:
    plan = SimulatedPlan(tmp_path, 1, Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10)))
    furnish(plan)
    with (
        started("-m", "table_controller", "table", plan.config, folder=tmp_path) as table,
        started("-c", "input()", folder=tmp_path) as other,
    ):
        try:
            assert wait_for(lambda: read_status(plan.journals / "T1.journal") is not None, STARTED_S)
            assert core_limit(table.pid) == "0"
            assert core_limit(other.pid) != "0"
            if may_look_into(other.pid, tmp_path):  # where Yama lets nobody, nothing can be seen of it
                assert not may_look_into(table.pid, tmp_path)
            table.send_signal(signal.SIGABRT)
            assert table.wait(STARTED_S) == -signal.SIGABRT
            assert not list(tmp_path.glob("core*"))
        finally:
            table.kill()
            other.kill()
