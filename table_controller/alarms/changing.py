"""What can become of an alarm: it is raised, over, seen, put aside, taken back. Pure; time is the wall clock of the record."""

from msgspec.structs import replace

from table_controller.alarms.alarm import (
    BEFORE_NEXT_HAND,
    FLOOD,
    FLOOD_MS,
    QUIET,
    Alarm,
    Alarms,
    Shelf,
    with_alarm,
    with_all,
    without,
)
from table_controller.alarms.policy import rule_for

MAX_OPEN = 100
"""More open alarms than this say nothing new (DASHBOARD 6.9); cleared ones go first, then the least urgent, newest first."""
MOST_COUNTED = 9_999


def raised(alarms: Alarms, alarm: Alarm) -> Alarms:
    """It is so. What is on the list already stays what it is, and is counted."""
    present = alarms.by_id.get(alarm.id)
    if present is None or not (present.active or present.shelf):
        return _new(alarms, alarm, present)
    if present.active and alarm.priority < present.priority:
        return _told(alarms, replace(present, priority=alarm.priority, acknowledged=False, begins=None, ends=None), alarm.since)
    if present.active and present.ends is None:
        return alarms
    seen_so = present.acknowledged and present.active
    back = replace(present, active=True, ends=None, count=min(present.count + 1, MOST_COUNTED), acknowledged=seen_so)
    return with_alarm(alarms, back)


def happened(alarms: Alarms, alarm: Alarm) -> Alarms:
    """It was so for a moment: over at once, and stands there until somebody has seen it."""
    present = alarms.by_id.get(alarm.id)
    if present is None:
        return _new(alarms, replace(alarm, active=False), None)
    return with_alarm(alarms, replace(present, count=min(present.count + 1, MOST_COUNTED), acknowledged=False))


def _new(alarms: Alarms, alarm: Alarm, before: Alarm | None) -> Alarms:
    wait = rule_for(alarm.code).on_s if alarm.active and alarm.priority >= BEFORE_NEXT_HAND else 0
    count = 1 if before is None else min(before.count + 1, MOST_COUNTED)
    fresh = replace(alarm, count=count, told=alarm.since)
    if wait:
        return _bounded(with_alarm(alarms, replace(fresh, begins=alarm.since + 1_000 * wait)))
    return _told(alarms, fresh, alarm.since)


def _told(alarms: Alarms, alarm: Alarm, wall: int) -> Alarms:
    """It troubles somebody from now on, unless it is kept quiet."""
    if alarms.state_of(alarm) in QUIET:
        return _bounded(with_alarm(alarms, alarm))
    first = not [other for other in alarms.pressing if other.id != alarm.id]
    recent = (*(at for at in alarms.raised if wall - FLOOD_MS < at <= wall), wall)[-FLOOD - 1 :]
    return _bounded(with_alarm(replace(alarms, raised=recent), replace(alarm, first=first, told=wall)))


def _bounded(alarms: Alarms) -> Alarms:
    if len(alarms.by_id) <= MAX_OPEN:
        return alarms
    spare = max(alarms.by_id.values(), key=lambda alarm: (not alarm.active, alarm.priority, alarm.since))
    return without(alarms, spare.id)


def lasted(alarms: Alarms, key: str, wall: int) -> Alarms:
    """The wait before it troubles somebody is over."""
    alarm = alarms.by_id.get(key)
    if alarm is None or alarm.begins is None:
        return alarms
    return _told(alarms, replace(alarm, begins=None), wall)


def over(alarms: Alarms, key: str, wall: int) -> Alarms:
    """It is not so any more; where the policy says so, that has to last before the alarm believes it."""
    alarm = alarms.by_id.get(key)
    if alarm is None or not alarm.active or alarm.ends is not None:
        return alarms
    if alarm.begins is not None:
        return without(alarms, key)
    wait = rule_for(alarm.code).off_s
    return with_alarm(alarms, replace(alarm, ends=wall + 1_000 * wait)) if wait else ended(alarms, key)


def ended(alarms: Alarms, key: str) -> Alarms:
    """The alarm is not active any more."""
    alarm = alarms.by_id.get(key)
    if alarm is None:
        return alarms
    return _tidied(alarms, replace(alarm, active=False, ends=None, acknowledged=alarm.acknowledged and not alarm.latched))


def seen(alarms: Alarms, key: str) -> Alarms:
    """Somebody has seen it."""
    alarm = alarms.by_id.get(key)
    return alarms if alarm is None else _tidied(alarms, replace(alarm, acknowledged=True))


def shelved(alarms: Alarms, key: str, shelf: Shelf) -> Alarms:
    """Put aside until a moment, even if it comes back before."""
    alarm = alarms.by_id.get(key)
    return alarms if alarm is None else with_alarm(alarms, replace(alarm, shelf=shelf))


def unshelved(alarms: Alarms, key: str, wall: int) -> Alarms:
    """It troubles people again, as if they were told of it now."""
    alarm = alarms.by_id.get(key)
    if alarm is None or alarm.shelf is None:
        return alarms
    return _tidied(alarms, replace(alarm, shelf=None, told=wall))


def told_again(alarms: Alarms, key: str, wall: int) -> Alarms:
    """Nobody has seen it yet."""
    alarm = alarms.by_id.get(key)
    return alarms if alarm is None else with_alarm(alarms, replace(alarm, told=wall, again=alarm.again + 1))


def moved_in_time(alarms: Alarms, by_ms: int) -> Alarms:
    """The wall clock jumped: what is due at a moment stays due after as long a time."""
    moved = {key: _moved(alarm, by_ms) for key, alarm in alarms.by_id.items()}
    return replace(with_all(alarms, moved), raised=tuple(at + by_ms for at in alarms.raised))


def _moved(alarm: Alarm, by_ms: int) -> Alarm:
    shelf = alarm.shelf and replace(alarm.shelf, until=alarm.shelf.until + by_ms)
    begins = None if alarm.begins is None else alarm.begins + by_ms
    ends = None if alarm.ends is None else alarm.ends + by_ms
    return replace(alarm, told=alarm.told + by_ms, shelf=shelf, begins=begins, ends=ends)


def _tidied(alarms: Alarms, alarm: Alarm) -> Alarms:
    """Without it once it is over and seen; on the shelf it keeps its place, so that it may come back quietly."""
    if alarm.acknowledged and not alarm.active and alarm.shelf is None:
        return without(alarms, alarm.id)
    return with_alarm(alarms, alarm)
