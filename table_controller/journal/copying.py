"""A record copied without its keys: a backup of a journal that is written meanwhile, or a journal made from a backup.

Records are copied in pieces, each a short reading, since none ever changes. Pages are not: SQLite's own copying would put the
wrapped keys on the other disk first, and what is deleted there afterwards may lie there still. A copy holds no answers to
orders, no positions of devices and no state of the tracker either.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from table_controller.core.ids import Seq
from table_controller.journal.chain import bad_link
from table_controller.journal.faults import FaultReason, JournalFault, as_faults
from table_controller.journal.reader import JournalReader
from table_controller.journal.record import Head, Record
from table_controller.journal.rows import INSERT_RECORD
from table_controller.journal.schema import connect, create_tables
from table_controller.journal.span import records

_AT_ONCE = 2_000
_MODE = 0o640


def copy_records(source: JournalReader, target: Path, up_to: Seq, *, backup: bool) -> Head:
    """Makes `target`, complete or not at all, and says where it ends. `backup`: a file no table writes into.

    JournalFault when there is something already, a record does not follow from the one before, or a disk fails.
    """
    with as_faults(target), _made_beside(target) as beside, closing(connect(beside, "rw")) as db:
        create_tables(db, source.owner, backup=backup)
        head = source.beginning()
        for batch in _batches(source, up_to):
            head = _checked(source, batch, head)
            db.execute("BEGIN")
            db.executemany(INSERT_RECORD, map(msgspec.structs.astuple, batch))
            db.execute("COMMIT")
    return head


def _batches(source: JournalReader, up_to: Seq) -> Iterator[list[Record]]:
    batch: list[Record] = []
    for record in records(source, Seq(1), Seq(up_to + 1)):
        batch.append(record)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    yield batch


def _checked(source: JournalReader, batch: list[Record], head: Head) -> Head:
    for record in batch:
        if (bad := bad_link(record, source.owner.table, head)) is not None:
            raise JournalFault(source.path, FaultReason.DAMAGED, f"record {record.sequence} does not follow ({bad})")
        head = Head(record.sequence, record.hash)
    return head


@contextmanager
def _made_beside(target: Path) -> Iterator[Path]:
    """A new file under another name, which takes the place of an empty one once all is written and on the disk.

    Not by a link: disks that are carried away often know none.
    """
    _reserve(target)
    beside = target.with_name(f"{target.name}.part")
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE)
        try:
            yield beside
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        beside.replace(target)
        _sync(target.parent)
    except BaseException:
        for left in (beside, target):
            left.unlink(missing_ok=True)
        raise


def _reserve(target: Path) -> None:
    """JournalFault when something is there: a copy is never written over it."""
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE))
    except FileExistsError:
        raise JournalFault(target, FaultReason.NO_ACCESS, "is there already") from None


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
