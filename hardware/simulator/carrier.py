"""How a simulated device's bytes reach a host: the interface, and the one in memory for virtual time.

Owns plug and port. Knows nothing of frames; what the line does to the bytes is the line's affair.
"""

import errno
from collections.abc import Callable
from typing import Protocol, TypeAlias

from hardware.simulator.bus_device import BusDevice
from hardware.simulator.line import FaultyLine
from hardware.simulator.straight_device import StraightDevice

Clock: TypeAlias = Callable[[], int]
"""The present time in ms, virtual or real."""


class Carrier(Protocol):
    """The device's end of a cable."""

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        ...

    def read(self) -> bytes:
        """Bytes that arrived from the host."""
        ...

    def write(self, data: bytes) -> None:
        """Bytes to the host; without one they are lost. Call it with nothing to move on what the line delayed."""
        ...

    def unplug(self) -> None:
        """Pull the cable: what is under way is lost and the host's port is gone."""
        ...

    def plug(self) -> None:
        """Put the cable in again."""
        ...

    def next_deadline(self) -> int | None:
        """When delayed bytes arrive, in ms; None when there are none."""
        ...


def step(device: BusDevice | StraightDevice, carrier: Carrier, now_ms: int) -> int | None:
    """Move everything that is due between a device and its host; returns when to come again, None at no set time."""
    if data := carrier.read():
        device.receive(data, now_ms)
    carrier.write(device.poll(now_ms))
    times = [t for t in (device.next_deadline(), carrier.next_deadline()) if t is not None]
    return min(times, default=None)


class MemoryCarrier:
    """A cable in memory. The host's side behaves as a serial port: what is gone stays gone until it is opened anew."""

    def __init__(self, clock: Clock, line: FaultyLine | None = None) -> None:
        self.line = line or FaultyLine()
        self.on_open: Callable[[], None] | None = None
        """Called when the host opens the port, for a board that resets then."""
        self._clock = clock
        self._plugged = True
        self._opened = False

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._plugged

    def host_open(self) -> None:
        """Open the port; waiting input is discarded. Raises OSError (ENOENT) while unplugged."""
        if not self._plugged:
            raise OSError(errno.ENOENT, "no such port")
        self._opened = True
        self.line.to_host.clear()
        if self.on_open is not None:
            self.on_open()

    def host_close(self) -> None:
        """Close the port; what the device sends from now on is lost."""
        self._opened = False

    def host_write(self, data: bytes) -> None:
        """Raises OSError (EIO) when the port is not open or was unplugged since."""
        self._check_open()
        self.line.to_device.put(data, self._clock())

    def host_read(self) -> bytes:
        """The bytes that arrived. Raises OSError (EIO) when the port is not open or was unplugged since."""
        self._check_open()
        return self.line.to_host.take(self._clock())

    def read(self) -> bytes:
        """Bytes that arrived from the host."""
        return self.line.to_device.take(self._clock())

    def write(self, data: bytes) -> None:
        """Bytes to the host; without one they are lost."""
        if self._opened:
            self.line.to_host.put(data, self._clock())

    def unplug(self) -> None:
        """Pull the cable."""
        self._plugged = self._opened = False
        self.line.clear()

    def plug(self) -> None:
        """Put the cable in again; the host has to open the port anew."""
        self._plugged = True

    def next_deadline(self) -> int | None:
        """When delayed bytes from the host arrive, in ms."""
        return self.line.to_device.next_deadline()

    def host_deadline(self) -> int | None:
        """When delayed bytes from the device arrive, in ms."""
        return self.line.to_host.next_deadline()

    def _check_open(self) -> None:
        if not self._opened:
            raise OSError(errno.EIO, "the port is gone")
