"""The thread of one serial port.

Owns the open port and the waiting on it; opens it again whatever happens. Must not know what bytes mean: they go to the
link, and its readings into the owner's queue.
"""

import select
import time
from collections.abc import Callable
from threading import Thread
from typing import Final

import serial

from drivers.allowance import Allowance
from drivers.black_box.recorder import Recorder
from drivers.link.timing import BACKOFF_LIMIT
from drivers.ports import Clock, DeviceLink, FaultCode, Inbox, PortFault, TablePort, fault_of
from drivers.serial_line import TROUBLES, UsbPorts, open_line, usb_ports
from drivers.waker import Waker
from table_controller.core.readings import DeviceSilent

_READ: Final = 4096
_LONGEST_WAIT: Final = 1000
_BLOCKED_WAIT: Final = 20
"""How soon a full inbox is tried again."""
_BLIND_WAIT: Final = 20
"""How often a port is read that cannot be waited for (loop:// and other pyserial handlers)."""


def monotonic_ms() -> int:
    """The computer's monotonic clock."""
    return time.monotonic_ns() // 1_000_000


def supervised(*steps: Callable[[], None]) -> str | None:
    """Does these, one after the other; the name of the defect that ended them, None when there was none."""
    try:
        for step in steps:
            step()
    except Exception as error:  # noqa: BLE001  last line of defence: a deaf reader must be seen and must recover
        return type(error).__name__
    return None


class Port(TablePort):
    """Reads one port in a thread of its own from `start` to `stop`.

    Readings go into `inbox`, which is bounded: while it is full no event is taken from the device, which keeps them.
    """

    def __init__(
        self,
        name: str,
        address: str,
        inbox: Inbox,
        link: DeviceLink,
        *,
        baud: int = 115_200,
        clock: Clock = monotonic_ms,
        usb: UsbPorts = usb_ports,
        box: Recorder | None = None,
    ) -> None:
        """`address`: a pyserial URL or `usb:` and the USB serial number. `box`: keeps what goes over the wire, to its close."""
        super().__init__(name, link, clock)
        self.address = address
        self._inbox = inbox
        self._baud = baud
        self._usb = usb
        self._box = box
        self._allowance = Allowance()
        self._rest = 0
        """For so many ms nothing more is read: more has come than an honest device sends."""
        self._waker = Waker()
        self._stopping = False
        self._thread = Thread(target=self._run, name=f"port {name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> bool:
        """Close the port and end the thread; False when a hanging driver does not let go in time.

        The thread is a daemon: even then the program can end.
        """
        self._stopping = True
        self._waker.wake()
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        ended = not self._thread.is_alive()
        if ended:
            self._waker.close()
        return ended

    def _box_fault(self) -> str | None:
        return None if self._box is None else self._box.fault

    def _stir(self) -> None:
        self._waker.wake()

    def _run(self) -> None:
        while not self._stopping:
            if (defect := supervised(self._attempt, self._pause)) is not None:
                self._fault = PortFault(FaultCode.DEFECT, f"{self.address}: {defect}")
                self._wait(None, BACKOFF_LIMIT)
        if self._box is not None:
            self._box.close()

    def _attempt(self) -> None:
        """One opening of the port, to its end."""
        try:
            with open_line(self.address, self._baud, self._usb) as line:
                self._serve(line)
        except (*TROUBLES, ValueError) as error:
            self._fault = fault_of(error, self.address)
        finally:
            with self._lock:
                self._link.closed(now := self._clock())
            if self._box is not None:
                self._box.closed(now)

    def _serve(self, line: serial.SerialBase) -> None:
        with self._lock:
            now = self._clock()
            if self._box is not None:
                self._box.opened(now)
            self._link.opened(now)
        descriptor = _descriptor(line)
        while not self._stopping:
            wait = self._work(line)
            if wait is None:
                self._fault = PortFault(FaultCode.SILENT, f"{self.address}: nothing heard")
                return
            if self._rest:
                self._wait(None, min(wait, self._rest))
            else:
                self._wait(descriptor, wait if descriptor is not None else min(wait, _BLIND_WAIT))

    def _work(self, line: serial.SerialBase) -> int | None:
        """Reads, writes and delivers what is due; ms until the next time, None when the port must be opened anew."""
        data = b"" if self._rest else line.read(_READ)
        with self._lock:
            now = self._clock()
            self._rest = self._allowance.spend(len(data), now)
            self._link.receive(data, now)
            out = self._link.poll(now)
            self._note_link()
            silent = self._link.reopen_due(now)
            wait = self._until_deadline(now)
            after = None if self._box is None else self._box.look()
        if self._box is not None:
            self._box.moved(data, out, now, after)
            self._note_silence(self._box, now)
        if out:
            line.write(out)
        delivered = self._deliver_to(self._inbox)
        if silent:
            return None
        return wait if delivered else min(wait, _BLOCKED_WAIT)

    def _pause(self) -> None:
        """Waits before the next opening; orders expire and silence is said meanwhile."""
        until = self._clock() + self._backoff.take()
        while not self._stopping and (left := until - self._clock()) > 0:
            with self._lock:
                now = self._clock()
                self._link.poll(now)
                wait = self._until_deadline(now)
            if self._box is not None:
                self._note_silence(self._box, now)
            delivered = self._deliver_to(self._inbox)
            self._wait(None, min(left, wait if delivered else _BLOCKED_WAIT))

    def _note_silence(self, box: Recorder, now: int) -> None:
        """Silence is what no byte tells: found at this moment, it stands last."""
        outbox = self._link.outbox
        if outbox and isinstance(outbox[-1], DeviceSilent) and outbox[-1].at == now:
            box.silent(now)

    def _until_deadline(self, now: int) -> int:
        deadline = self._link.next_deadline()
        return _LONGEST_WAIT if deadline is None else max(0, min(deadline - now, _LONGEST_WAIT))

    def _wait(self, descriptor: int | None, wait_ms: int) -> None:
        poller = select.poll()
        poller.register(self._waker.fileno(), select.POLLIN)
        if descriptor is not None:
            poller.register(descriptor, select.POLLIN)
        poller.poll(wait_ms)
        self._waker.drain()
        self._wakeups += 1


def _descriptor(line: serial.SerialBase) -> int | None:
    """What can be waited for; None for a pyserial handler without one."""
    try:
        return int(line.fileno())
    except (AttributeError, OSError):
        return None
