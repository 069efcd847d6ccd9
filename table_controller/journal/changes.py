"""Waiting for new records of many journals, cheaply and with a deadline.

Owns the looking. It looks at the time and size of each journal's log every 20 ms, which opens nothing: an open
connection would keep the writer from stopping cleanly. It says only that reading is worth while; what is new is found
by reading from one's own position.
"""

import time
from collections.abc import Iterable
from pathlib import Path

POLL_S = 0.02
_CLOCK_TICK_NS = 20_000_000
"""File times move in steps of the kernel's tick (1 to 10 ms): two writings within one step look alike. So what was
written less than two steps before it was looked at is looked at once more."""
_Mark = tuple[str, int, int]


class Changes:
    """The journals that are watched. Not for several threads."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._watched = [(path, path.with_name(path.name + "-wal")) for path in paths]
        self._seen: dict[Path, _Mark | None] = {}

    def wait(self, timeout_s: float) -> frozenset[Path]:
        """The journals that may hold something new since the last call; empty when none does for `timeout_s`.

        The first call names all that exist. May name a journal without news; never misses one.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            changed = frozenset(path for path, log in self._watched if self._changed(path, log))
            left = deadline - time.monotonic()
            if changed or left <= 0:
                return changed
            time.sleep(min(POLL_S, left))

    def _changed(self, path: Path, log: Path) -> bool:
        mark = _mark(log) or _mark(path)
        if mark is None or mark == self._seen.get(path):
            return False
        settled = abs(time.time_ns() - mark[1]) > _CLOCK_TICK_NS
        self._seen[path] = mark if settled else None
        return True


def _mark(path: Path) -> _Mark | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return (path.name, found.st_mtime_ns, found.st_size)
