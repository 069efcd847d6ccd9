"""One open stream: what it has seen, when it may get the next message, and the messages themselves as bytes.

Owns the form of server-sent events. Must not know HTTP; the hub hands it encoded views.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

import msgspec

from table_controller.core.ids import TableId
from table_controller.views.shapes import PitView
from web_dashboard.live.pace import BEAT_S, STEP_S, Pace

_RETRY = b"retry: 2000\n"
_encode = msgspec.json.Encoder().encode


class Drawing(NamedTuple):
    """What a page is sent instead of views: a table's tile, and the bar of all alarms. Both may be called from any thread."""

    tile: Callable[[PitView], str]
    bar: Callable[[], str]


class Source(Protocol):
    """What a viewer needs of its hub."""

    def changed(self, table: TableId | None, since: int, language: str) -> tuple[int, list[bytes]]: ...

    def changed_views(self, since: int) -> tuple[int, list[PitView]]: ...

    def news(self, table: TableId | None, since: int) -> bool: ...

    def alarms(self, table: TableId | None, since: int) -> tuple[int, list[dict[str, object]] | None]: ...

    def ages(self) -> dict[TableId, float | None]: ...


def event(name: str, data: bytes) -> bytes:
    """One server-sent event. `data` is JSON, so it holds no line break."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)


class Viewer:
    """Made by `Hub.join`. `nudge` and `end` may be called from any thread, `messages` by the stream's own."""

    def __init__(self, hub: Source, table: TableId | None, *, beats: bool, language: str) -> None:
        self._hub = hub
        self._table = table
        self._beat_s = BEAT_S if beats else None
        self._ahead = time.time() // STEP_S * STEP_S - time.monotonic()
        self._language = language
        self._seen = 0
        self._alarms_seen = 0
        self._wake = threading.Event()
        self._pausing = False
        self._ending: str | None = None

    def wants(self, table: TableId) -> bool:
        """Whether this viewer watches that table."""
        return self._table is None or self._table == table

    def nudge(self, *, urgent: bool) -> None:
        """Something changed. Within the gap between two messages only what is urgent wakes the viewer."""
        if urgent or not self._pausing:
            self._wake.set()

    def end(self, *, reauth: bool) -> None:
        """The stream is to end now."""
        self._ending = "reauth" if reauth else "stop"
        self._wake.set()

    def messages(self) -> Generator[bytes]:
        """The stream: the snapshot at once, then what is newer than it, until `end`."""
        pace = Pace(self._now(), self._beat_s)
        yield self._snapshot()
        pace.sent_tables(self._now())
        while self._ending is None:
            if due := b"".join(self._due(pace)):
                yield due
            self._sleep(pace)
        if self._ending == "reauth":
            yield event("reauth", b"{}")

    def _now(self) -> float:
        """The time by this viewer's own clock, whose steps begin when it came, so that not all pages move in the same moment."""
        return time.monotonic() + self._ahead

    def _snapshot(self) -> bytes:
        self._seen, views = self._hub.changed(self._table, -1, self._language)
        self._alarms_seen = self._seen
        return _RETRY + event("snapshot", b"[%s]" % b",".join(views))

    def _due(self, pace: Pace) -> Iterator[bytes]:
        self._alarms_seen, alarms = self._hub.alarms(self._table, self._alarms_seen)
        if alarms is not None:
            yield event("alarms", _encode(alarms))
        now = self._now()
        if pace.tables_due(now):
            self._seen, views = self._hub.changed(self._table, self._seen, self._language)
            if views:
                pace.sent_tables(now)
                yield event("tables", b"[%s]" % b",".join(views))
        if pace.take_beat(now):
            yield event("beat", _encode(self._beat()))
        if pace.take_heartbeat(now):
            yield b": %s\n\n" % datetime.now(UTC).isoformat(timespec="milliseconds").encode()

    def _beat(self) -> dict[str, object]:
        return {"time": round(1000 * self._now()), "ages": self._hub.ages()}

    def _sleep(self, pace: Pace) -> None:
        self._pausing = False  # before looking for news: who publishes after the look must wake us
        now = self._now()
        waiting = self._hub.news(self._table, self._seen)
        if waiting and not pace.tables_due(now):
            self._pausing = True
        self._wake.wait(pace.wait(now, tables_waiting=waiting))
        self._wake.clear()


class Steps(Viewer):
    """A viewer of all tables whose beats carry everything that is new, drawn: twice a second, and at once when it is an alarm."""

    def __init__(self, hub: Source, drawing: Drawing) -> None:
        super().__init__(hub, None, beats=True, language="")
        self._drawing = drawing
        self._beat_s = STEP_S
        self._pausing = True

    def _snapshot(self) -> bytes:
        self._seen, views = self._hub.changed_views(-1)
        self._alarms_seen = self._seen
        return _RETRY + event("snapshot", _encode(self._drawn(views)))

    def _due(self, pace: Pace) -> Iterator[bytes]:
        self._alarms_seen, alarms = self._hub.alarms(None, self._alarms_seen)
        if pace.take_beat(self._now()) or alarms is not None:
            self._seen, views = self._hub.changed_views(self._seen)
            bar = None if alarms is None else self._drawing.bar()
            yield event("beat", _encode({**self._beat(), "views": self._drawn(views), "bar": bar}))

    def _sleep(self, pace: Pace) -> None:
        self._wake.wait(pace.wait(self._now(), tables_waiting=False))
        self._wake.clear()

    def _drawn(self, views: list[PitView]) -> list[dict[str, object]]:
        told = [(view.table, view.heartbeat_age_s, self._drawing.tile(view)) for view in views]
        return [{"table": table, "heartbeat_age_s": age, "tile": tile} for table, age, tile in told]
