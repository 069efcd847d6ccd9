"""The feed of one computer: follows journals of a directory, read-only, and keeps the latest view of each table.

One thread reads and folds; requests only look at what it left. Hidden cards are unknown here, because sealed parts are never
opened. A journal that cannot be read now is tried again; one table's trouble is not another's.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from pathlib import Path

import msgspec

from table_controller.alarms.figures import Change
from table_controller.core.events import AnyEvent, NodeStarted, NodeStopped
from table_controller.core.ids import AttemptNo, HandNo, Seq, TableId
from table_controller.core.state import TableState
from table_controller.journal import JournalFault, JournalReader, VerifyReport, verify
from table_controller.journal.changes import Changes
from table_controller.views.dealer import dealer_view
from table_controller.views.follow import TableFollower
from table_controller.views.shapes import DealerView, PitView, TableSummary
from web_dashboard.alarms.history import AlarmHistory
from web_dashboard.devices.health import HealthHistory, HealthTold
from web_dashboard.feed import HandRecord, HandSummary, Listener, Recorded, by_number
from web_dashboard.journal_hands import last_hands, one_hand
from web_dashboard.pulse import Pulse

log = logging.getLogger(__name__)

PATTERN = "*.journal"
WAIT_S = 0.25
"""How long one look for changes lasts; what changes within it is seen in a few ms. Also how often heartbeats are read."""
MOST_FACTS = 100
"""Events kept for the list of what happened last; gathering the cards alone is twenty."""
RESCAN_S = 1.0
"""How often the directory is searched for new or replaced journals."""
SILENT_S = 10.0
"""A table that was not stopped and has not been heard for this long is for whoever watches the dashboard to look at."""

_CANNOT = (JournalFault, OSError, ValueError, msgspec.MsgspecError)


class _Now(msgspec.Struct, frozen=True):
    """What is known of one table at this moment."""

    view: PitView
    state: TableState
    since: int
    facts: tuple[Recorded, ...]


class _Followed:
    """One journal and how far it has been read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.stat().st_ino
        self.reader = _reader_of(path)
        self.follower = TableFollower(self.reader.owner.table)
        self.pulse = Pulse(path)
        self.health = HealthHistory()
        self.pulse.told = self.health.take
        self.history = AlarmHistory(self.reader)
        self.mark: Hashable = None
        self.word = ""
        self.since = 0
        self.facts: deque[Recorded] = deque(maxlen=MOST_FACTS)
        self.unreadable = False
        self._stopped = False
        self.follower.told = self._told

    def _told(self, event: AnyEvent) -> None:
        if isinstance(event, NodeStarted | NodeStopped):
            self._stopped = isinstance(event, NodeStopped)

    def trouble(self) -> str | None:
        """What is wrong with a table that has not been stopped."""
        if self._stopped:
            return None
        if not self.path.exists():
            return "journal_lost"
        if self.unreadable:
            return "journal_unreadable"
        if self.pulse.fault is not None:
            return self.pulse.fault
        return "table_silent" if (self.pulse.age() or 0.0) > SILENT_S else None

    def replaced(self) -> bool:
        """Whether another journal has taken the place of the one that was read. A new file may get the old one's number."""
        return self.path.stat().st_ino != self._file or self.reader.head().sequence < self.follower.seq

    def now(self) -> _Now:
        """The follower's state as everybody may see it."""
        view = self.follower.pit()
        if view.state != self.word:
            self.word, self.since = view.state, self.follower.wall
        last = self.facts[-1].seq if self.facts else 0
        self.facts.extend(Recorded(Seq(seq), at, event) for seq, at, event in self.follower.facts if seq > last)
        return _Now(view, self.follower.state, self.since, tuple(reversed(self.facts)))


def _reader_of(path: Path) -> JournalReader:
    """Of a table's own journal. JournalFault or OSError where it cannot be read, ValueError where it is none."""
    if not path.is_file():
        raise ValueError("is no file")  # a named pipe would never open
    reader = JournalReader.open(path)
    if reader.owner.table != path.stem:  # a copy, which would stand in the place of the table itself
        raise ValueError(f"bears another name than its table {reader.owner.table}")
    return reader


class LocalFeed:
    """See `web_dashboard.feed.Feed`. `start` reads what is there before it returns; `stop` ends the thread."""

    def __init__(self, directory: Path, pattern: str = PATTERN) -> None:
        """`pattern`: which of the journals there."""
        self._directory = directory
        self._pattern = pattern
        self._followed: dict[Path, _Followed] = {}
        self._now: dict[TableId, _Now] = {}
        self._listeners: list[Listener] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
        self._complained: set[Path] = set()
        self._scanned = 0.0
        self._changes = Changes(())

    def start(self) -> None:
        """Folds every journal that can be read and begins to follow."""
        self._scan()
        for followed in self._followed.values():
            self._catch_up(followed)
        self._thread.start()

    def stop(self) -> None:
        """Returns once the thread has ended."""
        self._stopping.set()
        self._thread.join(timeout=2 * WAIT_S + 1)

    # --- what is so -----------------------------------------------------------------------------------------------

    def tables(self) -> tuple[TableSummary, ...]:
        ages = self.ages()
        return tuple(_summary(view, ages.get(table)) for table in sorted(self._now, key=by_number) if (view := self.view(table)))

    def view(self, table: TableId) -> PitView | None:
        now = self._now.get(table)
        followed = self._of(table)
        return None if now is None or followed is None else followed.pulse.added_to(now.view)

    def dealer_view(self, table: TableId) -> DealerView | None:
        now, view = self._now.get(table), self.view(table)
        return None if now is None or view is None else dealer_view(table, now.state, view)

    def state_since(self, table: TableId) -> int | None:
        now = self._now.get(table)
        return None if now is None else now.since

    def facts(self, table: TableId) -> tuple[Recorded, ...]:
        now = self._now.get(table)
        return () if now is None else now.facts

    def hands(self, table: TableId, before: HandNo | None, limit: int) -> tuple[HandSummary, ...]:
        followed = self._of(table)
        return () if followed is None else last_hands(followed.reader, before, limit)

    def hand(self, table: TableId, number: HandNo, attempt: AttemptNo | None) -> HandRecord | None:
        followed = self._of(table)
        return None if followed is None else one_hand(followed.reader, number, attempt)

    def record(self, table: TableId) -> JournalReader | None:
        followed = self._of(table)
        return None if followed is None else followed.reader

    def check(self, table: TableId) -> VerifyReport | None:
        followed = self._of(table)
        return None if followed is None else verify(followed.path)

    def health(self, table: TableId) -> HealthTold | None:
        followed = self._of(table)
        return None if followed is None else followed.health.told()

    def alarm_changes(self, table: TableId) -> tuple[Change, ...]:
        followed = self._of(table)
        return () if followed is None else followed.history.changes()

    def ages(self) -> dict[TableId, float | None]:
        return {followed.follower.table: followed.pulse.age() for followed in list(self._followed.values())}

    def trouble(self) -> str | None:
        if not self._directory.is_dir():
            return "journal_directory_missing"
        if not self._thread.is_alive():
            return "feed_stopped"
        return next((wrong for followed in list(self._followed.values()) if (wrong := followed.trouble())), None)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                self._listeners = [other for other in self._listeners if other is not listener]

        return unsubscribe

    def _of(self, table: TableId) -> _Followed | None:
        return next((followed for followed in list(self._followed.values()) if followed.follower.table == table), None)

    # --- the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            if time.monotonic() - self._scanned > RESCAN_S:
                self._scan()
            for path in self._changes.wait(WAIT_S):
                followed = self._followed.get(path)
                if followed is not None:
                    self._catch_up(followed)
            for followed in list(self._followed.values()):
                self._feel_pulse(followed)

    def _scan(self) -> None:
        """Takes up journals that are new or have been replaced."""
        self._scanned = time.monotonic()
        found = False
        for path in sorted(self._directory.glob(self._pattern)):
            try:
                known = self._followed.get(path)
                if known is None or known.replaced():
                    self._followed[path] = _Followed(path)
                    found = True
            except _CANNOT as fault:
                self._complain(path, fault)
        if found:
            self._changes = Changes(self._followed)

    def _catch_up(self, followed: _Followed) -> None:
        known = followed.follower.seq > 0
        try:
            moved = followed.follower.catch_up(followed.reader)
        except _CANNOT as fault:
            followed.unreadable = True
            self._complain(followed.path, fault)
            return
        followed.unreadable = False
        self._complained.discard(followed.path)
        if moved:
            if known:  # what was there before we came is no sign of life
                followed.pulse.heard()
            self._publish(followed)

    def _feel_pulse(self, followed: _Followed) -> None:
        """A view is given again when its table falls silent or speaks again, or a device or the record fails."""
        mark = followed.pulse.mark()
        if mark != followed.mark and followed.follower.seq:
            self._publish(followed)

    def _publish(self, followed: _Followed) -> None:
        followed.mark = followed.pulse.mark()
        now = followed.now()
        self._now[now.view.table] = now
        view = followed.pulse.added_to(now.view)
        with self._lock:
            listeners = self._listeners
        for listener in listeners:
            listener(view)

    def _complain(self, path: Path, fault: Exception) -> None:
        if path not in self._complained:
            log.warning("journal %s cannot be followed: %s", path.name, fault)
        self._complained.add(path)


def _summary(view: PitView, age: float | None) -> TableSummary:
    blinds = f"{view.game.small_blind}/{view.game.big_blind}"
    return TableSummary(
        id=view.table,
        name=view.name,
        game=f"{view.game.limit} {blinds}",
        state=view.state,
        hand=None if view.hand is None else view.hand.number,
        street=None if view.hand is None else view.hand.street,
        seats_taken=len(view.seats),
        alarms=sum(not alarm.quiet for alarm in view.alarms),
        heartbeat_age_s=age,
    )
