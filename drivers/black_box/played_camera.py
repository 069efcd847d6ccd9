"""A camera's cards once more, from its black box: what was said of each, and its pictures."""

from drivers.camera.evidence import Evidence, Unpacker
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceSilent, Reading


class PlayedCamera:
    """See `OverheardLink`: the same calls. `evidence`: of the cards that the last call gave."""

    def __init__(self, device: DeviceId) -> None:
        self._device = device
        self._unpacker = Unpacker()
        self.evidence: list[Evidence] = []

    def opened(self, now: int) -> None:
        """A capture was begun."""
        del now
        self._unpacker.clear()

    def closed(self, now: int) -> None:
        """It was at an end."""
        self.opened(now)

    def hear(self, data: bytes, now: int) -> list[Reading]:
        """Evidence, or a piece of it."""
        del now
        self.evidence = self._unpacker.feed(data)
        return [one.reading(self._device) for one in self.evidence]

    def overhear(self, data: bytes, now: int) -> list[Reading]:
        """Nothing is said to a camera."""
        del data, now
        return []

    def found_silent(self, now: int) -> list[Reading]:
        """The host found it gone."""
        return [DeviceSilent(device=self._device, at=Millis(now))]
