"""What is active at a table now, folded from readings: tags on antennas, inputs that differ from rest, keys held, shoe passages.

Owns the fold. Knows no configuration.
"""

from table_controller.bootstrap.doctor.checks import Source
from table_controller.core import readings as rd
from table_controller.core.ids import DeviceId

DECK_IN = 1


class Wires:
    """`passed`: gate passages since the last `rest`. `ready`: devices that have named all their levels."""

    def __init__(self) -> None:
        self._tags: dict[Source, set[bytes]] = {}
        self._levels: dict[Source, bool] = {}
        self._at_rest: dict[Source, int] = {}
        self.passed: set[Source] = set()
        self.lost_readers: set[tuple[DeviceId, int]] = set()
        self.ready: set[DeviceId] = set()

    def rest(self) -> None:
        """As it is now, nothing is touched."""
        self._at_rest = self._now()
        self.passed = set()

    def held(self) -> frozenset[Source]:
        """What differs from rest now."""
        now = self._now()
        sources = now.keys() | self._at_rest.keys()
        return frozenset(source for source in sources if now.get(source, 0) != self._at_rest.get(source, 0))

    def touched(self) -> frozenset[Source]:
        """What differs from rest now, and what passed since."""
        return self.held() | self.passed

    def hear(self, reading: rd.Reading) -> None:
        """The next reading."""
        device = reading.device
        match reading:
            case rd.TagPresent(antenna=antenna, tag=tag):
                self._tags.setdefault(Source(device, "antenna", antenna), set()).add(tag.raw)
            case rd.TagAbsent(antenna=antenna, tag=tag):
                self._tags.setdefault(Source(device, "antenna", antenna), set()).discard(tag.raw)
            case rd.InputLevel(index=index, level=level):
                self._levels[Source(device, "input", index)] = level
            case rd.KeyMoved(key=key, pressed=pressed):
                self._levels[Source(device, "key", key)] = pressed
            case rd.DeckState(state=state):
                self._levels[Source(device, "deck", 0)] = state != DECK_IN
            case rd.GatePassed():
                self.passed.add(Source(device, "gate", 0))
            case _:
                self._hear_of_device(reading)

    def _hear_of_device(self, reading: rd.Reading) -> None:
        match reading:
            case rd.SnapshotValid():
                self._name(reading)
            case rd.ReaderState(reader=reader, ok=ok):
                (self.lost_readers.discard if ok else self.lost_readers.add)((reading.device, reader))
            case rd.DeviceSilent():
                self.ready.discard(reading.device)
            case _:
                pass

    def _name(self, named: rd.SnapshotValid) -> None:
        self.ready.add(named.device)
        for source in [one for one in self._tags if one.device == named.device]:
            del self._tags[source]
        for antenna, tag in named.tags:
            self._tags.setdefault(Source(named.device, "antenna", antenna), set()).add(tag.raw)
        self._levels |= {Source(named.device, "input", index): level for index, level in named.inputs}

    def _now(self) -> dict[Source, int]:
        """Tags on each antenna, and levels: an input that rests high differs from rest when it goes low."""
        return {source: len(there) for source, there in self._tags.items()} | self._levels
