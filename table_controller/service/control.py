"""The way in: a Unix socket per table, mode 0660, one JSON line each way, two seconds at most.

Owns the socket and nothing else: each line is handed to `submit`, which waits for the node's answer.
"""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from table_controller.core.messages import Rejection
from table_controller.journal.beside import short_address
from table_controller.service.envelope import MAX_LINE, Answer, Envelope, read_envelope, write_answer

LIMIT_S = 2.0
"""How long one exchange may take (ARCHITECTURE: control link)."""
MAX_CLIENTS = 16
"""Exchanges under way at once; more are closed unanswered and may come again."""

Submit = Callable[[Envelope, bytes], Answer | None]
"""Gives an order (and its bytes, for the idempotency record) to the node; None: no answer within the limit."""


class ControlServer:
    """Listens until `stop`. The socket file is removed on stop; a stale one of a killed node is replaced."""

    def __init__(self, path: Path, submit: Submit) -> None:
        self._path = path
        self._submit = submit
        self._places = threading.BoundedSemaphore(MAX_CLIENTS)
        self._stopping = threading.Event()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._thread = threading.Thread(target=self._accept, name="control", daemon=True)

    def start(self) -> None:
        """Binds and begins to accept. OSError when the path cannot be bound."""
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()
        mask = os.umask(0o117)
        try:
            with short_address(self._path) as address:
                self._socket.bind(address)
        finally:
            os.umask(mask)
        self._socket.listen(MAX_CLIENTS)
        self._socket.settimeout(0.2)
        self._thread.start()

    def stop(self) -> None:
        """Closes the socket; returns within a second."""
        self._stopping.set()
        self._thread.join(timeout=1.0)
        self._socket.close()
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                client, _ = self._socket.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            if not self._places.acquire(blocking=False):
                client.close()
                continue
            threading.Thread(target=self._serve, args=(client,), name="control-client", daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            with client, contextlib.suppress(OSError):
                client.settimeout(LIMIT_S)
                line = _read_line(client)
                answer = self._answer(line)
                if answer is not None:
                    client.sendall(write_answer(answer))
        finally:
            self._places.release()

    def _answer(self, line: bytes) -> Answer | None:
        try:
            envelope = read_envelope(line)
        except (msgspec.MsgspecError, RecursionError) as wrong:
            return Answer(ok=False, rejection=Rejection("bad_order", {"what": str(wrong)}))
        return self._submit(envelope, line)


def _read_line(client: socket.socket) -> bytes:
    buffer = bytearray()
    until = time.monotonic() + LIMIT_S
    while not buffer.endswith(b"\n") and len(buffer) <= MAX_LINE:
        client.settimeout(max(0.001, until - time.monotonic()))  # the whole line, not each piece of it, has two seconds
        piece = client.recv(4096)
        if not piece:
            break
        buffer += piece
    return bytes(buffer[:MAX_LINE])
