"""The device side in C says, byte for byte, what the Python device says: the same frames, the same times, random schedules."""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest

from hardware.protocol.commands import Counters, Echo, Identify, Snapshot, pack_command
from hardware.protocol.event_codec import pack_event
from hardware.protocol.events import CardRead, Event, Gate, GateDirection, Input
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import DeviceClass, parse_hello
from hardware.protocol.sequence import previous16
from hardware.simulator.board_data import Identity, ResetCause
from hardware.simulator.bus_device import BusDevice
from hardware.simulator.eeprom import Eeprom
from hardware.simulator.levels import Level

INPUTS = 8


class Levels:
    """Inputs, and one antenna that has been inventoried or not as a test says."""

    def __init__(self) -> None:
        self.inputs = 0
        self.inventoried = True

    def levels(self) -> Sequence[Level]:
        return [partial(self._input, index) for index in range(INPUTS)]

    def antennas(self) -> Mapping[int, int]:
        return {0: 1}

    def reader_ok(self, reader: int) -> bool:
        return True

    def inventoried_twice(self, antenna: int, since_ms: int) -> bool:
        return self.inventoried

    def _input(self, index: int) -> Event:
        return Input(index, bool(self.inputs >> index & 1))


class Both:
    """The same done to both devices; what they say is compared at every step."""

    def __init__(self, library: ctypes.CDLL, seed: int) -> None:
        self.random = Random(seed)
        counter = self.random.choice([0, 255, 70_000, 0xFFFFFFFF])
        self.now = self.began = 0
        self.levels = Levels()
        identity = Identity(b"BENCH_01", DeviceClass.CARD_SHOE, antennas=1, name="bench")
        self.python = BusDevice(identity, Eeprom(), self.levels, entropy=lambda: counter)
        self.c = library
        self.c.bench_power(counter, INPUTS)
        self.epoch, self.seen, self.following, self.numbers = 0, 0, 0, 0
        self.host_clock = 12345
        self.said = 0
        self.lives: set[int] = set()
        self._deframer = Deframer()
        self.poll()

    @property
    def clock(self) -> int:
        return self.now - self.began

    def pass_time(self, ms: int) -> None:
        self.now += ms
        self.poll()

    def poll(self) -> None:
        buffer = ctypes.create_string_buffer(65536)
        count = self.c.bench_poll(buffer, self.clock)
        expected = self.python.poll(self.now)
        assert buffer.raw[:count] == expected
        self.said += count
        for frame in self._deframer.feed(expected):
            self._notice(frame)

    def post(self, event: Event, edge: int) -> None:
        payload = pack_event(event)
        self.python.post(event, self.now, edge)
        self.c.bench_post(payload, len(payload), max(0, edge - self.began))

    def send(self, data: bytes) -> None:
        self.python.receive(data, self.now)
        self.c.bench_receive(data, len(data), self.clock)

    def reset(self, cause: ResetCause) -> None:
        self.began = self.now
        self.python.reset(cause, self.now)
        self.python.poll(self.now)
        self.c.bench_reset(cause, 0)
        buffer = ctypes.create_string_buffer(65536)
        self.c.bench_poll(buffer, 0)

    def _notice(self, frame: Frame) -> None:
        if frame.type is FrameType.HELLO:
            hello = parse_hello(frame.payload)
            assert hello
            self.epoch, self.seen, self.following = frame.epoch, previous16(hello.first), hello.next
            self.lives.add(hello.boot_counter)
        elif frame.type is FrameType.EVENT:
            self.seen = frame.seq

    # -- what a host and a world may do, good or bad

    def frame(self, kind: FrameType, seq: int = 0, payload: bytes = b"", age: int = 0) -> bytes:
        epoch = self.epoch if self.random.random() < 0.97 else self.random.randrange(256)
        ack = self.seen if self.random.random() < 0.9 else self.random.choice([self.following, self.random.randrange(65536)])
        return encode(Frame(kind, epoch, seq, ack, (self.now + self.host_clock - age) & 0xFFFFFFFF, payload))

    def do_events(self) -> None:
        for _ in range(self.random.choice([1, 1, 2, 9, 40, 150])):
            draw = self.random.randrange(65536)
            event = self.random.choice([Input(draw % INPUTS, draw > 9999), CardRead(255, 0, draw), Gate(GateDirection.OUT, draw)])
            self.post(event if not isinstance(event, Gate) else Gate(GateDirection.OUT, draw, False), self.now)

    def do_greet(self) -> None:
        """Sometimes it is another host, with a clock of its own."""
        if self.random.random() < 0.3:
            self.host_clock = self.random.randrange(1 << 32)
        self.send(encode(Frame(FrameType.HELLO_REQ, t_ms=(self.now + self.host_clock) & 0xFFFFFFFF)))

    def do_acknowledge(self) -> None:
        self.send(self.frame(FrameType.ACK, payload=self.random.choice([b"", b"", b"\1", b"\2"])))

    def do_ping(self) -> None:
        self.send(self.frame(FrameType.PING, self.random.randrange(65536)))

    def do_command(self) -> None:
        self.numbers += self.random.choice([0, 1, 1])
        commands = (Echo(b"abc"), Counters(), Identify(), Snapshot(self.random.randrange(256)))
        broken = (b"", b"\x00", b"\x63", b"\x05", b"\x02\x01", b"\x06")
        payload = self.random.choice([*map(pack_command, commands), *broken])
        self.send(
            self.frame(FrameType.CMD, self.numbers & 0xFFFF, payload, self.random.choice([0, 0, 100, 1499, 1500, 1501, 3000]))
        )

    def do_snapshot(self) -> None:
        self.numbers += 1
        self.send(self.frame(FrameType.CMD, self.numbers & 0xFFFF, pack_command(Snapshot(self.random.randrange(256)))))

    def do_levels(self) -> None:
        self.levels.inputs = self.random.randrange(1 << INPUTS)
        self.levels.inventoried = self.random.random() < 0.7
        self.c.bench_set(self.levels.inputs, self.levels.inventoried)

    def do_garbage(self) -> None:
        bent = bytearray(self.frame(FrameType.PING, 1))
        bent[self.random.randrange(len(bent))] ^= 1 << self.random.randrange(8)
        self.send(self.random.choice([bytes(bent), self.random.randbytes(200), b"\0", self.frame(FrameType.EVENT, 3, b"\1\2\1")]))

    def do_silence(self) -> None:
        for _ in range(self.random.choice([5, 40])):
            self.pass_time(self.random.choice([1, 60, 100]))

    def do_reset(self) -> None:
        if self.random.random() < 0.2:
            self.reset(self.random.choice(list(ResetCause)))


@pytest.fixture(scope="module")
def library(firmware: Callable[..., Path]) -> ctypes.CDLL:
    return ctypes.CDLL(str(firmware("device") / "libdevice.so"))


ACTS = ("events", "greet", "acknowledge", "ping", "command", "snapshot", "levels", "garbage", "silence", "reset")
WEIGHTS = (4, 2, 8, 4, 5, 1, 2, 2, 1, 1)


@pytest.mark.parametrize("seed", range(30))
def test_c_and_python_devices_say_the_same_bytes(library: ctypes.CDLL, seed: int) -> None:
    both = Both(library, seed)
    for act in both.random.choices(ACTS, WEIGHTS, k=400):
        getattr(both, f"do_{act}")()
        both.pass_time(both.random.choice([0, 1, 1, 5, 20, 61, 130]))
    assert both.said > 10_000


def test_32768_dropped_events_begin_the_same_new_life(library: ctypes.CDLL) -> None:
    both = Both(library, 99)
    both.do_greet()
    for n in range(32_768 + 200):
        both.post(CardRead(255, 0, n & 0xFFFF), both.now)
    both.do_greet()
    both.pass_time(5)
    assert len(both.lives) == 2
