"""One board's line as the link bench uses it: edges out at the board's inputs, readings in at the product's port.

Owns the books: which edge was told when, by an event or by a snapshot, and what came that nobody did.
"""

import queue
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from drivers.link.host_link import HostLink
from drivers.link.liveness import LinkState
from drivers.port import Port
from drivers.ports import Delivery
from hardware.protocol.commands import Echo
from hardware.simulator.board_pins import BET_LINE, OCCUPIED
from hardware.simulator.virtual_board import HOST_PORT, BoardError, VirtualBoard
from table_controller.core.readings import DeviceUp, EventsLost, InputLevel, LinkPosition, Reading, SnapshotValid

BAUD = 250_000
PINS = (*OCCUPIED, *BET_LINE)
"""Pins of the inputs 0 to 19."""
PACE_S = 0.003
"""An edge each; a pin has 60 ms between its own, three times the debounce."""
STANDS_US = 45_000
"""For so long a level stands in the board's own time at least: on a busy computer that is behind."""
MOST_WAITING = 48
"""Edges not told yet; the board keeps 128."""
PATIENCE_S = 30.0
STARTED_S = 10.0


class Line:
    """Books since `fresh`: `sent`, `doubled`, `by_snapshot`, `missing`; `delays` in ms, `arrivals` in s."""

    def __init__(self, board: VirtualBoard) -> None:
        self.board = board
        self.sent = self.doubled = self.by_snapshot = 0
        self.delays: list[float] = []
        self.arrivals: list[float] = []
        self._inbox: queue.Queue[Delivery] = queue.Queue(64)
        self._port = Port("board", str(board.terminal(HOST_PORT)), self._inbox, HostLink(), baud=BAUD)
        self._levels = [False] * len(PINS)
        self._known: dict[int, bool] = {}
        self._due: list[deque[tuple[bool, float]]] = [deque() for _ in PINS]
        self._moved_us = [-STANDS_US] * len(PINS)
        self._next = 0
        self._edge_at = 0.0
        self._last: LinkPosition | None = None
        self._lives = self._snapshots = 0
        self._naming_anew = False

    @contextmanager
    def open(self) -> Iterator[None]:
        """The port is listened to; at first until the board has named all its levels."""
        self._port.start()
        try:
            self._work(lambda: self._snapshots > 0, STARTED_S)
            yield
        finally:
            self._port.stop()

    def fresh(self) -> None:
        """New books."""
        self.sent = self.doubled = self.by_snapshot = 0
        self.delays, self.arrivals = [], []
        for due in self._due:
            due.clear()

    @property
    def missing(self) -> int:
        """Edges not told."""
        return sum(map(len, self._due))

    def edges(self, count: int, most_waiting: int = MOST_WAITING) -> None:
        """So many edges at the pace, each when at most so many wait to be told."""
        for _ in range(count):
            self._work(lambda: self._may_move(most_waiting), PATIENCE_S)
            pin, self._edge_at = self._next, time.monotonic()
            self._next = (pin + 1) % len(PINS)
            self._levels[pin] = not self._levels[pin]
            self._due[pin].append((self._levels[pin], self._edge_at))
            self.board.pin(PINS[pin], not self._levels[pin])
            self._moved_us[pin] = self._board_us()
            self.sent += 1

    def _may_move(self, most_waiting: int) -> bool:
        if time.monotonic() < self._edge_at + PACE_S or self.missing >= most_waiting:
            return False
        return self._board_us() >= self._moved_us[self._next] + STANDS_US

    def _board_us(self) -> int:
        return int(self.board.ask("time"))

    def work_for(self, seconds: float) -> None:
        """Goes on taking readings meanwhile."""
        until = time.monotonic() + seconds
        self._work(lambda: time.monotonic() >= until, seconds + 1)

    def settle(self) -> None:
        """Until every edge is told, or the patience is over; then long enough for what comes twice."""
        self._work(lambda: not self.missing, PATIENCE_S)
        self.work_for(0.2)

    def reboot(self) -> None:
        """The processor starts anew; until the host has met it again and has a snapshot of it."""
        lives, snapshots = self._lives, self._snapshots
        self.board.ask("reset", "external")
        self._work(lambda: self._lives > lives and self._snapshots > snapshots, PATIENCE_S)

    def echo(self, command: Echo) -> float:
        """There and back, ms. BoardError without an answer."""
        self._work(lambda: self._port.status().state is LinkState.LINKED, STARTED_S)
        began = time.perf_counter()
        ticket = self._port.order(command)
        while ticket.outcome is None:
            if time.perf_counter() - began > PATIENCE_S:
                raise BoardError("an echo never came back")
            time.sleep(0.0001)
        return (time.perf_counter() - began) * 1000

    def _work(self, done: Callable[[], bool], patience_s: float) -> None:
        """Takes and records readings until something holds, or the patience is over."""
        end = time.monotonic() + patience_s
        while not done() and time.monotonic() < end:
            try:
                delivery = self._inbox.get(timeout=0.001)
            except queue.Empty:
                continue
            self._take(delivery.reading)
            if delivery.reading.position is not None:
                delivery.port.recorded(delivery.reading.position)

    def _take(self, reading: Reading) -> None:
        if reading.position is not None and type(reading) is not EventsLost:
            self.doubled += reading.position == self._last
            self._last = reading.position
        if type(reading) is InputLevel and reading.index < len(PINS):
            self._level(reading.index, reading.level)
        elif type(reading) is SnapshotValid:
            self._snapshots += 1
            self._naming_anew = False
        elif type(reading) is DeviceUp:
            self._lives += reading.new_life
            self._naming_anew |= reading.new_life

    def _level(self, pin: int, level: bool) -> None:
        """A snapshot names again what is known; a change nobody made came twice."""
        if level == self._known.get(pin, False):
            self._known[pin] = level
            return
        self._known[pin] = level
        now = time.monotonic()
        if not self._due[pin] or self._due[pin][0][0] != level:
            self.doubled += 1
            return
        _level, at = self._due[pin].popleft()
        self.by_snapshot += self._naming_anew
        self.delays.append((now - at) * 1000)
        self.arrivals.append(now)
