"""Which events raise, acknowledge and clear an alarm. Knows nothing of screens."""

from collections.abc import Callable
from typing import Any

import msgspec

from table_controller.core import events as did
from table_controller.core.device_events import DeviceRefused

STOP_THE_DEAL = 1
BEFORE_NEXT_HAND = 2
THIS_SHIFT = 3


class Alarm(msgspec.Struct, frozen=True):
    """`since`: wall clock, UTC ms, of the event that raised it. `params` name seat and place, never a card."""

    id: str
    priority: int
    code: str
    since: int
    active: bool = True
    acknowledged: bool = False
    params: dict[str, str | int] = {}

    @property
    def state(self) -> str:
        """The word the HTTP API uses."""
        if not self.active:
            return "cleared_unacknowledged"
        return "active_acknowledged" if self.acknowledged else "active_unacknowledged"


Alarms = dict[str, Alarm]
"""By id, oldest first. Treated as immutable: every change gives a new dict."""

MAX_OPEN = 100
"""More open alarms than this say nothing new (DASHBOARD 6.9); cleared ones go first, then the least urgent, oldest first."""


def alarm_of_fault(code: str, since: int) -> Alarm:
    """An alarm that no event could record, such as a journal that cannot be written; read from the status row."""
    return Alarm(f"fault-{code}", STOP_THE_DEAL, code, since)


def fold_alarm(alarms: Alarms, event: did.AnyEvent, wall: int) -> Alarms:
    """The alarms after `event`, recorded at wall clock `wall`."""
    change = _CHANGES.get(type(event))
    return change(alarms, event, wall) if change is not None else alarms


def _raise(alarms: Alarms, alarm: Alarm) -> Alarms:
    present = alarms.get(alarm.id)
    if present is not None and present.active:
        return alarms
    return _bounded({**alarms, alarm.id: alarm})


def _bounded(alarms: Alarms) -> Alarms:
    if len(alarms) <= MAX_OPEN:
        return alarms
    spare = max(alarms, key=lambda key: (not alarms[key].active, alarms[key].priority))
    return {key: alarm for key, alarm in alarms.items() if key != spare}


def _clear(alarms: Alarms, key: str) -> Alarms:
    alarm = alarms.get(key)
    if alarm is None:
        return alarms
    if alarm.acknowledged:
        return {name: other for name, other in alarms.items() if name != key}
    return {**alarms, key: msgspec.structs.replace(alarm, active=False)}


def _finding_raised(alarms: Alarms, event: did.FindingRaised, wall: int) -> Alarms:
    if event.replaces is not None:
        alarms = {key: alarm for key, alarm in alarms.items() if key != f"finding-{event.replaces}"}
    where: dict[str, str | int] = {}
    if event.seat is not None:
        where["seat"] = event.seat
    if event.place is not None:
        where["place"] = event.place.value
    priority = STOP_THE_DEAL if event.locks or event.procedure else BEFORE_NEXT_HAND
    return _raise(alarms, Alarm(f"finding-{event.number}", priority, event.code, wall, params=where))


def _acknowledged(alarms: Alarms, event: did.AlarmAcknowledged, _wall: int) -> Alarms:
    alarm = alarms.get(event.alarm)
    if alarm is None:
        return alarms
    if not alarm.active:
        return {key: other for key, other in alarms.items() if key != event.alarm}
    return {**alarms, event.alarm: msgspec.structs.replace(alarm, acknowledged=True)}


def _device_silenced(alarms: Alarms, event: did.DeviceSilenced, wall: int) -> Alarms:
    priority = STOP_THE_DEAL if event.needed else BEFORE_NEXT_HAND
    return _raise(alarms, Alarm(f"device-{event.device}", priority, "reader_down", wall, params={"device": event.device}))


def _device_refused(alarms: Alarms, event: DeviceRefused, wall: int) -> Alarms:
    where: dict[str, str | int] = {"device": event.device, "board": event.board_schema, "host": event.host_schema}
    return _raise(alarms, Alarm(f"schema-{event.device}", STOP_THE_DEAL, "schema_mismatch", wall, params=where))


def _device_back(alarms: Alarms, event: did.DeviceRecovered, _wall: int) -> Alarms:
    return _clear(_clear(alarms, f"device-{event.device}"), f"schema-{event.device}")


def _device_lost_events(alarms: Alarms, event: did.DeviceLostEvents, wall: int) -> Alarms:
    if event.count == 0:  # a device met for the first time, none of whose events are gone
        return alarms
    raised = Alarm(f"lost-{event.device}", THIS_SHIFT, "events_lost", wall, active=False, params={"device": event.device})
    return _bounded({**alarms, raised.id: raised})


def _unbound(alarms: Alarms, event: did.SourceUnbound, wall: int) -> Alarms:
    where: dict[str, str | int] = {"device": event.device, "what": event.what}
    return _raise(alarms, Alarm(f"unbound-{event.device}-{event.what}", THIS_SHIFT, "unbound_source", wall, params=where))


def _floor_called(alarms: Alarms, _event: did.FloorCalled, wall: int) -> Alarms:
    return _raise(alarms, Alarm("floor", BEFORE_NEXT_HAND, "floor_called", wall))


def _clock_jumped(alarms: Alarms, event: did.ClockJumped, wall: int) -> Alarms:
    return _raise(alarms, Alarm("clock", THIS_SHIFT, "clock_jumped", wall, params={"by_ms": event.by_ms}))


_CHANGES: dict[type, Callable[[Alarms, Any, int], Alarms]] = {
    did.FindingRaised: _finding_raised,
    did.FindingClosed: lambda alarms, event, _wall: _clear(alarms, f"finding-{event.number}"),
    did.AlarmAcknowledged: _acknowledged,
    did.DeviceSilenced: _device_silenced,
    did.DeviceRecovered: _device_back,
    DeviceRefused: _device_refused,
    did.DeviceLostEvents: _device_lost_events,
    did.SourceUnbound: _unbound,
    did.FloorCalled: _floor_called,
    did.PlayResumed: lambda alarms, _event, _wall: _clear(alarms, "floor"),
    did.HandVoided: lambda alarms, _event, _wall: _clear(alarms, "floor"),
    did.HandEnded: lambda alarms, _event, _wall: _clear(alarms, "floor"),
    did.ClockJumped: _clock_jumped,
}
