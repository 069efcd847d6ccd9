"""`burnturn journal restore`: a journal made from a backup, proven, and tried: would the table go on with it? Or only a drill.

A hand that ran when the backup was made cannot be finished, since backups hold no keys: the record goes on from before it, and
the backup keeps it. The restored table is paused until the floor has looked at the stacks.
"""

import os
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from table_controller.bootstrap.no_dumps import no_core_dumps
from table_controller.bootstrap.proof import proved
from table_controller.bootstrap.record_desk import NotDone
from table_controller.bootstrap.room import Room, key_path, node_of, registry_fits
from table_controller.core.checkpoint import nothing_out
from table_controller.core.codec import RecordCodec, join
from table_controller.core.events import AnyEvent, TablePaused
from table_controller.core.fold import fold
from table_controller.core.ids import HandNo, Seq
from table_controller.core.orders import Person
from table_controller.core.record_events import RecordRestored
from table_controller.core.state import TableState
from table_controller.decks import EnrolmentFault
from table_controller.journal import HeadsFile, JournalFault, JournalReader, KeptHead, Record, SqliteJournal, read_heads
from table_controller.journal.copying import copy_records
from table_controller.journal.faults import as_faults
from table_controller.journal.span import records
from table_controller.sealing import Signer
from table_controller.service.loop import real_moment
from table_controller.tracking import TrackerState, encode_state


class Rest(NamedTuple):
    """The last record after which no hand ran and no card lay out, and what was so then."""

    at: Seq
    state: TableState


class Restored(NamedTuple):
    """`records`: of the backup; those up to `up_to` are in the journal, `left_out` are of a hand that ran.

    `signed_to`: up to where heads vouch for the backup; `later_heads`: how many were signed after it, `later_hand`: until which
    hand. `why`: why the table does not go on with it; None: it does.
    """

    records: int
    up_to: Seq
    left_out: int
    signed_to: Seq
    later_heads: int
    later_hand: HandNo | None
    why: str | None


class Source(NamedTuple):
    """A backup, the signed heads kept elsewhere (None: none), who asks, and why."""

    backup: Path
    heads: Path | None
    by: Person
    reason: str


def restore(room: Room, source: Source) -> Restored:
    """Puts a journal where there is none. NotDone when the backup is not as it was written, or there is one."""
    target = room.config.journal_path
    if target.exists():
        raise NotDone("is_there", f"{target} is there; move it away first, and keep it")
    with as_faults(target):
        target.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=target.parent) as folder:
        made = Path(folder) / target.name
        told, record = _restored(room, source, made)
        with as_faults(target):
            os.link(made, target)  # whole, or not at all, and never over what is there
    if room.config.heads is not None:
        HeadsFile(room.config.heads, room.config.id, Signer(room.master, room.config.id)).keep(record, restored=True)
    return told


def drill(room: Room, source: Source) -> Restored:
    """The same in a folder that is gone afterwards; the table, which may be playing, is not touched."""
    with tempfile.TemporaryDirectory(prefix=".drill-", dir=room.config.file.parent) as folder:
        return _restored(room, source, Path(folder) / room.config.journal_path.name)[0]


def _restored(room: Room, source: Source, made: Path) -> tuple[Restored, Record]:
    """What was made, and the record that says that it was restored."""
    no_core_dumps()
    reader = JournalReader.open(source.backup)
    if not reader.owner.backup:
        raise NotDone("no_backup", f"{source.backup} is a journal, and no backup")
    last = _proved(room, source)
    rest = _last_rest(reader, last)
    copy_records(reader, made, rest.at, backup=False)
    record = _go_on(room, made, rest, last - rest.at, source)
    kept = _heads(room, source.heads)
    later = [head for head in kept.values() if head.sequence > last]
    told = Restored(
        records=last - reader.beginning().sequence,
        up_to=rest.at,
        left_out=last - rest.at,
        signed_to=max((head.sequence for head in kept.values() if head.sequence <= last), default=Seq(0)),
        later_heads=len(later),
        later_hand=max((head.hand for head in later), default=None),
        why=_why_not(room, made),
    )
    return told, record


def _proved(room: Room, source: Source) -> Seq:
    """Where the backup ends."""
    report = proved(source.backup, source.heads, key_path(room.config.file, room.config.id))
    if not report.ok:
        where = "" if report.first_bad is None else f"record {report.first_bad} is bad: "
        raise NotDone("bad_backup", f"{source.backup}: {where}{report.reason}")
    return report.head.sequence


def _last_rest(reader: JournalReader, last: Seq) -> Rest:
    """NotDone when there is none: then not even the table was opened."""
    state, rest = TableState(), None
    for record in records(reader, Seq(1), Seq(last + 1)):
        state = fold(state, join(record.kind, record.version, record.public, None))
        if nothing_out(state) and (state.hand is None or state.hand.outcome != "void"):
            rest = Rest(record.sequence, state)
    if rest is None:
        raise NotDone("no_rest", "the backup has no moment at which no card lay out")
    return rest


def _go_on(room: Room, made: Path, rest: Rest, left_out: int, source: Source) -> Record:
    codec, hand = RecordCodec(), rest.state.hand
    if hand is not None:
        codec.hand, codec.attempt = hand.number, hand.attempt
    restored = RecordRestored(up_to=rest.at, left_out=left_out, reason=source.reason, by=source.by)
    with closing(SqliteJournal[AnyEvent].open(made, room.config.id, room.master, codec)) as journal:
        events = (restored, TablePaused(reason=source.reason))
        return journal.append(events, {}, encode_state(TrackerState()), real_moment())[-1]


def _why_not(room: Room, made: Path) -> str | None:
    """Why a table would not begin with this journal."""
    key = key_path(room.config.file, room.config.id)
    try:
        report = proved(made, None, key)
        with closing(SqliteJournal[AnyEvent].open(made, room.config.id, room.master, RecordCodec())) as journal:
            node = node_of(room, journal)
            node.recover(real_moment())
            registry_fits(room, node.state)
    except (JournalFault, EnrolmentFault) as fault:
        return str(fault)
    return None if report.ok else f"record {report.first_bad} is bad: {report.reason}"


def _heads(room: Room, file: Path | None) -> Mapping[Seq, KeptHead]:
    return {} if file is None else read_heads(file, room.config.id, Signer(room.master, room.config.id).public)
