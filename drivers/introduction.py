"""Asks what is at a port who it is: HELLO of the table bus, and nothing else. Events stay with the device, unacknowledged.

Owns the asking and its patience. Never opens a port that another program has locked.
"""

import select
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Final

import serial

from drivers.link.timing import HELLO_REQ_EVERY, OPEN_GRACE
from drivers.plugged import holder
from drivers.ports import FaultCode, PortFault, fault_of
from drivers.serial_line import TROUBLES, open_line, resolve
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import Hello, parse_hello

PATIENCE_MS: Final = OPEN_GRACE + 500
"""A board that was reset by the opening has to boot first."""
BAUDS: Final = (250_000, 115_200)
"""Our own board, and an Arduino Mega."""
_READ: Final = 4096
_ASKED_AT_ONCE: Final = 4
_ASK: Final = b"\0" + encode(Frame(FrameType.HELLO_REQ))


@dataclass(frozen=True, slots=True)
class Introduction:
    """`hello` None: see `fault`. `held_by`: the process that has the port, where it is busy and that can be told."""

    hello: Hello | None = None
    fault: PortFault | None = None
    held_by: int | None = None

    @property
    def serial(self) -> str | None:
        """The board's serial number, 16 hexadecimal digits."""
        return None if self.hello is None else self.hello.serial.hex()


def introduce(address: str, patience_ms: int = PATIENCE_MS) -> Introduction:
    """Opens the port, asks at each of BAUDS in turn, closes it again. `address` as of `Port`.

    Returns within the patience and a little.
    """
    try:
        path = resolve(address)
        if (pid := holder(path)) is not None:
            return Introduction(fault=PortFault(FaultCode.BUSY, f"{path} is open in process {pid}"), held_by=pid)
        with open_line(path, BAUDS[0]) as line:
            hello = _ask(line, cycle(BAUDS), time.monotonic() + patience_ms / 1000)
    except (*TROUBLES, ValueError) as error:
        return Introduction(fault=fault_of(error, address))
    if hello is None:
        return Introduction(fault=PortFault(FaultCode.SILENT, f"{address}: nothing there speaks the table bus"))
    return Introduction(hello)


def _ask(line: serial.SerialBase, bauds: Iterator[int], until: float) -> Hello | None:
    """Four questions at one speed, then the next: opening the port again might reset the board again."""
    deframer = Deframer()
    while time.monotonic() < until:
        line.baudrate = next(bauds)
        deframer.clear()
        for _ in range(_ASKED_AT_ONCE):
            line.write(_ASK)
            if (hello := _answer(line, deframer)) is not None:
                return hello
    return None


def _answer(line: serial.SerialBase, deframer: Deframer) -> Hello | None:
    """What is heard until the next question is due."""
    poller = select.poll()
    poller.register(line.fileno(), select.POLLIN)
    until = time.monotonic() + HELLO_REQ_EVERY / 1000
    while (left := until - time.monotonic()) > 0:
        poller.poll(left * 1000)
        for frame in deframer.feed(line.read(_READ)):
            if frame.type is FrameType.HELLO and (hello := parse_hello(frame.payload)) is not None:
                return hello
    return None
