"""How long the dashboard waits for a request to come whole, and what it says to one that is none.

gunicorn waits for ever for the rest of a request, with a thread of its own; and what it refuses itself it says as a page. Owns
both. Must not know what is asked.
"""

import threading
import time
from typing import Any

import msgspec
from gunicorn import util
from gunicorn.workers import gthread

WHOLE_S = 3.0
"""From the first byte of a request to its last. An honest one is a few packets."""
LOOK_S = 0.25


class PatientWorker(gthread.ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Ends the reading of a request that does not come whole in time; answering may take as long as it likes."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._due: dict[Any, float] = {}

    def init_process(self) -> None:
        """See gunicorn; in the worker, after the fork."""
        threading.Thread(target=self._watch, name="patience", daemon=True).start()
        super().init_process()

    def handle(self, conn: Any) -> Any:
        """One request of a connection, in a thread of the pool."""
        self._due[conn] = time.monotonic() + WHOLE_S
        try:
            return super().handle(conn)
        finally:
            self._due.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """The head is there; only an order has a body that is still to come."""
        if req.method in ("GET", "HEAD"):
            self._due.pop(conn, None)
        return super().handle_request(req, conn)

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_S)
            now = time.monotonic()
            for conn in [conn for conn, due in list(self._due.items()) if now > due]:
                self._due.pop(conn, None)
                _end_reading(conn)


def _end_reading(conn: Any) -> None:
    """Whoever reads there finds the end, as if the client had gone; what is to be written still goes out."""
    try:
        conn.sock.shutdown(0)  # SHUT_RD
    except OSError:
        return


def refuse(sock: Any, status: int, reason: str, mesg: str) -> None:
    """In the place of gunicorn's page: the error every program knows. What was wrong is not repeated to whoever sent it."""
    del mesg
    body = msgspec.json.encode({"error": {"code": "bad_request", "text": reason}})
    lines = (f"HTTP/1.1 {status} {reason}", "Connection: close", "Content-Type: application/json", f"Content-Length: {len(body)}")
    head = "\r\n".join((*lines, "", ""))
    util.write_nonblock(sock, head.encode("latin1") + body)
