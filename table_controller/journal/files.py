"""The journal's files on disk: directory and modes, opening for the one writer, and closing so that others can still
read.

Owns when the file is in which journal mode. Must not know what is stored. The three states a follower meets are told
in `reader`.
"""

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from table_controller.core.ids import TableId
from table_controller.journal.faults import FaultReason, JournalFault, as_faults
from table_controller.journal.lock import WriterLock
from table_controller.journal.schema import BUSY_S, Identity, check_owner, connect, create_if_empty, identity, to_wal
from table_controller.sealing import MasterKey

_FILE_MODE = 0o640
_DIRECTORY_MODE = 0o2750  # new files take the directory's group
_RETRY_S = 0.01
_FIRST_PAGES = 8192


def open_for_writing(path: Path, table: TableId, master: MasterKey) -> tuple[sqlite3.Connection, WriterLock, Identity]:
    """A checked connection in write-ahead mode and the lock that makes it the only one; a new journal if there is no
    file."""
    with as_faults(path):
        _make_directory(path.parent)
        lock = WriterLock.take(path)
        try:
            db, found = _open_database(path, table, master)
        except BaseException:
            lock.release()
            raise
    return db, lock, found


def close_after_writing(path: Path, db: sqlite3.Connection, lock: WriterLock, disk: "OnDisk") -> None:
    """Clean stop: into one file that a user who may not write the directory can read, then close and give the lock
    free. A file that is not ours any more is left as it is."""
    try:
        with as_faults(path):
            try:
                if disk.is_ours():
                    _into_one_file(db)
            finally:
                _close_keeping_log(path, db)
    finally:
        lock.release()


def _open_database(path: Path, table: TableId, master: MasterKey) -> tuple[sqlite3.Connection, Identity]:
    _make_file(path)
    db = connect(path, "rw")
    try:
        create_if_empty(db, table, master)
        found = identity(db, path)
        check_owner(found, table, master, path)
        to_wal(db, path)
        _sync(path.parent)  # the names of log and index must outlive a power cut, else no follower could read what is left
    except BaseException:
        _close_keeping_log(path, db)
        raise
    return db, found


def _into_one_file(db: sqlite3.Connection) -> None:
    """Leave write-ahead mode. SQLite does not wait for readers here, so we do, for as long as a statement may wait."""
    deadline = time.monotonic() + BUSY_S
    while True:
        try:
            db.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
        else:
            return
        if time.monotonic() > deadline:
            return  # somebody holds it open for longer; then the log stays, as after a kill
        time.sleep(_RETRY_S)


def _close_keeping_log(path: Path, db: sqlite3.Connection) -> None:
    """Close so that the log and its index stay if they are in use.

    The last connection to close deletes them, and then a user who may not write the directory cannot open the file at
    all. A read-only connection deletes nothing, so one of ours is closed last.
    """
    if not path.exists():
        db.close()
        return
    with closing(connect(path, "ro")) as last, closing(db), suppress(sqlite3.Error):
        last.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _make_directory(directory: Path) -> None:
    if not directory.exists():
        directory.mkdir(parents=True)
        directory.chmod(_DIRECTORY_MODE)


def _make_file(path: Path) -> None:
    """SQLite gives log and index the mode of the database, whatever the umask; so only this mode has to be set."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, _FILE_MODE))
    path.chmod(_FILE_MODE)


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class OnDisk:
    """Journal and log as they were left by the last writing. A name can be taken from them while they are written to, and a
    file can be overwritten in place: then what is written is lost with the process, or lies in somebody else's file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._left: dict[Path, os.stat_result] = {}
        self._beginning = b""
        self.written()

    def written(self) -> None:
        """We have written, or tried to: this is how the files are now."""
        for file in (self._path, self._log):
            before = self._left.pop(file, None)
            with suppress(FileNotFoundError):
                self._left[file] = now = file.stat()
                if file is self._path and (before is None or _moved(before, now)):
                    self._beginning = self._first_pages()

    def is_ours(self) -> bool:
        """Whether `check` has nothing to say."""
        try:
            self.check()
        except JournalFault:
            return False
        return True

    def check(self) -> None:
        """JournalFault (REPLACED) when one of them is not there any more under its name, or somebody else wrote to it."""
        for file in (self._path, self._log):
            left = self._left.get(file)
            try:
                found = file.stat()
            except FileNotFoundError:
                found = None
            if left is None or found is None or not os.path.samestat(found, left):
                raise JournalFault(self._path, FaultReason.REPLACED, f"{file.name} is not the file that was opened")
            self._check_content(file, left, found)

    def _check_content(self, file: Path, left: os.stat_result, found: os.stat_result) -> None:
        """The log is appended to and begun anew, never cut; the journal itself is only written when we move the log into it."""
        log = file is self._log
        changed = found.st_size != left.st_size or (_moved(left, found) and self._first_pages() != self._beginning)
        if found.st_size < left.st_size if log else changed:
            raise JournalFault(self._path, FaultReason.REPLACED, f"{file.name} was overwritten by another program")

    def _first_pages(self) -> bytes:
        """The head with the number of pages, and whose journal it is: no two journals, nor two states of one, agree in both."""
        with self._path.open("rb") as file:
            return file.read(_FIRST_PAGES)


def _moved(before: os.stat_result, now: os.stat_result) -> bool:
    return before.st_mtime_ns != now.st_mtime_ns
