"""The escrow file: keys of hands that are over, wrapped as they lay in the journal, which keeps none of them.

Owns the file's form: one JSON object a line, the first with the table. A key opens only with the table's master key as well, so
neither file opens anything alone: it belongs on another disk, in other hands.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from table_controller.core.ids import AttemptNo, HandNo, TableId
from table_controller.journal.lines import append_lines, whole_lines
from table_controller.sealing import KeySlot, WrappedKey

FORM = 1
_MODE = 0o600


class EscrowFault(Exception):  # a fault is one of the three kinds of "no"
    """The file is none of this table's escrow; names the file and line."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"escrow {path}:{line}: {problem}")


class _First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    escrow: int
    table: TableId


class _Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hand: HandNo
    attempt: AttemptNo
    place: str
    wrapped: bytes


def put_in_escrow(path: Path, table: TableId, keys: Sequence[WrappedKey]) -> None:
    """These are in the file when this returns. JournalFault, naming it, when they cannot be."""
    first = msgspec.json.encode(_First(FORM, table))
    lines = [msgspec.json.encode(_Key(*key.slot, key.wrapped)) for key in keys]  # type: ignore[arg-type]  # whole numbers
    append_lines(path, first, lines, "this table's escrow", _MODE)


def read_escrow(path: Path, table: TableId) -> dict[KeySlot, list[bytes]]:
    """The wrapped keys of each slot, oldest first: one whose cards went on moving after its hand may have several.

    EscrowFault when the file cannot be read or is another table's.
    """
    try:
        lines = whole_lines(path)
        first = msgspec.json.decode(lines[0] if lines else b"", type=_First)
    except OSError as wrong:
        raise EscrowFault(path, 1, f"cannot be read ({wrong.strerror})") from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise EscrowFault(path, 1, "no file of escrow") from None
    if first != _First(FORM, table):
        raise EscrowFault(path, 1, f"escrow of table {first.table!r} in form {first.escrow}, not of {table!r} in form {FORM}")
    found: dict[KeySlot, list[bytes]] = defaultdict(list)
    for number, line in enumerate(lines[1:], 2):
        key = _key(path, number, line)
        found[KeySlot(key.hand, key.attempt, key.place)].append(key.wrapped)
    return dict(found)


def _key(path: Path, number: int, line: bytes) -> _Key:
    try:
        return msgspec.json.decode(line, type=_Key)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise EscrowFault(path, number, "no line of a file of escrow") from None
