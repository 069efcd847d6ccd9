"""What the owner of a table sees of a port, be it a real one or one in memory.

Owns the words (deliveries, faults, status) and what may be said to a port. Knows nothing of serial lines.
"""

import errno
import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from queue import Full
from threading import Lock
from typing import Final, Protocol, TypeAlias

from drivers.counters import DeviceCounters
from drivers.link.backoff import Backoff
from drivers.link.intake import Life
from drivers.link.liveness import LinkState
from drivers.link.orders import OneShot, OrderTicket
from drivers.link.wanted import WantedState
from table_controller.core.ids import DeviceId
from table_controller.core.readings import LinkPosition, Reading

Clock: TypeAlias = Callable[[], int]
"""The host's monotonic time in ms, real or virtual; it goes on over a restart of the program."""


class FaultCode(StrEnum):
    """Why a port does not work."""

    ABSENT = "absent"
    """No such port or USB serial number now."""
    BUSY = "busy"
    """Another program has it open."""
    FORBIDDEN = "forbidden"
    """This user may not open it."""
    ADDRESS = "address"
    """The address is wrong and stays wrong."""
    BROKEN = "broken"
    """Reading or writing failed: unplugged, or the port hangs."""
    SILENT = "silent"
    """The port works and nothing is heard of a device."""
    STRANGER = "stranger"
    """What answers there is not listened to: another reader than configured, or a board of another schema than ours."""
    SIGHT = "sight"
    """A camera is there and sees badly, or could not read the last card; `detail` ends with the word for it."""
    DEFECT = "defect"
    """A defect of this program; the port is tried again."""


@dataclass(frozen=True, slots=True)
class PortFault:
    """`detail`: in the words of the operating system, for the technician."""

    code: FaultCode
    detail: str


_CODES: Final = {
    errno.ENOENT: FaultCode.ABSENT,
    errno.ENODEV: FaultCode.ABSENT,
    errno.ENXIO: FaultCode.ABSENT,
    errno.EACCES: FaultCode.FORBIDDEN,
    errno.EPERM: FaultCode.FORBIDDEN,
    errno.EBUSY: FaultCode.BUSY,
    errno.EAGAIN: FaultCode.BUSY,
}


def fault_of(error: BaseException, address: str) -> PortFault:
    """A trouble in words for the technician."""
    if isinstance(error, ValueError):
        return PortFault(FaultCode.ADDRESS, str(error))
    number = error.args[0] if error.args and isinstance(error.args[0], int) else None
    code = _CODES.get(number, FaultCode.BROKEN) if number is not None else FaultCode.BROKEN
    if code is FaultCode.BUSY:
        return PortFault(code, f"{address} is open in another program")
    reason = os.strerror(number) if number else str(error)
    return PortFault(code, f"{address}: {reason}")


@dataclass(frozen=True, slots=True)
class PortStatus:
    """A port at one moment. `device`, `life`: of the device met last. `fault` None: all is well.

    `wakeups`: how often the port had anything to do. `blocked`: how often the owner's inbox was full.
    """

    name: str
    state: LinkState
    device: DeviceId | None
    life: int | None
    fault: PortFault | None
    counters: DeviceCounters
    wakeups: int
    blocked: int
    heard_ms: int | None = None
    """When the device was last heard, on the host's clock; None: never since the port was opened first."""
    black_box: str | None = None
    """Why the black box keeps nothing; None: it keeps all, or there is none."""


class DeviceLink(Protocol):
    """What a port runs: a table bus (`HostLink`) or a tag reader (`ReaderLink`), where each method is told."""

    @property
    def state(self) -> LinkState: ...
    @property
    def life(self) -> Life | None: ...
    @property
    def outbox(self) -> deque[Reading]: ...
    @property
    def heard_at(self) -> int | None: ...
    @property
    def trouble(self) -> str | None:
        """Why what answers at the port is not listened to, for the technician; None: nothing is known since the opening."""
        ...

    def counters(self) -> DeviceCounters: ...
    def opened(self, now: int, /) -> None: ...
    def closed(self, now: int, /) -> None: ...
    def recorded(self, position: LinkPosition, /) -> bool: ...
    def order(self, command: OneShot, now: int, /) -> OrderTicket: ...
    def want(self, state: WantedState, /) -> None: ...
    def want_snapshot(self, now: int, /) -> None: ...
    def receive(self, data: bytes, now: int, /) -> None: ...
    def poll(self, now: int, /) -> bytes: ...
    def reopen_due(self, now: int, /) -> bool: ...
    def next_deadline(self) -> int | None: ...


class TablePort:
    """A port as the owner of the table sees it; may be spoken to from any thread."""

    def __init__(self, name: str, link: DeviceLink, clock: Clock) -> None:
        """`name`: of the port in the table's configuration. `clock`: host ms, never backwards."""
        self.name = name
        self._link = link
        self._clock = clock
        self._lock = Lock()
        self._backoff = Backoff()
        self._fault: PortFault | None = None
        self._wakeups = 0
        self._blocked = 0

    def recorded(self, position: LinkPosition) -> bool:
        """Everything this port delivered up to this position is durably in the journal: acknowledge it.

        False when the position is not one under way at this port.
        """
        with self._lock:
            known = self._link.recorded(position)
        self._stir()
        return known

    def order(self, command: OneShot) -> OrderTicket:
        """Order something done once; refused at once without a link. Raises ValueError on a value out of range."""
        with self._lock:
            ticket = self._link.order(command, self._clock())
        self._stir()
        return ticket

    def want(self, state: WantedState) -> None:
        """Want lamps, lock or antennas so from now on. Raises ValueError on a value out of range."""
        with self._lock:
            self._link.want(state)
        self._stir()

    def want_snapshot(self) -> None:
        """Have all levels named again."""
        with self._lock:
            self._link.want_snapshot(self._clock())
        self._stir()

    def status(self) -> PortStatus:
        """The port as it stands."""
        with self._lock:
            life = self._link.life
            return PortStatus(
                name=self.name,
                state=self._link.state,
                device=life.device if life else None,
                life=life.counter if life else None,
                fault=self._fault,
                counters=self._link.counters(),
                wakeups=self._wakeups,
                blocked=self._blocked,
                heard_ms=self._link.heard_at,
                black_box=self._box_fault(),
            )

    def _box_fault(self) -> str | None:
        """Why the black box keeps nothing."""
        return None

    def _deliver_to(self, inbox: "Inbox") -> bool:
        """Puts readings into the inbox; False when it is full and some are left: they wait, a bounded number of them."""
        outbox = self._link.outbox
        try:
            while outbox:
                inbox.put_nowait(Delivery(self, outbox[0]))
                outbox.popleft()
        except Full:
            self._blocked += 1
            return False
        return True

    def _stir(self) -> None:
        """Something was said: there may be something to send."""

    def _note_link(self) -> None:
        """Under a link all is well again, and the next trouble begins with a short wait."""
        if self._link.state is LinkState.LINKED:
            self._fault = None
            self._backoff.reset()
        elif (trouble := self._link.trouble) is not None:
            self._fault = PortFault(FaultCode.STRANGER, f"{self.name}: {trouble}")


@dataclass(frozen=True, slots=True)
class Delivery:
    """A reading and the port it came through, to which `recorded` must be said."""

    port: TablePort
    reading: Reading


class Inbox(Protocol):
    """Where readings go: a bounded queue, perhaps of more than deliveries. `put_nowait` raises queue.Full when it is full."""

    def put_nowait(self, item: Delivery, /) -> None:
        """Takes one delivery, or raises at once."""
        ...
