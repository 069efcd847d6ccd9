"""Signed heads, kept elsewhere: what the record came to at the end of each hand, so that a cut tail or an old copy shows.

Owns the file's form: one JSON object a line, the first with the table and the public key its signatures are known by. Whoever
can write this file and the journal can bend both: it belongs on another disk, under another user.
"""

from pathlib import Path
from typing import TypeVar

import msgspec

from table_controller.core.ids import HandNo, Seq, TableId
from table_controller.journal.lines import append_lines, whole_lines
from table_controller.journal.record import Record
from table_controller.sealing import PUBLIC_BYTES, Signer, framed, is_signed

FORM = 1
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


class KeptHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of `sequence` had this hash, at wall clock `at` (UTC ms), when hand `hand` was over.

    `restored`: the record goes on from a backup here; heads of later records, signed before, are of one that is lost.
    """

    sequence: Seq
    hash: bytes
    hand: HandNo
    at: int
    signature: bytes
    restored: bool = False


class HeadsFile:
    """Where one table's heads go. Each `keep` opens the file anew: the disk may come and go while the table plays."""

    def __init__(self, path: Path, table: TableId, signer: Signer) -> None:
        self._path = path
        self._table = table
        self._signer = signer

    def keep(self, record: Record, *, restored: bool = False) -> None:
        """Signs the record's hash and writes it, on the disk when this returns. JournalFault, naming the file, when it cannot.

        A file that is anything else than this table's heads is left as it is.
        """
        head = KeptHead(record.sequence, record.hash, record.hand, record.wall_ms, b"", restored)
        head = msgspec.structs.replace(head, signature=self._signer.sign(_signed_text(self._table, head)))
        append_lines(self._path, self._first(), [msgspec.json.encode(head)], "this table's heads", _MODE)

    def _first(self) -> bytes:
        return msgspec.json.encode(_First(FORM, self._table, self._signer.public))


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
        if not is_signed(_signed_text(table, head), head.signature, first.key):
            raise HeadsFault(path, number, "not signed by this table")
    if not heads:
        raise HeadsFault(path, 1, "there is no head in it, so it proves nothing")
    standing: dict[Seq, KeptHead] = {}
    for head in heads:
        if head.restored:
            standing = {at: one for at, one in standing.items() if at < head.sequence}
        standing[head.sequence] = head
    return standing


def _lines(path: Path) -> list[bytes]:
    try:
        return whole_lines(path)
    except OSError as wrong:
        raise HeadsFault(path, 1, f"cannot be read ({wrong.strerror})") from None


def _decoded(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise HeadsFault(path, number, "no line of a file of heads") from None


def _signed_text(table: TableId, head: KeptHead) -> bytes:
    what = "burnturn head restored" if head.restored else "burnturn head"
    return framed(what, table, head.sequence, head.hash, head.hand, head.at)
