"""Proof that a journal is as it was written: every record follows from the one before it.

Owns the walk and its report. Needs no key, since hashes are over sealed bytes. A tail that was cut off, or a whole old
copy put in place, leaves a good chain: that is found only by comparing the head in the report with heads kept
elsewhere.
"""

from pathlib import Path
from typing import NamedTuple

from table_controller.core.ids import Seq
from table_controller.journal.chain import BadLink, bad_link, genesis
from table_controller.journal.faults import FaultReason, JournalFault
from table_controller.journal.reader import JournalReader
from table_controller.journal.record import Head, Record

_BATCH = 1000
_BEFORE_ALL = Seq(-(2**63))


class VerifyReport(NamedTuple):
    """`records` good records up to `head`. `first_bad`: the sequence that is missing or wrong, None when all is well
    or when the records are and the database around them is not."""

    records: int
    ok: bool
    first_bad: Seq | None
    reason: BadLink | None
    head: Head


def verify(path: Path) -> VerifyReport:
    """Walk the whole journal, in sessions short enough not to hold up its writer.

    JournalFault when it cannot be opened at all (no journal, other schema version, no access) or is busy.
    """
    reader = JournalReader.open(path)
    head = genesis(reader.owner.table, reader.owner.born_version)
    after, stands_at = _BEFORE_ALL, reader.state_at()
    while batch := _next_batch(reader, after):
        for record in batch:
            if (bad := bad_link(record, reader.owner.table, head)) is not None:
                return _report(head, bad, record)
            head = Head(record.sequence, record.hash)
        after = head.sequence
    if batch is None or not _intact(reader):
        return VerifyReport(head.sequence, False, Seq(head.sequence + 1) if batch is None else None, BadLink.UNREADABLE, head)
    return _beside_the_chain(reader, head, stands_at)


def _beside_the_chain(reader: JournalReader, head: Head, stands_at: Seq | None) -> VerifyReport:
    """What no hash holds: records that the tracker's state names, and its row. `stands_at`: read before the walk.

    A key that is gone is no fault: a mucked hand's may be destroyed, and the chain still holds.
    """
    if not reader.has_our_shape():
        return VerifyReport(head.sequence, False, None, BadLink.SHAPE, head)
    if stands_at is not None and stands_at > head.sequence:
        return VerifyReport(head.sequence, False, Seq(head.sequence + 1), BadLink.MISSING, head)
    if head.sequence and reader.state_at() is None:
        return VerifyReport(head.sequence, False, head.sequence, BadLink.TRACKER, head)
    return VerifyReport(head.sequence, True, None, None, head)


def _report(head: Head, bad: BadLink, found: Record) -> VerifyReport:
    first_bad = Seq(head.sequence + 1) if bad is BadLink.MISSING else found.sequence
    return VerifyReport(head.sequence, False, first_bad, bad, head)


def _next_batch(reader: JournalReader, after: Seq) -> list[Record] | None:
    """None: the database cannot give the record after this one; one by one when it cannot give many."""
    for limit in (_BATCH, 1):
        try:
            return reader.tail(after, limit)
        except JournalFault as fault:
            _raise_unless_damage(fault)
    return None


def _intact(reader: JournalReader) -> bool:
    try:
        return reader.intact()
    except JournalFault as fault:
        _raise_unless_damage(fault)
        return False


def _raise_unless_damage(fault: JournalFault) -> None:
    if fault.reason not in (FaultReason.DAMAGED, FaultReason.IO):
        raise fault
