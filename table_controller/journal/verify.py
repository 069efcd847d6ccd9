"""Proof that a journal is as it was written: every record follows from the one before it.

Owns the walk and its report. Needs no key, since hashes are over sealed bytes. A tail that was cut off, or a whole old
copy put in place, leaves a good chain: that is found only with the signed heads kept elsewhere (`heads`).
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from table_controller.core.ids import Seq
from table_controller.journal.chain import BadLink, bad_link, genesis
from table_controller.journal.faults import FaultReason, JournalFault
from table_controller.journal.heads import KeptHead
from table_controller.journal.reader import JournalReader
from table_controller.journal.record import Head, Record

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

    JournalFault when it cannot be opened at all (no journal, other schema version, no access) or is busy.
    """
    reader = JournalReader.open(path)
    head = genesis(reader.owner.table, reader.owner.born_version)
    after, stands_at = _BEFORE_ALL, reader.state_at()
    while batch := _next_batch(reader, after):
        for record in batch:
            if (bad := bad_link(record, reader.owner.table, head) or _not_as_signed(record, heads)) is not None:
                return _report(head, bad, record)
            head = Head(record.sequence, record.hash)
        after = head.sequence
    if batch is None or not _intact(reader):
        return VerifyReport(head.sequence, False, Seq(head.sequence + 1) if batch is None else None, BadLink.UNREADABLE, head)
    return _beside_the_chain(reader, head, stands_at, max(heads, default=Seq(0)))


def _not_as_signed(record: Record, heads: Mapping[Seq, KeptHead]) -> BadLink | None:
    kept = heads.get(record.sequence)
    return BadLink.REWRITTEN if kept is not None and kept.hash != record.hash else None


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
