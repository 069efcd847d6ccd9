"""When a table process was last heard, by the status it overwrites each second. Knows nothing of what the status says."""

import time
from pathlib import Path

from table_controller.journal import JournalFault, read_status


class Heartbeat:
    """Looks at one table's status when asked. Ages are monotonic; only the first look trusts the file's own time."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._file = journal.with_name(journal.name + ".status")
        self._last: bytes | None = None
        self._heard_at: float | None = None

    def heard(self) -> None:
        """The table gave another sign of life."""
        self._heard_at = time.monotonic()

    def age(self) -> float | None:
        """Seconds since the last sign of life; None: there was never one."""
        self._look()
        return None if self._heard_at is None else round(time.monotonic() - self._heard_at, 3)

    def _look(self) -> None:
        try:
            status = read_status(self._journal)
            written = self._file.stat().st_mtime if status is not None else 0.0
        except (JournalFault, OSError):
            return
        if status is None or status == self._last:
            return
        first = self._last is None
        self._last = status
        self._heard_at = time.monotonic() - (max(0.0, time.time() - written) if first else 0.0)
