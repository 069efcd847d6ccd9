"""`burnturn verify`: the chain, the signed heads, what is sealed, and that every event follows from what was so before it."""

from pathlib import Path

import msgspec

from table_controller.bootstrap.no_dumps import no_core_dumps
from table_controller.core.codec import join
from table_controller.core.fold import fold
from table_controller.core.ids import Seq
from table_controller.core.invariants import broken
from table_controller.core.state import TableState
from table_controller.journal import BadLink, JournalReader, VerifyReport, read_heads, verify
from table_controller.journal.beside_chain import BadRow
from table_controller.journal.span import records
from table_controller.journal.unsealing import first_unopened
from table_controller.journal.verify import NO_HEADS
from table_controller.sealing import MasterKey, Signer, load_master_key

_CANNOT_BE = (msgspec.MsgspecError, ValueError, LookupError, AttributeError, TypeError)
"""From a record that is no event, or one that cannot come after what was so: only a forger writes such a thing."""


def proved(journal: Path, heads: Path | None, key: Path | None) -> VerifyReport:
    """How the journal stands. `heads`: the signed heads kept elsewhere; `key`: the table's master key, to open what is sealed.

    JournalFault, HeadsFault or MasterKeyFault when one of the files cannot be used.
    """
    reader = JournalReader.open(journal)
    if key is not None:
        no_core_dumps()
    master = None if key is None else load_master_key(key)
    signer = None if master is None else Signer(master, reader.owner.table)
    kept = NO_HEADS if heads is None else read_heads(heads, reader.owner.table, None if signer is None else signer.public)
    report = verify(journal, kept)
    bad = _first_bad(reader, master, report.head.sequence) if report.ok else None
    return report if bad is None else report._replace(ok=False, first_bad=bad.sequence, reason=bad.why)


def _first_bad(reader: JournalReader, master: MasterKey | None, up_to: Seq) -> BadRow | None:
    unopened = None if master is None else first_unopened(reader, master, up_to)
    return unopened or _first_unlawful(reader, up_to)


def _first_unlawful(reader: JournalReader, up_to: Seq) -> BadRow | None:
    """The first event up to `up_to` after which a law of the table is broken, or that cannot be told at all."""
    state = TableState()
    for record in records(reader, Seq(1), Seq(up_to + 1)):
        try:
            now = fold(state, join(record.kind, record.version, record.public, None))
        except _CANNOT_BE:
            return BadRow(record.sequence, BadLink.LAW)
        if broken(now, state):
            return BadRow(record.sequence, BadLink.LAW)
        state = now
    return None
