"""Proof that a journal is as it was written: every record follows from the one before it.

Owns the walk and its report. Needs no key, since hashes are over sealed bytes. A tail that was cut off, or a whole old
copy put in place, leaves a good chain: that is found only with the signed heads kept elsewhere (`heads`).
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from table_controller.core.ids import Seq
from table_controller.journal.chain import BadLink, bad_link
from table_controller.journal.faults import FaultReason, JournalFault
from table_controller.journal.heads import KeptHead
from table_controller.journal.reader import JournalReader
from table_controller.journal.record import RECORD_PURGED, Head, Record

_BATCH = 1000
_BEFORE_ALL = Seq(-(2**63))
NO_HEADS: Final[Mapping[Seq, KeptHead]] = MappingProxyType({})


class VerifyReport(NamedTuple):
    """`records` good records up to `head`. `first_bad`: the sequence that is missing or wrong, None when all is well
    or when the records are and the database around them is not. `signed_to`: the last record that a signed head vouches for, of a
    good journal; 0 where none was given."""

    records: int
    ok: bool
    first_bad: Seq | None
    reason: BadLink | None
    head: Head
    signed_to: Seq = Seq(0)


def verify(path: Path, heads: Mapping[Seq, KeptHead] = NO_HEADS) -> VerifyReport:
    """Walk the whole journal, in sessions short enough not to hold up its writer. `heads`: those kept elsewhere.

    A purged journal begins where the record of its last purge says. JournalFault when it cannot be opened at all (no journal,
    other schema version, no access) or is busy.
    """
    reader = JournalReader.open(path)
    begun = reader.beginning()
    report = _walked(reader, begun, heads)
    return report._replace(records=report.records - begun.sequence)


def _walked(reader: JournalReader, head: Head, heads: Mapping[Seq, KeptHead]) -> VerifyReport:
    """From what the first record follows. Counts records that were purged too."""
    after, stands_at, purged = _BEFORE_ALL, reader.state_at(), Seq(0)
    if _other_than_signed(head, heads):
        return VerifyReport(head.sequence, False, Seq(head.sequence + 1), BadLink.REWRITTEN, head)
    while batch := _next_batch(reader, after):
        for record in batch:
            found = Head(record.sequence, record.hash)
            bad = bad_link(record, reader.owner.table, head) or (BadLink.REWRITTEN if _other_than_signed(found, heads) else None)
            if bad is not None:
                return _report(head, bad, record)
            head = found
            purged = record.sequence if record.kind == RECORD_PURGED else purged
        after = head.sequence
    if batch is None or not _intact(reader):
        return VerifyReport(head.sequence, False, Seq(head.sequence + 1) if batch is None else None, BadLink.UNREADABLE, head)
    if not _vouched_for(purged, heads):
        return VerifyReport(purged - 1, False, purged, BadLink.PURGED, head)
    told_of = [at for at in heads if at <= head.sequence or not reader.owner.backup]  # a backup is old, and says so itself
    return _beside_the_chain(reader, head, stands_at, max(told_of, default=Seq(0)))


def _other_than_signed(found: Head, heads: Mapping[Seq, KeptHead]) -> bool:
    kept = heads.get(found.sequence)
    return kept is not None and kept.hash != found.hash


def _vouched_for(purged: Seq, heads: Mapping[Seq, KeptHead]) -> bool:
    """Whether the record of the last purge was signed, where heads were kept by then: anybody could write one that was not."""
    return purged == 0 or purged in heads or not any(at < purged for at in heads)


def _beside_the_chain(reader: JournalReader, head: Head, stands_at: Seq | None, signed_to: Seq) -> VerifyReport:
    """What no hash holds: records that the tracker's state or a signed head names, and the rows beside them. `stands_at`: read
    before the walk.
    """
    if not reader.has_our_shape():
        return VerifyReport(head.sequence, False, None, BadLink.SHAPE, head)
    if stands_at is not None and stands_at > head.sequence:
        return VerifyReport(head.sequence, False, Seq(head.sequence + 1), BadLink.MISSING, head)
    if signed_to > head.sequence:
        return VerifyReport(head.sequence, False, Seq(head.sequence + 1), BadLink.OLD_COPY, head)
    if (bad := reader.bad_row(head.sequence)) is not None:
        return VerifyReport(head.sequence, False, bad.sequence, bad.why, head)
    return VerifyReport(head.sequence, True, None, None, head, signed_to)


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
