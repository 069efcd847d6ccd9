"""Carries a simulated device's bytes over a real pseudo terminal under a stable name, as /dev/serial/by-id gives one.

Owns the terminal and its symbolic link. Knows nothing of frames. Never blocks: what a host that does not read has no
room for is lost, as on a line without flow control.
"""

import os
import select
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.simulator.carrier import Clock
from hardware.simulator.line import FaultyLine

_READ: Final = 4096


class PtyCarrier:
    """A cable that is a pseudo terminal."""

    def __init__(self, path: Path, clock: Clock, line: FaultyLine | None = None) -> None:
        """Plugged in at once: `path` becomes a link to the terminal. Raises OSError when none can be had."""
        self.path = path
        self.line = line or FaultyLine()
        self.on_open: Callable[[], None] | None = None
        """Called when a host opens the port, for a board that resets then."""
        self._clock = clock
        self._master: int | None = None
        self._opened = False
        self._name = ""
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master is not None

    @property
    def opened(self) -> bool:
        """Whether a host had the port open at the last read."""
        return self._opened

    def fileno(self) -> int:
        """The device's end, to wait on while `opened`; without a host it is always readable. -1 while unplugged."""
        return -1 if self._master is None else self._master

    def read(self) -> bytes:
        """Bytes that arrived from the host."""
        now = self._clock()
        self._look_for_host()
        if self._master is not None:
            self.line.to_device.put(_drain(self._master), now)
        return self.line.to_device.take(now)

    def write(self, data: bytes) -> None:
        """Bytes to the host; without one, or with one that does not read, they are lost."""
        now = self._clock()
        wire = self.line.to_host
        wire.put(data, now)
        arrived = wire.take(now)
        if self._opened and self._master is not None and arrived:
            wire.lost += len(arrived) - _write(self._master, arrived)

    def unplug(self) -> None:
        """Pull the cable: the terminal and its link are gone, what is under way is lost."""
        if self._master is None:
            return
        self.path.unlink(missing_ok=True)
        os.close(self._master)
        self._master = None
        self._opened = False
        self.line.clear()

    def plug(self, *, elsewhere: bool = False) -> None:
        """Put the cable in: a new terminal under the same link. `elsewhere`: surely not the one it had before.

        Raises OSError when there is no terminal to be had.
        """
        if self._master is not None:
            return
        master, name = _new_terminal()
        if elsewhere and name == self._name:
            held = master  # so that its number is not given again
            try:
                master, name = _new_terminal()
            finally:
                os.close(held)
        try:
            self._link(name)
        except OSError:
            os.close(master)
            raise
        self._master, self._name = master, name

    def next_deadline(self) -> int | None:
        """When delayed bytes of either direction arrive, in ms."""
        times = [t for t in (self.line.to_device.next_deadline(), self.line.to_host.next_deadline()) if t is not None]
        return min(times, default=None)

    def _link(self, target: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(self.path)

    def _look_for_host(self) -> None:
        if self._master is None:
            return
        poller = select.poll()
        poller.register(self._master, select.POLLIN)
        opened = not any(event & select.POLLHUP for _, event in poller.poll(0))
        if opened and not self._opened and self.on_open is not None:
            self.on_open()
        self._opened = opened


def _new_terminal() -> tuple[int, str]:
    """The device's end, and the name of the host's."""
    master, slave = os.openpty()
    try:
        tty.setraw(slave)  # stays with the terminal, so that nothing is echoed before a host sets it up
        os.set_blocking(master, False)
        return master, os.ttyname(slave)
    except OSError:
        os.close(master)
        raise
    finally:
        os.close(slave)


def _drain(descriptor: int) -> bytes:
    """What waits to be read, at most a few kilobytes at a time; nothing when the other end has gone."""
    try:
        return os.read(descriptor, _READ)
    except OSError:  # nobody there, or no room
        return b""


def _write(descriptor: int, data: bytes) -> int:
    """Number of bytes there was room for."""
    try:
        return os.write(descriptor, data)
    except OSError:  # nobody there, or no room
        return 0
