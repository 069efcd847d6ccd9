"""Whatever ends a demonstration: its children end, and its folder and the links to its devices go."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.bootstrap.processes import wait_for

from .demo_process import Demo, demo, free_port
from .test_demo import left

STILL_S = 20


def child(running: Demo, command: str) -> int:
    """The process of this command among its children."""
    for pid in running.family():
        if command.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
            return pid
    raise AssertionError(f"no {command}")


def told(running: Demo, *signals: signal.Signals) -> None:
    for number in signals:
        running.process.send_signal(number)
        time.sleep(0.2)  # a second word comes while the children are being stopped


ENDS: dict[str, tuple[Callable[[Demo], None], int]] = {
    "a table is killed": (lambda running: os.kill(child(running, "table"), signal.SIGKILL), 1),
    "the simulator is killed": (lambda running: os.kill(child(running, "rehearse"), signal.SIGKILL), 1),
    "the terminal is closed": (lambda running: told(running, signal.SIGHUP), 130),
    "Ctrl-C three times": (lambda running: told(running, signal.SIGINT, signal.SIGINT, signal.SIGINT), 130),
    "it is killed itself": (lambda running: told(running, signal.SIGKILL), -9),
}


@pytest.mark.slow
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("how", ENDS)
def test_nothing_is_left_behind(tmp_path: Path, how: str, kept: bool) -> None:
    end, code = ENDS[how]
    keep = tmp_path / "kept"
    more = ("--keep", str(keep)) if kept else ()
    with demo(tmp_path / "demo", "--tables", "1", "--port", str(free_port()), "--speed", "8", *more) as running:
        running.address()
        dev = (keep if kept else running.own_folder()) / "dev"
        assert wait_for(lambda: len(list(dev.iterdir())) == 3, STILL_S)
        family = running.family()
        end(running)
        assert running.process.wait(STILL_S) == code, running.said()
        assert wait_for(lambda: not left(family), STILL_S), left(family)
        assert "Traceback" not in running.said()
    assert [path.name for path in (tmp_path / "demo").iterdir()] == ["said.txt"]
    assert not dev.exists() or list(dev.iterdir()) == []
