"""A stretch of a journal's records, read in pieces short enough not to hold up its writer."""

from collections.abc import Iterator

from table_controller.core.ids import Seq
from table_controller.journal.record import Feed, Record

_AT_ONCE = 2_000


def records(journal: Feed, start: Seq, stop: Seq) -> Iterator[Record]:
    """Records with `start` <= sequence < `stop`. JournalFault passes through."""
    after = Seq(start - 1)
    while after + 1 < stop:
        found = journal.tail(after, min(_AT_ONCE, stop - 1 - after))
        if not found:
            return
        yield from (record for record in found if record.sequence < stop)  # where the beginning was purged they are not so few
        after = found[-1].sequence
