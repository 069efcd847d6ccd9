"""Whether everything that was sealed opens with the table's master key, and what stands in it is thrown away at once.

Owns the walk. Must not hand out what it opened.
"""

from table_controller.core.ids import Seq
from table_controller.journal.beside_chain import BadRow
from table_controller.journal.chain import BadLink
from table_controller.journal.faults import JournalFault
from table_controller.journal.reader import JournalReader
from table_controller.journal.span import records
from table_controller.journal.writing import open_state
from table_controller.sealing import KeyRing, KeySlot, MasterKey, SealBroken


def first_unopened(reader: JournalReader, master: MasterKey, up_to: Seq) -> BadRow | None:
    """The first record up to `up_to` whose sealed part does not open, or the tracker's state. None: all opens for which there
    is a key; where one is missing without a record of it is for `beside_chain` to say."""
    ring = KeyRing(master, reader.owner.table, reader.wrapped_key)
    for record in records(reader, Seq(1), Seq(up_to + 1)):
        if record.sealed is not None and record.place is not None:
            slot = KeySlot(record.hand, record.attempt, record.place)
            if not _opens(ring, slot, record.sequence, record.sealed) and record.sequence > reader.key_gone_at(slot):
                return BadRow(record.sequence, BadLink.UNOPENED)
    return None if _state_opens(reader, ring) else BadRow(None, BadLink.TRACKER)


def _opens(ring: KeyRing, slot: KeySlot, sequence: int, sealed: bytes) -> bool:
    try:
        ring.unseal(slot, sequence, sealed)
    except SealBroken:
        return False
    return True


def _state_opens(reader: JournalReader, ring: KeyRing) -> bool:
    state = reader.sealed_state()
    if state is None:
        return True
    try:
        open_state(ring, *state, reader.path)
    except JournalFault:
        return False
    return True
