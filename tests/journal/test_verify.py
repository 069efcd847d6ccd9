"""`verify` names the first bad record of any journal that was changed, and is content with every other."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from table_controller.core.ids import Seq, TableId
from table_controller.journal import BadLink, JournalFault, JournalReader, MemoryJournal, Record, verify
from table_controller.journal.chain import link_hash
from table_controller.sealing import MasterKey

from .toys import Checkpoint, HandOpened, ToyCodec, at, dealt, open_journal

RECORDS = 12


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("original") / "t1.journal"
    with closing(open_journal(path)) as journal:
        journal.append([HandOpened()], {}, b"", at(1))
        for number in range(1, RECORDS - 1):
            journal.append([dealt(number, hand=number // 4 + 1)], {}, b"%d" % number, at(number))
        journal.append([Checkpoint(hand=3)], {}, b"", at(99))
    return path


@pytest.fixture
def copied(original: Path, path: Path) -> Path:
    return Path(shutil.copy(original, path))


def edit(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def test_an_untouched_journal_is_good(copied: Path) -> None:
    report = verify(copied)
    assert (report.ok, report.records, report.first_bad, report.reason) == (True, RECORDS, None, None)
    assert report.head == JournalReader.open(copied).head()


def test_an_empty_journal_is_good(path: Path) -> None:
    open_journal(path).close()
    assert verify(path).ok


def test_a_journal_is_good_while_it_is_written(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        for number in range(1, 20):
            journal.append([dealt(number)], {}, b"", at(number))
            assert verify(path)[:2] == (number, True)


CHANGES = {
    "hand": "hand + 1",
    "attempt": "attempt + 1",
    "kind": "'card_mucked'",
    "version": "2",
    "public": "CAST(replace(public, 'number', 'numbes') AS BLOB)",
    "sealed": "zeroblob(length(sealed))",
    "place": "'seat 2'",
    "wall_ms": "wall_ms + 1",
    "mono_ms": "mono_ms - 1",
    "hash": "zeroblob(32)",
}


@pytest.mark.parametrize("column", CHANGES)
@pytest.mark.parametrize("sequence", [2, 7])
def test_a_change_of_any_field_is_found_at_its_record(copied: Path, column: str, sequence: int) -> None:
    edit(copied, f"UPDATE records SET {column} = {CHANGES[column]} WHERE sequence = {sequence}")
    report = verify(copied)
    assert (report.ok, report.first_bad, report.reason) == (False, sequence, BadLink.HASH)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE records SET sealed = x'00' WHERE sequence = 5", BadLink.SEALED),
        ("UPDATE records SET sealed = NULL WHERE sequence = 5", BadLink.SEALED),
        ("UPDATE records SET place = NULL WHERE sequence = 5", BadLink.SEALED),
        ("UPDATE records SET public = x'7b' WHERE sequence = 5", BadLink.BODY),
        ("UPDATE records SET public = CAST('[]' AS BLOB) WHERE sequence = 5", BadLink.BODY),
        ("UPDATE records SET table_id = 't2' WHERE sequence = 5", BadLink.TABLE),
        ("UPDATE records SET previous = zeroblob(32) WHERE sequence = 5", BadLink.PREVIOUS),
        ("DELETE FROM records WHERE sequence = 5", BadLink.MISSING),
        ("DELETE FROM records WHERE sequence BETWEEN 5 AND 8", BadLink.MISSING),
    ],
)
def test_what_is_wrong_is_named(copied: Path, statement: str, reason: BadLink) -> None:
    edit(copied, statement)
    report = verify(copied)
    assert (report.ok, report.records, report.first_bad, report.reason) == (False, 4, 5, reason)


def test_a_record_the_database_cannot_give_is_named(copied: Path) -> None:
    edit(copied, "UPDATE records SET kind = CAST(x'c3' AS TEXT) WHERE sequence = 5")
    assert verify(copied)[:4] == (4, False, 5, BadLink.UNREADABLE)


def test_a_removed_record_whose_place_is_closed_up_is_found(copied: Path) -> None:
    edit(copied, "DELETE FROM records WHERE sequence = 5", "UPDATE records SET sequence = sequence - 1 WHERE sequence > 5")
    assert verify(copied)[1:4] == (False, 5, BadLink.PREVIOUS)


@pytest.mark.parametrize("where", [0, -3])
def test_a_record_put_before_the_first_is_found(copied: Path, where: int) -> None:
    edit(copied, f"UPDATE records SET sequence = {where} WHERE sequence = 1")
    assert verify(copied)[1:4] == (False, where, BadLink.INSERTED)


def test_an_inserted_record_is_found(copied: Path) -> None:
    edit(
        copied,
        "UPDATE records SET sequence = -sequence WHERE sequence > 5",
        "INSERT INTO records SELECT table_id, 6, hand, attempt, kind, version, public, sealed, place, wall_ms, mono_ms,"
        " hash, hash FROM records WHERE sequence = 5",
        "UPDATE records SET sequence = 1 - sequence WHERE sequence < 0",
    )
    assert verify(copied)[1:4] == (False, 6, BadLink.HASH)


def test_an_inserted_record_with_a_right_hash_is_found_at_the_one_after_it(copied: Path) -> None:
    def forged(record: Record) -> Record:
        fields = (*msgspec.structs.astuple(record)[:-3], record.mono_ms + 1, record.previous)
        return Record(*fields, link_hash(fields))

    replace_record(copied, 6, forged)
    assert verify(copied)[1:4] == (False, 7, BadLink.PREVIOUS)


def replace_record(path: Path, sequence: int, change: Callable[[Record], Record]) -> None:
    (record,) = JournalReader.open(path).tail(Seq(sequence - 1), 1)
    with closing(sqlite3.connect(path)) as db:
        row = msgspec.structs.astuple(change(record))
        db.execute(f"REPLACE INTO records VALUES ({', '.join('?' * len(row))})", row)
        db.commit()


def test_reordered_records_are_found(copied: Path) -> None:
    edit(
        copied,
        "UPDATE records SET sequence = 99 WHERE sequence = 5",
        "UPDATE records SET sequence = 5 WHERE sequence = 6",
        "UPDATE records SET sequence = 6 WHERE sequence = 99",
    )
    assert verify(copied)[1:4] == (False, 5, BadLink.PREVIOUS)


def test_a_record_of_another_tables_journal_is_found(copied: Path) -> None:
    other = MemoryJournal(TableId("t2"), MasterKey(bytes(32)), ToyCodec())
    foreign = other.append([dealt(number) for number in range(1, 7)], {}, b"", at(1))
    replace_record(copied, 6, lambda _: foreign[5])
    assert verify(copied)[1:4] == (False, 6, BadLink.TABLE)


def test_a_journal_renamed_to_another_table_is_found(copied: Path) -> None:
    edit(copied, "UPDATE journal SET table_id = 't2'", "UPDATE records SET table_id = 't2'")
    assert verify(copied)[1:4] == (False, 1, BadLink.PREVIOUS)


def test_a_damaged_index_is_found_though_all_records_are_good(copied: Path) -> None:
    edit(
        copied,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = replace(sql, '''checkpoint''', '''x''') WHERE name = 'checkpoints'",
    )
    assert verify(copied)[1:4] == (False, None, BadLink.UNREADABLE)


def test_any_flipped_bit_of_the_file_is_named_or_touches_no_record(original: Path, path: Path) -> None:
    whole = original.read_bytes()
    records = JournalReader.open(original).tail(Seq(0), 100)
    chance = random.Random(1)
    found = 0
    for _ in range(500):
        at_bit = chance.randrange(8 * len(whole))
        spoiled = bytearray(whole)
        spoiled[at_bit // 8] ^= 1 << at_bit % 8
        path.write_bytes(spoiled)
        if is_named(path):
            found += 1
        else:
            assert JournalReader.open(path).tail(Seq(0), 100) == records
    assert found > 30


def is_named(path: Path) -> bool:
    try:
        return not verify(path).ok
    except JournalFault:
        return True


def test_a_file_that_is_no_journal_is_a_fault(path: Path) -> None:
    path.write_bytes(b"x" * 5000)
    with pytest.raises(JournalFault):
        verify(path)


@pytest.mark.parametrize(
    ("statement", "first_bad", "reason"),
    [
        ("DELETE FROM tracker", RECORDS, BadLink.TRACKER),
        ("DELETE FROM records", 1, BadLink.MISSING),
    ],
)
def test_what_was_taken_beside_the_chain_is_named(copied: Path, statement: str, first_bad: int, reason: BadLink) -> None:
    edit(copied, statement)
    report = verify(copied)
    assert (report.ok, report.first_bad, report.reason) == (False, first_bad, reason)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE sequence < 5; END",
        "DROP TABLE keys",
        "DROP INDEX orders_by_age",
        "ALTER TABLE orders ADD COLUMN more TEXT",
        "CREATE TABLE notes (text TEXT)",
    ],
)
def test_a_database_that_was_rebuilt_around_its_records_is_named(copied: Path, statement: str) -> None:
    edit(copied, statement)
    report = verify(copied)
    assert (report.ok, report.records, report.first_bad, report.reason) == (False, RECORDS, None, BadLink.SHAPE)
