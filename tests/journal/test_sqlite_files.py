"""The journal's file: modes, one writer, schema, and what a failing disk leaves behind."""

import gc
import os
import re
import resource
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from table_controller.core.ids import Seq, TableId
from table_controller.journal import BadLink, FaultReason, JournalFault, JournalReader, SqliteJournal, verify
from table_controller.sealing import MasterKey

from .toys import TABLE, AnyToy, HandOpened, ToyCodec, at, dealt, open_journal, position


def edit(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def refused(reason: FaultReason, path: Path, text: str = "") -> Iterator[None]:
    with pytest.raises(JournalFault, match=re.escape(str(path)) + ".*" + text) as caught:
        yield
    assert caught.value.reason is reason


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_the_group_may_read_every_file_and_nobody_else_may(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "made" / "t1.journal"
    before = os.umask(umask)
    try:
        journal = open_journal_below(path)
        journal.append([dealt(1)], {}, b"", at(1))
        files = {file.name: mode_of(file) for file in path.parent.iterdir()}
        journal.close()
    finally:
        os.umask(before)
    assert mode_of(path.parent) == 0o2750
    assert files.pop("t1.journal.lock") & ~0o640 == 0
    assert files == {"t1.journal": 0o640, "t1.journal-wal": 0o640, "t1.journal-shm": 0o640}


def open_journal_below(path: Path) -> SqliteJournal[AnyToy]:
    return SqliteJournal.open(path, TABLE, MasterKey(bytes(32)), ToyCodec())


def test_a_clean_stop_leaves_one_file_in_rollback_mode(path: Path) -> None:
    journal = open_journal(path)
    journal.append([dealt(1)], {}, b"", at(1))
    journal.close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["master.key", "t1.journal"]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_journal_that_is_dropped_without_closing_is_closed_all_the_same(path: Path) -> None:
    journal = open_journal(path)
    journal.append([dealt(1)], {}, b"", at(1))
    del journal
    gc.collect()
    assert not path.with_name("t1.journal-wal").exists()
    assert not path.with_name("t1.journal.lock").exists()


def test_every_commit_is_on_the_disk(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        settings = [
            journal._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]


def test_a_second_writer_is_refused_and_the_first_named(path: Path) -> None:
    with closing(open_journal(path)) as first:
        with refused(FaultReason.BUSY, path, f"process {os.getpid()} writes"):
            open_journal(path)
        first.append([dealt(1)], {}, b"", at(1))
    with closing(open_journal(path)) as second:
        assert len(second.recover().events) == 1


def test_a_lock_file_left_by_a_killed_process_locks_nobody_out(path: Path) -> None:
    path.with_name("t1.journal.lock").write_text("4194304\n")
    open_journal(path).close()


def test_a_journal_of_another_table_is_refused(path: Path) -> None:
    open_journal(path).close()
    with refused(FaultReason.OTHER_TABLE, path, "'t1', not to 't2'"):
        open_journal(path, TableId("t2"))


def test_a_journal_under_another_master_key_is_refused(path: Path) -> None:
    open_journal(path).close()
    with refused(FaultReason.OTHER_KEY, path):
        open_journal_below(path)


@pytest.mark.parametrize(("version", "reason"), [(0, FaultReason.SCHEMA_OLDER), (2, FaultReason.SCHEMA_NEWER)])
def test_another_schema_version_is_refused_by_number(path: Path, version: int, reason: FaultReason) -> None:
    open_journal(path).close()
    edit(path, f"UPDATE journal SET schema_version = {version}")
    for opening in (open_journal, JournalReader.open):
        with refused(reason, path, f"version {version}"):
            opening(path)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM journal", "DROP TABLE journal", "ALTER TABLE journal DROP COLUMN born_version"]
)
def test_a_journal_without_its_schema_version_is_damaged(path: Path, statement: str) -> None:
    open_journal(path).close()
    edit(path, statement)
    for opening in (open_journal, JournalReader.open):
        with refused(FaultReason.DAMAGED, path):
            opening(path)


def test_a_file_that_is_no_journal_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"shopping list" * 1000)
    with refused(FaultReason.NOT_A_JOURNAL, path):
        open_journal(path)
    assert path.read_bytes() == b"shopping list" * 1000


def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    edit(path, "CREATE TABLE cards (face)")
    before = path.read_bytes()
    with refused(FaultReason.NOT_A_JOURNAL, path):
        open_journal(path)
    assert path.read_bytes() == before


def test_an_empty_file_from_an_interrupted_first_start_becomes_a_journal(path: Path) -> None:
    path.touch()
    with closing(open_journal(path)) as journal:
        journal.append([dealt(1)], {}, b"", at(1))


def test_a_failed_opening_gives_the_lock_free(path: Path) -> None:
    open_journal(path).close()
    with pytest.raises(JournalFault):
        open_journal(path, TableId("t2"))
    open_journal(path).close()


def test_a_missing_journal_cannot_be_followed(path: Path) -> None:
    with refused(FaultReason.NO_ACCESS, path):
        JournalReader.open(path)
    assert not path.exists()


def test_a_changed_record_stops_the_recovery_by_number(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        journal.append([dealt(1), dealt(2), dealt(3)], {}, b"", at(1))
    edit(path, "UPDATE records SET kind = 'bet_made' WHERE sequence = 2")
    with closing(open_journal(path)) as journal, refused(FaultReason.DAMAGED, path, "record 2"):
        journal.recover()


def test_a_cut_tail_does_not_go_with_the_tracker_state(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        journal.append([dealt(1), dealt(2)], {}, b"state", at(1))
    edit(path, "DELETE FROM records WHERE sequence = 2")
    with closing(open_journal(path)) as journal, refused(FaultReason.DAMAGED, path, "tracker"):
        journal.recover()


def test_an_old_tracker_state_cannot_be_put_beside_new_records(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        journal.append([dealt(1)], {}, b"old", at(1))
        old = journal._db.execute("SELECT hex(sealed) FROM tracker").fetchone()[0]
        journal.append([dealt(2)], {}, b"new", at(2))
    edit(path, f"UPDATE tracker SET sealed = x'{old}'")
    with closing(open_journal(path)) as journal, refused(FaultReason.DAMAGED, path, "tracker"):
        journal.recover()


def test_a_removed_key_leaves_its_cards_unknown_and_the_chain_whole_and_is_named(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        journal.append([dealt(1), dealt(2, group="burns")], {}, b"", at(1))
    edit(path, "DELETE FROM keys WHERE place = 'seat 1'")
    with closing(open_journal(path)) as journal:
        first, second = journal.recover().events
    assert (first.hidden, second.hidden) == (None, dealt(2).hidden)
    assert verify(path)[:4] == (2, False, 1, BadLink.KEYS)


def test_a_wrapped_key_is_committed_with_the_first_card_it_seals(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        journal.append([dealt(1)], {}, b"", at(1))
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            assert db.execute("SELECT hand, attempt, place FROM keys ORDER BY 1").fetchall() == [
                (0, 0, "state"),
                (1, 1, "seat 1"),
            ]


def grow(journal: SqliteJournal[AnyToy], before: int) -> None:
    """Append until the disk refuses; every refusal must leave what was."""
    for number in range(before, before + 2000):
        journal.append([dealt(number)], position(number), b"%d" % number, at(number))


def check_it_goes_on(journal: SqliteJournal[AnyToy], path: Path, last: int) -> None:
    recovery = journal.recover()
    assert recovery.head.sequence == last
    assert recovery.positions == position(last)
    assert recovery.tracker_state == b"%d" % last
    journal.append([dealt(last + 1)], position(last + 1), b"on", at(last + 1))
    journal.close()
    report = verify(path)
    assert (report.ok, report.records) == (True, last + 1)


def test_a_refused_write_is_a_fault_and_leaves_everything_as_it_was(path: Path) -> None:
    journal = open_journal(path)
    journal.append([dealt(1)], position(1), b"1", at(1))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with refused(FaultReason.IO, path):
            grow(journal, 2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    last = journal.recover().head.sequence
    assert last > 1
    check_it_goes_on(journal, path, last)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("mounting a small disk needs root")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_is_named_and_leaves_everything_as_it_was(small_disk: Path) -> None:
    path = small_disk / "t1.journal"
    ballast = small_disk / "ballast"
    journal = open_journal(path)
    journal.append([dealt(1)], position(1), b"1", at(1))
    ballast.write_bytes(b"x" * 150_000)
    with refused(FaultReason.FULL, path):
        grow(journal, 2)
    last = journal.recover().head.sequence
    ballast.unlink()
    check_it_goes_on(journal, path, last)


def test_a_journal_that_turned_read_only_is_named(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        journal.append([dealt(1)], position(1), b"1", at(1))
        journal._db.execute("PRAGMA query_only = ON")
        with refused(FaultReason.READ_ONLY, path):
            journal.append([dealt(2)], position(2), b"2", at(2))
        journal._db.execute("PRAGMA query_only = OFF")
        check_it_goes_on(journal, path, 1)


@pytest.mark.parametrize("name", ["t1.journal", "t1.journal-wal"])
@pytest.mark.parametrize("put_another", [False, True], ids=["deleted", "another_in_its_place"])
def test_nothing_is_written_to_a_file_that_lost_its_name(path: Path, name: str, put_another: bool) -> None:
    journal = open_journal(path)
    journal.append([dealt(1)], position(1), b"1", at(1))
    file, aside = path.with_name(name), path.with_name("aside")
    file.rename(aside)
    if put_another:
        shutil.copy(aside, file)
    with refused(FaultReason.REPLACED, path, name):
        journal.append([dealt(2)], position(2), b"2", at(2))
    aside.replace(file)
    check_it_goes_on(journal, path, 1)


@pytest.mark.parametrize("how", ["deleted", "copied_over", "emptied"])
def test_a_journal_lost_under_the_writer_is_told_without_writing_and_closed_without_touching_it(path: Path, how: str) -> None:
    """Over the same inode too; the writer asks each second, also when nothing is to be written."""
    other = path.with_name("t2.journal")
    open_journal(other, TableId("t2")).close()
    journal = open_journal(path)
    journal.append([dealt(1)], position(1), b"1", at(1))
    journal.check()
    if how == "deleted":
        path.unlink()
    else:
        path.write_bytes(other.read_bytes() if how == "copied_over" else b"")
    left = path.read_bytes() if path.exists() else None
    for ask in (journal.check, lambda: journal.append([dealt(2)], position(2), b"2", at(2))):
        with refused(FaultReason.REPLACED, path):
            ask()
    journal.close()
    if how != "emptied":  # into nothing SQLite writes its log back
        assert (path.read_bytes() if path.exists() else None) == left
    assert not path.with_name(path.name + ".lock").exists()


def test_what_the_writer_itself_writes_is_no_intrusion(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        grow(journal, 1)
        journal.check()


def test_a_reader_does_not_hold_up_the_writer(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        journal.append([HandOpened()], {}, b"", at(1))
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            db.execute("BEGIN")
            assert db.execute("SELECT count(*) FROM records").fetchone() == (1,)
            journal.append([dealt(1)], {}, b"", at(2))
            assert db.execute("SELECT count(*) FROM records").fetchone() == (1,)
        assert JournalReader.open(path).head().sequence == Seq(2)
