"""The tables of a journal file, their version, and the checks that a file is one of ours.

Owns every statement that defines tables, and the connections' settings. Must not know records' meaning.

Keys lie outside the chain: a destroyed key takes nothing from the proof that no record was changed.
"""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

from table_controller.core.ids import TableId
from table_controller.journal.faults import FaultReason, JournalFault
from table_controller.sealing import MasterKey, SealBroken, framed

SCHEMA_VERSION = 1
APPLICATION_ID = 0x42265431  # "B&T1"
BACKUP_ID = 0x42265442  # "B&TB": the same tables, and no table writes into it
BUSY_S = 2.0
"""The longest a statement waits for another process."""
_CHECKPOINT_PAGES = 2000  # 8 MB of log; a follower of a killed table reads all of it at once
_CHECK_TEXT = b"burnturn"
_CHECK_BYTES = 32

_TABLES = """
CREATE TABLE journal (
    id INTEGER PRIMARY KEY CHECK (id = 1), schema_version INTEGER NOT NULL, born_version INTEGER NOT NULL,
    table_id TEXT NOT NULL, key_check BLOB NOT NULL) STRICT;
CREATE TABLE records (
    table_id TEXT NOT NULL, sequence INTEGER PRIMARY KEY, hand INTEGER NOT NULL, attempt INTEGER NOT NULL, kind TEXT NOT NULL,
    version INTEGER NOT NULL, public BLOB NOT NULL, sealed BLOB, place TEXT, wall_ms INTEGER NOT NULL, mono_ms INTEGER NOT NULL,
    previous BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE INDEX checkpoints ON records (sequence) WHERE kind = 'checkpoint';
CREATE TABLE keys (
    hand INTEGER NOT NULL, attempt INTEGER NOT NULL, place TEXT NOT NULL, wrapped BLOB NOT NULL,
    PRIMARY KEY (hand, attempt, place)) STRICT, WITHOUT ROWID;
CREATE TABLE devices (
    serial TEXT PRIMARY KEY, life INTEGER NOT NULL, next_event INTEGER NOT NULL, clock_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE tracker (id INTEGER PRIMARY KEY CHECK (id = 1), sequence INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT;
CREATE TABLE orders (key TEXT PRIMARY KEY, body_hash BLOB NOT NULL, answer BLOB NOT NULL, at_ms INTEGER NOT NULL) STRICT;
CREATE INDEX orders_by_age ON orders (at_ms);
"""


class Identity(NamedTuple):
    """Whose journal a file is. `born_version`: schema version its genesis names, kept through later migrations."""

    schema_version: int
    born_version: int
    table: TableId
    key_check: bytes
    backup: bool = False


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection in autocommit. `mode` is sqlite's: `rw` or `ro`; neither creates a file.

    It may be closed by another thread than the one that uses it: at interpreter exit the main thread closes the node's.
    """
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_S, check_same_thread=False)


def create_if_empty(db: sqlite3.Connection, table: TableId, master: MasterKey) -> None:
    """Make all tables in one transaction, unless the file holds anything already."""
    if db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        return
    check = master.seal(_CHECK_TEXT, framed("check", table), _CHECK_BYTES)
    create_tables(db, Identity(SCHEMA_VERSION, SCHEMA_VERSION, table, check), backup=False)


def create_tables(db: sqlite3.Connection, owner: Identity, *, backup: bool) -> None:
    """Make all tables in one transaction, in a file that holds nothing yet."""
    db.execute("BEGIN EXCLUSIVE")
    try:
        for statement in _TABLES.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {BACKUP_ID if backup else APPLICATION_ID}")
        db.execute("INSERT INTO journal VALUES (1, ?, ?, ?, ?)", owner[:4])
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def has_our_shape(db: sqlite3.Connection) -> bool:
    """Whether it has the tables and indexes a journal is made with, and nothing else: no trigger that changes what is written."""
    return _shape(db) == _shape_when_made()


def _shape(db: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    return frozenset(db.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"))


@cache
def _shape_when_made() -> frozenset[tuple[str, str, str]]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_TABLES)
        return _shape(db)


def identity(db: sqlite3.Connection, path: Path) -> Identity:
    """Whose journal this is; JournalFault when it is none, or one of another schema version, and which."""
    kind = db.execute("PRAGMA application_id").fetchone()[0]
    if kind not in (APPLICATION_ID, BACKUP_ID):
        raise JournalFault(path, FaultReason.NOT_A_JOURNAL, "is a database, but not a journal of this program")
    try:
        row = db.execute("SELECT schema_version, born_version, table_id, key_check FROM journal WHERE id = 1").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        row = None  # no such table or column
    if row is None:
        raise JournalFault(path, FaultReason.DAMAGED, "does not say its schema version")
    found = Identity(*row)._replace(backup=kind == BACKUP_ID)
    _check_version(found.schema_version, path)
    return found


def _check_version(found: int, path: Path) -> None:
    if found == SCHEMA_VERSION:
        return
    reason = FaultReason.SCHEMA_OLDER if found < SCHEMA_VERSION else FaultReason.SCHEMA_NEWER
    raise JournalFault(path, reason, f"has schema version {found}; this program reads and writes version {SCHEMA_VERSION}")


def check_owner(found: Identity, table: TableId, master: MasterKey, path: Path) -> None:
    """JournalFault when the file is a backup, another table's, or was sealed under another master key."""
    if found.backup:
        raise JournalFault(path, FaultReason.NOT_A_JOURNAL, "is a backup; `burnturn journal restore` makes a journal of it")
    if found.table != table:
        raise JournalFault(path, FaultReason.OTHER_TABLE, f"belongs to table {found.table!r}, not to {table!r}")
    try:
        master.unseal(found.key_check, framed("check", table))
    except SealBroken:
        raise JournalFault(path, FaultReason.OTHER_KEY, "was sealed under another master key than the one given") from None


def to_wal(db: sqlite3.Connection, path: Path) -> None:
    """Write-ahead log, every commit on the disk before it returns; then one reading, which makes the two files
    followers need."""
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalFault(path, FaultReason.IO, "this file system allows no write-ahead log")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")  # zeros over what is deleted: keys, and old states of the tracker
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
    db.execute("SELECT count(*) FROM journal").fetchone()
