"""A port without port or thread: the same link over bytes in memory, on whatever clock `step` is given.

For virtual time. Knows nothing of who is at the other end of the cable.
"""

from typing import Protocol

from drivers.link.liveness import LinkState
from drivers.ports import Clock, Delivery, DeviceLink, FaultCode, PortFault, TablePort, fault_of


class Cable(Protocol):
    """The host's end of a cable in memory. Everything but `host_close` raises OSError when the cable is out."""

    def host_open(self) -> None:
        """Open the port; what waited in it is thrown away."""
        ...

    def host_close(self) -> None:
        """Close the port."""
        ...

    def host_read(self) -> bytes:
        """The bytes that have arrived."""
        ...

    def host_write(self, data: bytes) -> None:
        """Bytes to the device."""
        ...

    def host_deadline(self) -> int | None:
        """When bytes under way arrive, in ms."""
        ...


class MemoryPort(TablePort):
    """One device's port in virtual time; call `step` when it says, when bytes come, and after anything was said to it."""

    def __init__(self, name: str, link: DeviceLink, cable: Cable, clock: Clock) -> None:
        super().__init__(name, link, clock)
        self._cable = cable
        self._open_at = clock()

    def step(self) -> int | None:
        """Moves all bytes that are due; the time of the next step, None when nothing is to come."""
        now = self._clock()
        self._wakeups += 1
        try:
            if self._link.state is LinkState.CLOSED and now >= self._open_at:
                self._cable.host_open()
                self._link.opened(now)
            self._exchange(now)
        except OSError as error:
            self._close(fault_of(error, self.name), now)
        return self.next_deadline()

    def take(self) -> list[Delivery]:
        """The readings since the last call, in order."""
        taken = [Delivery(self, reading) for reading in self._link.outbox]
        self._link.outbox.clear()
        return taken

    def _exchange(self, now: int) -> None:
        if self._link.state is LinkState.CLOSED:
            self._link.poll(now)
            return
        self._link.receive(self._cable.host_read(), now)
        if data := self._link.poll(now):
            self._cable.host_write(data)
        self._note_link()
        if self._link.reopen_due(now):
            self._cable.host_close()
            self._close(PortFault(FaultCode.SILENT, "nothing heard"), now)

    def _close(self, fault: PortFault, now: int) -> None:
        self._fault = fault
        self._link.closed(now)
        self._open_at = now + self._backoff.take()

    def next_deadline(self) -> int | None:
        """When `step` is next due, in ms; None when nothing is to come."""
        closed = self._link.state is LinkState.CLOSED
        times = (self._link.next_deadline(), self._open_at if closed else self._cable.host_deadline())
        return min((t for t in times if t is not None), default=None)
