"""No byte on the disk and no text of an error names a hidden card; the hunt itself finds a planted leak."""

import base64
import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from table_controller.core.ids import Seq
from table_controller.journal import JournalFault, JournalReader, SqliteJournal
from table_controller.sealing import load_or_create_master_key

from .toys import AnyToy, ToyCodec, at, dealt, open_journal, position

PIECE = 7_305_412_986_113
FACE = 51


def traces(piece: int) -> list[bytes]:
    """The card in the forms the product could write it in."""
    hidden = msgspec.json.encode(dealt(1, piece, FACE).hidden)
    digits = b"%d" % piece
    forms = [digits, b"%x" % piece, piece.to_bytes(8, "big")[-6:], piece.to_bytes(8, "little")[:6]]
    return [*forms, base64.b64encode(hidden)[:-4], hidden.hex().encode(), hashlib.sha256(hidden).digest()]


def found(directory: Path) -> list[str]:
    """Files that hold a trace of the planted card."""
    return [file.name for file in sorted(directory.iterdir()) for trace in traces(PIECE) if trace in file.read_bytes()]


def play(journal: SqliteJournal[AnyToy], numbers: range) -> None:
    for number in numbers:
        state = b'{"card":%d}' % PIECE
        journal.append([dealt(number, PIECE, FACE, hand=number, group="burns")], position(number), state, at(number))


def moments(path: Path, codec: ToyCodec) -> Iterator[list[str]]:
    """What the hunt finds while the journal is open, after a checkpoint of the log, and after a clean stop."""
    with closing(open_journal(path, codec=codec)) as journal:
        play(journal, range(1, 30))
        yield found(path.parent)
        journal._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        journal._disk.written()
        play(journal, range(30, 40))
        yield found(path.parent)
    yield found(path.parent)


def test_no_hidden_card_lies_in_any_file(path: Path) -> None:
    assert list(moments(path, ToyCodec())) == [[], [], []]


def test_the_hunt_finds_a_planted_leak(path: Path) -> None:
    found_each_time = list(moments(path, ToyCodec(leaky=True)))
    assert all("t1.journal" in "".join(files) for files in found_each_time)
    assert "t1.journal-wal" in found_each_time[0]


def test_two_journals_that_differ_in_hidden_cards_only_differ_in_sealed_fields_only(tmp_path: Path) -> None:
    seen = []
    for name, face in (("a", 5), ("b", 51)):
        with closing(open_journal(tmp_path / f"{name}.journal")) as journal:
            journal.append([dealt(1, face, face), dealt(2, face, face)], position(2), b'{"face":%d}' % face * 90, at(1))
        records = JournalReader.open(tmp_path / f"{name}.journal").tail(Seq(0), 10)
        seen.append([(*msgspec.structs.astuple(r)[:7], len(r.sealed or b""), *msgspec.structs.astuple(r)[8:11]) for r in records])
        with closing(sqlite3.connect(tmp_path / f"{name}.journal")) as db:
            seen[-1] += db.execute("SELECT length(sealed) FROM tracker").fetchall()
    assert seen[0] == seen[1]


def test_texts_of_everything_handed_out_are_masked(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        play(journal, range(1, 3))
        recovery = journal.recover()
        record = JournalReader.open(path).tail(Seq(0), 1)[0]
        shown = [repr(thing) for thing in (recovery, recovery.records, recovery.events, record, journal, journal._ring)]
    text = " ".join(shown)
    assert str(PIECE) not in text
    assert (record.sealed or b"").hex() not in text
    assert repr(record.sealed) not in text


class ClumsyCodec(ToyCodec):
    """Puts what it was given into its error, as decoders do."""

    def join(self, kind: str, version: int, public: bytes, hidden: bytes | None) -> AnyToy:
        raise ValueError(f"cannot read {hidden!r}")


def test_an_event_that_cannot_be_read_is_named_by_number_without_its_cards(path: Path) -> None:
    with closing(open_journal(path, codec=ClumsyCodec())) as journal:
        play(journal, range(1, 3))
        with pytest.raises(JournalFault, match=r"record 1 \(card_dealt v1\)") as caught:
            journal.recover()
    assert str(PIECE) not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_key_put_in_the_place_of_another_opens_nothing(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        play(journal, range(1, 2))
        play(journal, range(2, 3))
        db = journal._db
        (wrapped,) = db.execute("SELECT wrapped FROM keys WHERE hand = 1").fetchone()
        db.execute("UPDATE keys SET wrapped = ? WHERE hand = 2", (wrapped,))
    with closing(open_journal(path)) as journal, pytest.raises(JournalFault, match="record 2"):
        journal.recover()


def test_the_master_key_is_in_no_other_file(path: Path) -> None:
    key_file = path.with_name("master.key")
    load_or_create_master_key(key_file)
    digits = key_file.read_text().split()[1]
    with closing(open_journal(path)) as journal:
        play(journal, range(1, 10))
        others = b"".join(file.read_bytes() for file in path.parent.iterdir() if file != key_file)
    assert digits.encode() not in others
    assert bytes.fromhex(digits) not in others
