"""The deck registry on disk: one file a table, sealed under the table's master key, in two parts.

Owns the form of the file, and how it is written so that a torn write leaves the old one. The records of people stand in the first
part, the cards in the second, so that who lists the decks never opens the cards. What is in either never shows in a message.
"""

import os
import secrets
import tempfile
from pathlib import Path
from typing import TypeVar

import msgspec

from table_controller.decks.deck_map import EnrolledCard
from table_controller.decks.registry import DeckRecord, Registry
from table_controller.sealing import MasterKey, SealBroken, framed, sealed_length

_LABEL = b"burnturn-decks-2\n"
_STAMP = 16
"""Random bytes that bind the two parts of one writing to each other."""
_RECORDS, _CARDS = 192 * 1024, 48 * 1024
"""Room for all decks a registry may have, so that the length of the file tells nothing."""
_FIRST = len(_LABEL) + _STAMP
_SECOND = _FIRST + sealed_length(_RECORDS)
_LENGTH = _SECOND + sealed_length(_CARDS)
T = TypeVar("T")


class EnrolmentFault(Exception):
    """The deck file cannot be used. Names the file and the reason, never its content."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"deck file {path}: {problem}")
        self.path = path
        self.problem = problem


class _Records(msgspec.Struct, frozen=True):
    simulated: bool
    decks: tuple[DeckRecord, ...]


def write_registry(path: Path, master: MasterKey, table: str, registry: Registry) -> None:
    """Replaces the file (mode 0600). OSError when it cannot be written; ValueError (`BoxTooSmall`) for more than it holds."""
    stamp = secrets.token_bytes(_STAMP)
    records = msgspec.msgpack.encode(_Records(registry.simulated, registry.decks))
    first = master.seal(records, _bound("records", table, stamp), _RECORDS)
    second = master.seal(msgspec.msgpack.encode(registry.cards), _bound("cards", table, stamp), _CARDS)
    handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_LABEL + stamp + first + second)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def read_records(path: Path, master: MasterKey, table: str) -> tuple[DeckRecord, ...]:
    """What people may know of the decks; the cards stay sealed. EnrolmentFault as in `read_registry`."""
    return _records(path, _raw(path), master, table).decks


def read_registry(path: Path, master: MasterKey, table: str) -> Registry:
    """Everything. EnrolmentFault when the file is missing, altered, or sealed for another table or key."""
    raw = _raw(path)
    records = _records(path, raw, master, table)
    bound = _bound("cards", table, raw[len(_LABEL) : _FIRST])
    cards = _opened(path, raw[_SECOND:], master, bound, tuple[EnrolledCard, ...])
    registry = Registry(records.simulated, records.decks, cards)
    try:
        registry.deck_map()
    except ValueError:
        raise EnrolmentFault(path, "holds no deck") from None
    return registry


def _records(path: Path, raw: bytes, master: MasterKey, table: str) -> _Records:
    bound = _bound("records", table, raw[len(_LABEL) : _FIRST])
    return _opened(path, raw[_FIRST:_SECOND], master, bound, _Records)


def _raw(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            raw = file.read(_LENGTH + 1)
    except OSError as error:
        raise EnrolmentFault(path, f"cannot be read ({type(error).__name__})") from error
    if not raw.startswith(_LABEL) or len(raw) != _LENGTH:
        raise EnrolmentFault(path, "is not a deck file of a known form")
    return raw


def _opened(path: Path, sealed: bytes, master: MasterKey, bound: bytes, kind: type[T]) -> T:
    try:
        return msgspec.msgpack.decode(master.unseal(sealed, bound), type=kind)
    except SealBroken:
        raise EnrolmentFault(path, "was sealed for another table or with another key, or was altered") from None
    except msgspec.DecodeError:
        raise EnrolmentFault(path, "holds no deck") from None


def _bound(part: str, table: str, stamp: bytes) -> bytes:
    return framed(f"decks {part}", table, stamp)
