"""Following a journal from another process, by a user who may read its directory and not write it.

Owns read-only sessions. Must not know keys: sealed parts stay sealed. What SQLite does for such a user was tried with
3.40:

- *Writer alive.* The file is in write-ahead mode with a log (`-wal`) and an index (`-shm`) beside it. A reader that
  may only read the index works, if one of the index's read marks is set: the writer sets one by its own first reading
  (`schema.to_wal`). Log and index take mode and group from the database file, 0640, whatever the writer's umask.
- *Writer killed.* Log and index stay, and nobody holds the index. A reader that could write would rebuild it; one that
  may not is let in all the same, because it then builds an index in its own memory from the log, anew for each
  session. Rubbish in the index file does no harm. A missing index file does: then the file cannot be opened
  (SQLITE_CANTOPEN), so the writer syncs the directory after making it.
- *Cleanly stopped.* The last connection to close deletes log and index. A file left in write-ahead mode without them
  is closed to everybody who may not create them (SQLITE_READONLY_DIRECTORY). So the writer first goes back to rollback
  mode (`journal_mode=DELETE`), and when a reader stands in the way for more than two seconds, it closes so that the
  files stay, as after a kill (`files`).

`immutable=1` would open the file in all three cases and miss what is only in the log: never for a live file. A session
lasts one call, since a connection that stays open keeps the writer from stopping cleanly; opening costs 0.15 ms.

Two instants cannot be closed from outside SQLite. Between entering write-ahead mode and making the log a starting
writer leaves the file closed for some 50 microseconds: so a reader that finds it closed tries again for 80 ms. A
writer killed just there, or between its two copies of the index header while another reader is inside, leaves it closed
(NO_ACCESS, BUSY) until the next start, or until that reader is out.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from table_controller.core.ids import Seq
from table_controller.journal.beside_chain import BadRow, bad_copy, bad_row, key_gone_at
from table_controller.journal.faults import FaultReason, JournalFault, as_faults
from table_controller.journal.record import MOST_RECORDS, Head, Record
from table_controller.journal.rows import select_beginning, select_head, select_key, select_last_checkpoint, select_records
from table_controller.journal.schema import Identity, connect, has_our_shape, identity
from table_controller.sealing import KeySlot

Answer = TypeVar("Answer")
_TRIES = 5
_RETRY_S = 0.02


class JournalReader:
    """See `Feed`. Every call is a session of its own and raises JournalFault when the file cannot be read now; asking
    again later is right for BUSY. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._owner: Identity = self._ask(lambda db: identity(db, path))

    @classmethod
    def open(cls, path: Path) -> "JournalReader":
        """JournalFault when this is no journal of this schema version, is not there, or may not be read."""
        return cls(path)

    @property
    def owner(self) -> Identity:
        """Whose journal this is, and its schema version."""
        return self._owner

    def tail(self, after: Seq, limit: int) -> list[Record]:
        """See `Feed.tail`."""
        return self._ask(lambda db: select_records(db, after, max(0, min(limit, MOST_RECORDS))))

    def last_checkpoint(self) -> Seq | None:
        """See `Feed.last_checkpoint`."""
        return self._ask(select_last_checkpoint)

    def head(self) -> Head:
        """See `Feed.head`."""
        return self._ask(lambda db: select_head(db, self._owner))

    def beginning(self) -> Head:
        """What the first record follows."""
        return self._ask(lambda db: select_beginning(db, self._owner))

    def state_at(self) -> Seq | None:
        """The record up to which the tracker's state stands; None: there is no such row."""
        row = self._ask(lambda db: db.execute("SELECT sequence FROM tracker WHERE id = 1").fetchone())
        return None if row is None else Seq(row[0])

    def intact(self) -> bool:
        """Whether SQLite finds its own structures whole. Takes time in proportion to the file."""
        return self._ask(lambda db: bool(db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"))

    def has_our_shape(self) -> bool:
        """Whether the database holds the tables a journal is made with, and nothing else."""
        return self._ask(has_our_shape)

    def bad_row(self, up_to: Seq) -> BadRow | None:
        """The first row beside the chain that a journal whose records go to `up_to` would not hold; None: all are well."""
        return self._ask(lambda db: bad_copy(db) if self._owner.backup else bad_row(db, up_to))

    def key_gone_at(self, slot: KeySlot) -> Seq:
        """The last record by which a key of this slot was taken away; 0: none."""
        return self._ask(lambda db: key_gone_at(db, slot))

    def wrapped_key(self, slot: KeySlot) -> bytes | None:
        """The key of a slot as it lies there, wrapped."""
        return self._ask(lambda db: select_key(db, slot))

    def sealed_state(self) -> tuple[Seq, bytes] | None:
        """The tracker's state as it lies there, and the record it stands at."""
        row = self._ask(lambda db: db.execute("SELECT sequence, sealed FROM tracker WHERE id = 1").fetchone())
        return None if row is None else (Seq(row[0]), bytes(row[1]))

    def _ask(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        for _ in range(_TRIES - 1):
            try:
                return self._ask_once(question)
            except JournalFault as fault:
                if fault.reason is not FaultReason.NO_ACCESS or not self.path.exists():
                    raise
            time.sleep(_RETRY_S)
        return self._ask_once(question)

    def _ask_once(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        with as_faults(self.path), closing(connect(self.path, "ro")) as db:
            return question(db)
