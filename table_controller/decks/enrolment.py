"""The enrolment file of a table: its registered cards, sealed under the table's master key.

Owns the form of the file and how it is written so that a torn write leaves the old one. What is in it never shows in a message.
"""

import os
import tempfile
from pathlib import Path

import msgspec

from table_controller.decks.deck_map import DeckMap, EnrolledCard
from table_controller.sealing import MasterKey, SealBroken, framed, sealed_length

_LABEL = b"burnturn-decks-1\n"
_PADDED = 16 * 1024
"""Room for more than eight decks, so that the length of the file tells nothing."""
_LONGEST = len(_LABEL) + sealed_length(_PADDED)


class EnrolmentFault(Exception):
    """The enrolment file cannot be used. Names the file and the reason, never its content."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"deck file {path}: {problem}")
        self.path = path
        self.problem = problem


class _Content(msgspec.Struct, frozen=True, array_like=True):
    simulated: bool
    cards: tuple[EnrolledCard, ...]

    def __repr__(self) -> str:
        return "_Content(··)"


def write_decks(path: Path, master: MasterKey, table: str, decks: DeckMap) -> None:
    """Replaces the file (mode 0600). OSError when it cannot be written; ValueError (`BoxTooSmall`) for too many cards."""
    plain = msgspec.msgpack.encode(_Content(decks.simulated, decks.cards))
    sealed = _LABEL + master.seal(plain, _bound(table), _PADDED)
    handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(sealed)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def read_decks(path: Path, master: MasterKey, table: str) -> DeckMap:
    """The registered cards. EnrolmentFault when the file is missing, altered, or sealed for another table or key."""
    try:
        with path.open("rb") as file:
            raw = file.read(_LONGEST + 1)
    except OSError as error:
        raise EnrolmentFault(path, f"cannot be read ({type(error).__name__})") from error
    if not raw.startswith(_LABEL) or len(raw) != _LONGEST:
        raise EnrolmentFault(path, "is not a deck file of a known form")
    try:
        content = msgspec.msgpack.decode(master.unseal(raw[len(_LABEL) :], _bound(table)), type=_Content)
        return DeckMap(content.cards, simulated=content.simulated)
    except SealBroken:
        raise EnrolmentFault(path, "was sealed for another table or with another key, or was altered") from None
    except (msgspec.DecodeError, ValueError):
        raise EnrolmentFault(path, "holds no deck") from None


def _bound(table: str) -> bytes:
    return framed("decks", table)
