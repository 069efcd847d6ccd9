"""The rows that no hash holds: keys, the tracker's state, the devices' positions, the answers to orders.

Owns what can be seen of them without a key: that each is there, and of the form a journal writes. What is sealed in them is
proved by opening it (`unsealing`).
"""

import sqlite3
from typing import NamedTuple

from table_controller.core.ids import Seq
from table_controller.journal.chain import BadLink
from table_controller.journal.writing import STATE_STEP
from table_controller.sealing import STATE_SLOT, sealed_length
from table_controller.sealing.box import KEY_BYTES

_WRAPPED_BYTES = sealed_length(KEY_BYTES)
_STATE_SLOT = "(hand, attempt, place) = (?, ?, ?)"
_STATE = "SELECT 1 FROM tracker WHERE id = 1 AND (length(sealed) - ?) % ? = 0"
_STATE_KEY = f"SELECT 1 FROM keys WHERE {_STATE_SLOT} AND length(wrapped) = ?"  # noqa: S608  # constants
_NO_KEY = """
SELECT min(sequence) FROM records LEFT JOIN keys USING (hand, attempt, place)
WHERE sealed IS NOT NULL AND sequence <= ? AND (wrapped IS NULL OR length(wrapped) != ?)"""
_STRAY_KEY = f"""
SELECT 1 FROM keys WHERE NOT {_STATE_SLOT} AND NOT EXISTS (
    SELECT 1 FROM records WHERE records.hand = keys.hand AND records.attempt = keys.attempt AND records.place = keys.place)
LIMIT 1"""  # noqa: S608  # constants
_BAD_DEVICE = "SELECT 1 FROM devices WHERE NOT (life BETWEEN 0 AND ? AND next_event BETWEEN 0 AND ? AND clock_ms BETWEEN 0 AND ?)"
_BAD_ORDER = "SELECT 1 FROM orders WHERE length(body_hash) != 32 OR NOT json_valid(CAST(answer AS TEXT)) LIMIT 1"
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


def _one(db: sqlite3.Connection, question: str, *parameters: int | str) -> bool:
    return db.execute(question, parameters).fetchone() is not None
