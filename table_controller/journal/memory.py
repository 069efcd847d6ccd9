"""A journal in memory, for tests and for virtual time: the same records, seals and chain, no disk.

Owns nothing shared: each is its own table's. Kept to the same contract as the one on disk by one test suite for both.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Generic

from table_controller.core.ids import DeviceId, Seq, TableId
from table_controller.journal.chain import genesis
from table_controller.journal.orders import body_hash, compare, expired, key_in_use
from table_controller.journal.record import (
    CHECKPOINT,
    MOST_RECORDS,
    DevicePosition,
    E,
    EventCodec,
    Head,
    Moment,
    OrderAnswer,
    OrderConflict,
    Record,
    Recovery,
)
from table_controller.journal.schema import SCHEMA_VERSION
from table_controller.journal.writing import check_chain, head_after, open_state, read_event, seal_state, write_records
from table_controller.sealing import STATE_SLOT, KeyRing, KeySlot, MasterKey, WrappedKey

_NOWHERE = Path("memory")


class MemoryJournal(Generic[E]):
    """See `Journal` and `Feed`; it is both."""

    def __init__(self, table: TableId, master: MasterKey, codec: EventCodec[E]) -> None:
        self._table = table
        self._codec = codec
        self._records: list[Record] = []
        self._keys: dict[KeySlot, bytes] = {}
        self._positions: dict[DeviceId, DevicePosition] = {}
        self._tracker: bytes | None = None
        self._orders: dict[str, tuple[bytes, bytes, int]] = {}
        self._ring = KeyRing(master, table, self._keys.get)

    def append(
        self,
        events: Sequence[E],
        positions: Mapping[DeviceId, DevicePosition],
        tracker_state: bytes,
        now: Moment,
        order: OrderAnswer | None = None,
        gone: Collection[KeySlot] = (),
    ) -> list[Record]:
        """See `Journal.append`."""
        records = write_records(events, self._codec, self._ring, self._table, self.head(), now)
        tracker = seal_state(self._ring, head_after(records, self.head()).sequence, tracker_state)
        self._store_answer(order, now)
        self._keys.update({key.slot: key.wrapped for key in self._ring.unsaved()})
        self._ring.saved()
        self._ring.forget(gone)
        for slot in gone:
            self._keys.pop(slot, None)
        self._records += records
        self._positions |= positions
        self._tracker = tracker
        return records

    def check(self) -> None:
        """See `Journal.check`: memory is always there."""

    def record_at(self, sequence: Seq) -> Record | None:
        """See `Journal.record_at`."""
        return self._records[sequence - 1] if 0 < sequence <= len(self._records) else None

    def held_keys(self) -> tuple[WrappedKey, ...]:
        """See `Journal.held_keys`."""
        return tuple(WrappedKey(slot, self._keys[slot]) for slot in sorted(self._keys) if slot != STATE_SLOT)

    def recover(self) -> Recovery[E]:
        """See `Journal.recover`."""
        start = (self.last_checkpoint() or 1) - 1
        records = tuple(self._records[start:])
        check_chain(records, self._table, self._head_at(start), _NOWHERE)
        events = tuple(read_event(record, self._codec, self._ring, _NOWHERE) for record in records)
        head = self.head()
        state = None if self._tracker is None else open_state(self._ring, head.sequence, self._tracker, _NOWHERE)
        return Recovery(events, records, dict(self._positions), state, head)

    def answer_to(self, key: str, body: bytes, now: Moment) -> bytes | OrderConflict | None:
        """See `Journal.answer_to`."""
        return compare(key, body, self._orders.get(key), now)

    def close(self) -> None:
        """See `Journal.close`. What was appended stays."""

    def tail(self, after: Seq, limit: int) -> list[Record]:
        """See `Feed.tail`."""
        start = max(0, after)
        return self._records[start : start + min(limit, MOST_RECORDS)]

    def last_checkpoint(self) -> Seq | None:
        """See `Feed.last_checkpoint`."""
        return next((record.sequence for record in reversed(self._records) if record.kind == CHECKPOINT), None)

    def head(self) -> Head:
        """See `Feed.head`."""
        return self._head_at(len(self._records))

    def _head_at(self, count: int) -> Head:
        return head_after(self._records[max(0, count - 1) : count], genesis(self._table, SCHEMA_VERSION))

    def _store_answer(self, order: OrderAnswer | None, now: Moment) -> None:
        if order is None:
            return
        kept = {key: answer for key, answer in self._orders.items() if not expired(answer[2], now)}
        if order.key in kept:
            raise key_in_use()
        self._orders = {**kept, order.key: (body_hash(order.body), order.answer, now.wall_ms)}
