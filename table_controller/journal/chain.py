"""The hash chain: each record's hash is taken over all its fields, the sealed bytes and the hash before it.

Owns what is hashed and how a link is checked. A hash over plain text would let anybody try all 52 cards; sealed bytes
with their random nonce give nothing to try. Must not know storage or keys.
"""

import hashlib
from enum import StrEnum

import msgspec

from table_controller.core.ids import AttemptNo, HandNo, Millis, Seq, TableId
from table_controller.journal.record import Head, Record
from table_controller.sealing import HIDDEN_SEALED_BYTES, framed

_BODY = msgspec.json.Decoder(dict[str, msgspec.Raw])
Linked = tuple[TableId, Seq, HandNo, AttemptNo, str, int, bytes, bytes | None, str | None, int, Millis, bytes]
"""The fields of a record up to `previous`, in their order."""


class BadLink(StrEnum):
    """Why a record does not follow from the one before it."""

    MISSING = "missing"
    """A record of this sequence should be here and is not."""
    INSERTED = "inserted"
    """A sequence that was taken already, or below 1."""
    TABLE = "other_table"
    PREVIOUS = "previous_hash"
    """It names another record before it: that one or this one was changed, moved or put in."""
    HASH = "hash"
    """Its content is not what was hashed."""
    BODY = "body"
    """Its public body is no JSON object."""
    SEALED = "sealed"
    """Its sealed part has not the fixed length, or place and sealed part do not go together."""
    TRACKER = "tracker"
    """The row with the tracker's state is not there."""
    KEYS = "keys"
    """It was sealed with a key that is not there, or a key is there that sealed nothing."""
    BESIDE = "beside"
    """A row beside the chain (a device's position, an answered order) is none that a journal writes."""
    UNOPENED = "unopened"
    """What is sealed in it does not open with the table's key: it was altered together with its hash, or its key was."""
    LAW = "law"
    """After it chips or cards are not conserved, or it cannot follow what was so before it."""
    REWRITTEN = "rewritten"
    """The chain holds, but this is not the record whose head was signed: all since the head before it may be another's."""
    OLD_COPY = "old_copy"
    """Heads of later records were signed: the journal is a copy from before them, or its tail was cut off without a trace."""
    PURGED = "purged"
    """It says that the records before the first were purged, and no head was signed for it: they may just have been cut off."""
    SHAPE = "shape"
    """Tables, indexes or triggers of the database are not those a journal is made with."""
    UNREADABLE = "unreadable"
    """The database gives an error instead of it."""


def genesis(table: TableId, schema_version: int) -> Head:
    """What the first record follows."""
    return Head(Seq(0), hashlib.sha256(framed("burnturn genesis", table, schema_version)).digest())


def link_hash(fields: Linked) -> bytes:
    """SHA-256 of a record whose fields up to `previous` are these."""
    return hashlib.sha256(framed("burnturn record", *fields)).digest()


def bad_link(record: Record, table: TableId, before: Head) -> BadLink | None:
    """What is wrong with the record that was found after `before`; None when it follows from it."""
    return (
        _bad_sequence(record.sequence, before.sequence)
        or _bad_origin(record, table, before.hash)
        or _bad_content(record)
        or (BadLink.HASH if link_hash(_linked(record)) != record.hash else None)
    )


def _bad_sequence(found: int, before: int) -> BadLink | None:
    if found <= before:
        return BadLink.INSERTED
    return BadLink.MISSING if found > before + 1 else None


def _bad_origin(record: Record, table: TableId, before: bytes) -> BadLink | None:
    if record.table != table:
        return BadLink.TABLE
    return BadLink.PREVIOUS if record.previous != before else None


def _bad_content(record: Record) -> BadLink | None:
    if (record.sealed is None) != (record.place is None):
        return BadLink.SEALED
    if record.sealed is not None and len(record.sealed) != HIDDEN_SEALED_BYTES:
        return BadLink.SEALED
    try:
        _BODY.decode(record.public)
    except msgspec.MsgspecError:
        return BadLink.BODY
    return None


def _linked(record: Record) -> Linked:
    fields: Linked = msgspec.structs.astuple(record)[:-1]
    return fields
