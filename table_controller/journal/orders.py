"""Answers to orders, kept a day, so that an order sent twice is answered twice and carried out once.

Owns how long and how bodies are compared. Must not know what an order is or who may give it.
"""

import hashlib
import sqlite3

from table_controller.journal.record import Moment, OrderAnswer, OrderConflict

KEPT_MS = 24 * 60 * 60 * 1000


def body_hash(body: bytes) -> bytes:
    """What is kept of an order's body: SHA-256."""
    return hashlib.sha256(body).digest()


def compare(key: str, asked: bytes, kept: tuple[bytes, bytes, int] | None, now: Moment) -> bytes | OrderConflict | None:
    """The answer to give for a kept (body hash, answer, wall clock ms of the answer)."""
    if kept is None or expired(kept[2], now):
        return None
    return kept[1] if kept[0] == body_hash(asked) else OrderConflict(key)


def expired(at_ms: int, now: Moment) -> bool:
    """An answer from this moment is kept no more."""
    return at_ms <= now.wall_ms - KEPT_MS


def find_answer(db: sqlite3.Connection, key: str, body: bytes, now: Moment) -> bytes | OrderConflict | None:
    """As `Journal.answer_to`."""
    row = db.execute("SELECT body_hash, answer, at_ms FROM orders WHERE key = ?", (key,)).fetchone()
    return compare(key, body, row, now)


def store_answer(db: sqlite3.Connection, order: OrderAnswer, now: Moment) -> None:
    """Inside the transaction of the order's events; forgets what is older than a day. ValueError when the key is in
    use."""
    db.execute("DELETE FROM orders WHERE at_ms <= ?", (now.wall_ms - KEPT_MS,))
    row = (order.key, body_hash(order.body), order.answer, now.wall_ms)
    if db.execute("INSERT INTO orders VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row).rowcount != 1:
        raise key_in_use()


def key_in_use() -> ValueError:
    """A caller stored a second answer under one key instead of asking for the first."""
    return ValueError("this order key has its answer already")
