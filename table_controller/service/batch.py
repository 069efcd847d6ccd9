"""What a batch brings with it: times of orders, answers to be kept, and where the devices stand once it is written."""

from collections.abc import Sequence

import msgspec

from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import Reading
from table_controller.core.shift_orders import TimedOrder
from table_controller.journal import DevicePosition, Moment, OrderAnswer
from table_controller.service.envelope import Answer, Envelope, write_answer

EVENT_NUMBERS = 65_536


class Received(msgspec.Struct, frozen=True):
    """An order with the bytes it came in, by which a repeated key is compared."""

    envelope: Envelope
    body: bytes


def stamped(envelope: Envelope, now: Moment) -> Envelope:
    """The order with the time of this table's own clock, where its kind carries one."""
    order = envelope.order
    if not isinstance(order, TimedOrder):
        return envelope
    return msgspec.structs.replace(envelope, order=msgspec.structs.replace(order, at=now.wall_ms))


def kept_answer(order: Received | None, answer: Answer | None) -> OrderAnswer | None:
    """What is kept, so that an order that is repeated gets the same answer."""
    if order is None or answer is None or order.envelope.key is None:
        return None
    return OrderAnswer(order.envelope.key, order.body, write_answer(answer))


def positions_after(readings: Sequence[Reading], before: dict[DeviceId, DevicePosition]) -> dict[DeviceId, DevicePosition]:
    """Where each device stands once these readings are recorded."""
    moved: dict[DeviceId, DevicePosition] = {}
    for reading in readings:
        position = reading.position
        if position is None:
            continue
        last = moved.get(position.device) or before.get(position.device)
        clock = max(reading.at, last.clock_ms) if last is not None else reading.at
        moved[position.device] = DevicePosition(position.life, (position.number + 1) % EVENT_NUMBERS, Millis(clock))
    return moved
