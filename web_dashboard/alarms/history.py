"""What became of a table's alarms, out of its journal: read once from some way back, then on with what is new.

Owns the reading. Sealed parts stay sealed, and events that are not about alarms are not even opened.
"""

import threading
from collections import deque
from collections.abc import Iterable

import msgspec

from table_controller.alarms import ALARM_KINDS, Alarms, fold_alarm
from table_controller.alarms.figures import Change, changes
from table_controller.core.codec import join
from table_controller.core.ids import Seq, TableId
from table_controller.journal import Feed, Record
from web_dashboard.feed import Feed as DashboardFeed

MOST_CHANGES = 5_000
"""Kept for each table."""
BACK = 50_000
"""Records looked back over at first: two or three shifts of a busy table."""
AT_ONCE = 2_000


class AlarmHistory:
    """Of one journal. May be asked by several threads at once."""

    def __init__(self, journal: Feed) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._alarms = Alarms()
        self._changes: deque[Change] = deque(maxlen=MOST_CHANGES)
        self._seq: Seq | None = None

    def changes(self) -> tuple[Change, ...]:
        """Everything so far, the oldest first. JournalFault passes through."""
        with self._lock:
            if self._seq is None:
                self._seq = Seq(max(0, self._journal.head().sequence - BACK))
            while records := self._journal.tail(self._seq, AT_ONCE):
                for record in records:
                    if record.kind in ALARM_KINDS:
                        self._take(record)
                self._seq = records[-1].sequence
            return tuple(self._changes)

    def _take(self, record: Record) -> None:
        event = join(record.kind, record.version, record.public, None)
        after = fold_alarm(self._alarms, event, record.wall_ms)
        self._changes += changes(self._alarms, event, after, record.sequence, record.wall_ms)
        self._alarms = after


def together(feed: DashboardFeed, tables: Iterable[TableId]) -> list[Change]:
    """Of these tables, in the order of time; an alarm is named with its table, since each table numbers its own."""
    told = (
        msgspec.structs.replace(change, alarm=f"{table} {change.alarm}")
        for table in tables
        for change in feed.alarm_changes(table)
    )
    return sorted(told, key=lambda change: change.at)
