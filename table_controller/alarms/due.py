"""What the passing of time makes of alarms: which events are due, and when the next one is. Time comes in as a value."""

from collections.abc import Iterator

from table_controller.alarms.alarm import AGAIN_MS, MOST_AGAIN, STOP_THE_DEAL, Alarm, Alarms
from table_controller.core.alarm_events import AlarmDue, Due
from table_controller.core.order_base import Person, Role

BY_TIME = Person(Role.SYSTEM, via="alarms")


def due(alarms: Alarms, wall: int) -> tuple[AlarmDue, ...]:
    """What has to be recorded at wall clock `wall` (UTC ms): at most one event for each alarm."""
    told = []
    for alarm in alarms.by_id.values():
        at, what = _next(alarms, alarm) or (wall + 1, Due.AGAIN)
        if at <= wall:
            told.append(AlarmDue(alarm=alarm.id, what=what, by=BY_TIME))
    return tuple(told)


def next_due(alarms: Alarms) -> int | None:
    """The wall clock, UTC ms, at which `due` next gives something; None while only people and devices can change anything."""
    return min((found[0] for alarm in alarms.by_id.values() if (found := _next(alarms, alarm))), default=None)


def _next(alarms: Alarms, alarm: Alarm) -> tuple[int, Due] | None:
    return min(_coming(alarms, alarm), default=None)


def _coming(alarms: Alarms, alarm: Alarm) -> Iterator[tuple[int, Due]]:
    if alarm.shelf is not None:
        yield alarm.shelf.until, Due.UNSHELVED
    if alarm.begins is not None:
        yield alarm.begins, Due.RAISED
    elif alarm.ends is not None:
        yield alarm.ends, Due.CLEARED
    elif _calls(alarms, alarm):
        yield alarm.told + AGAIN_MS, Due.AGAIN


def _calls(alarms: Alarms, alarm: Alarm) -> bool:
    urgent = alarm.priority == STOP_THE_DEAL and alarm.again < MOST_AGAIN
    return urgent and alarms.state_of(alarm) == "active_unacknowledged"
