"""The real firmware on the virtual board in real time: pseudo terminals, simulated readers on two of them, a port's owner."""

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from threading import Thread

from bench import Parts
from bus_journal import Journal
from pty_rig import Owner

from drivers.port import monotonic_ms
from hardware.simulator.board_pins import BET_LINE, OCCUPIED
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.virtual_board import FELT_PORT, HOST_PORT, SHOE_PORT, VirtualBoard
from table_controller.core import readings as rd

PINS = (*OCCUPIED, *BET_LINE)
"""Pins of the inputs 0 to 19."""
SETTLE_S = 0.045
"""Longer than two debounce times."""


class Wires:
    """`owner` opens the board's terminal as the product does; `flip` and `edges` make events."""

    def __init__(self, parts: Parts, *options: str) -> None:
        self.board: VirtualBoard = parts.board(*options)
        self.readers = {FELT_PORT: MetratecReader(), SHOE_PORT: MetratecReader(multiplexed=False)}
        self.levels = [False] * len(PINS)
        self.edges_made = 0
        self._stopping = False
        self._thread = Thread(target=self._serve_readers, name="readers")

    @contextmanager
    def running(self) -> Iterator["Wires"]:
        with self.board:
            self.board.pin("D4", False)
            self.board.pin("E4", False)
            self.board.pin("E5", False)
            self._thread.start()
            try:
                yield self
            finally:
                self._stopping = True
                self._thread.join()

    def owner(self, journal: Journal | None = None, baud: int = 250_000) -> Owner:
        return Owner(str(self.board.terminal(HOST_PORT)), journal=journal, baud=baud)

    def meet(self, owner: Owner) -> None:
        owner.work(lambda: bool(owner.journal.of(rd.SnapshotValid)))

    def flip(self, index: int) -> None:
        """An edge at an input; its event comes 20 ms later."""
        self.levels[index] = not self.levels[index]
        self.edges_made += 1
        self.board.pin(PINS[index], not self.levels[index])

    def edges(self, count: int, owner: Owner | None = None) -> None:
        """So many edges, at most 20 at a time; the owner goes on working meanwhile."""
        while count > 0:
            for index in range(min(count, len(PINS))):
                self.flip(index)
            count -= len(PINS)
            self.settle(owner)

    def settle(self, owner: Owner | None = None, seconds: float = SETTLE_S) -> None:
        end = time.monotonic() + seconds
        if owner is None:
            time.sleep(seconds)
        else:
            owner.work(lambda: time.monotonic() >= end)

    def all_told(self, owner: Owner) -> None:
        """Everything that happened arrives once and in order: as many changes as edges, and the levels as they are."""
        wanted = self.edges_made
        owner.work(lambda: len(changes(owner)) >= wanted)
        assert len(changes(owner)) == wanted
        assert [last(owner, index) for index in range(len(PINS))] == self.levels
        assert numbers_follow(owner)

    def _serve_readers(self) -> None:
        terminals = {port: os.open(self.board.terminal(port), os.O_RDWR | os.O_NOCTTY) for port in self.readers}
        try:
            while not self._stopping:
                ready, _, _ = select.select(list(terminals.values()), [], [], 0.002)
                for port, terminal in terminals.items():
                    with suppress(OSError):  # the board is gone
                        self._serve(self.readers[port], terminal, terminal in ready)
        finally:
            for terminal in terminals.values():
                os.close(terminal)

    def _serve(self, reader: MetratecReader, terminal: int, ready: bool) -> None:
        if ready:
            reader.receive(os.read(terminal, 512), monotonic_ms())
        if said := reader.take(monotonic_ms()):
            os.write(terminal, said)


def changes(owner: Owner) -> list[rd.InputLevel]:
    """Inputs that changed, without those a snapshot named again: an input that is as it was is no change."""
    levels: dict[int, bool] = {}
    found = []
    for row in owner.journal.rows:
        if isinstance(row, rd.InputLevel) and row.index < len(PINS):
            if row.level != levels.get(row.index, False):
                found.append(row)
            levels[row.index] = row.level
    return found


def last(owner: Owner, index: int) -> bool:
    found = [row.level for row in owner.journal.rows if isinstance(row, rd.InputLevel) and row.index == index]
    return found[-1] if found else False


def numbers_follow(owner: Owner) -> bool:
    """Whether the event numbers of each life have no gap and none comes twice."""
    positions = [row.position for row in owner.journal.rows if row.position and not isinstance(row, rd.EventsLost)]
    events = list(dict.fromkeys(positions))
    return all(b.life != a.life or (b.number - a.number) & 0xFFFF == 1 for a, b in pairwise(events))
