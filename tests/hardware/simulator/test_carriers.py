"""Both carriers bring a device's bytes to a host as a serial port does: in memory, and on a real pseudo terminal."""

import itertools
import os
import select
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from hardware.protocol.events import Input
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.simulator.board_data import ResetCause
from hardware.simulator.carrier import Carrier, MemoryCarrier, step
from hardware.simulator.line import FaultyLine, WireFaults
from hardware.simulator.pty_carrier import PtyCarrier
from tests.hardware.simulator.rig import Rig

HELLO_REQ = encode(Frame(FrameType.HELLO_REQ))


def real_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Desk:
    """A rig's device on a pseudo terminal, run by the test itself in real time."""

    def __init__(self, tmp_path: Path) -> None:
        self.rig = Rig()
        self.carrier = PtyCarrier(tmp_path / "by-id" / "usb-shoe", real_ms)
        self._start = real_ms()

    def until(self, condition: Callable[[], bool]) -> None:
        """Run the device until something holds; at most five seconds."""
        end = time.monotonic() + 5
        while not condition():
            assert time.monotonic() < end, "did not come about"
            step(self.rig.device, self.carrier, real_ms() - self._start)
            time.sleep(0.0005)


def open_port(path: Path) -> serial.Serial:
    port = serial.Serial(None, 250_000, timeout=0, exclusive=True)
    port.dtr = port.rts = False
    port.port = str(path)
    port.open()
    return port


class Listener:
    """Reads a port and finds frames."""

    def __init__(self, port: serial.Serial) -> None:
        self._port, self._deframer = port, Deframer()
        self.frames: list[Frame] = []

    def hears(self, kind: FrameType) -> Callable[[], bool]:
        def heard() -> bool:
            self.frames += self._deframer.feed(self._port.read(4096))
            return any(f.type is kind for f in self.frames)

        return heard


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.carrier.unplug()


def test_a_host_opens_the_link_and_talks_to_the_device(desk: Desk) -> None:
    with open_port(desk.carrier.path) as port:
        listener = Listener(port)
        desk.until(lambda: desk.carrier.opened)
        port.write(HELLO_REQ)
        desk.until(listener.hears(FrameType.HELLO))
        desk.rig.device.post(Input(1, True), 1)
        desk.until(listener.hears(FrameType.EVENT))
    assert listener._deframer == Deframer()


def test_nothing_is_echoed_on_a_terminal_nobody_has_set_up(desk: Desk) -> None:
    descriptor = os.open(desk.carrier.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        os.write(descriptor, b"\x03\r\n\x04 any")
        assert desk.carrier.read() == b"\x03\r\n\x04 any"
        with pytest.raises(BlockingIOError):
            os.read(descriptor, 100)
    finally:
        os.close(descriptor)


def test_what_is_sent_without_a_host_is_not_there_for_the_next_one(desk: Desk) -> None:
    desk.until(lambda: len(desk.rig.device.poll(300)) == 0)
    for _ in range(100):
        desk.carrier.write(b"old")
    descriptor = os.open(desk.carrier.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)  # unlike pyserial, discards nothing
    try:
        desk.carrier.read()
        desk.carrier.write(b"new")
        select.select([descriptor], [], [], 5)
        assert os.read(descriptor, 100) == b"new"
    finally:
        os.close(descriptor)


def test_unplugging_takes_the_port_away_and_another_terminal_comes_under_the_same_name(desk: Desk) -> None:
    with open_port(desk.carrier.path) as port:
        desk.until(lambda: desk.carrier.opened)
        before = desk.carrier.path.readlink()
        desk.carrier.unplug()
        desk.carrier.unplug()
        assert not desk.carrier.path.is_symlink()
        with pytest.raises(serial.SerialException):
            port.read(1)
    desk.rig.device.post(Input(1, True), 5)
    desk.until(lambda: not desk.carrier.plugged)
    desk.carrier.plug(elsewhere=True)
    desk.carrier.plug()
    assert desk.carrier.path.readlink() != before
    with open_port(desk.carrier.path) as port:
        listener = Listener(port)
        desk.until(lambda: desk.carrier.opened)
        port.write(HELLO_REQ)
        desk.until(listener.hears(FrameType.EVENT))


def test_a_host_that_does_not_read_never_stops_the_device(desk: Desk) -> None:
    with open_port(desk.carrier.path):
        desk.until(lambda: desk.carrier.opened)
        started = time.monotonic()
        for _ in range(2000):
            desk.carrier.write(bytes(64))
        assert time.monotonic() - started < 5
        assert desk.carrier.line.to_host.lost > 0


def test_a_board_that_resets_on_open_is_told_of_each_opening(desk: Desk) -> None:
    opened = []
    desk.carrier.on_open = lambda: opened.append(1)
    for times in (1, 2, 3):
        with open_port(desk.carrier.path):
            desk.until(lambda: desk.carrier.opened)
        desk.until(lambda: not desk.carrier.opened)
        assert len(opened) == times


def test_faults_of_the_line_reach_a_real_port(desk: Desk) -> None:
    with open_port(desk.carrier.path) as port:
        listener = Listener(port)
        desk.carrier.line.to_host.faults = WireFaults(stalled=True)
        desk.until(lambda: desk.carrier.opened)
        port.write(HELLO_REQ)
        desk.until(lambda: desk.rig.device.host_heard)
        assert not listener.hears(FrameType.HELLO)()
        desk.carrier.line.to_host.faults = WireFaults()
        desk.until(listener.hears(FrameType.HELLO))


class Virtual:
    """A rig's device on a carrier in memory, in virtual time."""

    def __init__(self, line: FaultyLine | None = None) -> None:
        self.now = 0
        self.rig = Rig()
        self.carrier = MemoryCarrier(lambda: self.now, line)

    def run(self, milliseconds: int) -> bytes:
        """Let time pass; what the host heard meanwhile."""
        end, heard = self.now + milliseconds, b""
        while True:
            due = step(self.rig.device, self.carrier, self.now)
            if self.carrier.plugged and self.carrier._opened:
                heard += self.carrier.host_read()
            arrival = self.carrier.host_deadline()
            times = [t for t in (due, arrival) if t is not None and t > self.now]
            if not times or min(times) > end:
                self.now = end
                return heard
            self.now = min(times)


def test_virtual_time_brings_the_same_bytes() -> None:
    table = Virtual()
    table.carrier.host_open()
    table.carrier.host_write(HELLO_REQ)
    frames = Deframer().feed(table.run(1000))
    assert [f.type for f in frames] == [FrameType.HELLO, FrameType.HELLO, *[FrameType.PONG] * 4]


def test_delays_hold_in_virtual_time() -> None:
    line = FaultyLine()
    line.set_faults(WireFaults(delay_ms=40))
    table = Virtual(line)
    table.carrier.host_open()
    table.run(100)
    table.carrier.host_write(HELLO_REQ)
    assert Deframer().feed(table.run(79)) == []
    assert [f.type for f in Deframer().feed(table.run(1))] == [FrameType.HELLO]


def test_a_port_in_memory_is_gone_until_it_is_opened_anew() -> None:
    table = Virtual()
    with pytest.raises(OSError, match="gone"):
        table.carrier.host_read()
    table.carrier.host_open()
    table.carrier.unplug()
    with pytest.raises(OSError, match="no such port"):
        table.carrier.host_open()
    table.carrier.plug()
    with pytest.raises(OSError, match="gone"):
        table.carrier.host_write(b"x")
    table.run(1000)
    table.carrier.host_open()
    assert table.carrier.host_read() == b""
    table.carrier.host_close()
    table.run(1000)
    table.carrier.host_open()
    assert table.carrier.host_read() == b""


def test_a_board_in_memory_may_reset_on_open() -> None:
    table = Virtual()
    table.run(10)
    table.carrier.on_open = lambda: table.rig.device.reset(ResetCause.EXTERNAL, table.now)
    counters = []
    for _ in range(3):
        table.carrier.host_open()
        table.run(10)
        counters.append(table.rig.device.boot_counter)
    assert [b - a for a, b in itertools.pairwise(counters)] == [1, 1]


def test_both_carriers_are_carriers(desk: Desk) -> None:
    carriers: list[Carrier] = [desk.carrier, Virtual().carrier]
    assert all(carrier.plugged for carrier in carriers)
