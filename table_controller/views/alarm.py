"""The view of one alarm. Must not know where the alarms came from."""

from table_controller.alarms import Alarm, Alarms, rule_for, shelvable_minutes
from table_controller.views.alarm_shape import AlarmView
from table_controller.views.times import utc_text


def alarm_views(alarms: Alarms) -> tuple[AlarmView, ...]:
    """Every alarm there is to see, the oldest first."""
    return tuple(alarm_view(alarms, alarm) for alarm in alarms.listed)


def alarm_view(alarms: Alarms, alarm: Alarm) -> AlarmView:
    """One of them, as it stands among the others."""
    shelf = alarm.shelf
    absent = next((one for one in alarms.absent if one.device == alarm.device), None)
    return AlarmView(
        id=alarm.id,
        priority=alarm.priority,
        code=alarm.code,
        state=alarms.state_of(alarm),
        since=utc_text(alarm.since),
        params=alarm.params,
        first_out=alarm.first,
        again=alarm.again,
        count=alarm.count,
        latched=alarm.latched,
        shelve_minutes=shelvable_minutes(alarm),
        respond_s=rule_for(alarm.code).respond_s,
        shelved_until=None if shelf is None else utc_text(shelf.until),
        shelved_by="" if shelf is None else shelf.by.name or shelf.by.role.value,
        reason=absent.reason if absent is not None else "" if shelf is None else shelf.reason,
    )
