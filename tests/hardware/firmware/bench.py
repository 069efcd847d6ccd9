"""The real firmware on the virtual board in virtual time, with the product's host link and simulated readers on its wires."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TypeVar

from bus_journal import Journal

from drivers.link.host_link import HostLink
from drivers.link.liveness import LinkState
from drivers.link.orders import OneShot, Outcome
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.virtual_board import FELT_PORT, HOST_PORT, SHOE_PORT, VirtualBoard, eeprom_image
from table_controller.core import readings as rd

SERIAL = b"TABLE_01"
STEP_MS = 4
R = TypeVar("R", bound=rd.Reading)


@dataclass(frozen=True)
class Parts:
    """What a virtual board is put together from."""

    program: Path
    image: Path
    folder: Path
    eeprom: Path

    def board(self, *options: str, manual: bool = False) -> VirtualBoard:
        """With the EEPROM of the board before, or one from the factory."""
        if not self.eeprom.exists():
            self.eeprom.write_bytes(eeprom_image(SERIAL))
        return VirtualBoard(self.program, self.image, self.folder, self.eeprom, manual=manual, options=options)

    def with_image(self, image: Path) -> "Parts":
        return replace(self, image=image)


class Bench:
    """All times in virtual ms; `now` is the host's clock."""

    def __init__(self, parts: Parts, *options: str) -> None:
        self.board = parts.board(*options, manual=True)
        self.journal = Journal()
        self.link = HostLink(random=Random(1))
        self.readers = {FELT_PORT: MetratecReader(), SHOE_PORT: MetratecReader(multiplexed=False)}
        self.now = 1000
        self.heard = bytearray()
        """Every byte the board said to the host."""

    @contextmanager
    def running(self) -> Iterator["Bench"]:
        with self.board:
            self.board.pin("D4", False)  # the cover is closed
            self.board.pin("E4", False)  # nothing in the gate
            self.board.pin("E5", False)
            yield self

    def meet(self) -> None:
        """Until the host has met the board, heard its readers and a snapshot of all its levels."""
        self.link.opened(self.now)
        self.until(lambda: bool(self.of(rd.SnapshotValid)))
        self.until(lambda: len([r for r in self.of(rd.ReaderState) if r.ok]) >= 2)

    def run(self, milliseconds: int) -> None:
        for _ in range(0, milliseconds, STEP_MS):
            self._step()

    def until(self, true: Callable[[], bool], limit_ms: int = 10_000) -> None:
        end = self.now + limit_ms
        while not true():
            assert self.now < end, f"never came true; heard {self.journal.rows}"
            self._step()

    def of(self, kind: type[R]) -> list[R]:
        """What the host has recorded of this kind."""
        return [row for row in self.journal.rows if type(row) is kind]

    def order(self, command: OneShot) -> Outcome | None:
        ticket = self.link.order(command, self.now)
        self.until(lambda: ticket.outcome is not None)
        return ticket.outcome

    def fresh(self) -> None:
        """Forget what was recorded so far, but not up to where."""
        self.journal.rows.clear()

    def reopen(self) -> None:
        """As after a silent second."""
        self.link.closed(self.now)
        self.link.opened(self.now)

    @property
    def linked(self) -> bool:
        return self.link.state is LinkState.LINKED

    def _step(self) -> None:
        said = {HOST_PORT: self.link.poll(self.now)}
        said |= {port: reader.take(self.now) for port, reader in self.readers.items()}
        heard = self.board.exchange(said, STEP_MS)
        self.now += STEP_MS
        for port, reader in self.readers.items():
            reader.receive(heard[port], self.now)
        self.heard += heard[HOST_PORT]
        self.link.receive(heard[HOST_PORT], self.now)
        while self.link.outbox:
            reading = self.link.outbox.popleft()
            self.journal.append(reading)
            if reading.position:
                self.link.recorded(reading.position)
        if self.link.reopen_due(self.now):
            self.reopen()
