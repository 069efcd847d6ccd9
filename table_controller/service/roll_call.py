"""Devices that have not spoken at all since the controller began: a link tells only of one it has heard that it fell silent.

Without it a board that was dead already when the controller came back would be missed by nobody, and its silence taken for an
empty felt.
"""

from collections.abc import Iterable, Mapping

from drivers.ports import Delivery
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceSilent, Reading

WAIT_MS = 10_000
"""A camera needs some seconds, and so do boards that come up together with this computer."""


class RollCall:
    """`hear` everything delivered. Who is still missing after the wait is `missing`, until `called` says that it is recorded."""

    def __init__(self, devices: Mapping[str, DeviceId], now: Millis) -> None:
        """`devices`: by the names of their ports."""
        self._missing = dict.fromkeys(devices.values())
        self._until = now + WAIT_MS

    def hear(self, deliveries: Iterable[Delivery]) -> None:
        """Whoever says something is there; another board on its port is not it."""
        if self._missing:
            for delivery in deliveries:
                self._missing.pop(delivery.reading.device, None)

    def missing(self, now: Millis) -> list[Reading]:
        """That each of those has been silent, once the wait is over."""
        if now < self._until:
            return []
        return [DeviceSilent(device=device, at=now) for device in self._missing]

    def called(self, now: Millis) -> None:
        """What was missing at `now` is recorded, and is not said again."""
        if now >= self._until:
            self._missing.clear()
