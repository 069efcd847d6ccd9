"""A reader's link and a simulated reader on one wire, in virtual time."""

from typing import TypeVar

from drivers.link.liveness import LinkState
from drivers.readers.metratec import METRATEC
from drivers.readers.pepper_c1 import PEPPER_C1
from drivers.readers.reader_link import ReaderLink
from drivers.readers.talk import Dialect
from hardware.protocol.events import Uid
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.noise import OFF, Noise
from hardware.simulator.pepper_c1 import PepperReader
from hardware.simulator.radio import Radio, in_a_row
from table_controller.core import readings as rd
from table_controller.core.ids import DeviceId

DEVICE = DeviceId("FT0READER")
FOREVER = 1 << 60
R = TypeVar("R", bound=rd.Reading)


def uid(number: int) -> Uid:
    return Uid(b"\xe0\x04\x01" + number.to_bytes(5, "big"))


class Rig:
    """`run` lets time pass; `told` is everything the link has said. The port is opened anew when the link wants it."""

    def __init__(self, dialect: Dialect, reader: MetratecReader | PepperReader, antennas: set[int]) -> None:
        self.link = ReaderLink(DEVICE, dialect, antennas)
        self.reader = reader
        self.now = 1_000
        self.told: list[rd.Reading] = []
        self.polls = 0
        self.reopened = 0
        self.takes = True
        """Whether the owner takes what the link says."""
        self.link.opened(self.now)

    def run(self, milliseconds: int) -> None:
        end = self.now + milliseconds
        while True:
            self._exchange()
            times = (self.link.next_deadline(), self.reader.next_deadline())
            due = min((at for at in times if at is not None), default=FOREVER)
            if due > end:
                break
            self.now = max(self.now, due)
        self.now = end
        self._exchange()

    def until(self, kind: type[rd.Reading], count: int = 1, limit_ms: int = 30_000) -> None:
        end = self.now + limit_ms
        while len(self.of(kind)) < count:
            assert self.now < end, f"never came: {kind.__name__}, told {self.told}"
            self.run(5)

    def of(self, kind: type[R]) -> list[R]:
        return [reading for reading in self.told if type(reading) is kind]

    def there(self) -> set[tuple[int, bytes]]:
        """What lies where, as told."""
        tags: set[tuple[int, bytes]] = set()
        for reading in self.told:
            if isinstance(reading, rd.TagPresent):
                tags.add((reading.antenna, reading.tag.raw))
            elif isinstance(reading, rd.TagAbsent):
                tags.discard((reading.antenna, reading.tag.raw))
        return tags

    @property
    def linked(self) -> bool:
        return self.link.state is LinkState.LINKED

    def _exchange(self) -> None:
        self.polls += 1
        if out := self.link.poll(self.now):
            self.reader.receive(out, self.now)
        if said := self.reader.take(self.now):
            self.link.receive(said, self.now)
            if out := self.link.poll(self.now):
                self.reader.receive(out, self.now)
        if self.takes:
            self.told += self.link.outbox
            self.link.outbox.clear()
        if self.link.reopen_due(self.now):
            self.reopened += 1
            self.link.closed(self.now)
            self.link.opened(self.now)


def metratec(antennas: set[int] | None = None, noise: Noise = OFF, **reader: str) -> Rig:
    """A reader of the felt: several antennas behind a multiplexer."""
    wired = antennas or set(range(5))
    return Rig(METRATEC, MetratecReader(multiplexed=wired != {0}, radio=Radio(noise, ground=in_a_row(range(9))), **reader), wired)


def pepper(antennas: set[int] | None = None, noise: Noise = OFF, **reader: str) -> Rig:
    """The same of the other maker."""
    return Rig(PEPPER_C1, PepperReader(radio=Radio(noise, ground=in_a_row(range(9))), **reader), antennas or set(range(1, 6)))


RIGS = {"metratec": metratec, "pepper": pepper}
