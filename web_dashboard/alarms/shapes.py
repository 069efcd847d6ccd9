"""Shapes of what programs are told about alarms beyond the view of one."""

import msgspec

from table_controller.alarms.figures import Figures
from table_controller.core.ids import TableId
from table_controller.views.alarm_shape import AlarmView


class TableAlarm(AlarmView, frozen=True, kw_only=True):
    """An alarm with its table."""

    table: TableId


class AlarmFigures(msgspec.Struct, frozen=True):
    """`shelved`: those that are on the shelf now. `stale`: those that have stood for longer than a shift."""

    figures: Figures
    open: int
    unacknowledged: int
    shelved: tuple[TableAlarm, ...]
    stale: tuple[TableAlarm, ...]


class AlarmPolicy(msgspec.Struct, frozen=True):
    """A rule of the policy in words; see `AlarmRule`."""

    code: str
    name: str
    priority: int
    cause: str
    consequence: str
    response: str
    respond_s: int
    shelve_min: int
