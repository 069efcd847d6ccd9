"""One writer for each journal: a lock file beside it, held with flock as long as the journal is open.

Owns the lock file, and its time, which tells followers the last sequence. A lock of the database itself would not do:
it is given up between transactions. The kernel drops the lock of a killed process, so a file left behind locks nobody
out.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from table_controller.core.ids import Seq
from table_controller.journal.faults import FaultReason, JournalFault

_MODE = 0o640


def lock_file(journal: Path) -> Path:
    """Where a journal's lock file is while it has a writer."""
    return journal.with_name(journal.name + ".lock")


class WriterLock:
    """Held from `take` to `release`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, journal: Path) -> "WriterLock":
        """JournalFault (BUSY) naming the holder when another process, or this one, has the journal open for writing."""
        path = lock_file(journal)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(descriptor)
            raise JournalFault(journal, FaultReason.BUSY, f"process {holder} writes this journal already") from None
        if not _is_still(path, descriptor):  # its last holder removed the file while we waited to open it
            os.close(descriptor)
            raise JournalFault(journal, FaultReason.BUSY, "another process is just closing this journal")
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        return cls(path, descriptor)

    def announce(self, last: Seq) -> None:
        """Tell followers the last sequence that can be read: as the file's time, in seconds since 1970.

        A number that only grows, whatever clock and file system do. What cannot be announced is stored all the same.
        """
        with suppress(OSError):
            os.utime(self._descriptor, (last, last))

    def release(self) -> None:
        """Give the journal free; the file goes too."""
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)


def _is_still(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
