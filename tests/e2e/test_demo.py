"""`burnturn demo` as the README says: an address, four tables that play, and nothing left behind after Ctrl-C."""

import json
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from table_controller.bootstrap.processes import wait_for
from table_controller.journal import verify

from .demo_process import Demo, demo, free_port

CONTRACT = {
    "tables", "hands", "injected", "detected", "missed", "false_alarms", "chips_conserved", "cards_conserved", "finished", "void",
    "void_unexplained", "wrong_identities", "late_entries", "floor_calls_without_error", "cpu_per_table", "seconds", "codes",
}  # fmt: skip
"""What others read of the JSON (command line contract)."""


def all_play(running: Demo) -> bool:
    tables = running.get("/api/tables")
    return [table["id"] for table in tables] == ["T1", "T2", "T3", "T4"] and all(table["hand"] for table in tables)


def left(pids: set[int]) -> set[int]:
    """Those that still run; a process nobody has waited for yet runs no more."""
    return {pid for pid in pids if _runs(pid)}


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def terminals_of(pids: set[int]) -> set[str]:
    """The pseudo terminals these processes hold open."""
    names = set()
    for pid in pids:
        with suppress(PermissionError):  # what a table's own process holds open only root may see
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                try:
                    target = str(entry.readlink())
                except OSError:
                    continue
                if target.startswith("/dev/pts/"):
                    names.add(target)
    return names


@pytest.mark.slow
def test_four_tables_play_and_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    port = free_port()
    with demo(tmp_path / "demo", "--port", str(port), "--speed", "8") as running:
        assert running.address() == f"http://127.0.0.1:{port}/"
        assert wait_for(lambda: all_play(running), 60)
        family, folder = running.family(), running.own_folder()
        assert len(family) >= 1 + 4 + 4 + 1
        assert len(terminals_of(family)) == 3 * 4  # which end with the processes that hold them
        assert len(list((folder / "dev").iterdir())) == 3 * 4
        assert running.interrupt() == 130
        assert wait_for(lambda: not left(family), 5), left(family)
        assert not folder.exists()
        assert [name for name in (tmp_path / "demo").iterdir() if name.name != "said.txt"] == []
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections that have ended may linger, a listener may not
        probe.bind(("127.0.0.1", port))


@pytest.mark.slow
@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_a_demonstration_in_the_background_of_a_script_ends_when_it_is_told_to(tmp_path: Path, told: signal.Signals) -> None:
    with demo(tmp_path / "demo", "--tables", "1", "--port", str(free_port()), in_background=True) as running:
        running.address()
        family = running.family()
        running.process.send_signal(told)
        assert running.process.wait(30) == 130
        assert wait_for(lambda: not left(family), 5), left(family)


@pytest.mark.slow
def test_a_rehearsal_is_scored_in_the_keys_of_the_contract_and_leaves_only_its_record(tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    arguments = ["--tables", "2", "--hands", "1", "--speed", "max", "--headless", "--seed", "7", "--keep", str(keep), "--json"]
    with demo(tmp_path / "demo", *arguments) as running:
        assert running.process.wait(120) == 0, running.said()
        score = json.loads(running.said().splitlines()[-1])
        assert set(score) >= CONTRACT
        assert (score["tables"], score["hands"], score["finished"], score["false_alarms"], score["missed"]) == (2, 2, 2, 0, 0)
        assert (score["chips_conserved"], score["cards_conserved"]) == (True, True)
        assert list((keep / "dev").iterdir()) == []
        left_over = sorted(file.name for file in (keep / "journals").iterdir())
        assert left_over == [f"T{number}.{what}" for number in (1, 2) for what in ("boxes", "journal", "journal.status")]
        assert all(verify(keep / "journals" / f"T{number}.journal").ok for number in (1, 2))
    assert list((tmp_path / "demo").glob("burnturn-*")) == []


@pytest.mark.slow
def test_the_firmware_runs_a_whole_table(tmp_path: Path, firmware: Callable[..., Path]) -> None:
    firmware("image", "board")
    keep = tmp_path / "kept"
    arguments = [
        "--hardware",
        "firmware",
        "--tables",
        "1",
        "--hands",
        "1",
        "--speed",
        "8",
        "--headless",
        "--keep",
        str(keep),
        "--json",
    ]
    with demo(tmp_path / "demo", *arguments) as running:
        assert wait_for(lambda: any("virtual_board" in name for name in names(running.family())), 60)
        family = running.family()
        assert running.process.wait(240) == 0, running.said()
        score = json.loads(running.said().splitlines()[-1])
        assert (score["hands"], score["finished"], score["false_alarms"], score["wrong_identities"]) == (1, 1, 0, 0)
        assert (score["chips_conserved"], score["cards_conserved"]) == (True, True)
        assert wait_for(lambda: not left(family), 5), left(family)
    assert list((keep / "dev").iterdir()) == []
    assert verify(keep / "journals" / "T1.journal").ok


def names(pids: set[int]) -> list[str]:
    """The programs of these processes."""
    found = []
    for pid in pids:
        with suppress(OSError):
            found.append(Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace").split("\0")[0])
    return found


def test_the_firmware_is_not_played_in_virtual_time(tmp_path: Path) -> None:
    with demo(tmp_path / "demo", "--hardware", "firmware", "--virtual", "--hands", "1") as running:
        assert running.process.wait(30) == 2
        assert "real time" in running.said()


def test_a_taken_port_is_said_so_at_once(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with demo(tmp_path / "demo", "--port", str(port), "--tables", "1") as running:
            assert running.process.wait(30) == 1
            assert f"port {port}" in running.said()
            assert list((tmp_path / "demo").glob("burnturn-*")) == []
