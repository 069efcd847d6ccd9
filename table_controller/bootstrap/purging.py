"""`burnturn journal purge`: records older than the house keeps them are cut off the beginning, and the rest proves itself.

It is cut before a checkpoint, so that what is left can be folded; the record of it names the last one cut off and its hash, and
is signed with the heads. At least ten finished hands stay (R15). Only while the table stands still: a game does not wait for it.
"""

from contextlib import closing
from typing import NamedTuple

from table_controller.bootstrap.kept_heads import JournalWithHeads
from table_controller.bootstrap.record_desk import NotDone, must_be_there
from table_controller.bootstrap.room import Room
from table_controller.core.checkpoint import nothing_out
from table_controller.core.fold import fold_all
from table_controller.core.ids import Seq
from table_controller.core.orders import Person
from table_controller.core.record_events import RecordPurged
from table_controller.core.state import TableState
from table_controller.journal import JournalReader, Record
from table_controller.journal.span import records
from table_controller.service.loop import real_moment

DAY_MS = 24 * 60 * 60 * 1000
LEAST_HANDS = 10


class Purged(NamedTuple):
    """`records` were taken away, up to `up_to`. 0: nothing was old enough."""

    records: int
    up_to: Seq


def purge(room: Room, days: int, by: Person) -> Purged:
    """JournalFault when the table runs (BUSY) or the record cannot be written, NotDone when a hand is open there or its heads
    cannot be kept; then nothing was taken away."""
    must_be_there(room)
    now = real_moment()
    with closing(room.open_journal()) as journal:
        reader = JournalReader.open(room.config.journal_path)
        last = cut(reader, now.wall_ms - days * DAY_MS)
        return (
            Purged(0, Seq(0))
            if last is None
            else _cut_off(journal, reader, last, RecordPurged(up_to=last.sequence, hash=last.hash.hex(), days=days, by=by))
        )


def _cut_off(journal: JournalWithHeads, reader: JournalReader, last: Record, event: RecordPurged) -> Purged:
    recovery = journal.recover()
    if not nothing_out(fold_all(TableState(), recovery.events)):  # a backup made then could not begin before this record
        raise NotDone("cards_out", "a hand is open or cards lie out; gather them first")
    journal.sign_last()
    if journal.heads_lost:
        raise NotDone("heads_not_kept", "signed heads of the record cannot be written, and without them a purge proves nothing")
    first = reader.beginning().sequence
    journal.purge(last.sequence, event, recovery.tracker_state or b"", real_moment())
    return Purged(last.sequence - first, last.sequence)


def cut(reader: JournalReader, before_ms: int) -> Record | None:
    """The last record that goes: the one before the last checkpoint that is old enough and has ten finished hands after it."""
    found: Record | None = None
    previous: Record | None = None
    ends = [one.sequence for one in records(reader, Seq(1), Seq(reader.head().sequence + 1)) if one.kind == "hand_ended"]
    limit = ends[-LEAST_HANDS] if len(ends) >= LEAST_HANDS else Seq(0)
    for record in records(reader, Seq(1), limit):
        if record.wall_ms > before_ms:
            break
        if record.kind == "checkpoint":
            found = previous
        previous = record
    return found
