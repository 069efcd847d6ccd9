"""What the alarm bar shows of all tables, worked out of their views. Must not know HTML."""

from collections.abc import Iterable, Sequence

import msgspec

from table_controller.alarms.alarm import FLOOD, FLOOD_MS
from table_controller.core.ids import Seq, TableId
from table_controller.views.alarm_shape import AlarmView
from table_controller.views.shapes import PitView

MOST_ROWS = 100
"""More would say nothing new (DASHBOARD 6.9)."""


class Row(msgspec.Struct, frozen=True):
    """One alarm of one table. `seq`: the record the view stands on, for orders about it."""

    table: TableId
    seq: Seq
    alarm: AlarmView

    @property
    def name(self) -> str:
        """What the row is called in the page."""
        return f"{self.table}-{self.alarm.id}".replace(" ", "-")


class Group(msgspec.Struct, frozen=True):
    """The alarms of one table in a flood. `first`: the one that came first."""

    table: TableId
    rows: tuple[Row, ...]
    first: Row


class Bar(msgspec.Struct, frozen=True):
    """`rows`: those that trouble somebody, the most pressing first. `quiet`: those that do not. `counts` by priority.

    `flood`: how many came in ten minutes, where they are too many to be read one by one; else 0.
    """

    rows: tuple[Row, ...]
    quiet: tuple[Row, ...]
    counts: tuple[tuple[int, int], ...]
    flood: int = 0
    groups: tuple[Group, ...] = ()


def rows_of(views: Iterable[PitView]) -> tuple[Row, ...]:
    """Every alarm: what nobody has seen before what somebody has, and the older first, within each priority."""
    rows = [Row(view.table, view.seq, alarm) for view in views for alarm in view.alarms]
    return tuple(sorted(rows, key=lambda row: (row.alarm.priority, not row.alarm.unseen, row.alarm.since, row.table)))


def bar_of(views: Sequence[PitView], now: int) -> Bar:
    """The bar at wall clock `now` (UTC ms)."""
    rows = rows_of(views)
    loud = tuple(row for row in rows if not row.alarm.quiet)[:MOST_ROWS]
    quiet = tuple(row for row in rows if row.alarm.quiet)[:MOST_ROWS]
    counts = tuple((priority, sum(row.alarm.priority == priority for row in loud)) for priority in (1, 2, 3))
    recent = sum(at > now - FLOOD_MS for view in views for at in view.alarms_raised)
    if recent <= FLOOD:
        return Bar(loud, quiet, counts)
    return Bar(loud, quiet, counts, recent, _grouped(loud))


def _grouped(rows: Sequence[Row]) -> tuple[Group, ...]:
    """By table, the table with the most pressing alarm first."""
    tables = dict.fromkeys(row.table for row in rows)
    return tuple(_group(table, tuple(row for row in rows if row.table == table)) for table in tables)


def _group(table: TableId, rows: tuple[Row, ...]) -> Group:
    first = min(rows, key=lambda row: (not row.alarm.first_out, row.alarm.since))
    return Group(table, rows, first)
