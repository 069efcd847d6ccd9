"""The control link: one line in, one line out, and nobody can hold it up or break it."""

import socket
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from table_controller.core.ids import Seq
from table_controller.core.orders import CallFloor
from table_controller.service.control import LIMIT_S, ControlServer
from table_controller.service.envelope import MAX_LINE, Answer, Envelope

ORDER = b'{"order":{"kind":"call_floor"},"person":{"role":"dealer"},"key":"k1"}\n'


class Desk:
    """Answers every order with the number of orders so far."""

    def __init__(self) -> None:
        self.given: list[Envelope] = []
        self.silent = False

    def submit(self, envelope: Envelope, _body: bytes) -> Answer | None:
        self.given.append(envelope)
        return None if self.silent else Answer(ok=True, seq=Seq(len(self.given)))


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def path(tmp_path: Path, desk: Desk) -> Iterator[Path]:
    server = ControlServer(tmp_path / "T1.sock", desk.submit)
    server.start()
    yield tmp_path / "T1.sock"
    server.stop()


def ask(path: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(LIMIT_S * 3)
        link.connect(str(path))
        link.sendall(line)
        return link.recv(65_536)


def test_an_order_is_answered_in_one_line(path: Path, desk: Desk) -> None:
    assert msgspec.json.decode(ask(path, ORDER)) == {"ok": True, "seq": 1}
    assert desk.given[0].order == CallFloor()


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (b'{"order":{"kind":"bet","to":"much"},"person":{"role":"dealer"}}\n', "$.order.to"),
        (b'{"order":{"kind":"dance"},"person":{"role":"dealer"}}\n', "$.order"),
        (b'{"order":{"kind":"call_floor"},"person":{"role":"king"}}\n', "$.person.role"),
        (b'{"order":{"kind":"call_floor"},"person":{"role":"dealer"},"extra":1}\n', "extra"),
        (b'{"order":{"kind":"top_up","seat":1,"amount":99999999999999999999999},"person":{"role":"floor"}}\n', "$.order.amount"),
        (b'{"order":{"kind":"top_up","seat":1,"amount":-5},"person":{"role":"floor"}}\n', "$.order.amount"),
        (
            b'{"order":{"kind":"seat","seat":1,"chips":5,"player":"' + b"y" * 500 + b'"},"person":{"role":"floor"}}\n',
            "$.order.player",
        ),
        (b'{"order":{"kind":"set_stakes","stakes":{"limit":"some"}},"person":{"role":"floor"}}\n', "$.order.stakes"),
        (b"not json\n", "malformed"),
        (b"\xff\xfe\n", ""),
        (b'{"order":{"seat":' + b"[" * 9_000 + b"]" * 9_000 + b',"kind":"fold"},"person":{"role":"dealer"}}\n', ""),
        (b"\n", ""),
    ],
)
def test_a_bad_line_gets_a_clear_rejection_naming_the_field(path: Path, desk: Desk, line: bytes, field: str) -> None:
    told = msgspec.json.decode(ask(path, line))
    assert told["ok"] is False
    assert told["rejection"]["code"] == "bad_order"
    assert field in told["rejection"]["params"]["what"]
    assert desk.given == []


def test_a_line_without_end_is_read_only_so_far(path: Path, desk: Desk) -> None:
    told = msgspec.json.decode(ask(path, b"x" * (MAX_LINE + 10)))
    assert told["rejection"]["code"] == "bad_order"


def test_who_says_nothing_is_dropped_and_others_are_served_meanwhile(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as idle:
        idle.connect(str(path))
        assert msgspec.json.decode(ask(path, ORDER))["ok"] is True
        idle.settimeout(LIMIT_S * 3)
        assert idle.recv(10) == b""


def test_a_trickling_client_is_cut_after_the_limit_as_a_whole(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as slow:
        slow.connect(str(path))
        slow.settimeout(0.3)
        began = time.monotonic()
        while time.monotonic() - began < LIMIT_S * 3:
            try:
                slow.sendall(b"x")
                if slow.recv(10) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() - began < LIMIT_S * 2


def test_an_order_nobody_answers_ends_without_an_answer(path: Path, desk: Desk) -> None:
    desk.silent = True
    assert ask(path, ORDER) == b""


def test_the_socket_is_for_the_group_and_nobody_else(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o660


def test_a_stale_socket_of_a_killed_controller_is_replaced(tmp_path: Path, desk: Desk) -> None:
    stale = tmp_path / "T2.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(stale))
    server = ControlServer(stale, desk.submit)
    server.start()
    try:
        assert msgspec.json.decode(ask(stale, ORDER))["ok"] is True
    finally:
        server.stop()
    assert not stale.exists()


def test_stopping_takes_less_than_a_second_with_a_client_inside(tmp_path: Path, desk: Desk) -> None:
    server = ControlServer(tmp_path / "T3.sock", desk.submit)
    server.start()
    with socket.socket(socket.AF_UNIX) as idle:
        idle.connect(str(tmp_path / "T3.sock"))
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 1.0
    for thread in threading.enumerate():
        if thread.name == "control-client":
            thread.join(LIMIT_S * 2)
