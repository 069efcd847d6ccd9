"""The control link's client against the table's own socket, and against sockets that do not behave."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from table_controller.core.ids import SeatNo, Seq, TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import Fold, Person, Role
from table_controller.service.control import LIMIT_S, MAX_CLIENTS, ControlServer
from table_controller.service.envelope import Answer, Envelope
from web_dashboard.feed import Accepted, KeyReused, Refused, Unanswered
from web_dashboard.local_control import LocalControl

T1 = TableId("T1")
DEALER = Person(Role.DEALER, via="console")
KEY = "0b1c2d3e-0000-4000-8000-000000000001"


def ask(folder: Path, table: TableId = T1) -> object:
    return LocalControl(folder).order(table, Fold(seat=SeatNo(3)), DEALER, Seq(7), KEY)


@contextlib.contextmanager
def table_answering(folder: Path, answer: Answer | None, seen: list[tuple[Envelope, bytes]] | None = None) -> Iterator[None]:
    def submit(envelope: Envelope, body: bytes) -> Answer | None:
        if seen is not None:
            seen.append((envelope, body))
        return answer

    server = ControlServer(folder / "T1.sock", submit)
    server.start()
    try:
        yield
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (Answer(ok=True, seq=Seq(12)), Accepted(Seq(12))),
        (Answer(ok=False, rejection=Rejection("stale", {})), Refused(Rejection("stale", {}))),
        (Answer(ok=False, conflict=True), KeyReused()),
        (None, Unanswered()),
    ],
)
def test_the_tables_answer_is_passed_on(tmp_path: Path, told: Answer | None, wanted: object) -> None:
    with table_answering(tmp_path, told):
        assert ask(tmp_path) == wanted


def test_the_table_gets_order_person_key_and_what_was_seen(tmp_path: Path) -> None:
    seen: list[tuple[Envelope, bytes]] = []
    with table_answering(tmp_path, Answer(ok=True, seq=Seq(12)), seen):
        ask(tmp_path)
        ask(tmp_path)
    assert seen[0][0] == Envelope(Fold(seat=SeatNo(3)), DEALER, KEY, Seq(7))
    assert seen[0][1] == seen[1][1], "the same order twice is the same bytes, or its key would be taken for reused"


def test_a_table_that_is_not_there_does_not_answer(tmp_path: Path) -> None:
    assert ask(tmp_path) == Unanswered()


@contextlib.contextmanager
def misbehaving(folder: Path, behave: Callable[[socket.socket], None]) -> Iterator[None]:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(folder / "T1.sock"))
    listener.listen(1)

    def serve() -> None:
        client, _ = listener.accept()
        with client, contextlib.suppress(OSError):
            behave(client)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield
    finally:
        thread.join()
        listener.close()


def test_two_seconds_are_the_limit_however_slowly_the_answer_drips(tmp_path: Path) -> None:
    done = threading.Event()

    def drip(client: socket.socket) -> None:
        client.recv(4096)
        while not done.wait(0.1):
            client.sendall(b" ")

    with misbehaving(tmp_path, drip):
        begun = time.monotonic()
        assert ask(tmp_path) == Unanswered()
        done.set()
    assert 1.5 < time.monotonic() - begun < 2.5


@pytest.mark.parametrize("answer", [b"", b"\n", b"nonsense\n", b'{"ok":1}\n', b'{"ok":true}\n', b"x" * 200_000])
def test_an_answer_that_makes_no_sense_is_none(tmp_path: Path, answer: bytes) -> None:
    with misbehaving(tmp_path, lambda client: (client.recv(4096), client.sendall(answer))):  # type: ignore[func-returns-value,arg-type]
        assert ask(tmp_path) == Unanswered()


def test_a_tables_name_leads_nowhere_else(tmp_path: Path) -> None:
    with table_answering(tmp_path, Answer(ok=True, seq=Seq(1))):
        assert ask(tmp_path / "sub", TableId("../T1")) == Unanswered()


def test_more_orders_at_once_than_the_table_takes_are_all_answered(tmp_path: Path) -> None:
    """The control link closes exchanges beyond its sixteen; each gets its turn within the two seconds of the contract."""
    most = 3 * MAX_CLIENTS

    def submit(_envelope: Envelope, _body: bytes) -> Answer | None:
        time.sleep(0.3)  # what a busy table takes to decide and write
        return Answer(ok=True, seq=Seq(1))

    server = ControlServer(tmp_path / "T1.sock", submit)
    server.start()
    begun = time.monotonic()
    try:
        with ThreadPoolExecutor(most) as people:
            answers = list(people.map(lambda _: ask(tmp_path), range(most)))
    finally:
        server.stop()
    assert answers == [Accepted(Seq(1))] * most
    assert time.monotonic() - begun < LIMIT_S + 0.5


def test_a_table_that_turns_everybody_away_is_given_up_after_two_seconds(tmp_path: Path) -> None:
    server = ControlServer(tmp_path / "T1.sock", lambda _envelope, _body: None)
    server.start()
    begun = time.monotonic()
    try:
        assert ask(tmp_path) == Unanswered()
    finally:
        server.stop()
    assert 1.5 < time.monotonic() - begun < LIMIT_S + 0.5
