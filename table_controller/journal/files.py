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


def close_after_writing(path: Path, db: sqlite3.Connection, lock: WriterLock) -> None:
    """Clean stop: into one file that a user who may not write the directory can read, then close and give the lock
    free."""
    try:
        with as_faults(path):
            try:
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
    """Journal and log as they were when opened. A name can be taken from them while they are written to, and then what is
    written is lost with the process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened = {file: file.stat() for file in (path, path.with_name(path.name + "-wal"))}

    def check(self) -> None:
        """JournalFault (REPLACED) when one of them is not there any more under its name."""
        for file, opened in self._opened.items():
            try:
                same = os.path.samestat(file.stat(), opened)
            except FileNotFoundError:
                same = False
            if not same:
                raise JournalFault(self._path, FaultReason.REPLACED, f"{file.name} is not the file that was opened")
