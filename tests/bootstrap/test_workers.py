"""Processes that work for a command end with it, and it ends with the first of them that is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_controller.bootstrap.processes import wait_for

BENCH = ("bench", "tracking", "--hands", "4000", "--tables", "2", "--noise", "typical", "--json")


def children(pid: int) -> list[int]:
    return [int(one) for task in Path(f"/proc/{pid}/task").glob("*/children") for one in task.read_text().split()]


def workers(pid: int) -> list[int]:
    return [one for one in children(pid) if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


@pytest.fixture
def bench() -> Iterator[subprocess.Popen[str]]:
    """A command that computes for minutes, once its workers are there."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-m", "table_controller", *BENCH], text=True, **pipes) as running:
        try:
            assert wait_for(lambda: len(workers(running.pid)) == 2, 30)
            yield running
        finally:
            running.kill()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_command(bench: subprocess.Popen[str], end: signal.Signals) -> None:
    family = children(bench.pid)
    bench.send_signal(end)
    bench.wait(20)
    assert wait_for(lambda: not any(Path(f"/proc/{one}").exists() for one in family), 20)


def test_a_killed_worker_ends_the_command_with_one_line(bench: subprocess.Popen[str]) -> None:
    os.kill(workers(bench.pid)[0], signal.SIGKILL)
    output, errors = bench.communicate(timeout=20)
    assert (bench.returncode, output) == (1, "")
    assert errors.strip() == "burnturn: a process that worked for this command was ended"
