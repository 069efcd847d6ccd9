"""The keeper of the dealer's console: started again when it ends by itself, ended with the table, apart from it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from table_controller.bootstrap import console_keeper
from table_controller.bootstrap.console_keeper import ConsoleKeeper
from table_controller.bootstrap.processes import wait_for


def keeper_of(program: str, monkeypatch: pytest.MonkeyPatch) -> ConsoleKeeper:
    monkeypatch.setattr(console_keeper, "AGAIN_S", 0.01)
    keeper = ConsoleKeeper(Path("T1.toml"))
    monkeypatch.setattr(keeper, "_command", [sys.executable, "-S", "-c", program])
    return keeper


def test_a_console_that_ends_by_itself_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = tmp_path / "starts"
    keeper = keeper_of(f"open({str(starts)!r}, 'a').write('x'); raise SystemExit(1)", monkeypatch)
    keeper.start()
    assert wait_for(lambda: starts.exists() and len(starts.read_text()) >= 3, 30)
    keeper.stop()


@pytest.mark.parametrize("deaf", [False, True])
def test_a_console_ends_with_the_table_even_if_it_does_not_listen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaf: bool
) -> None:
    monkeypatch.setattr(console_keeper, "STOP_S", 0.5)
    pid = tmp_path / "pid"
    ignore = "signal.signal(signal.SIGTERM, signal.SIG_IGN)" if deaf else "pass"
    program = f"import os, signal, time; {ignore}; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    keeper = keeper_of(program, monkeypatch)
    keeper.start()
    assert wait_for(lambda: pid.exists() and pid.read_text() != "", 30)
    keeper.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_the_tables_own_process_loads_nothing_of_the_web(root: Path) -> None:
    """It holds every card of the hand, and must not wait for a page."""
    program = "import sys, table_controller.bootstrap.table; print(*{name.partition('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True, timeout=60)
    assert not set(run.stdout.split()) & {"flask", "gunicorn", "werkzeug", "jinja2", "web_dashboard"}
