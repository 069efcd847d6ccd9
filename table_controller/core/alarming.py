"""Orders about alarms become events. Whether there is such an alarm, and what may be done with it, the alarms' own fold knows."""

from table_controller.core import orders as ask
from table_controller.core.alarm_events import AlarmShelved, AlarmUnshelved, DeviceInService, DeviceOutOfService
from table_controller.core.draft import Draft
from table_controller.core.events import AlarmAcknowledged
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person


def acknowledge(draft: Draft, order: ask.Acknowledge, by: Person) -> Rejection | None:
    """Somebody has seen it."""
    draft.add(AlarmAcknowledged(alarm=order.alarm, by=by))
    return None


def shelve(draft: Draft, order: ask.Shelve, by: Person) -> Rejection | None:
    """Put aside for a while."""
    draft.add(AlarmShelved(alarm=order.alarm, minutes=order.minutes, reason=order.reason, by=by))
    return None


def unshelve(draft: Draft, order: ask.Unshelve, by: Person) -> Rejection | None:
    """Back before its time."""
    draft.add(AlarmUnshelved(alarm=order.alarm, by=by))
    return None


def out_of_service(draft: Draft, order: ask.OutOfService, by: Person) -> Rejection | None:
    """A device is being worked on."""
    draft.add(DeviceOutOfService(device=order.device, reason=order.reason, by=by))
    return None


def in_service(draft: Draft, order: ask.InService, by: Person) -> Rejection | None:
    """It is not any more."""
    draft.add(DeviceInService(device=order.device, by=by))
    return None
