"""A simulated board on a real pseudo terminal in a thread of its own, and the owner of the port that listens to it."""

import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

from board_sensors import Sensors, WatchedBoard
from bus_journal import Journal

from drivers.link.host_link import HostLink
from drivers.link.liveness import LinkState
from drivers.port import Port, monotonic_ms
from drivers.ports import Delivery
from drivers.waker import Waker
from hardware.protocol.events import Gate, GateDirection
from hardware.simulator.board_data import QUICK
from hardware.simulator.carrier import step
from hardware.simulator.line import FaultyLine, WireFaults
from hardware.simulator.pty_carrier import PtyCarrier
from table_controller.core import readings as rd

PATIENCE_S = 30.0
LOOK_MS = 5


class LiveBoard:
    """Runs from `running` on; `act` reaches in from the test's thread."""

    def __init__(self, path: Path, serial: bytes = b"\xa1" * 8) -> None:
        self.carrier = PtyCarrier(path, monotonic_ms, FaultyLine(1))
        self.board = WatchedBoard(serial, Sensors(4), monotonic_ms, QUICK, 253)
        self.gates = 0
        self._lock = Lock()
        self._waker = Waker()
        self._stopping = False
        self._thread = Thread(target=self._run, name="board")

    @contextmanager
    def running(self) -> Iterator["LiveBoard"]:
        self._thread.start()
        try:
            yield self
        finally:
            self._stopping = True
            self._waker.wake()
            self._thread.join()
            self._waker.close()
            self.carrier.unplug()

    def act(self, what: Callable[[], Any]) -> Any:
        with self._lock:
            outcome = what()
        self._waker.wake()
        return outcome

    def gate(self, times: int = 1) -> None:
        """Passages told from each other by their durations, counted from 1."""

        def pass_gate() -> None:
            for _ in range(times):
                self.gates += 1
                self.board.post(Gate(GateDirection.OUT, self.gates, False), monotonic_ms())

        self.act(pass_gate)

    def spoil(self, **faults: Any) -> None:
        self.act(lambda: self.carrier.line.set_faults(WireFaults(**faults)))

    def _run(self) -> None:
        while not self._stopping:
            with self._lock:
                due = step(self.board, self.carrier, monotonic_ms())
                poller = select.poll()
                poller.register(self._waker.fileno(), select.POLLIN)
                if self.carrier.opened:
                    poller.register(self.carrier.fileno(), select.POLLIN)
            wait = LOOK_MS if due is None else max(0, min(due - monotonic_ms(), LOOK_MS))
            poller.poll(wait)
            self._waker.drain()


class Owner:
    """What the controller of a table is to its ports: takes readings, records them, says so."""

    def __init__(self, address: str, *, room: int = 64, journal: Journal | None = None, **port: Any) -> None:
        self.journal = journal or Journal()
        self.inbox: Queue[Delivery] = Queue(room)
        self.link = HostLink(self.journal.positions.values(), self.journal.stamps)
        self.port = Port("shoe", address, self.inbox, self.link, **port)

    @contextmanager
    def listening(self) -> Iterator["Owner"]:
        self.port.start()
        try:
            yield self
        finally:
            assert self.port.stop(1.0), "the port must let go within a second"

    @property
    def gates(self) -> list[int]:
        return [row.duration_ms for row in self.journal.rows if isinstance(row, rd.GatePassed)]

    @property
    def linked(self) -> bool:
        return self.port.status().state is LinkState.LINKED

    def idle(self, done: Callable[[], bool]) -> None:
        """Takes nothing until something holds."""
        until = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < until, f"never came true: {self.port.status()}"
            time.sleep(0.01)

    def work(self, done: Callable[[], bool]) -> None:
        """Takes and records readings until something holds."""
        until = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < until, f"never came true: {self.port.status()}"
            try:
                delivery = self.inbox.get(timeout=0.02)
            except Empty:
                continue
            self.journal.append(delivery.reading)
            if delivery.reading.position:
                delivery.port.recorded(delivery.reading.position)
