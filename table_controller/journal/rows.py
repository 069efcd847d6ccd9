"""Statements that read records, shared by the writer's recovery and the followers.

Owns the column order of a record. Must not know what keys open, nor events.
"""

import sqlite3

from table_controller.core.ids import Seq
from table_controller.journal.chain import genesis
from table_controller.journal.record import CHECKPOINT, Head, Record
from table_controller.journal.schema import Identity
from table_controller.sealing import KeySlot

_COLUMNS = "table_id, sequence, hand, attempt, kind, version, public, sealed, place, wall_ms, mono_ms, previous, hash"

_LAST = 2**63 - 1


def select_records(db: sqlite3.Connection, after: int, limit: int = -1) -> list[Record]:
    """Records above `after`, in order; a limit of -1 means all."""
    statement = f"SELECT {_COLUMNS} FROM records WHERE sequence > ? ORDER BY sequence LIMIT ?"  # noqa: S608  # a constant
    return [Record(*row) for row in db.execute(statement, (after, limit))]


def select_head(db: sqlite3.Connection, owner: Identity, up_to: int = _LAST) -> Head:
    """The last record, or the last up to a sequence; the genesis when there is none."""
    statement = "SELECT sequence, hash FROM records WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1"
    row = db.execute(statement, (up_to,)).fetchone()
    return genesis(owner.table, owner.born_version) if row is None else Head(*row)


def select_key(db: sqlite3.Connection, slot: KeySlot) -> bytes | None:
    """The wrapped key of a slot; None when there is none."""
    row = db.execute("SELECT wrapped FROM keys WHERE hand = ? AND attempt = ? AND place = ?", slot).fetchone()
    return None if row is None else bytes(row[0])


def select_last_checkpoint(db: sqlite3.Connection) -> Seq | None:
    """Sequence of the last checkpoint."""
    row = db.execute(f"SELECT max(sequence) FROM records WHERE kind = '{CHECKPOINT}'").fetchone()  # noqa: S608  # a constant
    return None if row[0] is None else Seq(row[0])
