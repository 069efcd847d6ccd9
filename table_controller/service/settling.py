"""The first moments of a controller: devices send what they kept, one after the other, and none knows of the others' events.

Owns the waiting and the order: until every device has said hello, or long enough has passed, nothing is decided; then everything
is taken in the order in which it happened. Order within a device is its own (a first edge may lie before the event before it).
"""

from collections.abc import Iterable, Iterator
from heapq import merge
from operator import itemgetter

from drivers.ports import Delivery
from table_controller.core.ids import Millis
from table_controller.core.readings import DeviceUp

PATIENCE_MS = 1_500
"""A board answers within 100 ms; one that resets when its port opens needs about a second."""
MOST_HELD = 512
"""More than three devices can have kept: then deciding is better than waiting."""


class Settling:
    """`pass_on` everything delivered; it comes out again, at first late and in order, then at once."""

    def __init__(self, ports: Iterable[str], now: Millis) -> None:
        self._silent = set(ports)
        self._until = now + PATIENCE_MS
        self._held: list[Delivery] | None = []

    def deadline(self) -> Millis | None:
        """When what is held comes out at the latest; None when nothing is held back any more."""
        return None if self._held is None else Millis(self._until)

    def pass_on(self, deliveries: list[Delivery], now: Millis) -> list[Delivery]:
        """What may be decided now."""
        if self._held is None:
            return deliveries
        self._held += deliveries
        self._silent -= {delivery.port.name for delivery in deliveries if isinstance(delivery.reading, DeviceUp)}
        if self._silent and now < self._until and len(self._held) < MOST_HELD:
            return []
        held, self._held = self._held, None
        return in_order(held)


def in_order(deliveries: list[Delivery]) -> list[Delivery]:
    """By the time things happened, each port's own order kept."""
    ports = dict.fromkeys(delivery.port.name for delivery in deliveries)
    runs = [_timed([delivery for delivery in deliveries if delivery.port.name == name]) for name in ports]
    return [delivery for _at, delivery in merge(*runs, key=itemgetter(0))]


def _timed(run: Iterable[Delivery]) -> Iterator[tuple[int, Delivery]]:
    latest = 0
    for delivery in run:
        latest = max(latest, delivery.reading.at)
        yield latest, delivery
