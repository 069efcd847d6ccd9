"""The journal of one table in one SQLite file, for its one writer.

Owns the transaction: records, device positions, fresh keys, the tracker's state and an order's answer, all or nothing.
Must not know what any event means; followers use `reader`.
"""

import sqlite3
import weakref
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Generic

import msgspec

from table_controller.core.ids import DeviceId, Seq, TableId
from table_controller.journal.faults import FaultReason, JournalFault, as_faults
from table_controller.journal.files import OnDisk, close_after_writing, open_for_writing
from table_controller.journal.orders import find_answer, store_answer
from table_controller.journal.record import (
    DevicePosition,
    E,
    EventCodec,
    Moment,
    OrderAnswer,
    OrderConflict,
    Record,
    Recovery,
)
from table_controller.journal.rows import (
    INSERT_KEY,
    INSERT_RECORD,
    delete_keys,
    delete_records,
    select_hand_keys,
    select_head,
    select_key,
    select_last_checkpoint,
    select_records,
)
from table_controller.journal.wiping import LogWiper
from table_controller.journal.writing import check_chain, head_after, open_state, read_event, seal_state, write_records
from table_controller.sealing import KeyRing, KeySlot, MasterKey, WrappedKey

_UPSERT_DEVICE = "INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)"
_UPSERT_TRACKER = "INSERT OR REPLACE INTO tracker VALUES (1, ?, ?)"


class SqliteJournal(Generic[E]):
    """See `Journal`. Closed also at interpreter exit, since SQLite's own closing would leave a file that no follower
    can read."""

    def __init__(self, path: Path, table: TableId, master: MasterKey, codec: EventCodec[E]) -> None:
        self.path = path
        self._table = table
        self._codec = codec
        self._db, self._lock, self._owner = open_for_writing(path, table, master)
        self._disk = OnDisk(path)
        self._closing = weakref.finalize(self, close_after_writing, path, self._db, self._lock, self._disk)
        self._ring = KeyRing(master, table, self._find_key)
        with as_faults(path):
            self._head = select_head(self._db, self._owner)
        self._lock.announce(self._head.sequence)
        self._wiper = LogWiper(self._db)
        self._wipe()

    @classmethod
    def open(cls, path: Path, table: TableId, master: MasterKey, codec: EventCodec[E]) -> "SqliteJournal[E]":
        """The journal in this file, made when there is none. JournalFault naming the file and what is wrong with it."""
        return cls(path, table, master, codec)

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
        with self._writing(events, positions, tracker_state, now) as records:
            if gone:
                delete_keys(self._db, frozenset(gone))
            if order is not None:
                store_answer(self._db, order, now)
        self._stored(records, gone)
        return records

    def purge(self, up_to: Seq, event: E, tracker_state: bytes, now: Moment) -> list[Record]:
        """Records up to `up_to` and the keys of theirs are taken away in one transaction with `event`, which says so.

        They are overwritten, as keys are; the file keeps its size, and later records use the room. JournalFault as in `append`.
        """
        with self._writing([event], {}, tracker_state, now) as records:
            delete_records(self._db, up_to)
        self._wiper.wanted = True
        self._stored(records, [key.slot for key in self.held_keys()])
        return records

    @contextmanager
    def _writing(
        self, events: Sequence[E], positions: Mapping[DeviceId, DevicePosition], tracker_state: bytes, now: Moment
    ) -> Iterator[list[Record]]:
        """One transaction, in which the caller may do more."""
        self._disk.check()
        try:
            with as_faults(self.path), self._transaction():
                records = write_records(events, self._codec, self._ring, self._table, self._head, now)
                self._store(records, positions, head_after(records, self._head).sequence, tracker_state)
                yield records
        finally:
            self._disk.written()

    def check(self) -> None:
        """See `Journal.check`."""
        self._disk.check()
        self._wipe()

    @property
    def unwiped(self) -> bool:
        """Keys were deleted, and the log may still hold them: a follower has not let it be emptied for seconds."""
        return self._wiper.stuck

    def record_at(self, sequence: Seq) -> Record | None:
        """See `Journal.record_at`."""
        if not 0 < sequence <= self._head.sequence:
            return None
        with as_faults(self.path):
            return next((one for one in select_records(self._db, sequence - 1, 1) if one.sequence == sequence), None)

    def held_keys(self) -> tuple[WrappedKey, ...]:
        """See `Journal.held_keys`."""
        with as_faults(self.path):
            return select_hand_keys(self._db)

    def recover(self) -> Recovery[E]:
        """See `Journal.recover`. The chain is checked from the last checkpoint on; `verify` checks all of it."""
        with as_faults(self.path):
            start = (select_last_checkpoint(self._db) or 1) - 1
            records = select_records(self._db, start)
            check_chain(records, self._table, select_head(self._db, self._owner, start), self.path)
            head = head_after(records, self._head)
            events = tuple(read_event(record, self._codec, self._ring, self.path) for record in records)
            return Recovery(events, tuple(records), self._positions(), self._tracker_state(head.sequence), head)

    def answer_to(self, key: str, body: bytes, now: Moment) -> bytes | OrderConflict | None:
        """See `Journal.answer_to`."""
        with as_faults(self.path):
            return find_answer(self._db, key, body, now)

    def close(self) -> None:
        """See `Journal.close`. Waits up to two seconds for followers to finish their reading."""
        self._closing()

    def _stored(self, records: list[Record], gone: Collection[KeySlot]) -> None:
        """These are on the disk; fresh keys are too, and those that are gone may still be in the log, which is emptied."""
        self._head = head_after(records, self._head)
        self._ring.saved()
        self._ring.forget(gone)
        self._wiper.wanted |= bool(gone)
        self._wipe()
        self._lock.announce(self._head.sequence)

    def _wipe(self) -> None:
        if self._wiper.wanted:
            self._wiper.wipe()
            self._disk.written()

    def _store(
        self, records: list[Record], positions: Mapping[DeviceId, DevicePosition], last: Seq, tracker_state: bytes
    ) -> None:
        state = seal_state(self._ring, last, tracker_state)
        self._db.executemany(INSERT_RECORD, map(msgspec.structs.astuple, records))
        self._db.executemany(INSERT_KEY, [(*key.slot, key.wrapped) for key in self._ring.unsaved()])
        self._db.executemany(_UPSERT_DEVICE, [(serial, *msgspec.structs.astuple(at)) for serial, at in positions.items()])
        self._db.execute(_UPSERT_TRACKER, (last, state))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # some errors of the disk have ended it already
                self._db.execute("ROLLBACK")
            raise

    def _find_key(self, slot: KeySlot) -> bytes | None:
        return select_key(self._db, slot)

    def _positions(self) -> dict[DeviceId, DevicePosition]:
        rows: sqlite3.Cursor = self._db.execute("SELECT serial, life, next_event, clock_ms FROM devices")
        return {DeviceId(serial): DevicePosition(*position) for serial, *position in rows}

    def _tracker_state(self, last: Seq) -> bytes | None:
        row = self._db.execute("SELECT sequence, sealed FROM tracker").fetchone()
        if row is None and last == 0:
            return None
        if row is None or row[0] != last:
            raise JournalFault(self.path, FaultReason.DAMAGED, f"the tracker state does not belong to record {last}")
        return open_state(self._ring, last, row[1], self.path)
