"""`burnturn verify` with the signed heads: whatever is done to a record is named, and a good one is never suspected."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from table_controller.bootstrap.kept_heads import JournalWithHeads
from table_controller.bootstrap.proof import proved
from table_controller.core import events as did
from table_controller.core.ids import Seq
from table_controller.journal import BadLink, HeadsFault, JournalFault, JournalReader, Record, SqliteJournal, VerifyReport
from table_controller.journal.chain import link_hash
from tests.web_dashboard.journal_of_hands import Table

HANDS = 12


class Signed(Table):
    """Its heads go into a file of their own."""

    def _open(self) -> SqliteJournal[did.AnyEvent]:
        return JournalWithHeads(self.path, self._name, self._key, self.path.with_suffix(".heads"))


class Files(NamedTuple):
    journal: Path
    heads: Path
    key: Path
    snapshots: list[tuple[Path, Path]]
    """Journal and heads as they were at many moments, oldest first."""


def played(folder: Path, hands: int = HANDS, later_ms: int = 0) -> Files:
    """Journal, heads and key of a table that has stopped in order."""
    table = Signed(folder)
    table._wall += later_ms
    snapshots: list[tuple[Path, Path]] = []
    table.open_with_two()
    for hand in range(1, hands + 1):
        table.begin(hand)
        table.end(hand)
        snapshots.append(snapshot(table, folder / f"after{hand}"))
    table.write(did.NodeStopped())
    table.journal.close()
    return Files(table.path, table.path.with_suffix(".heads"), folder / "T1.key", snapshots)


def snapshot(table: Table, folder: Path) -> tuple[Path, Path]:
    folder.mkdir()
    with closing(sqlite3.connect(table.path)) as now, closing(sqlite3.connect(folder / "T1.journal")) as then:
        now.backup(then)
    return folder / "T1.journal", Path(shutil.copy(table.path.with_suffix(".heads"), folder))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return played(tmp_path_factory.mktemp("original"))


@pytest.fixture(scope="module")
def another(tmp_path_factory: pytest.TempPathFactory, original: Files) -> Files:
    """Another evening of the same table, under the same key."""
    folder = tmp_path_factory.mktemp("another")
    shutil.copy(original.key, folder)
    return played(folder, later_ms=86_400_000)


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as db:
        yield db
        db.commit()


def all_records(path: Path) -> list[Record]:
    return JournalReader.open(path).tail(Seq(0), 10_000)


def put(db: sqlite3.Connection, records: list[Record]) -> None:
    marks = ", ".join("?" * 13)
    db.executemany(f"INSERT OR REPLACE INTO records VALUES ({marks})", map(msgspec.structs.astuple, records))


def chained(records: list[Record], before: bytes) -> list[Record]:
    """The same with every hash as a forger who knows how would write it."""
    forged: list[Record] = []
    for record in records:
        fields = (*msgspec.structs.astuple(record)[:-2], before)
        forged.append(Record(*fields, link_hash(fields)))
        before = forged[-1].hash
    return forged


Change = Callable[[Path, random.Random, Files, Files], None]


def a_bit(path: Path, chance: random.Random, _original: Files, _another: Files) -> None:
    column = chance.choice(["public", "hash", "previous", "wall_ms", "mono_ms", "hand", "attempt", "version", "sealed"])
    with opened(path) as db:
        having = "WHERE sealed IS NOT NULL" if column == "sealed" else ""
        numbers = [row[0] for row in db.execute(f"SELECT sequence FROM records {having}")]
        sequence = chance.choice(numbers)
        (value,) = db.execute(f"SELECT {column} FROM records WHERE sequence = ?", (sequence,)).fetchone()
        db.execute(f"UPDATE records SET {column} = ? WHERE sequence = ?", (flipped(value, chance), sequence))


def flipped(value: int | bytes, chance: random.Random) -> int | bytes:
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(16)
    spoiled = bytearray(value)
    spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
    return bytes(spoiled)


def a_record_with_all_hashes_made_anew(path: Path, chance: random.Random, _original: Files, _another: Files) -> None:
    records = all_records(path)
    at = chance.randrange(1, len(records))
    moved = msgspec.structs.replace(records[at], wall_ms=records[at].wall_ms + chance.randrange(1, 1000))
    with opened(path) as db:
        put(db, chained([moved, *records[at + 1 :]], records[at - 1].hash))


def the_order(path: Path, chance: random.Random, _original: Files, _another: Files) -> None:
    records = all_records(path)
    one, two = sorted(chance.sample(range(len(records)), 2))
    swapped = [
        msgspec.structs.replace(records[one], sequence=records[two].sequence),
        msgspec.structs.replace(records[two], sequence=records[one].sequence),
    ]
    with opened(path) as db:
        put(db, swapped)


def a_removed_record(path: Path, chance: random.Random, _original: Files, _another: Files) -> None:
    records = all_records(path)
    at = chance.randrange(len(records) - 1)
    with opened(path) as db:
        db.execute("DELETE FROM records WHERE sequence = ?", (records[at].sequence,))
        if chance.random() < 0.5 and at:
            closed = [msgspec.structs.replace(one, sequence=Seq(one.sequence - 1)) for one in records[at + 1 :]]
            db.execute("DELETE FROM records WHERE sequence >= ?", (records[at].sequence,))
            put(db, chained(closed, records[at - 1].hash))


def an_inserted_record(path: Path, chance: random.Random, _original: Files, _another: Files) -> None:
    records = all_records(path)
    at = chance.randrange(1, len(records))
    later = [msgspec.structs.replace(one, sequence=Seq(one.sequence + 1)) for one in records[at - 1 :]]
    with opened(path) as db:
        put(db, chained(later, records[at - 1].hash))


def a_cut_tail(path: Path, chance: random.Random, _original: Files, _another: Files) -> None:
    last = chance.randrange(1, len(all_records(path)))
    with opened(path) as db:
        db.execute("DELETE FROM records WHERE sequence > ?", (last,))
        if chance.random() < 0.5:
            db.execute("UPDATE tracker SET sequence = ?", (last,))


def a_splice(path: Path, chance: random.Random, _original: Files, another: Files) -> None:
    records, foreign = all_records(path), all_records(another.journal)
    at = chance.randrange(1, len(records) - 1)
    with opened(path) as db:
        put(db, foreign[at:] if chance.random() < 0.5 else chained(foreign[at:], records[at - 1].hash))


def an_old_copy(path: Path, chance: random.Random, original: Files, _another: Files) -> None:
    shutil.copy(chance.choice(original.snapshots)[0], path)


def a_key(path: Path, chance: random.Random, _original: Files, another: Files) -> None:
    hand = chance.randrange(1, HANDS)
    with opened(path) as db:
        if chance.random() < 0.5:
            db.execute("DELETE FROM keys WHERE hand = ?", (hand,))
        else:
            (wrapped,) = db.execute("SELECT wrapped FROM keys WHERE hand = ?", (hand,)).fetchone()
            db.execute("UPDATE keys SET wrapped = ? WHERE hand = ?", (flipped(wrapped, chance), hand))


CHANGES: tuple[Change, ...] = (
    a_bit,
    a_record_with_all_hashes_made_anew,
    the_order,
    a_removed_record,
    an_inserted_record,
    a_cut_tail,
    a_splice,
    an_old_copy,
    a_key,
)


def named(files: Files, path: Path) -> bool:
    try:
        return not proved(path, files.heads, files.key).ok
    except JournalFault:
        return True


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("tries", [12, pytest.param(125, marks=pytest.mark.soak)])
def test_whatever_is_changed_is_named(original: Files, another: Files, tmp_path: Path, change: Change, tries: int) -> None:
    chance = random.Random(tries)
    path = tmp_path / "T1.journal"
    for number in range(tries):
        shutil.copy(original.journal, path)
        change(path, chance, original, another)
        assert named(original, path), f"{change.__name__}, try {number}"


def test_no_good_journal_is_suspected(original: Files) -> None:
    last = proved(original.journal, original.heads, original.key)
    assert (last.ok, last.first_bad, last.reason) == (True, None, None)
    for journal, heads in original.snapshots:
        assert proved(journal, heads, original.key).ok


@pytest.mark.soak
def test_no_good_journal_of_a_thousand_is_suspected(tmp_path: Path) -> None:
    for evening in range(40):
        (tmp_path / str(evening)).mkdir()
        files = played(tmp_path / str(evening), 25)
        assert all(proved(journal, heads, files.key).ok for journal, heads in files.snapshots)


def spoiled(files: Files, folder: Path, change: Callable[[Path], None]) -> VerifyReport:
    path = Path(shutil.copy(files.journal, folder / "T1.journal"))
    change(path)
    return proved(path, files.heads, files.key)


def test_an_old_copy_is_called_one_and_says_where_it_ends(original: Files, tmp_path: Path) -> None:
    old, heads_then = original.snapshots[3]
    report = spoiled(original, tmp_path, lambda path: shutil.copy(old, path))
    assert (report.reason, report.first_bad) == (BadLink.OLD_COPY, report.records + 1)
    assert proved(old, heads_then, original.key).ok


def test_a_chain_made_anew_is_bad_from_the_first_head_that_was_signed_otherwise(original: Files, tmp_path: Path) -> None:
    records = all_records(original.journal)
    ended = [record.sequence for record in records if record.kind == "hand_ended"]

    def change(path: Path) -> None:
        moved = msgspec.structs.replace(records[ended[2]], wall_ms=1)
        with opened(path) as db:
            put(db, chained([moved, *records[ended[2] + 1 :]], records[ended[2] - 1].hash))

    report = spoiled(original, tmp_path, change)
    assert (report.reason, report.first_bad) == (BadLink.REWRITTEN, ended[3])


def test_what_breaks_a_law_is_named_though_the_chain_was_made_anew(original: Files, tmp_path: Path) -> None:
    records = all_records(original.journal)
    at = next(place for place, record in enumerate(records) if record.kind == "pot_awarded")
    more = msgspec.structs.replace(records[at], public=records[at].public.replace(b'"amount":3', b'"amount":4'))
    path = Path(shutil.copy(original.journal, tmp_path / "T1.journal"))
    with opened(path) as db:
        put(db, chained([more, *records[at + 1 :]], records[at - 1].hash))
    report = proved(path, None, None)
    assert (report.reason, report.first_bad) == (BadLink.LAW, records[at].sequence)


def test_heads_that_the_table_did_not_sign_prove_nothing(original: Files, another: Files, tmp_path: Path) -> None:
    lines = original.heads.read_bytes().splitlines(keepends=True)
    forged = tmp_path / "forged.heads"
    forged.write_bytes(b"".join([*lines[:3], lines[3].replace(b'"hand":3', b'"hand":4'), *lines[4:]]))
    with pytest.raises(HeadsFault, match=r":4: not signed"):
        proved(original.journal, forged, None)
    forged.write_bytes(lines[0].replace(b'"T1"', b'"T2"'))
    with pytest.raises(HeadsFault, match="of table 'T2'"):
        proved(original.journal, forged, None)
    assert not proved(original.journal, another.heads, None).ok
    forged.write_bytes(lines[0])
    with pytest.raises(HeadsFault, match="no head in it"):
        proved(original.journal, forged, None)


def test_heads_that_were_cut_say_how_far_they_reach(original: Files, tmp_path: Path) -> None:
    lines = original.heads.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.heads"
    cut.write_bytes(b"".join(lines[:3]))
    whole, short = proved(original.journal, original.heads, None), proved(original.journal, cut, None)
    assert whole.signed_to == whole.records
    assert short.ok
    assert short.signed_to == msgspec.json.decode(lines[2])["sequence"] < whole.signed_to


def test_heads_of_another_key_are_known_by_the_tables_own(original: Files, tmp_path: Path) -> None:
    """Whoever writes the record anew can sign it too, by a key of his own; only the table's key tells."""
    foreign = played(tmp_path, 1)
    assert proved(foreign.journal, foreign.heads, foreign.key).ok
    with pytest.raises(HeadsFault, match="another key"):
        proved(original.journal, foreign.heads, original.key)


def test_a_file_that_is_anything_else_is_never_written_over_by_heads(tmp_path: Path) -> None:
    table = Signed(tmp_path)
    assert isinstance(table.journal, JournalWithHeads)
    other = table.path.with_suffix(".heads")
    other.write_text('[table]\nid = "T1"\n')
    table.open_with_two()
    table.begin(1)
    table.end(1)
    assert table.journal.heads_lost
    assert other.read_text() == '[table]\nid = "T1"\n'
    table.journal.close()


def test_a_line_that_a_power_cut_left_unfinished_is_no_head_and_is_written_over(tmp_path: Path) -> None:
    files = played(tmp_path, 1)
    whole = files.heads.read_bytes()
    files.heads.write_bytes(whole[:-20])
    assert proved(files.journal, files.heads, None).ok
    table = Signed(tmp_path)
    table.write(did.NodeStopped())
    table.journal.close()
    assert len(files.heads.read_bytes().splitlines()) == len(whole.splitlines())
    assert proved(files.journal, files.heads, None).ok


def test_heads_that_cannot_be_kept_stop_no_game_and_are_told(tmp_path: Path) -> None:
    table = Signed(tmp_path)
    assert isinstance(table.journal, JournalWithHeads)
    table.path.with_suffix(".heads").mkdir()
    table.open_with_two()
    table.begin(1)
    assert not table.journal.heads_lost
    table.end(1)
    assert table.journal.heads_lost
    table.path.with_suffix(".heads").rmdir()
    table.write(did.NodeStopped())
    assert not table.journal.heads_lost
