"""Signed heads, kept elsewhere: what the record came to at the end of each hand, so that a cut tail or an old copy shows.

Owns the file's form: one JSON object a line, the first with the table and the public key its signatures are known by. Whoever
can write this file and the journal can bend both: it belongs on another disk, under another user.
"""

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from table_controller.core.ids import HandNo, Seq, TableId
from table_controller.journal.faults import FaultReason, JournalFault, as_faults
from table_controller.journal.record import Record
from table_controller.sealing import PUBLIC_BYTES, Signer, framed, is_signed

FORM = 1
_LONGEST_LINE = 1_000
T = TypeVar("T")
_MODE = 0o640


class HeadsFault(Exception):  # a fault is one of the three kinds of "no"
    """The file of heads is not what the table wrote; names the file and line."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"heads {path}:{line}: {problem}")


class _First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    form: int
    table: TableId
    key: bytes


class KeptHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The record of `sequence` had this hash, at wall clock `at` (UTC ms), when hand `hand` was over."""

    sequence: Seq
    hash: bytes
    hand: HandNo
    at: int
    signature: bytes


class HeadsFile:
    """Where one table's heads go. Each `keep` opens the file anew: the disk may come and go while the table plays."""

    def __init__(self, path: Path, table: TableId, signer: Signer) -> None:
        self._path = path
        self._table = table
        self._signer = signer

    def keep(self, record: Record) -> None:
        """Signs the record's hash and writes it, on the disk when this returns. JournalFault, naming the file, when it cannot.

        A file that is anything else than this table's heads is left as it is.
        """
        signature = self._signer.sign(_signed_text(self._table, record.sequence, record.hash, record.hand, record.wall_ms))
        head = KeptHead(record.sequence, record.hash, record.hand, record.wall_ms, signature)
        with as_faults(self._path):
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE)
            try:
                end = self._place(descriptor)
                text = msgspec.json.encode(head) + b"\n"
                os.pwrite(descriptor, text if end else self._first() + text, end)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def _first(self) -> bytes:
        return msgspec.json.encode(_First(FORM, self._table, self._signer.public)) + b"\n"

    def _place(self, descriptor: int) -> int:
        """Where the next line goes. JournalFault where what lies there is no file of this table's heads."""
        first, begun = self._first(), os.pread(descriptor, _LONGEST_LINE, 0)
        if begun.startswith(first):
            return _end_of_lines(descriptor)
        if first.startswith(begun):  # new, or a power cut left no whole line
            return 0
        raise JournalFault(self._path, FaultReason.NOT_A_JOURNAL, "is no file of this table's heads")


def _end_of_lines(descriptor: int) -> int:
    """Where the last whole line ends. What a power cut left behind it is written over, and what is longer is no line."""
    size = os.fstat(descriptor).st_size
    tail = os.pread(descriptor, _LONGEST_LINE, max(0, size - _LONGEST_LINE))
    return size - len(tail) + tail.rfind(b"\n") + 1


def read_heads(path: Path, table: TableId, public: bytes | None = None) -> dict[Seq, KeptHead]:
    """The heads by their sequence. HeadsFault for a file that is none, another table's, has none or has one it did not sign.

    A last line that was cut short by a power cut is no head, and no fault. `public`: the key the table is known to sign by;
    without it the file's own is believed, which whoever writes a file of heads may choose.
    """
    lines = _lines(path)
    first = _decoded(path, 1, lines[0] if lines else b"", _First)
    if first.form != FORM or len(first.key) != PUBLIC_BYTES:
        raise HeadsFault(path, 1, "not a file of heads of this version")
    if first.table != table:
        raise HeadsFault(path, 1, f"heads of table {first.table!r}, not of {table!r}")
    if public not in (None, first.key):
        raise HeadsFault(path, 1, "signed by another key than this table's")
    heads = [_decoded(path, number, line, KeptHead) for number, line in enumerate(lines[1:], 2)]
    for number, head in enumerate(heads, 2):
        if not is_signed(_signed_text(table, head.sequence, head.hash, head.hand, head.at), head.signature, first.key):
            raise HeadsFault(path, number, "not signed by this table")
    if not heads:
        raise HeadsFault(path, 1, "there is no head in it, so it proves nothing")
    return {head.sequence: head for head in heads}


def _lines(path: Path) -> list[bytes]:
    try:
        with path.open("rb") as file:
            lines = list(iter(lambda: file.readline(_LONGEST_LINE), b""))
    except OSError as wrong:
        raise HeadsFault(path, 1, f"cannot be read ({wrong.strerror})") from None
    return lines[:-1] if len(lines) > 1 and not lines[-1].endswith(b"\n") else lines


def _decoded(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise HeadsFault(path, number, "no line of a file of heads") from None


def _signed_text(table: TableId, sequence: int, digest: bytes, hand: int, at: int) -> bytes:
    return framed("burnturn head", table, sequence, digest, hand, at)
