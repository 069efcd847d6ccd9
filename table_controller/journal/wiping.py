"""The log holds pages as they were: a key that was deleted can be read there until the log is moved into the journal and
emptied.

Owns the emptying, and that it is tried again while a follower stands in the way. Must not know whose keys they were.
"""

import sqlite3
from contextlib import suppress

from table_controller.journal.schema import BUSY_S

MOST_TRIES = 5
"""One a second: whoever reads for longer does so without end."""
_PATIENCE_MS = 50
"""Followers read for a few milliseconds, and the table must not wait for one that takes longer."""


class LogWiper:
    """`wanted` until the log was emptied since something was last deleted. Whoever begins does not know what the log holds."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._failed = 0
        self.wanted = True

    @property
    def stuck(self) -> bool:
        """It could not be emptied for so long that somebody has to see to it."""
        return self._failed >= MOST_TRIES

    def wipe(self) -> None:
        """Empties the log if that is wanted. What stands in the way is no fault: it stays wanted."""
        if not self.wanted:
            return
        with suppress(sqlite3.Error):
            self._db.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
            busy, _, _ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self.wanted = bool(busy)
        self._failed = self._failed + 1 if self.wanted else 0
        with suppress(sqlite3.Error):
            self._db.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_S)}")
