"""Everything one simulated board senses: its antennas, contacts, keys and shoe, as a LevelSource for its bus device.

Owns which sensors a board carries and when each is due. What they stand for at a table is the wiring's affair.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from hardware.protocol.commands import Scan
from hardware.protocol.events import Event, Reader, TagIn, Uid
from hardware.simulator.antenna import Antenna
from hardware.simulator.contacts import Contacts
from hardware.simulator.levels import Level
from hardware.simulator.shoe_sensors import DeckSensor, ShoeGate


class _Board(Protocol):
    """Where sensed events go."""

    def post(self, event: Event, now_ms: int, edge_ms: int | None = None) -> None: ...


@dataclass(slots=True)
class TagReader:
    """A tag reader and its antennas; `ok` False: it does not answer."""

    antennas: tuple[Antenna, ...]
    ok: bool = True


@dataclass(slots=True)
class Fittings:
    """What is built into a board."""

    readers: dict[int, TagReader] = field(default_factory=dict)
    contacts: list[Contacts] = field(default_factory=list)
    held: list[Contacts] = field(default_factory=list)
    """Keys: told in a snapshot only while they are held down."""
    gate: ShoeGate | None = None
    deck: DeckSensor | None = None


class BoardSensors:
    """Sans-I/O: `run` at `next_deadline`. Events go to the board through `emit`, which the fittings are built with."""

    def __init__(self) -> None:
        self.fittings = Fittings()
        self._board: _Board | None = None
        self._now = 0
        self._starts_at: int | None = 0
        self._snapshot_due: list[int] = []

    def emit(self, event: Event, edge_ms: int) -> None:
        """An event with its first edge, for the board to tell the host."""
        if self._board is not None:
            self._board.post(event, self._now, edge_ms)

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
        for reader in parts.readers.values():
            if reader.ok:
                times += [antenna.next_tick for antenna in reader.antennas if antenna.next_tick is not None]
        times += [due for row in self._rows() if (due := row.deadline()) is not None]
        if parts.deck is not None and parts.deck.deadline is not None:
            times.append(parts.deck.deadline)
        return min(times, default=None)

    def run(self, now_ms: int) -> None:
        """Do what is due."""
        self._now = now_ms
        if self._starts_at is not None:
            if now_ms < self._starts_at:
                return
            self._start(now_ms)
        self._snapshot_due = [at for at in self._snapshot_due if at > now_ms]
        self._inventories(now_ms)
        for row in self._rows():
            row.settle(now_ms)
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

    def stir(self, antennas: Iterable[Antenna], now_ms: int) -> None:
        """The field of these antennas may have changed."""
        self._now = now_ms
        if self._starts_at is None:
            for antenna in antennas:
                antenna.stir(now_ms)

    def stir_gate(self, now_ms: int) -> None:
        """Something moved in the mouth of the shoe."""
        self._now = now_ms
        if self._starts_at is None and self.fittings.gate is not None:
            self.fittings.gate.stir(now_ms)

    def obey_scan(self, scans: Mapping[int, Scan], now_ms: int) -> None:
        """Visit only the antennas the host asked for."""
        for number, reader in self.fittings.readers.items():
            for antenna in reader.antennas:
                antenna.scan(now_ms, wanted=bool(scans[number].antennas >> antenna.number & 1))

    def set_reader(self, number: int, now_ms: int, *, ok: bool) -> None:
        """A tag reader stops answering or answers again."""
        self._now = now_ms
        reader = self.fittings.readers[number]
        if reader.ok != ok:
            reader.ok = ok
            self.emit(Reader(number, ok, 0), now_ms)
            for antenna in reader.antennas:
                antenna.resume(now_ms)

    # --- what the bus device asks (LevelSource) ----------------------------------------------------------------------

    def levels(self) -> Sequence[Level]:
        """One reader of each level there is now."""
        self._snapshot_due = self._when_inventoried_twice()
        parts = self.fittings
        rows: list[Level] = [partial(row.level, number) for row in parts.contacts for number in row.levels]
        rows += [partial(_held, row, number) for row in parts.held for number, down in row.levels.items() if down]
        for number, reader in parts.readers.items():
            rows.append(partial(Reader, number, reader.ok, 0))
            rows += [partial(_tag, antenna, uid) for antenna in reader.antennas for uid in antenna.present()]
        if parts.deck is not None:
            rows.append(parts.deck.level)
        return rows

    def antennas(self) -> Mapping[int, int]:
        """Every tag reader with the mask of its antennas."""
        readers = self.fittings.readers.items()
        return {number: sum(1 << antenna.number for antenna in reader.antennas) for number, reader in readers}

    def reader_ok(self, reader: int) -> bool:
        """Whether this tag reader answers."""
        return self.fittings.readers[reader].ok

    def inventoried_twice(self, antenna: int, since_ms: int) -> bool:
        """Whether two inventories of an antenna began after `since_ms` and are complete."""
        for reader in self.fittings.readers.values():
            for one in reader.antennas:
                if one.number == antenna:
                    due = one.twice_after(since_ms)
                    return due is not None and due <= self._now
        return False

    def _when_inventoried_twice(self) -> list[int]:
        times = {antenna.twice_after(self._now) for reader in self._working() for antenna in reader.antennas}
        return sorted(at for at in times if at is not None)

    def _working(self) -> list[TagReader]:
        return [reader for reader in self.fittings.readers.values() if reader.ok]

    def _rows(self) -> list[Contacts]:
        return self.fittings.contacts + self.fittings.held

    def _start(self, now_ms: int) -> None:
        self._starts_at = None
        for reader in self.fittings.readers.values():
            for antenna in reader.antennas:
                antenna.forget()
                antenna.scan(now_ms, wanted=True)
        for row in self._rows():
            row.forget(now_ms)
        if self.fittings.gate is not None:
            self.fittings.gate.forget()
        if self.fittings.deck is not None:
            self.fittings.deck.forget(now_ms)

    def _inventories(self, now_ms: int) -> None:
        antennas = [antenna for reader in self._working() for antenna in reader.antennas]
        while due := [one for one in antennas if one.next_tick is not None and one.next_tick <= now_ms]:
            min(due, key=lambda one: (one.next_tick, one.number)).tick()


def _held(keys: Contacts, number: int) -> Event | None:
    return keys.level(number) if keys.levels[number] else None


def _tag(antenna: Antenna, uid: Uid) -> Event | None:
    return TagIn(antenna.number, uid) if antenna.holds(uid) else None
