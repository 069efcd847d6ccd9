"""Runs one simulated table in real time over pseudo terminals, in one thread of its own.

Owns the thread, its waiting, and the lock under which hands of other threads reach in. Knows nothing of frames or rules.
"""

import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Final, Protocol, TypeVar

from hardware.simulator.hands import Hands
from hardware.simulator.table import SimulatedTable

PATIENCE_S: Final = 5.0
_LOOK_FOR_HOST_MS: Final = 50
"""A terminal without a host cannot be waited on; so often it is looked at."""

T = TypeVar("T")


def monotonic_ms() -> int:
    """Milliseconds of the host's monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class Cable(Protocol):
    """What is waited for: the end of a cable, here."""

    @property
    def opened(self) -> bool:
        """Whether it can be waited on."""
        ...

    def fileno(self) -> int:
        """What to wait on."""
        ...

    def unplug(self) -> None:
        """The table is cleared away."""
        ...


class StoppedError(RuntimeError):
    """The table no longer runs, or does not answer."""


class RealtimeTable:
    """A context manager: runs inside, is stopped and unplugged after. What stopped it before its time is raised at the end."""

    def __init__(self, table: SimulatedTable, carriers: Mapping[str, Cable], clock: Callable[[], int] = monotonic_ms) -> None:
        self._table = table
        self._carriers = carriers
        self._clock = clock
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._pool = ThreadPoolExecutor(1, "simulated-table")

    def __enter__(self) -> "RealtimeTable":
        self._running = self._pool.submit(self._run)
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._wake()
        try:
            self._running.result(PATIENCE_S)
        finally:
            self._pool.shutdown(wait=False)
            for carrier in self._carriers.values():
                carrier.unplug()
            self._wake_in.close()
            self._wake_out.close()

    def act(self, movement: Callable[[Hands], T]) -> T:
        """Let hands begin a movement now; gives back what it gives. From any thread. StoppedError when nothing runs here."""
        with self._reached() as table:
            outcome = movement(table.act(self._clock()))
        self._wake()
        return outcome

    def look(self, question: Callable[[SimulatedTable], T]) -> T:
        """Read or change the table at this moment, from any thread. StoppedError when nothing runs here."""
        with self._reached() as table:
            answer = question(table)
        self._wake()
        return answer

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # full: it is awake anyway
            self._wake_in.send(b"!")

    @contextmanager
    def _reached(self) -> Iterator[SimulatedTable]:
        if self._running.done() or not self._lock.acquire(timeout=PATIENCE_S):
            raise StoppedError("the simulated table is not running")
        try:
            yield self._table
        finally:
            self._lock.release()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                self._table.advance(self._clock(), every_cable=True)
                wait_ms = self._wait_ms()
                waiting = self._waiting()
            if any(ready == self._wake_out.fileno() for ready, _ in waiting.poll(wait_ms)):
                self._wake_out.recv(4096)

    def _waiting(self) -> select.poll:
        poller = select.poll()
        poller.register(self._wake_out, select.POLLIN)
        for carrier in self._carriers.values():
            if carrier.opened:
                poller.register(carrier.fileno(), select.POLLIN)
        return poller

    def _wait_ms(self) -> int:
        due = self._table.next_deadline()
        hosts = all(carrier.opened for carrier in self._carriers.values())
        waits = [] if hosts else [_LOOK_FOR_HOST_MS]
        if due is not None:
            waits.append(max(0, due - self._clock()))
        return min(waits, default=_LOOK_FOR_HOST_MS)
