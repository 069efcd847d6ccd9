"""From events to records and back, without storage: sequence, seal, chain, and the opening of what was sealed.

Shared by every journal so that they cannot differ. Owns no state; must not know where records and keys lie.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from table_controller.core.ids import AttemptNo, HandNo, Seq, TableId
from table_controller.journal.chain import Linked, bad_link, link_hash
from table_controller.journal.faults import FaultReason, JournalFault
from table_controller.journal.record import E, EventCodec, Head, Moment, Record
from table_controller.sealing import STATE_SLOT, KeyRing, KeySlot, SealBroken

STATE_STEP = 8000
"""The tracker's state is padded to a multiple of this, so that its length says nothing about the digits in it. A
table's state fits in one step; sealed, a step fills two pages of the database."""
_LENGTH_BYTES = 4  # of the padded text, taken by its length


def write_records(
    events: Sequence[E], codec: EventCodec[E], ring: KeyRing, table: TableId, head: Head, now: Moment
) -> list[Record]:
    """The records of these events, chained to `head`. Fresh keys are left unsaved in the ring.

    ValueError when a codec gives a hidden part without a group of places, BoxTooSmall when it is too long.
    """
    records: list[Record] = []
    for event in events:
        records.append(_write(codec, event, ring, table, head, now))
        head = Head(records[-1].sequence, records[-1].hash)
    return records


def _write(codec: EventCodec[E], event: E, ring: KeyRing, table: TableId, head: Head, now: Moment) -> Record:
    kind, version, public, hidden, group, hand, attempt = codec.split(event)
    sequence, sealed, place = Seq(head.sequence + 1), None, None
    if hidden is not None:
        if group is None:
            raise ValueError(f"a {kind} has a hidden part and no place to seal it for")
        sealed, place = ring.seal(KeySlot(hand, attempt, group), sequence, hidden), group
    when = (HandNo(hand), AttemptNo(attempt))
    fields: Linked = (table, sequence, *when, kind, version, public, sealed, place, *now, head.hash)
    return Record(*fields, link_hash(fields))


def head_after(records: Sequence[Record], head: Head) -> Head:
    """The head once these records are stored."""
    return Head(records[-1].sequence, records[-1].hash) if records else head


def check_chain(records: Sequence[Record], table: TableId, before: Head, path: Path) -> None:
    """JournalFault naming the first record that does not follow from the one before it."""
    for record in records:
        if (bad := bad_link(record, table, before)) is not None:
            raise JournalFault(path, FaultReason.DAMAGED, f"record {record.sequence} does not follow ({bad})")
        before = Head(record.sequence, record.hash)


def read_event(record: Record, codec: EventCodec[E], ring: KeyRing, path: Path) -> E:
    """The event of a record, opened where its key is still kept. JournalFault when it cannot be read; it names no
    content."""
    try:
        hidden = _opened(record, ring)
        return codec.join(record.kind, record.version, record.public, hidden)
    except (SealBroken, ValueError, msgspec.MsgspecError) as error:
        what = f"record {record.sequence} ({record.kind} v{record.version}) cannot be read: {type(error).__name__}"
        raise JournalFault(path, FaultReason.DAMAGED, what) from None


def _opened(record: Record, ring: KeyRing) -> bytes | None:
    if record.sealed is None or record.place is None:
        return None
    return ring.unseal(KeySlot(record.hand, record.attempt, record.place), record.sequence, record.sealed)


def seal_state(ring: KeyRing, sequence: Seq, state: bytes) -> bytes:
    """The tracker's state bound to the last record it has seen the making of."""
    steps = -(-(len(state) + _LENGTH_BYTES) // STATE_STEP)
    return ring.seal(STATE_SLOT, sequence, state, steps * STATE_STEP)


def open_state(ring: KeyRing, sequence: Seq, sealed: bytes, path: Path) -> bytes:
    """The tracker's state; JournalFault when it was not sealed beside this last record."""
    try:
        state = ring.unseal(STATE_SLOT, sequence, sealed)
    except SealBroken:
        state = None
    if state is None:
        raise JournalFault(path, FaultReason.DAMAGED, f"the tracker state does not belong to record {sequence}")
    return state
