"""Waiting for new records of many journals, cheaply and with a deadline.

Owns the looking. It looks every 10 ms at the time of each journal's lock file, which its writer sets to the last
sequence (`lock`). This opens nothing: an open connection would keep the writer from stopping cleanly. The log's own
time would not do: the log is written before the record in it can be read, and two writings within one step of the file
clock look alike.
"""

import math
import time
from collections.abc import Iterable
from pathlib import Path

from table_controller.journal.lock import lock_file

POLL_S = 0.01
_Mark = tuple[str, int, int]


class Changes:
    """The journals that are watched. Not for several threads."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._watched = [(path, lock_file(path)) for path in paths]
        self._seen: dict[Path, _Mark] = {}
        self._next_look = -math.inf

    def wait(self, timeout_s: float) -> frozenset[Path]:
        """The journals that may hold something new since the last call; empty when none does for `timeout_s`.

        The first call names all that exist; what is new is found by reading from one's own position. Looks every
        POLL_S at most, however busy the journals are, unless the timeout is shorter. A record whose writer was killed
        before it could acknowledge it may go unnamed until the writer is back.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            time.sleep(max(0.0, min(self._next_look, deadline) - time.monotonic()))
            self._next_look = time.monotonic() + POLL_S
            changed = frozenset(path for path, lock in self._watched if self._changed(path, lock))
            if changed or time.monotonic() >= deadline:
                return changed

    def _changed(self, path: Path, lock: Path) -> bool:
        mark = _mark(lock) or _mark(path)
        if mark is None or mark == self._seen.get(path):
            return False
        self._seen[path] = mark
        return True


def _mark(path: Path) -> _Mark | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return (path.name, found.st_mtime_ns, found.st_size)
