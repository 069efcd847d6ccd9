"""Everything one simulated board senses: its antennas, contacts, keys and shoe, as a LevelSource for its bus device.

Owns which sensors a board carries and when each is due. What they stand for at a table is the wiring's affair.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from hardware.protocol.commands import Scan
from hardware.protocol.events import Event, Reader, TagIn, Uid
from hardware.simulator.contacts import Contacts
from hardware.simulator.levels import Level
from hardware.simulator.shoe_sensors import DeckSensor, ShoeGate


class _Board(Protocol):
    """Where sensed events go."""

    def post(self, event: Event, now_ms: int, edge_ms: int | None = None) -> None: ...


class FieldReader(Protocol):
    """A tag reader with its antennas, as its board sees it. Sans-I/O: `run` at `next_deadline`."""

    antennas: tuple[int, ...]

    @property
    def ok(self) -> bool:
        """Whether it answers."""
        ...

    def start(self, now_ms: int) -> None:
        """Its board has started: nothing is known, and every antenna is visited."""
        ...

    def scan(self, mask: int, now_ms: int) -> None:
        """Visit only these antennas from now on."""
        ...

    def stir(self, antenna: int, now_ms: int) -> None:
        """The field of this antenna may have changed."""
        ...

    def hang(self, now_ms: int, *, hangs: bool) -> bool:
        """It stops answering or answers again. Whether that is news."""
        ...

    def next_deadline(self) -> int | None:
        """When `run` is next due, in ms."""
        ...

    def run(self, now_ms: int) -> None:
        """Tell what is due by now."""
        ...

    def present(self) -> list[tuple[int, Uid]]:
        """The tags told of and not yet gone."""
        ...

    def holds(self, antenna: int, uid: Uid) -> bool:
        """Whether this tag is told of and not yet gone."""
        ...

    def twice(self, antenna: int, since_ms: int, now_ms: int) -> bool:
        """Whether two inventories of an antenna began after `since_ms` and are complete."""
        ...

    def twice_times(self, now_ms: int) -> list[int]:
        """When to ask that of inventories that begin from now on."""
        ...


@dataclass(slots=True)
class Fittings:
    """What is built into a board."""

    readers: dict[int, FieldReader] = field(default_factory=dict)
    contacts: list[Contacts] = field(default_factory=list)
    held: list[Contacts] = field(default_factory=list)
    """Keys: told in a snapshot only while they are held down."""
    gate: ShoeGate | None = None
    deck: DeckSensor | None = None


class BoardSensors:
    """Sans-I/O: `run` at `next_deadline`. Events go to the board through `emit`, which the fittings are built with."""

    def __init__(self, stamp: Callable[[int, int], int] = lambda edge_ms, _now_ms: edge_ms) -> None:
        """`stamp`: the time an event is given, from that of its first edge and now."""
        self.fittings = Fittings()
        self._stamp = stamp
        self._board: _Board | None = None
        self._now = 0
        self._starts_at: int | None = 0
        self._snapshot_due: list[int] = []

    def emit(self, event: Event, edge_ms: int) -> None:
        """An event with its first edge, for the board to tell the host."""
        if self._board is not None:
            self._board.post(event, self._now, self._stamp(edge_ms, self._now))

    def serve(self, board: _Board) -> None:
        """The board that this is built into."""
        self._board = board

    def restart(self, at_ms: int) -> None:
        """The board restarts and begins to sense at this time."""
        self._starts_at = at_ms
        self._snapshot_due.clear()

    def next_deadline(self) -> int | None:
        """When `run` is next due, in ms."""
        if self._starts_at is not None:
            return self._starts_at
        parts = self.fittings
        times = list(self._snapshot_due)
        shoe = [part.next_deadline() for part in (parts.gate, parts.deck) if part is not None]
        readers = [reader.next_deadline() for reader in parts.readers.values()]
        times += [due for due in (*readers, *(row.deadline() for row in self._rows()), *shoe) if due is not None]
        return min(times, default=None)

    def run(self, now_ms: int) -> None:
        """Do what is due."""
        self._now = now_ms
        if self._starts_at is not None:
            if now_ms < self._starts_at:
                return
            self._start(now_ms)
        self._snapshot_due = [at for at in self._snapshot_due if at > now_ms]
        for reader in self.fittings.readers.values():
            reader.run(now_ms)
        for row in self._rows():
            row.settle(now_ms)
        if self.fittings.gate is not None:
            self.fittings.gate.run(now_ms)
        if self.fittings.deck is not None:
            self.fittings.deck.settle(now_ms)

    def touch(self, now_ms: int) -> None:
        """A contact or the deck may have changed."""
        self._now = now_ms
        if self._starts_at is None:
            for row in self._rows():
                row.touch(now_ms)
            if self.fittings.deck is not None:
                self.fittings.deck.touch(now_ms)

    def stir(self, antenna: int, now_ms: int) -> None:
        """The field of this antenna may have changed."""
        self._now = now_ms
        if self._starts_at is None:
            for reader in self.fittings.readers.values():
                reader.stir(antenna, now_ms)

    def stir_gate(self, now_ms: int) -> None:
        """Something moved in the mouth of the shoe."""
        self._now = now_ms
        if self._starts_at is None and self.fittings.gate is not None:
            self.fittings.gate.stir(now_ms)

    def obey_scan(self, scans: Mapping[int, Scan], now_ms: int) -> None:
        """Visit only the antennas the host asked for."""
        for number, reader in self.fittings.readers.items():
            reader.scan(scans[number].antennas, now_ms)

    def set_reader(self, number: int, now_ms: int, *, ok: bool) -> None:
        """A tag reader stops answering or answers again."""
        self._now = now_ms
        reader = self.fittings.readers[number]
        if reader.hang(now_ms, hangs=not ok):
            self.emit(Reader(number, reader.ok, 0), now_ms)

    # --- what the bus device asks (LevelSource) ----------------------------------------------------------------------

    def levels(self) -> Sequence[Level]:
        """One reader of each level there is now."""
        parts = self.fittings
        self._snapshot_due = sorted({at for reader in parts.readers.values() for at in reader.twice_times(self._now)})
        rows: list[Level] = [partial(row.level, number) for row in parts.contacts for number in row.levels]
        rows += [partial(_held, row, number) for row in parts.held for number, down in row.levels.items() if down]
        for number, reader in parts.readers.items():
            rows.append(partial(Reader, number, reader.ok, 0))
            rows += [partial(_tag, reader, antenna, uid) for antenna, uid in reader.present()]
        if parts.deck is not None:
            rows.append(parts.deck.level)
        return rows

    def antennas(self) -> Mapping[int, int]:
        """Every tag reader with the mask of its antennas."""
        readers = self.fittings.readers.items()
        return {number: sum(1 << antenna for antenna in reader.antennas) for number, reader in readers}

    def reader_ok(self, reader: int) -> bool:
        """Whether this tag reader answers."""
        return self.fittings.readers[reader].ok

    def inventoried_twice(self, antenna: int, since_ms: int) -> bool:
        """Whether two inventories of an antenna began after `since_ms` and are complete."""
        return any(reader.twice(antenna, since_ms, self._now) for reader in self.fittings.readers.values())

    def _rows(self) -> list[Contacts]:
        return self.fittings.contacts + self.fittings.held

    def _start(self, now_ms: int) -> None:
        self._starts_at = None
        for reader in self.fittings.readers.values():
            reader.start(now_ms)
        for row in self._rows():
            row.forget(now_ms)
        if self.fittings.gate is not None:
            self.fittings.gate.forget()
        if self.fittings.deck is not None:
            self.fittings.deck.forget(now_ms)


def _held(keys: Contacts, number: int) -> Event | None:
    return keys.level(number) if keys.levels[number] else None


def _tag(reader: FieldReader, antenna: int, uid: Uid) -> Event | None:
    return TagIn(antenna, uid) if reader.holds(antenna, uid) else None
