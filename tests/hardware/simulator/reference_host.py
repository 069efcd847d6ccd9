"""A small host of the table bus, written from the contract alone, to try devices against.

It is no part of the product and shares nothing with the real host but the codec. The journal outlives the host, as a
file would.
"""

from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import TypeAlias

from hardware.protocol.commands import Command, Echo, Scan, Snapshot, pack_command
from hardware.protocol.event_codec import parse_event
from hardware.protocol.events import Event, Input, SnapshotBegin, SnapshotEnd, TagIn, TagOut
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import Hello, parse_hello, parse_pong
from hardware.protocol.sequence import distance16, next16, previous16, within16

Life: TypeAlias = tuple[bytes, int]
Place: TypeAlias = tuple[object, ...]


@dataclass
class Row:
    """One record: an event with its number, `lost`, or `snapshot` when one was valid."""

    what: str
    life: Life
    number: int = 0
    payload: bytes = b""


@dataclass
class Journal:
    """What a host has recorded."""

    rows: list[Row] = field(default_factory=list)
    position: dict[Life, int] = field(default_factory=dict)
    last_life: dict[bytes, Life] = field(default_factory=dict)
    view: dict[bytes, dict[Place, object]] = field(default_factory=dict)


@dataclass
class Order:
    """A command given: `unknown_at` when given up, `answer` when answered."""

    command: Command
    given: int
    number: int = 0
    sent_at: int = -1000
    unknown_at: int | None = None
    answer: bytes | None = None
    host_died: bool = False

    @property
    def open(self) -> bool:
        return self.unknown_at is None and self.answer is None and not self.host_died


class Host:
    """Call `receive` with what came and `tick` every few ms; both return bytes to send."""

    def __init__(self, journal: Journal, now: int, rng: Random, orders: list[Order]) -> None:
        self.journal, self.now, self.orders = journal, now, orders
        self.opens = 0
        self._asked_hello_at = now
        self.life: Life | None = None
        self.linked = False
        self.want_scan: Scan | None = None
        self.queue: list[Order] = []
        self.current: Order | None = None
        self._pings = count(rng.randrange(1, 60_000))
        self._snapshot_ids = count(rng.randrange(256))
        self._own_ping: tuple[int, int] | None = None
        self._command_number: int | None = None
        self._inbox: list[Frame] = []
        self._commit_at = self._ping_at = self._ask_at = now
        self._nak_at = now - 30
        self._ack_due = False
        self._content: set[bytes] = set()
        self._snapshot_id: int | None = None
        self._snapshot: tuple[int, set[Place]] | None = None
        self._asked: Order | None = None
        self._out = bytearray()
        self._open()

    # -- orders

    def give(self, command: Command) -> Order:
        """An order; refused at once without a link or with 16 waiting."""
        order = Order(command, self.now)
        self.orders.append(order)
        if self.linked and len(self.queue) < 16:
            self.queue.append(order)
        else:
            order.unknown_at = self.now
        return order

    # -- time and bytes

    def receive(self, data: bytes, now: int) -> None:
        self.now = now
        for frame in self._deframer.feed(data):
            self._heard_at, self._patience = now, 1000
            self._frame(frame)

    def tick(self, now: int) -> bytes:
        self.now = now
        if now - self._heard_at > self._patience:
            self._open()
        if self._inbox and now >= self._commit_at:
            self._commit()
        if not self.linked:
            if now - self._asked_hello_at >= 100:
                self._asked_hello_at = now
                self._out += encode(Frame(FrameType.HELLO_REQ, t_ms=now & 0xFFFFFFFF))
        else:
            self._serve()
        self._give_up()
        out = bytes(self._out)
        self._out.clear()
        return out

    def _open(self) -> None:
        self.opens += 1
        self.linked = False
        self._deframer = Deframer()
        self._heard_at, self._patience = self.now, 3000
        self._asked_hello_at = self.now - 100

    def _serve(self) -> None:
        if self._ack_due:
            self._send(FrameType.ACK)
        if self.now >= self._ping_at:
            self._ping_at = self.now + 200
            number = next(self._pings) % 65_535 + 1
            if self._command_number is None:
                self._own_ping = (number, self.now & 0xFFFFFFFF)
            self._send(FrameType.PING, number)
        if self._wants_snapshot() and self.now >= self._ask_at and not (self._asked and self._asked.open):
            self._ask_snapshot()
        if self.current is None and self.queue and self._command_number is not None:
            self.current = self.queue.pop(0)
            self._command_number = self._command_number % 65_535 + 1
            self.current.number = self._command_number
        if self.current and self.now - self.current.sent_at >= 100:
            self.current.sent_at = self.now
            self._send(FrameType.CMD, self.current.number, pack_command(self.current.command), self.current.given)

    def _give_up(self) -> None:
        for order in [*self.queue, *([self.current] if self.current else [])]:
            if self.now - order.given >= 2000:
                order.unknown_at = self.now
                if order is self._asked:
                    self._ask_at = self.now + 1000
        self.queue = [order for order in self.queue if order.open]
        if self.current and not self.current.open:
            self.current = None

    def _wants_snapshot(self) -> bool:
        """A wanted state of each device; a host that has just started wants one of each."""
        return self.life is not None and self.life[0] not in self._content

    def _ask_snapshot(self) -> None:
        self._snapshot_id = next(self._snapshot_ids) & 0xFF
        self._asked = self.give(Snapshot(self._snapshot_id))
        self._ask_at = self.now + (60_000 if self._asked.open else 1000)

    def _send(self, kind: FrameType, seq: int = 0, payload: bytes = b"", t_ms: int | None = None) -> None:
        assert self.life is not None
        ack = previous16(self.journal.position[self.life])
        self._ack_due = False
        stamp = (self.now if t_ms is None else t_ms) & 0xFFFFFFFF
        self._out += encode(Frame(kind, self.life[1] & 0xFF, seq, ack, stamp, payload))

    # -- frames

    def _frame(self, frame: Frame) -> None:
        if frame.type is FrameType.HELLO:
            if (hello := parse_hello(frame.payload)) is not None:
                self._commit()
                self._hello(hello)
        elif self.life is None or frame.epoch != self.life[1] & 0xFF:
            self.linked = False
        elif not self.linked:
            pass
        elif frame.type is FrameType.EVENT:
            self._event(frame)
        elif frame.type is FrameType.PONG:
            if self._own_ping == (frame.seq, parse_pong(frame.payload)) and self._command_number is None:
                self._command_number = frame.ack
        elif frame.type is FrameType.RESP and self.current and frame.seq == self.current.number:
            self.current.answer = frame.payload
            self.current = None

    def _hello(self, hello: Hello) -> None:
        journal, life = self.journal, (hello.serial, hello.boot_counter)
        if life != self.life:
            if self.current:
                self.current.unknown_at = self.now
                self.current = None
            self._command_number = self._own_ping = self._snapshot = None
            self._ask_at = self.now + 1000
        position = journal.position.get(life)
        known = journal.last_life.get(hello.serial) == life and position is not None
        if not known or not within16(position or 0, hello.first, hello.next):
            journal.position[life] = hello.first
            journal.rows.append(Row("lost", life))
            self._void(life)
        journal.last_life[hello.serial] = life
        self.life, self.linked, self._ack_due = life, True, True
        if self.want_scan:
            self.give(self.want_scan)

    def _event(self, frame: Frame) -> None:
        assert self.life is not None
        expected = (self.journal.position[self.life] + len(self._inbox)) & 0xFFFF
        ahead = distance16(expected, frame.seq)
        if ahead == 0:
            self._inbox.append(frame)
        elif ahead >= 0x8000:
            self._ack_due = True
        elif self.now - self._nak_at >= 30:
            self._nak_at = self.now
            self._commit()
            self._send(FrameType.ACK, payload=b"\x01")

    # -- journal

    def _commit(self) -> None:
        self._commit_at = self.now + 10
        for frame in self._inbox:
            assert self.life is not None
            self.journal.rows.append(Row("event", self.life, frame.seq, frame.payload))
            self.journal.position[self.life] = next16(frame.seq)
            if (event := parse_event(frame.payload)) is not None:
                self._fold(event, self.life)
            self._ack_due = True
        self._inbox = []

    def _fold(self, event: Event, life: Life) -> None:
        view = self.journal.view.setdefault(life[0], {})
        if isinstance(event, SnapshotBegin) and event.id == self._snapshot_id:
            if self._snapshot is None:
                self._snapshot = (0, set())
            else:
                self._void(life)
        elif isinstance(event, SnapshotEnd) and event.id == self._snapshot_id and self._snapshot:
            self._end(event, life, view)
        else:
            place = _apply(event, view)
            if self._snapshot:
                told, named = self._snapshot
                self._snapshot = (told + 1, named | ({place} if place else set()))

    def _end(self, end: SnapshotEnd, life: Life, view: dict[Place, object]) -> None:
        assert self._snapshot is not None
        told, named = self._snapshot
        self._snapshot = None
        if told != end.count:
            self._void(life)
            return
        for place in set(view) - named:
            del view[place]
        self._content.add(life[0])
        self.journal.rows.append(Row("snapshot", life))

    def _void(self, life: Life) -> None:
        self._snapshot = None
        self._content.discard(life[0])
        self._ask_at = self.now


def _apply(event: Event, view: dict[Place, object]) -> Place | None:
    if isinstance(event, Input):
        place: Place = ("input", event.index)
        view[place] = event.level
        return place
    if isinstance(event, TagIn):
        place = ("tag", event.antenna, bytes(event.uid))
        view[place] = True
        return place
    if isinstance(event, TagOut):
        view.pop(("tag", event.antenna, bytes(event.uid)), None)
    return None


def echo(number: int) -> Echo:
    """A command that can be told from all others."""
    return Echo(number.to_bytes(4, "little"))
