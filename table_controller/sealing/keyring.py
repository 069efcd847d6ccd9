"""Which key seals what: one data key for each hand, attempt and group of places, wrapped by the master key.

Owns making, caching and unwrapping of data keys and the binding of each sealed text to table, hand, attempt, sequence
and place. Must not know where wrapped keys are stored: the journal hands in a way to find them and saves the fresh
ones with the first text they seal.
"""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple

from table_controller.sealing.box import SecretKey, sealed_length
from table_controller.sealing.framing import framed
from table_controller.sealing.master import MasterKey

HIDDEN_PLAIN_BYTES = 256
"""Padded length of the hidden part of one event: 28 cards written as `[piece,face]`, more than ten seats hold."""
HIDDEN_SEALED_BYTES = sealed_length(HIDDEN_PLAIN_BYTES)
_CACHED_KEYS = 64  # a hand of ten seats has twelve groups
_GROUP = re.compile(r"seat ([1-9]|10)|burns|other|state")


class KeySlot(NamedTuple):
    """What one data key is for. `group` is `seat 1` ... `seat 10`, `burns` or `other` (ValueError when used with
    another)."""

    hand: int
    attempt: int
    group: str


STATE_SLOT = KeySlot(0, 0, "state")
"""The key of what tracking knows. It belongs to no hand, since that outlives hands."""


class WrappedKey(NamedTuple):
    """A data key as it may lie on a disk."""

    slot: KeySlot
    wrapped: bytes


class AfterHand(StrEnum):
    """What a house does with the keys of a hand that is over."""

    KEEP = "keep"
    """They stay beside the record, for an auditor."""
    ESCROW = "escrow"
    """They go into the escrow file, and stay nowhere else."""
    DESTROY = "destroy"
    """What they sealed opens for nobody any more."""


class KeyRing:
    """The data keys of one table.

    `find(slot)` gives the wrapped key that was saved for a slot, None when there is none (never made, or destroyed). A
    fresh key is used at once and stays unsaved until `saved`, so a transaction that fails leaves it to the next one.
    """

    def __init__(self, master: MasterKey, table: str, find: Callable[[KeySlot], bytes | None]) -> None:
        self._master = master
        self._table = table
        self._find = find
        self._known: dict[KeySlot, SecretKey] = {}
        self._fresh: dict[KeySlot, SecretKey] = {}

    def seal(self, slot: KeySlot, sequence: int, plain: bytes, padded_bytes: int = HIDDEN_PLAIN_BYTES) -> bytes:
        """`plain` sealed with the slot's key, a fresh one if it has none. BoxTooSmall when it is too long."""
        key = self._key(slot) or self._make(slot)
        return key.seal(plain, self._bound("text", slot, sequence), padded_bytes)

    def unseal(self, slot: KeySlot, sequence: int, sealed: bytes) -> bytes | None:
        """What was sealed; None when the slot has no key any more; SealBroken when the bytes are not what was sealed
        there."""
        key = self._key(slot)
        return None if key is None else key.unseal(sealed, self._bound("text", slot, sequence))

    def unsaved(self) -> list[WrappedKey]:
        """Fresh keys, wrapped, to be stored in the same transaction as the first text they sealed."""
        return [WrappedKey(slot, self._master.wrap(key, self._bound("key", slot, 0))) for slot, key in self._fresh.items()]

    def saved(self) -> None:
        """The unsaved keys are stored."""
        for slot, key in self._fresh.items():
            self._remember(slot, key)
        self._fresh.clear()

    def forget(self, slots: Iterable[KeySlot]) -> None:
        """These keys are stored no more: what comes for their slots is sealed with fresh ones."""
        for slot in slots:
            self._known.pop(slot, None)

    def _key(self, slot: KeySlot) -> SecretKey | None:
        key = self._fresh.get(slot) or self._known.get(slot)
        if key is None and (wrapped := self._find(slot)) is not None:
            key = self._master.unwrap(wrapped, self._bound("key", slot, 0))
            self._remember(slot, key)
        return key

    def _make(self, slot: KeySlot) -> SecretKey:
        if not _GROUP.fullmatch(slot.group):
            raise ValueError(f"no group of places is called {slot.group!r}")
        return self._fresh.setdefault(slot, SecretKey.fresh())

    def _remember(self, slot: KeySlot, key: SecretKey) -> None:
        self._known[slot] = key
        if len(self._known) > _CACHED_KEYS:
            del self._known[next(iter(self._known))]

    def _bound(self, purpose: str, slot: KeySlot, sequence: int) -> bytes:
        return framed(purpose, self._table, slot.hand, slot.attempt, sequence, slot.group)
