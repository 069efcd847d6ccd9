"""The hub: the latest view of every table, encoded once, and the viewers to be woken when it changes.

A viewer holds no queue but a place in the hub's count of changes, so that a slow one simply skips to the latest view: memory is
bounded by the number of tables, whatever a client does. Plain threads and locks. Must not know HTTP nor where views come from.
"""

import threading
from collections.abc import Callable

import msgspec

from table_controller.core.ids import TableId
from table_controller.views.procedure import in_language
from table_controller.views.shapes import PitView
from web_dashboard.feed import Feed
from web_dashboard.live.viewer import Drawing, Steps, Viewer

MOST_ALARMS = 100
"""Open alarms one message carries; more would say nothing new (DASHBOARD 6.9)."""

_encode = msgspec.json.Encoder().encode


class HubFull(Exception):
    """As many streams are open as the server has threads for."""


class HubClosed(Exception):
    """The server is stopping."""


class _Latest:
    """One table as it was last published. `change` and `alarm_change` say when, in the hub's own count."""

    __slots__ = ("_bodies", "alarm_change", "alarms", "change", "view")

    def __init__(self, change: int, view: PitView, alarm_change: int) -> None:
        self.change = change
        self.alarms = view.alarms
        self.alarm_change = alarm_change
        self.view = view
        self._bodies: dict[str, bytes] = {}

    def body(self, language: str) -> bytes:
        """The view as JSON, encoded once for each language somebody watches in, and once for all while it has no words."""
        spoken = language if self.view.procedure is not None else ""
        if spoken not in self._bodies:
            self._bodies[spoken] = _encode(in_language(self.view, language))
        return self._bodies[spoken]


class Hub:
    """`start` before the first viewer joins; `close` ends every stream within a moment."""

    def __init__(self, feed: Feed, max_viewers: int) -> None:
        self._feed = feed
        self._max_viewers = max_viewers
        self._lock = threading.Lock()
        self._change = 0
        self._latest: dict[TableId, _Latest] = {}
        self._viewers: set[Viewer] = set()
        self._closed = False
        self._unsubscribe: Callable[[], None] = lambda: None
        self.refused = 0
        """Viewers turned away because the hub was full."""

    @property
    def viewers(self) -> int:
        """Streams open now."""
        return len(self._viewers)

    def start(self) -> None:
        """Subscribes first and takes what is there afterwards, so that nothing falls between."""
        self._unsubscribe = self._feed.subscribe(self.publish)
        for summary in self._feed.tables():
            view = self._feed.view(summary.id)
            if view is not None and view.table not in self._latest:
                self.publish(view)

    def publish(self, view: PitView) -> None:
        """Makes this the latest view of its table and wakes who watches it. Called in the feed's thread."""
        with self._lock:
            self._change += 1
            before = self._latest.get(view.table)
            urgent = view.alarms != (before.alarms if before else ())
            alarm_change = self._change if urgent or before is None else before.alarm_change
            self._latest[view.table] = _Latest(self._change, view, alarm_change)
            watching = [viewer for viewer in self._viewers if viewer.wants(view.table)]
        for viewer in watching:
            viewer.nudge(urgent=urgent)

    def join(self, table: TableId | None = None, *, beats: bool = False, language: str = "en") -> Viewer:
        """A new viewer of one table, or of all. `leave` it when its stream ends. HubFull, HubClosed."""
        return self._admit(Viewer(self, table, beats=beats, language=language))

    def join_wall(self, drawing: Drawing) -> Viewer:
        """As `join`, for a page that shows all tables and leaves the drawing of them to the server."""
        return self._admit(Steps(self, drawing))

    def _admit(self, viewer: Viewer) -> Viewer:
        with self._lock:
            if self._closed:
                raise HubClosed
            if len(self._viewers) >= self._max_viewers:
                self.refused += 1
                raise HubFull
            self._viewers.add(viewer)
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """The viewer's stream has ended."""
        with self._lock:
            self._viewers.discard(viewer)

    def changed(self, table: TableId | None, since: int, language: str) -> tuple[int, list[bytes]]:
        """The hub's count now, and the encoded views that changed after `since`."""
        change, new = self._newer(table, since)
        return change, [latest.body(language) for latest in new]

    def changed_views(self, since: int) -> tuple[int, list[PitView]]:
        """The hub's count now, and the views of all tables that changed after `since`."""
        change, new = self._newer(None, since)
        return change, [latest.view for latest in new]

    def news(self, table: TableId | None, since: int) -> bool:
        """Whether `changed` would give anything."""
        with self._lock:
            return any(latest.change > since for latest in self._of(table))

    def alarms(self, table: TableId | None, since: int) -> tuple[int, list[dict[str, object]] | None]:
        """The hub's count, and all open alarms if any of them changed after `since`, the most pressing first."""
        with self._lock:
            if not any(latest.alarm_change > since for latest in self._of(table)):
                return self._change, None
            known = [(name, alarm) for name, latest in self._latest.items() if table in (None, name) for alarm in latest.alarms]
            change = self._change
        known.sort(key=lambda pair: (pair[1].priority, pair[1].since))
        return change, [{"table": name, **msgspec.structs.asdict(alarm)} for name, alarm in known[:MOST_ALARMS]]

    def ages(self) -> dict[TableId, float | None]:
        """Seconds since each table was heard."""
        return self._feed.ages()

    def close(self, *, reauth: bool = False) -> None:
        """Ends every stream; with `reauth` the viewers are told to sign in again and new ones may join."""
        with self._lock:
            self._closed = self._closed or not reauth
            viewers = list(self._viewers)
        if not reauth:
            self._unsubscribe()
        for viewer in viewers:
            viewer.end(reauth=reauth)

    def _newer(self, table: TableId | None, since: int) -> tuple[int, list[_Latest]]:
        with self._lock:
            return self._change, [latest for latest in self._of(table) if latest.change > since]

    def _of(self, table: TableId | None) -> list[_Latest]:
        if table is None:
            return list(self._latest.values())
        latest = self._latest.get(table)
        return [latest] if latest is not None else []
