"""The rows that no hash holds: keys, the tracker's state, the devices' positions, the answers to orders.

Owns what can be seen of them without a key: that each is there (or that the record says where it went), and of the form a journal
writes. What is sealed in them is
proved by opening it (`unsealing`).
"""

import sqlite3
from typing import NamedTuple

from table_controller.core.ids import Seq
from table_controller.journal.chain import BadLink
from table_controller.journal.record import KEY_DESTROYED, KEY_ESCROWED, RECORD_RESTORED
from table_controller.journal.writing import STATE_STEP
from table_controller.sealing import STATE_SLOT, KeySlot, sealed_length
from table_controller.sealing.box import KEY_BYTES

_WRAPPED_BYTES = sealed_length(KEY_BYTES)
_STATE_SLOT = "(hand, attempt, place) = (?, ?, ?)"
_STATE = "SELECT 1 FROM tracker WHERE id = 1 AND (length(sealed) - ?) % ? = 0"
_STATE_KEY = f"SELECT 1 FROM keys WHERE {_STATE_SLOT} AND length(wrapped) = ?"  # noqa: S608  # constants
_GONE = f"""
WITH taken AS (SELECT CAST(public AS TEXT) AS said, sequence FROM records WHERE kind IN ('{KEY_DESTROYED}', '{KEY_ESCROWED}')),
gone (hand, attempt, place, at) AS (
    SELECT said ->> '$.hand', said ->> '$.attempt', value, max(sequence)
    FROM taken, json_each(said, '$.places') GROUP BY 1, 2, 3),
copied (at) AS (
    SELECT coalesce(max(CAST(public AS TEXT) ->> '$.up_to'), 0) FROM records WHERE kind = '{RECORD_RESTORED}')"""  # noqa: S608
"""Until which record each key was taken away, and until which all of them are in no backup."""
_NO_KEY = f"""{_GONE}
SELECT min(sequence) FROM records LEFT JOIN keys USING (hand, attempt, place) LEFT JOIN gone USING (hand, attempt, place), copied
WHERE sealed IS NOT NULL AND sequence <= ?
AND ((wrapped IS NULL AND sequence > max(coalesce(gone.at, 0), copied.at)) OR length(wrapped) != ?)"""  # noqa: S608  # constants
_STRAY_KEY = f"""{_GONE}
SELECT 1 FROM keys LEFT JOIN gone USING (hand, attempt, place), copied
WHERE NOT {_STATE_SLOT} AND NOT EXISTS (
    SELECT 1 FROM records WHERE records.hand = keys.hand AND records.attempt = keys.attempt AND records.place = keys.place
    AND sequence > max(coalesce(gone.at, 0), copied.at))
LIMIT 1"""  # noqa: S608  # constants
_GONE_AT = f"""{_GONE}
SELECT max(coalesce((SELECT at FROM gone WHERE (hand, attempt, place) = (?, ?, ?)), 0), copied.at) FROM copied"""  # noqa: S608
_BAD_DEVICE = "SELECT 1 FROM devices WHERE NOT (life BETWEEN 0 AND ? AND next_event BETWEEN 0 AND ? AND clock_ms BETWEEN 0 AND ?)"
_BAD_ORDER = "SELECT 1 FROM orders WHERE length(body_hash) != 32 OR NOT json_valid(CAST(answer AS TEXT)) LIMIT 1"
_ANYTHING = (
    "SELECT 1 FROM keys UNION ALL SELECT 1 FROM tracker UNION ALL SELECT 1 FROM devices UNION ALL SELECT 1 FROM orders LIMIT 1"
)
_U32 = 2**32
_AGES_MS = 2**53
"""A quarter of a million years: no host has run so long."""


class BadRow(NamedTuple):
    """`sequence`: the record it belongs to, None where it belongs to none."""

    sequence: Seq | None
    why: BadLink


def bad_row(db: sqlite3.Connection, up_to: Seq) -> BadRow | None:
    """The first that a journal whose records go to `up_to` would not hold."""
    if up_to and not (_one(db, _STATE, sealed_length(0), STATE_STEP) and _one(db, _STATE_KEY, *STATE_SLOT, _WRAPPED_BYTES)):
        return BadRow(up_to, BadLink.TRACKER)
    if (keyless := db.execute(_NO_KEY, (up_to, _WRAPPED_BYTES)).fetchone()[0]) is not None:
        return BadRow(Seq(keyless), BadLink.KEYS)
    if _one(db, _STRAY_KEY, *STATE_SLOT):
        return BadRow(None, BadLink.KEYS)
    if _one(db, _BAD_DEVICE, _U32, _U32, _AGES_MS) or _one(db, _BAD_ORDER):
        return BadRow(None, BadLink.BESIDE)
    return None


def bad_copy(db: sqlite3.Connection) -> BadRow | None:
    """A backup holds records and nothing else, no key least of all."""
    return BadRow(None, BadLink.KEYS) if _one(db, _ANYTHING) else None


def key_gone_at(db: sqlite3.Connection, slot: KeySlot) -> Seq:
    """The last record that says that a key of this slot was taken away; what was sealed before it has no key. 0: none does."""
    return Seq(db.execute(_GONE_AT, slot).fetchone()[0])


def _one(db: sqlite3.Connection, question: str, *parameters: int | str) -> bool:
    return db.execute(question, parameters).fetchone() is not None
