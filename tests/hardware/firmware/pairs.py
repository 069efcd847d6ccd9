"""A host and a board, one of them written apart from ours, on one wire: driven and asked in the same words whichever is ours.

They agree with the contract in frames, the first 18 bytes of HELLO, INPUT, TAG_IN and TAG_OUT, acknowledgement and ECHO.
"""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from bus_journal import Journal
from pty_rig import Owner
from wires import Wires

from drivers.ports import FaultCode
from hardware.protocol.commands import Echo, Response
from hardware.simulator.virtual_board import HOST_PORT
from table_controller.core import readings as rd

PATIENCE_S = 20.0
EDGE_PINS = tuple(f"A{n}" for n in range(8))
"""Inputs 0 to 7 of either board."""
SETTLE_S = 0.05


class Host(Protocol):
    """Either host at the board's terminal."""

    @property
    def up(self) -> bool: ...
    @property
    def busy(self) -> bool:
        """Whether it has said that another program has the port."""
        ...

    def work(self, true: Callable[[], bool]) -> None:
        """Do what is to be done until this holds."""
        ...

    def told(self) -> Sequence[tuple[int, bytes]]:
        """Number and payload of every event of the last life, in the order of arrival."""
        ...

    def lives(self) -> int: ...
    def lost(self) -> int:
        """Events it was told are gone, of a board it had met."""
        ...

    def echo(self, data: bytes) -> bytes | None:
        """What came back; None: nothing."""
        ...


class OurHost:
    """The product's port and link."""

    def __init__(self, wires: Wires, baud: int) -> None:
        self._owner = Owner(str(wires.board.terminal(HOST_PORT)), journal=Journal(), baud=baud)

    @contextmanager
    def running(self) -> Iterator["OurHost"]:
        with self._owner.listening():
            yield self

    @property
    def up(self) -> bool:
        return self._owner.linked

    @property
    def busy(self) -> bool:
        fault = self._owner.port.status().fault
        return fault is not None and fault.code is FaultCode.BUSY

    def work(self, true: Callable[[], bool]) -> None:
        self._owner.work(true)

    def told(self) -> Sequence[tuple[int, bytes]]:
        rows = [row for row in self._owner.journal.rows if row.position and not isinstance(row, rd.EventsLost | rd.DeviceUp)]
        life = rows[-1].position.life if rows else 0
        return [(row.position.number, _payload(row)) for row in rows if row.position.life == life]

    def lives(self) -> int:
        return len({row.life for row in self._owner.journal.rows if isinstance(row, rd.DeviceUp)})

    def lost(self) -> int:
        """Without what a board never met before may have lost: the contract's first number of a life is none of theirs."""
        return sum([row.count or 0 for row in self._owner.journal.rows if isinstance(row, rd.EventsLost)][1:])

    def echo(self, data: bytes) -> bytes | None:
        ticket = self._owner.port.order(Echo(data))
        self.work(lambda: ticket.outcome is not None)
        outcome = ticket.outcome
        return bytes(outcome.fields) if isinstance(outcome, Response) else None  # the other board has a status of its own


def _payload(row: rd.Reading) -> bytes:
    match row:
        case rd.InputLevel():
            return bytes([1, row.index, row.level])
        case rd.TagPresent():
            return bytes([2, row.antenna]) + row.tag.raw
        case rd.TagAbsent():
            return bytes([3, row.antenna]) + row.tag.raw
    return b""


class ForeignHost:
    """The other host: it keeps what it was told, and begins anew with each life."""

    def __init__(self, module: ModuleType, wires: Wires, baud: int) -> None:
        self._events: list[tuple[int, int, bytes]] = []
        self.link: Any = module.Link(str(wires.board.terminal(HOST_PORT)), self._told, baud=baud)

    def _told(self, epoch: int, seq: int, _device_ms: int, _host_time: float, payload: bytes) -> None:
        self._events.append((epoch, seq, payload))

    @contextmanager
    def running(self) -> Iterator["ForeignHost"]:
        self.link.start()
        try:
            yield self
        finally:
            self.link.close()

    @property
    def up(self) -> bool:
        return bool(self.link.up)

    @property
    def busy(self) -> bool:
        return any("lock" in str(entry[-1]) for entry in self.link.log)

    def work(self, true: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < until, f"never came true: {self.link.stats} {self.link.log[-3:]}"
            time.sleep(0.005)

    def told(self) -> Sequence[tuple[int, bytes]]:
        return [(seq, payload) for epoch, seq, payload in self._events if epoch == self.link.epoch]

    def lives(self) -> int:
        return int(self.link.stats["reboots"]) + (self.link.boot is not None)

    def lost(self) -> int:
        return int(self.link.stats["lost_events"])

    def echo(self, data: bytes) -> bytes | None:
        try:
            answer = bytes(self.link.command(b"\x01" + data, timeout=2.5))
        except queue.Empty:
            return None
        return answer[1:] if answer[:1] == b"\0" else None


@dataclass(frozen=True)
class Pair:
    """A wire with a board, and what makes the host that belongs to it. `elf`: where the board's clock is named."""

    wires: Wires
    make_host: Callable[[int], Any]
    elf: Path
    clock: str
    baud: int
    """The board's speed."""

    @contextmanager
    def host(self, baud: int | None = None) -> Iterator[Host]:
        with self.make_host(baud or self.baud).running() as host:
            yield host

    @contextmanager
    def met(self) -> Iterator[Host]:
        """The host, once it has met the board and heard what it says at its start."""
        with self.host() as host:
            host.work(lambda: host.up)
            self.pause(host, 0.2)
            yield host

    def pause(self, host: Host, seconds: float = SETTLE_S) -> None:
        end = time.monotonic() + seconds
        host.work(lambda: time.monotonic() >= end)

    def edges(self, count: int, host: Host | None = None) -> None:
        """So many edges of the inputs, 8 at a time; the host works meanwhile, if it is one that hears."""
        for n in range(count):
            self.wires.flip(n % len(EDGE_PINS))
            if n % len(EDGE_PINS) == len(EDGE_PINS) - 1 or n == count - 1:
                time.sleep(SETTLE_S) if host is None else self.pause(host)

    def all_told(self, host: Host, since: int, edges: int) -> None:
        """Each edge has become one event, in order, none twice and none left out."""
        host.work(lambda: len(inputs(host)) >= since + edges)
        self.pause(host, 0.1)
        assert len(inputs(host)) == since + edges
        assert follow([number for number, _ in host.told()])


def inputs(host: Host) -> list[bytes]:
    """The INPUT events told of the pins that have edges here."""
    return [payload for _, payload in host.told() if payload[:1] == b"\x01" and payload[1] < len(EDGE_PINS)]


def follow(numbers: Sequence[int]) -> bool:
    """Whether each is one more than the one before, modulo 2^16."""
    return all((after - before) & 0xFFFF == 1 for before, after in pairwise(numbers))
