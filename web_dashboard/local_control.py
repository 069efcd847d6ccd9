"""The control link of one computer: a Unix socket per table, one JSON line each way, two seconds at most."""

import socket
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from table_controller.core.ids import Seq, TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person
from table_controller.journal.beside import short_address
from web_dashboard.feed import Accepted, Answer, KeyReused, Refused, Unanswered

LIMIT_S = 2.0
MAX_LINE = 65_536
"""Longest answer that is read, bytes; no answer comes near it."""
AGAIN_S = 0.05
"""Pause before an exchange that the table closed unanswered is tried again: it takes sixteen at once and closes the rest."""
_TURNED_AWAY = (ConnectionResetError, BrokenPipeError, BlockingIOError)


class _Asked(msgspec.Struct, frozen=True):
    order: AnyOrder
    person: Person
    key: str
    seen_seq: Seq | None


class _Told(msgspec.Struct, frozen=True):
    ok: bool
    seq: Seq | None = None
    rejection: Rejection | None = None
    conflict: bool = False


class LocalControl:
    """See `web_dashboard.feed.ControlLink`. The socket of table T is `T.sock` in the given directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def order(self, table: TableId, order: AnyOrder, person: Person, seen: Seq | None, key: str) -> Answer:
        line = msgspec.json.encode(_Asked(order, person, key, seen)) + b"\n"
        try:
            return _answer(_exchange(self._socket_of(table), line))
        except (OSError, msgspec.MsgspecError):
            return Unanswered()

    def _socket_of(self, table: TableId) -> Path:
        path = self._directory / f"{table}.sock"
        if path.parent != self._directory:
            raise FileNotFoundError("a table's name holds no path")
        return path


def _exchange(path: Path, line: bytes) -> bytes:
    """The answer, asked for again while the table turns us away and there is time. Its key makes an order safe to repeat."""
    until = time.monotonic() + LIMIT_S
    while True:
        told = b""
        with suppress(*_TURNED_AWAY):
            told = _ask_once(path, line, until)
        if told or time.monotonic() + AGAIN_S >= until:
            return told
        time.sleep(AGAIN_S)


def _ask_once(path: Path, line: bytes, until: float) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(max(0.001, until - time.monotonic()))
        with short_address(path) as address:
            link.connect(address)
        link.sendall(line)
        told = bytearray()
        while not told.endswith(b"\n") and len(told) < MAX_LINE:
            link.settimeout(max(0.001, until - time.monotonic()))  # the whole answer, not each piece of it, has two seconds
            piece = link.recv(4096)
            if not piece:
                break
            told += piece
    return bytes(told)


def _answer(line: bytes) -> Answer:
    told = msgspec.json.decode(line, type=_Told)
    if told.conflict:
        return KeyReused()
    if told.rejection is not None:
        return Refused(told.rejection)
    return Accepted(told.seq) if told.ok and told.seq is not None else Unanswered()
