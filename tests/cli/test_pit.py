"""`burnturn pit` refuses a file it cannot serve by, says that nobody signs in, and by its exit code who ended it."""

import http.client
import signal
import socket
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from table_controller.bootstrap import pit as served
from table_controller.bootstrap.processes import wait_for
from table_controller.cli.pit import pit

GOOD = '[pit]\njournals = "."\n[dashboard]\nport = 0\n'


def written(folder: Path, text: str) -> str:
    file = folder / "pit.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('journals = "."', 'journals = "nowhere"', ":2: pit.journals: no such folder"),
        ("port = 0", "port = 70000", ":4: dashboard.port"),
        ("port = 0", "max_viewers = 0", ":4: dashboard.max_viewers"),
        ("port = 0", 'language = "slovak"', ":4: dashboard.language"),
    ],
)
def test_what_cannot_be_served_is_named_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    result = CliRunner().invoke(pit, [written(tmp_path, GOOD.replace(old, new))])
    assert result.exit_code == 2
    assert said in result.output


def test_a_folder_that_may_not_be_read_is_named_and_is_no_empty_wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path).is_file())
    monkeypatch.setattr(served, "run_pit", lambda *_: None)
    result = CliRunner().invoke(pit, [written(tmp_path, GOOD)])
    assert result.exit_code == 2
    assert ":2: pit.journals: a folder this user may not read" in result.output


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_an_open_address_is_warned_of_while_nobody_signs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, warned: bool
) -> None:
    monkeypatch.setattr(served, "run_pit", lambda *_: None)
    result = CliRunner().invoke(pit, [written(tmp_path, GOOD + f'host = "{host}"\n')])
    assert result.exit_code == 0
    assert ("nobody signs in" in result.output) is warned


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_an_address_somebody_has_is_named_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = CliRunner().invoke(pit, [written(tmp_path, GOOD.replace("port = 0", f"port = {port}"))])
    assert result.exit_code == 1
    assert result.output == f"burnturn: 127.0.0.1:{port}: Address already in use\n"


def answers(port: int) -> bool:
    with suppress(OSError, http.client.HTTPException), closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as link:
        link.request("GET", "/healthz")
        return link.getresponse().status == 200
    return False


@pytest.mark.parametrize(("told", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_the_exit_code_says_who_ended_it(tmp_path: Path, told: signal.Signals, code: int) -> None:
    port = free_port()
    file = written(tmp_path, GOOD.replace("port = 0", f"port = {port}"))
    process = subprocess.Popen([sys.executable, "-m", "table_controller", "pit", file], stderr=subprocess.PIPE)
    try:
        assert wait_for(lambda: answers(port), 30)
        process.send_signal(told)
        _, said = process.communicate(timeout=10)
        assert (process.returncode, said.strip()) == (code, b"")
    finally:
        process.kill()
        process.wait()
