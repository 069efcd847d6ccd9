"""Which events raise, acknowledge, shelve and clear an alarm. Pure and total, as the core's fold is; knows nothing of screens."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from table_controller.alarms import changing
from table_controller.alarms.alarm import (
    BEFORE_NEXT_HAND,
    STOP_THE_DEAL,
    THIS_SHIFT,
    Absent,
    Alarm,
    Alarms,
    Shelf,
    without,
)
from table_controller.alarms.policy import MISDEALS
from table_controller.core import events as did
from table_controller.core.alarm_events import AlarmDue, AlarmShelved, AlarmUnshelved, DeviceInService, DeviceOutOfService, Due
from table_controller.core.device_events import DeviceRefused

MOST_ABSENT = 50


def alarm_of_fault(code: str, since: int) -> Alarm:
    """An alarm that no event could record, such as a journal that cannot be written; read from the status row."""
    return Alarm(f"fault-{code}", STOP_THE_DEAL, code, since)


def fold_alarm(alarms: Alarms, event: did.AnyEvent, wall: int) -> Alarms:
    """The alarms after `event`, recorded at wall clock `wall`."""
    change = _CHANGES.get(type(event))
    return change(alarms, event, wall) if change is not None else alarms


def _finding_raised(alarms: Alarms, event: did.FindingRaised, wall: int) -> Alarms:
    if event.replaces is not None:
        alarms = without(alarms, f"finding-{event.replaces}")
    where: dict[str, str | int] = {}
    if event.seat is not None:
        where["seat"] = event.seat
    if event.place is not None:
        where["place"] = event.place.value
    priority = STOP_THE_DEAL if event.locks or event.procedure else BEFORE_NEXT_HAND
    latched = event.procedure in MISDEALS
    return changing.raised(alarms, Alarm(f"finding-{event.number}", priority, event.code, wall, params=where, latched=latched))


def _device_silenced(alarms: Alarms, event: did.DeviceSilenced, wall: int) -> Alarms:
    priority = STOP_THE_DEAL if event.needed else BEFORE_NEXT_HAND
    name = event.device
    return changing.raised(alarms, Alarm(f"device-{name}", priority, "reader_down", wall, params={"device": name}, device=name))


def _device_refused(alarms: Alarms, event: DeviceRefused, wall: int) -> Alarms:
    name = event.device
    where: dict[str, str | int] = {"device": name, "board": event.board_schema, "host": event.host_schema}
    return changing.raised(alarms, Alarm(f"schema-{name}", STOP_THE_DEAL, "schema_mismatch", wall, params=where, device=name))


def _device_back(alarms: Alarms, event: did.DeviceRecovered, wall: int) -> Alarms:
    return changing.over(changing.over(alarms, f"device-{event.device}", wall), f"schema-{event.device}", wall)


def _device_lost_events(alarms: Alarms, event: did.DeviceLostEvents, wall: int) -> Alarms:
    if event.count == 0:  # a device met for the first time, none of whose events are gone
        return alarms
    name = event.device
    return changing.happened(alarms, Alarm(f"lost-{name}", THIS_SHIFT, "events_lost", wall, params={"device": name}, device=name))


def _unbound(alarms: Alarms, event: did.SourceUnbound, wall: int) -> Alarms:
    name = event.device
    where: dict[str, str | int] = {"device": name, "what": event.what}
    key = f"unbound-{name}-{event.what}".replace(" ", "-")
    return changing.happened(alarms, Alarm(key, THIS_SHIFT, "unbound_source", wall, params=where, device=name))


def _floor_called(alarms: Alarms, _event: did.FloorCalled, wall: int) -> Alarms:
    return changing.raised(alarms, Alarm("floor", BEFORE_NEXT_HAND, "floor_called", wall))


def _floor_came(alarms: Alarms, _event: object, wall: int) -> Alarms:
    return changing.over(alarms, "floor", wall)


def _hand_over(alarms: Alarms, _event: object, wall: int) -> Alarms:
    return replace(changing.over(alarms, "floor", wall), in_hand=False)


def _clock_jumped(alarms: Alarms, event: did.ClockJumped, wall: int) -> Alarms:
    moved = changing.moved_in_time(alarms, event.by_ms)
    return changing.happened(moved, Alarm("clock", THIS_SHIFT, "clock_jumped", wall, params={"by_ms": event.by_ms}))


def _shelved(alarms: Alarms, event: AlarmShelved, wall: int) -> Alarms:
    return changing.shelved(alarms, event.alarm, Shelf(event.by, event.reason, wall + 60_000 * event.minutes))


def _due(alarms: Alarms, event: AlarmDue, wall: int) -> Alarms:
    if event.what is Due.RAISED:
        return changing.lasted(alarms, event.alarm, wall)
    if event.what is Due.CLEARED:
        return changing.ended(alarms, event.alarm)
    if event.what is Due.UNSHELVED:
        return changing.unshelved(alarms, event.alarm, wall)
    return changing.told_again(alarms, event.alarm, wall)


def _out_of_service(alarms: Alarms, event: DeviceOutOfService, wall: int) -> Alarms:
    others = tuple(one for one in alarms.absent if one.device != event.device)
    absent = Absent(event.device, wall, event.reason, event.by)
    return replace(alarms, absent=(*others, absent)[-MOST_ABSENT:])


def _in_service(alarms: Alarms, event: DeviceInService, _wall: int) -> Alarms:
    return replace(alarms, absent=tuple(one for one in alarms.absent if one.device != event.device))


_CARRIED: msgspec.json.Decoder[Alarms] = msgspec.json.Decoder(Alarms)


def _carried(alarms: Alarms, event: did.AlarmsCarried, _wall: int) -> Alarms:
    """As they stood there. What an earlier program wrote otherwise is left out, and those known stay."""
    try:
        return _CARRIED.decode(event.alarms)
    except msgspec.MsgspecError:
        return alarms


_CHANGES: dict[type[msgspec.Struct], Callable[[Alarms, Any, int], Alarms]] = {
    did.AlarmsCarried: _carried,
    did.FindingRaised: _finding_raised,
    did.FindingClosed: lambda alarms, event, wall: changing.over(alarms, f"finding-{event.number}", wall),
    did.AlarmAcknowledged: lambda alarms, event, _wall: changing.seen(alarms, event.alarm),
    AlarmShelved: _shelved,
    AlarmUnshelved: lambda alarms, event, wall: changing.unshelved(alarms, event.alarm, wall),
    AlarmDue: _due,
    DeviceOutOfService: _out_of_service,
    DeviceInService: _in_service,
    did.DeviceSilenced: _device_silenced,
    did.DeviceRecovered: _device_back,
    DeviceRefused: _device_refused,
    did.DeviceLostEvents: _device_lost_events,
    did.SourceUnbound: _unbound,
    did.FloorCalled: _floor_called,
    did.PlayResumed: _floor_came,
    did.HandStarted: lambda alarms, _event, _wall: replace(alarms, in_hand=True),
    did.HandVoided: _hand_over,
    did.HandEnded: _hand_over,
    did.TableClosing: lambda alarms, _event, _wall: replace(alarms, closing=True),
    did.TableReopened: lambda alarms, _event, _wall: replace(alarms, closing=False),
    did.ClockJumped: _clock_jumped,
}

ALARM_KINDS = frozenset(str(event.__struct_config__.tag) for event in _CHANGES)
"""The kinds of records that change anything about alarms."""
