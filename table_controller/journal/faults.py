"""The one error of the journal, and how the database's and the system's errors become it.

Owns the reasons. Texts name files and error names, never a value that was being stored or a statement.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from table_controller.sealing import SealBroken


class FaultReason(StrEnum):
    """What is wrong, for alarms and prompts."""

    FULL = "journal_full"
    READ_ONLY = "journal_read_only"
    IO = "journal_io"
    BUSY = "journal_busy"
    """Another process writes this journal, or holds it for too long."""
    NO_ACCESS = "journal_no_access"
    """It is not there, or may not be opened by this user."""
    REPLACED = "journal_replaced"
    """Under this name lies no longer what was opened: deleted, moved or put in its place."""
    DAMAGED = "journal_damaged"
    NOT_A_JOURNAL = "journal_foreign_file"
    SCHEMA_OLDER = "journal_schema_older"
    SCHEMA_NEWER = "journal_schema_newer"
    OTHER_TABLE = "journal_other_table"
    OTHER_KEY = "journal_other_key"


class JournalFault(Exception):  # a fault is one of the three kinds of "no"
    """The journal cannot be read or written now. Nothing was stored by the call that raised it."""

    def __init__(self, path: Path, reason: FaultReason, detail: str) -> None:
        super().__init__(f"journal {path}: {detail}")
        self.path = path
        self.reason = reason


_BY_SQLITE = {
    sqlite3.SQLITE_FULL: FaultReason.FULL,
    sqlite3.SQLITE_READONLY: FaultReason.READ_ONLY,
    sqlite3.SQLITE_READONLY_DIRECTORY: FaultReason.NO_ACCESS,
    sqlite3.SQLITE_READONLY_CANTINIT: FaultReason.NO_ACCESS,
    sqlite3.SQLITE_READONLY_RECOVERY: FaultReason.BUSY,
    sqlite3.SQLITE_BUSY: FaultReason.BUSY,
    sqlite3.SQLITE_LOCKED: FaultReason.BUSY,
    sqlite3.SQLITE_CORRUPT: FaultReason.DAMAGED,
    sqlite3.SQLITE_NOTADB: FaultReason.NOT_A_JOURNAL,
    sqlite3.SQLITE_CANTOPEN: FaultReason.NO_ACCESS,
    sqlite3.SQLITE_PERM: FaultReason.NO_ACCESS,
    sqlite3.SQLITE_AUTH: FaultReason.NO_ACCESS,
}
_BY_ERRNO = {
    errno.ENOSPC: FaultReason.FULL,
    errno.EDQUOT: FaultReason.FULL,
    errno.EROFS: FaultReason.READ_ONLY,
    errno.EACCES: FaultReason.NO_ACCESS,
    errno.EPERM: FaultReason.NO_ACCESS,
    errno.ENOENT: FaultReason.NO_ACCESS,
}
_PRIMARY = 0xFF  # the low byte of an extended result code


@contextmanager
def as_faults(path: Path) -> Iterator[None]:
    """Errors of the database, the system and the seals become JournalFault; a broken constraint is a bug and stays
    what it is."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")
        reason = _BY_SQLITE.get(code) or _BY_SQLITE.get(code & _PRIMARY, FaultReason.IO)
        raise JournalFault(path, reason, f"{name}: {error}") from None
    except OSError as error:
        number = error.errno or 0
        raise JournalFault(path, _BY_ERRNO.get(number, FaultReason.IO), str(error.strerror or error)) from None
    except UnicodeDecodeError:  # from sqlite3, for a text column with altered bytes
        raise JournalFault(path, FaultReason.DAMAGED, "text in it is not UTF-8") from None
    except SealBroken as error:
        raise JournalFault(path, FaultReason.DAMAGED, str(error)) from None
