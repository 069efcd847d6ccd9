"""`burnturn camera watch`: what a table's camera sees now and what is read of it, in the browser of this computer.

Owns the page and the refusals: not while a hand runs, for it shows cards; not while the table's process has the camera. Only
loopback is listened on, and asked for by its name.
"""

import html
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from string import Template
from typing import Any, Final

import cv2
import msgspec

from drivers.camera.camera_port import CameraPort
from drivers.camera.frame_sources import FrameSource, open_source
from drivers.camera.passing import Passed
from drivers.camera.picture import Picture
from drivers.ports import Delivery
from table_controller.bootstrap.at_rest import at_rest
from table_controller.bootstrap.camera_ports import camera_port
from table_controller.bootstrap.find_board import NotThere
from table_controller.config import TableConfig, load_table_config
from table_controller.core.cards import text_of
from table_controller.core.messages import Message
from table_controller.journal import JournalFault, read_status
from table_controller.messages import text
from table_controller.service.loop import Status, real_moment

_ALIVE_MS: Final = 5_000
_CARDS: Final = 8
_EVERY_S: Final = 0.5
_LOCAL: Final = ("127.0.0.1", "localhost")
_PAGE: Final = Template((Path(__file__).parent / "camera_watch.html").read_text(encoding="utf-8"))
_WORDS: Final = (
    *("title", "picture", "rate", "count", "card", "sure", "looks"),
    *("light", "burnt", "sharp", "cast", "wrong", "unread"),
)


class Watch:
    """One camera being watched. Faces are shown here and nowhere else, and nothing is kept."""

    def __init__(self, table: TableConfig, language: str) -> None:
        """NotThere when the table has no camera."""
        device = next((one for one in table.devices if one.camera is not None), None)
        if device is None or device.camera is None:
            raise NotThere(f"table {table.id} has no camera")
        self._language = language
        self._picture: Picture | None = None
        self._cards: deque[dict[str, Any]] = deque(maxlen=_CARDS)
        self._lock = threading.Lock()
        self._inbox: Queue[Delivery] = Queue(64)
        address = device.address
        self.port: CameraPort = camera_port(
            device, device.camera, self._inbox, opener=lambda: _Noting(open_source(address), self._saw), told=self._passed
        )

    def drain(self) -> None:
        """What the table would be told is not wanted here."""
        try:
            while True:
                self._inbox.get_nowait()
        except Empty:
            return

    def page(self) -> str:
        """Its words in the language asked for."""
        words = {name: html.escape(text(Message(f"watch.{name}"), self._language)) for name in _WORDS}
        return _PAGE.substitute(words, language=self._language)

    def jpeg(self) -> bytes | None:
        """The last picture; None before the first."""
        with self._lock:
            picture = self._picture
        if picture is None:
            return None
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return bytes(coded)

    def state(self) -> dict[str, Any]:
        """For the page: how it sees, and the last cards, newest first."""
        camera = self.port.camera
        trouble = camera.trouble
        with self._lock:
            cards = list(reversed(self._cards))
        return {
            "fps": round(camera.watchdog.fps, 1),
            "frames": camera.frames,
            "cards": cards,
            "trouble": trouble,
            "advice": None if trouble is None else self._advice(trouble),
            "troubles": {one.value: count for one, count in camera.troubles.items()},
        }

    def _advice(self, trouble: str) -> str:
        return text(Message(f"advice.{trouble}"), self._language)

    def _saw(self, picture: Picture) -> None:
        with self._lock:
            self._picture = picture

    def _passed(self, passed: Passed) -> None:
        face, found = passed.seen.face, passed.symptoms
        card: dict[str, Any] = {
            "card": None if face is None else text_of(face),
            "confidence": round(passed.seen.confidence, 3),
            "looks": passed.looks,
            "trouble": passed.trouble,
            "advice": None if passed.trouble is None else self._advice(passed.trouble),
            "light": None if found is None else {name: round(value, 2) for name, value in found._asdict().items()},
        }
        with self._lock:
            self._cards.append(card)


class _Noting:
    """A source that shows each picture to somebody else too."""

    def __init__(self, source: FrameSource, saw: Callable[[Picture], None]) -> None:
        self._source, self._saw = source, saw

    def next(self) -> Picture | None:
        """See `FrameSource`."""
        picture = self._source.next()
        if picture is not None:
            self._saw(picture)
        return picture

    def close(self) -> None:
        """See `FrameSource`."""
        self._source.close()


def watch_camera(config: Path, port: int, language: str, say: Callable[[str], None]) -> None:
    """Serves until Ctrl-C, or until a hand begins. HandRunning, NotThere, ConfigError, JournalFault, OSError."""
    table = load_table_config(config)
    may_watch(table)
    watch = Watch(table, language)
    with served(watch, port) as address:
        say(f"Camera: {address}    (Ctrl-C ends it)")
        while True:
            time.sleep(_EVERY_S)
            watch.drain()
            may_watch(table)


def may_watch(table: TableConfig) -> None:
    """HandRunning, or NotThere when the table's process has the camera."""
    at_rest(table, "camera watch")
    try:
        row = read_status(table.journal_path)
        status = None if row is None else msgspec.json.decode(row, type=Status)
    except (JournalFault, msgspec.MsgspecError):
        return
    if status is not None and real_moment().wall_ms - status.heartbeat < _ALIVE_MS:
        raise NotThere(f"camera watch: table {table.id} is running and has the camera; stop it first")


@contextmanager
def served(watch: Watch, port: int) -> Iterator[str]:
    """The page's address while it is served and the camera is read. OSError when the port cannot be had."""
    server = ThreadingHTTPServer(("127.0.0.1", port), _handler(watch))
    server.daemon_threads = True
    serving = threading.Thread(target=server.serve_forever, name="camera watch", daemon=True)
    watch.port.start()
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        serving.join(1.0)
        watch.port.stop()


class _Handler(BaseHTTPRequestHandler):
    """Answers one client of the page; `watch` is set by `_handler`."""

    timeout = 5.0
    watch: Watch

    def do_GET(self) -> None:
        """A page elsewhere must not read this one, so the host is asked for by the name of loopback."""
        if self.headers.get("Host", "").rsplit(":", 1)[0] not in _LOCAL:
            self.send_error(403)
        elif self.path == "/":
            self._answer("text/html; charset=utf-8", self.watch.page().encode())
        elif self.path == "/state":
            self._answer("application/json", json.dumps(self.watch.state()).encode())
        elif self.path.startswith("/picture") and (picture := self.watch.jpeg()) is not None:
            self._answer("image/jpeg", picture)
        else:
            self.send_error(404)

    def log_message(self, *_: Any) -> None:
        """Nothing: a line for each picture says nothing."""

    def _answer(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "default-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'")
        self.end_headers()
        self.wfile.write(body)


def _handler(watch: Watch) -> type[_Handler]:
    return type("Handler", (_Handler,), {"watch": watch})
