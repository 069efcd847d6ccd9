"""One open stream: what it has seen, when it may get the next message, and the messages themselves as bytes.

Owns the form of server-sent events. Must not know HTTP; the hub hands it encoded views.
"""

import threading
import time
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from typing import Protocol

import msgspec

from table_controller.core.ids import TableId
from web_dashboard.live.pace import Pace

_RETRY = b"retry: 2000\n"
_encode = msgspec.json.Encoder().encode


class Source(Protocol):
    """What a viewer needs of its hub."""

    def changed(self, table: TableId | None, since: int, language: str) -> tuple[int, list[bytes]]: ...

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
        self._beats = beats
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
        pace = Pace(time.monotonic(), beats=self._beats)
        yield self._snapshot()
        pace.sent_tables(time.monotonic())
        while self._ending is None:
            yield from self._due(pace)
            self._sleep(pace)
        if self._ending == "reauth":
            yield event("reauth", b"{}")

    def _snapshot(self) -> bytes:
        self._seen, views = self._hub.changed(self._table, -1, self._language)
        self._alarms_seen = self._seen
        return _RETRY + event("snapshot", b"[%s]" % b",".join(views))

    def _due(self, pace: Pace) -> Iterator[bytes]:
        self._alarms_seen, alarms = self._hub.alarms(self._table, self._alarms_seen)
        if alarms is not None:
            yield event("alarms", _encode(alarms))
        now = time.monotonic()
        if pace.tables_due(now):
            self._seen, views = self._hub.changed(self._table, self._seen, self._language)
            if views:
                pace.sent_tables(now)
                yield event("tables", b"[%s]" % b",".join(views))
        if pace.take_beat(now):
            yield event("beat", _encode({"time": time.time_ns() // 1_000_000, "ages": self._hub.ages()}))
        if pace.take_heartbeat(now):
            yield b": %s\n\n" % datetime.now(UTC).isoformat(timespec="milliseconds").encode()

    def _sleep(self, pace: Pace) -> None:
        self._pausing = False  # before looking for news: who publishes after the look must wake us
        now = time.monotonic()
        waiting = self._hub.news(self._table, self._seen)
        if waiting and not pace.tables_due(now):
            self._pausing = True
        self._wake.wait(pace.wait(now, tables_waiting=waiting))
        self._wake.clear()
