"""A device on a workbench: sensors whose levels a test sets, and a hand that sends and reads single frames."""

from collections.abc import Mapping, Sequence
from functools import partial

from hardware.protocol.commands import Command, Response, pack_command, parse_response
from hardware.protocol.event_codec import parse_event
from hardware.protocol.events import Event, Input, Key, Reader, TagIn, Uid
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import DeviceClass, Hello, parse_hello
from hardware.protocol.sequence import previous16
from hardware.simulator.board_data import Identity, Timing
from hardware.simulator.bus_device import BusDevice
from hardware.simulator.eeprom import Eeprom
from hardware.simulator.levels import Level

SERIAL = b"SHOE0001"


def uid(number: int) -> Uid:
    return Uid(b"\xe0\x04\x01\x50" + number.to_bytes(4, "big"))


class Sensors:
    """Levels of a board with one reader of three antennas, unless told otherwise."""

    def __init__(self) -> None:
        self.inputs: list[bool] = []
        self.tags: set[tuple[int, Uid]] = set()
        self.held: set[int] = set()
        self.readers: dict[int, int] = {0: 0b111}
        self.lost: set[int] = set()
        self.inventoried: set[int] = {0, 1, 2}
        """Antennas that count as inventoried twice whenever one asks."""

    def levels(self) -> Sequence[Level]:
        inputs: list[Level] = [partial(self._input, index) for index in range(len(self.inputs))]
        tags: list[Level] = [partial(self._tag, *tag) for tag in sorted(self.tags)]
        keys: list[Level] = [partial(self._key, key) for key in sorted(self.held)]
        readers: list[Level] = [partial(self._reader, reader) for reader in self.readers]
        return [*inputs, *tags, *keys, *readers]

    def antennas(self) -> Mapping[int, int]:
        return self.readers

    def reader_ok(self, reader: int) -> bool:
        return reader not in self.lost

    def inventoried_twice(self, antenna: int, since_ms: int) -> bool:
        return antenna in self.inventoried

    def _input(self, index: int) -> Event:
        return Input(index, self.inputs[index])

    def _tag(self, antenna: int, tag: Uid) -> Event | None:
        return TagIn(antenna, tag) if (antenna, tag) in self.tags else None

    def _key(self, key: int) -> Event | None:
        return Key(0, key, True) if key in self.held else None

    def _reader(self, reader: int) -> Event:
        return Reader(reader, self.reader_ok(reader), 0)


class Rig:
    """A device and a hand on the other end of its wire. Nothing is acknowledged unless the hand does it."""

    def __init__(
        self,
        *,
        serial: bytes = SERIAL,
        device_class: DeviceClass = DeviceClass.CARD_SHOE,
        timing: Timing = Timing(),  # noqa: B008
        eeprom: Eeprom | None = None,
        random_counter: int = 1000,
    ) -> None:
        self.now = 0
        self.sensors = Sensors()
        self.eeprom = eeprom or Eeprom()
        self.got: list[Frame] = []
        """Frames the device sent and the hand has not looked at yet."""
        self.raw = bytearray()
        self._deframer = Deframer()
        self.device = BusDevice(
            Identity(serial, device_class, antennas=3, name="shoe on a bench"),
            self.eeprom,
            self.sensors,
            timing=timing,
            entropy=lambda: random_counter,
        )

    def poll(self) -> None:
        """Let the device send what it has to."""
        data = self.device.poll(self.now)
        self.raw += data
        self.got += self._deframer.feed(data)
        deadline = self.device.next_deadline()
        assert deadline is None or deadline > self.now, "a device that wants to be polled for ever"

    def run(self, milliseconds: int) -> None:
        """Let time pass, polling only when the device asks for it."""
        end = self.now + milliseconds
        while (deadline := self.device.next_deadline()) is not None and deadline <= end:
            self.now = max(self.now, deadline)
            self.poll()
        self.now = end

    def take(self, *kinds: FrameType, seq: int | None = None) -> list[Frame]:
        """The frames of these kinds that came since the last look; all others are forgotten."""
        found = [f for f in self.got if f.type in kinds and seq in (None, f.seq)]
        self.got.clear()
        return found

    def send(
        self,
        kind: FrameType,
        seq: int = 0,
        payload: bytes = b"",
        *,
        ack: int | None = None,
        epoch: int | None = None,
        t_ms: int | None = None,
    ) -> None:
        """One frame to the device; without further word it is one the device obeys and that acknowledges nothing."""
        hello = self.life()
        frame = Frame(
            kind,
            hello.boot_counter & 0xFF if epoch is None else epoch,
            seq,
            previous16(hello.first) if ack is None else ack & 0xFFFF,
            self.now & 0xFFFFFFFF if t_ms is None else t_ms,
            payload,
        )
        self.device.receive(encode(frame), self.now)
        self.poll()

    def life(self) -> Hello:
        """What HELLO would say now, without asking on the wire."""
        ring = self.device._ring
        return Hello(self.device.boot_counter, 0, 8, self.device.identity.serial, ring.first & 0xFFFF, ring.next & 0xFFFF)

    def greet(self) -> Hello:
        """HELLO_REQ, and the HELLO it brings."""
        self.poll()
        self.got.clear()
        self.send(FrameType.HELLO_REQ, ack=0, epoch=0)
        hello = parse_hello(next(f for f in self.got if f.type is FrameType.HELLO).payload)
        assert hello is not None
        return hello

    def command(self, number: int, command: Command | bytes, **words: int) -> Response | None:
        """Send a command; its answer, if one came."""
        self.got.clear()
        payload = command if isinstance(command, bytes) else pack_command(command)
        self.send(FrameType.CMD, number, payload, **words)
        answers = self.take(FrameType.RESP, seq=number)
        assert len(answers) <= 1
        return parse_response(answers[0].payload) if answers else None

    def ack_all(self) -> list[Event]:
        """Take in and acknowledge everything that waits; the events in order."""
        events: list[Event] = []
        while self.device.waiting:
            ring = self.device._ring
            held = list(ring.between(ring.first, ring.next))
            for one in held:
                event = parse_event(one.payload)
                assert event is not None
                events.append(event)
            self.send(FrameType.ACK, ack=held[-1].number)
        return events


def numbers(frames: list[Frame]) -> list[int]:
    """Event numbers of EVENT frames."""
    return [f.seq for f in frames if f.type is FrameType.EVENT]
