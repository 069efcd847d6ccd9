"""A durable journal for tests: one reading a transaction, with the position and stamp of its device."""

from table_controller.core import readings as rd
from table_controller.core.ids import DeviceId, Millis


class Journal:
    """Rows in order; the view they give of each device; what a host that starts is told."""

    def __init__(self) -> None:
        self.rows: list[rd.Reading] = []
        self.positions: dict[DeviceId, rd.LinkPosition] = {}
        self.stamps: dict[DeviceId, Millis] = {}
        self.inputs: dict[DeviceId, dict[int, bool]] = {}
        self.tags: dict[DeviceId, set[tuple[int, bytes]]] = {}

    def append(self, reading: rd.Reading) -> None:
        self.rows.append(reading)
        if reading.position:
            self.positions[reading.device] = reading.position
            self.stamps[reading.device] = max(reading.at, self.stamps.get(reading.device, reading.at))
        self._fold(reading)

    def of(self, kind: type[rd.Reading]) -> list[rd.Reading]:
        return [row for row in self.rows if type(row) is kind]

    def _fold(self, reading: rd.Reading) -> None:
        inputs = self.inputs.setdefault(reading.device, {})
        tags = self.tags.setdefault(reading.device, set())
        match reading:
            case rd.InputLevel(index=index, level=level):
                inputs[index] = level
            case rd.TagPresent(antenna=antenna, tag=tag):
                tags.add((antenna, tag.raw))
            case rd.TagAbsent(antenna=antenna, tag=tag):
                tags.discard((antenna, tag.raw))
            case rd.SnapshotValid(inputs=named, tags=there, antennas=antennas):
                inputs.clear()
                inputs.update(named)
                kept = {t for t in tags if antennas is not None and t[0] not in antennas}
                self.tags[reading.device] = kept | {(a, tag.raw) for a, tag in there}
            case _:
                pass
