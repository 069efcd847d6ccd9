"""Why an order about an alarm cannot be done now. Whose order it may be is for `core.roles`."""

from table_controller.alarms.alarm import Alarm, Alarms
from table_controller.alarms.policy import shelvable_minutes
from table_controller.core.alarm_orders import Acknowledge, InService, OutOfService, Shelve, Unshelve
from table_controller.core.messages import Rejection
from table_controller.core.order_base import Order


def refused(alarms: Alarms, order: Order) -> Rejection | None:
    """None for what may be done, and for every order that is not about alarms."""
    if isinstance(order, Acknowledge | Shelve | Unshelve):
        alarm = next((one for one in alarms.listed if one.id == order.alarm), None)
        return Rejection("no_such_alarm") if alarm is None else _about(alarm, order)
    if isinstance(order, OutOfService | InService):
        absent = any(one.device == order.device for one in alarms.absent)
        if absent is isinstance(order, OutOfService):
            return Rejection("already_out_of_service" if absent else "not_out_of_service")
    return None


def _about(alarm: Alarm, order: Acknowledge | Shelve | Unshelve) -> Rejection | None:
    if isinstance(order, Unshelve):
        return None if alarm.shelf is not None else Rejection("not_shelved")
    if isinstance(order, Acknowledge):
        return Rejection("already_acknowledged") if alarm.acknowledged else None
    most = shelvable_minutes(alarm)
    if not most:
        return Rejection("never_shelved")
    return Rejection("shelved_too_long", {"minutes": most}) if order.minutes > most else None
