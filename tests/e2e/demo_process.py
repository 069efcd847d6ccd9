"""A demonstration as somebody starts it at a shell: its process, its children, its folder, what it says and how it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent.parent
READY_S = 90.0
STOP_S = 30.0


def free_port() -> int:
    """A port of this computer nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Demo:
    """`burnturn demo ARGUMENTS` with its temporary folder under `folder`."""

    def __init__(self, folder: Path, *arguments: str, in_background: bool = False) -> None:
        """`in_background`: as a script starts a job with `&`, with SIGINT ignored."""
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.output = folder / "said.txt"
        self._said: IO[bytes] = self.output.open("wb")
        environment = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), *sys.path)))}
        command = [sys.executable, "-m", "table_controller", "demo", *arguments]
        self.process = subprocess.Popen(
            command,
            stdout=self._said,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=ROOT,
            preexec_fn=partial(_born, in_background),  # noqa: PLW1509 - it only sets signals
        )

    def said(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def address(self) -> str:
        """Where the pit wall is, once the demonstration says so."""
        until = time.monotonic() + READY_S
        while (found := re.search(r"http://\S+", self.said())) is None:
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < until, "no address"
            time.sleep(0.1)
        return found.group()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address().rstrip("/") + path, timeout=10) as answer:
            return json.loads(answer.read())

    def own_folder(self) -> Path:
        """The temporary folder it made for itself."""
        return next(self.folder.glob("burnturn-demo-*"))

    def family(self) -> set[int]:
        """Its process and all their children, now."""
        parents = {int(entry.name): _parent(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit()}
        found, grown = {self.process.pid}, True
        while grown:
            more = {pid for pid, parent in parents.items() if parent in found}
            grown = not more <= found
            found |= more
        return found

    def interrupt(self) -> int:
        """Ctrl-C at the shell; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(STOP_S)

    def close(self) -> None:
        """Whatever became of it, nothing is left."""
        for pid in self.family() if self.process.poll() is None else ():
            os.kill(pid, signal.SIGKILL)
        self.process.wait(STOP_S)
        self._said.close()


def _born(in_background: bool) -> None:
    """As from a terminal, whoever runs the tests; in the background it is deaf to Ctrl-C."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN if in_background else signal.default_int_handler)


def _parent(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
    except OSError:
        return 0


@contextmanager
def demo(folder: Path, *arguments: str, in_background: bool = False) -> Iterator[Demo]:
    """Runs inside the context."""
    running = Demo(folder, *arguments, in_background=in_background)
    try:
        yield running
    finally:
        running.close()
