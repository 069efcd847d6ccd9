"""Starts `fake_server.py` as a process of its own, and reads its streams over plain sockets as a browser would."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from table_controller.views.shapes import PitView

HERE = Path(__file__).parent
STARTS_WITHIN_S = 20.0


def free_port() -> int:
    """A port of this computer nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class LiveServer:
    """The running server. `show` gives a table's next view to it."""

    def __init__(self, max_viewers: int = 8, port: int | None = None, settings: dict[str, Any] | None = None) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, str(HERE / "fake_server.py"), str(self.port), str(max_viewers), json.dumps(settings or {})]
        root = HERE.parent.parent
        self.process = subprocess.Popen(
            command, cwd=root, stdin=subprocess.PIPE, start_new_session=True, env={**os.environ, "PYTHONPATH": str(root)}
        )
        self._wait_until_it_answers()

    def show(self, view: PitView) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(view) + b"\n")
        self.process.stdin.flush()

    def get(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of one request."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as link:
            link.request(method, path, body, headers)
            answer = link.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()

    def stop(self) -> float:
        """Ends the process as a service manager would; how long that took, in seconds."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=15)
        return time.monotonic() - started

    def freeze(self, frozen: bool) -> None:
        """What a cut cable looks like from outside: connections stay open and nothing comes."""
        os.killpg(self.process.pid, signal.SIGSTOP if frozen else signal.SIGCONT)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < end:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.get("/healthz")[0] == 200:
                    return
            assert self.process.poll() is None, "the server ended"
            time.sleep(0.05)
        raise AssertionError("the server does not answer")


class EventStream:
    """One viewer: the answer's head, then events as (name, data), comments as (`:`, text)."""

    def __init__(self, port: int, path: str, timeout: float = 10.0) -> None:
        self._link = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self._link.request("GET", path, headers={"Accept": "text/event-stream"})
        self.answer = self._link.getresponse()
        self.status = self.answer.status
        self.headers = {name.lower(): value for name, value in self.answer.getheaders()}

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        name, data = "message", ""
        for line in self.answer:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                name = text[7:]
            elif text.startswith("data: "):
                data = text[6:]
            elif text.startswith(":"):
                yield ":", text[2:]
            elif not text and data:
                yield name, json.loads(data)
                name, data = "message", ""

    def next(self, wanted: str) -> Any:
        """The data of the next event of that name."""
        return next(data for name, data in self if name == wanted)

    def close(self) -> None:
        self.answer.close()
        self._link.close()
