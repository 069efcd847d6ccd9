"""Statements that read records and keys, shared by the writer's recovery and the followers, and the one that takes keys away.

Owns the column order of a record. Must not know what keys open, nor events.
"""

import sqlite3
from collections.abc import Collection

from table_controller.core.ids import Seq
from table_controller.journal.chain import genesis
from table_controller.journal.record import CHECKPOINT, RECORD_PURGED, Head, Record
from table_controller.journal.schema import Identity
from table_controller.sealing import STATE_SLOT, KeySlot, WrappedKey

_COLUMNS = "table_id, sequence, hand, attempt, kind, version, public, sealed, place, wall_ms, mono_ms, previous, hash"

_LAST = 2**63 - 1
INSERT_KEY = "INSERT INTO keys VALUES (?, ?, ?, ?)"
INSERT_RECORD = "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PURGED = f"""
SELECT CAST(public AS TEXT) ->> '$.up_to', CAST(public AS TEXT) ->> '$.hash' FROM records
WHERE kind = '{RECORD_PURGED}' ORDER BY sequence DESC LIMIT 1"""  # noqa: S608  # a constant


def select_records(db: sqlite3.Connection, after: int, limit: int = -1) -> list[Record]:
    """Records above `after`, in order; a limit of -1 means all."""
    statement = f"SELECT {_COLUMNS} FROM records WHERE sequence > ? ORDER BY sequence LIMIT ?"  # noqa: S608  # a constant
    return [Record(*row) for row in db.execute(statement, (after, limit))]


def select_head(db: sqlite3.Connection, owner: Identity, up_to: int = _LAST) -> Head:
    """The last record, or the last up to a sequence; where the record begins when there is none."""
    statement = "SELECT sequence, hash FROM records WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1"
    row = db.execute(statement, (up_to,)).fetchone()
    return select_beginning(db, owner) if row is None else Head(*row)


def select_beginning(db: sqlite3.Connection, owner: Identity) -> Head:
    """What the first record follows: the genesis, or the last one that was purged, as the record of the last purge says."""
    row = db.execute(_PURGED).fetchone()
    try:
        return Head(Seq(int(row[0])), bytes.fromhex(row[1]))
    except (TypeError, ValueError):  # there is none, or no purge wrote it
        return genesis(owner.table, owner.born_version)


def delete_records(db: sqlite3.Connection, up_to: int) -> None:
    """Inside a transaction with `secure_delete`: these, and the keys that sealed nothing else."""
    db.execute("DELETE FROM records WHERE sequence <= ?", (up_to,))
    sealing = {KeySlot(*row) for row in db.execute("SELECT DISTINCT hand, attempt, place FROM records WHERE sealed IS NOT NULL")}
    delete_keys(db, frozenset(key.slot for key in select_hand_keys(db)) - sealing)


def select_key(db: sqlite3.Connection, slot: KeySlot) -> bytes | None:
    """The wrapped key of a slot; None when there is none."""
    row = db.execute("SELECT wrapped FROM keys WHERE hand = ? AND attempt = ? AND place = ?", slot).fetchone()
    return None if row is None else bytes(row[0])


def select_hand_keys(db: sqlite3.Connection) -> tuple[WrappedKey, ...]:
    """The keys of all hands, in their order."""
    statement = "SELECT hand, attempt, place, wrapped FROM keys WHERE (hand, attempt, place) != (?, ?, ?)"
    return tuple(WrappedKey(KeySlot(*slot), bytes(wrapped)) for *slot, wrapped in db.execute(statement, STATE_SLOT))


def delete_keys(db: sqlite3.Connection, gone: Collection[KeySlot]) -> None:
    """Inside a transaction with `secure_delete`. All keys are written anew: where a page of the table was once split, SQLite
    leaves copies that deleting one row does not overwrite (tried with 3.40); emptying the table overwrites every page."""
    kept = [row for row in db.execute("SELECT hand, attempt, place, wrapped FROM keys") if KeySlot(*row[:3]) not in gone]
    db.execute("DELETE FROM keys")
    db.executemany(INSERT_KEY, kept)


def select_last_checkpoint(db: sqlite3.Connection) -> Seq | None:
    """Sequence of the last checkpoint."""
    row = db.execute(f"SELECT max(sequence) FROM records WHERE kind = '{CHECKPOINT}'").fetchone()  # noqa: S608  # a constant
    return None if row[0] is None else Seq(row[0])
