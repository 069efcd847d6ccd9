"""What the journal holds and hands out: records, device positions, answered orders, and what a recovery brings back.

Owns these shapes and the two interfaces around them (the codec it is given, the feed it offers). Must not know any
kind of event, and never shows sealed bytes or bodies in a text form.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from table_controller.core.ids import AttemptNo, DeviceId, HandNo, Millis, Seq, TableId
from table_controller.sealing import KeySlot, WrappedKey

E = TypeVar("E")

CHECKPOINT = "checkpoint"
"""Kind of the record a fold may begin at."""
KEY_DESTROYED = "key_destroyed"
KEY_ESCROWED = "key_escrowed"
"""Kinds of records by which the keys in their `hand`, `attempt` and `places` are kept no more."""
RECORD_RESTORED = "record_restored"
"""Kind of the record after which nothing up to its `up_to` has a key."""
RECORD_PURGED = "record_purged"
"""Kind of the record by which the first kept record is the one after its `up_to`, whose hash was its `hash`."""
MOST_RECORDS = 10_000
"""The most one reading hands out, whatever limit was asked for."""

SplitEvent = tuple[str, int, bytes, bytes | None, str | None, int, int]
"""kind, version, public JSON, hidden part or None, group of places or None, hand, attempt."""


class EventCodec(Protocol[E]):
    """How events become bytes and come back. The journal knows nothing else of them."""

    def split(self, event: E) -> SplitEvent:
        """The event's parts. The public JSON names no hidden card; a hidden part comes with its group (`seat N`,
        `burns`, `other`)."""
        ...

    def join(self, kind: str, version: int, public: bytes, hidden: bytes | None) -> E:
        """The event again. `hidden` None: it had none, or it may not be opened here; then the event says so by its
        type.

        ValueError or msgspec.MsgspecError when the parts make no event.
        """
        ...


class Moment(NamedTuple):
    """One moment on both clocks of the host: milliseconds of UTC since 1970, and of the monotonic clock."""

    wall_ms: int
    mono_ms: Millis


class DevicePosition(msgspec.Struct, frozen=True):
    """How far a device's events are recorded: its life (full boot counter), the next event number wanted from it, and
    the last host time its clock was mapped to."""

    life: int
    next_event: int
    clock_ms: Millis


class Record(msgspec.Struct, frozen=True, gc=False):
    """One event as it is stored. The order of the fields up to `previous` is the order they are hashed in."""

    table: TableId
    sequence: Seq
    hand: HandNo
    attempt: AttemptNo
    kind: str
    version: int
    public: bytes
    sealed: bytes | None
    place: str | None
    """Group of places whose key sealed it; None exactly when nothing is sealed."""
    wall_ms: int
    mono_ms: Millis
    previous: bytes
    hash: bytes

    def __repr__(self) -> str:
        return f"Record({self.table} {self.sequence}: {self.kind} v{self.version}, hand {self.hand}.{self.attempt})"


class Head(NamedTuple):
    """The last record: its sequence and hash; sequence 0 and the genesis hash when there is none."""

    sequence: Seq
    hash: bytes


class OrderAnswer(NamedTuple):
    """The answer to an order, kept with the events of that order so that a repeated order is answered and not run
    again."""

    key: str
    body: bytes
    """The order as it was asked; only its hash is stored."""
    answer: bytes
    """JSON."""


class OrderConflict(NamedTuple):
    """The key was used before for an order with another body."""

    key: str


class Recovery(NamedTuple, Generic[E]):
    """What a starting table process needs. `events` and `records` run in parallel from the last checkpoint (inclusive)
    to the head.

    `tracker_state` is None when nothing was ever appended.
    """

    events: tuple[E, ...]
    records: tuple[Record, ...]
    positions: Mapping[DeviceId, DevicePosition]
    tracker_state: bytes | None
    head: Head

    def __repr__(self) -> str:
        return f"Recovery({len(self.records)} records to {self.head.sequence})"


class Journal(Protocol[E]):
    """What a table process writes into. One writer; every method is called by the thread that owns the table."""

    def append(
        self,
        events: Sequence[E],
        positions: Mapping[DeviceId, DevicePosition],
        tracker_state: bytes,
        now: Moment,
        order: OrderAnswer | None = None,
        gone: Collection[KeySlot] = (),
    ) -> list[Record]:
        """All of it in one transaction, on the disk when this returns; `positions` holds the devices that moved on.

        `gone`: keys that are kept no more from then on. None of `events` may be sealed with one, and no event of theirs may
        lie behind the last checkpoint.

        JournalFault: nothing was stored and the journal is as before. ValueError: the same, for an event that cannot be
        sealed or an order key that has its answer already.
        """
        ...

    def check(self) -> None:
        """JournalFault when what was opened does not lie there any more: deleted, replaced or overwritten."""
        ...

    def record_at(self, sequence: Seq) -> Record | None:
        """The record of this sequence, None where there is none. JournalFault when it cannot be read."""
        ...

    def held_keys(self) -> tuple[WrappedKey, ...]:
        """The keys of all hands that are kept, in the order of the hands."""
        ...

    def recover(self) -> Recovery[E]:
        """What was stored, from the last checkpoint on. JournalFault when it is damaged."""
        ...

    def answer_to(self, key: str, body: bytes, now: Moment) -> bytes | OrderConflict | None:
        """The answer given to this order in the last 24 hours; a conflict when the key was used for another body; else
        None."""
        ...

    def close(self) -> None:
        """Clean stop. Calling it again does nothing."""
        ...


class Feed(Protocol):
    """Where records come from for those who only follow. Sealed parts stay sealed."""

    def tail(self, after: Seq, limit: int) -> list[Record]:
        """Records with a sequence above `after`, in order, at most `limit` (and never more than MOST_RECORDS)."""
        ...

    def last_checkpoint(self) -> Seq | None:
        """Sequence of the last checkpoint; None when there is none."""
        ...

    def head(self) -> Head:
        """The last record's sequence and hash."""
        ...
