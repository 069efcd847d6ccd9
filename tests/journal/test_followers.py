"""Reading as a user who may read the journal's directory and not write it, whatever became of the writer."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table_controller.core.ids import Seq
from table_controller.journal import JournalFault, JournalReader, files, verify

from .processes import Child
from .toys import at, dealt, open_journal


def read_as_nobody(path: Path) -> dict[str, object]:
    with Child("reader_process.py", path, "once") as reader:
        return dict(json.loads(reader.line()))


def check(path: Path) -> None:
    seen = read_as_nobody(path)  # first: our own reading, which may write, would repair what a kill left
    report = verify(path)
    assert report.ok
    assert seen.pop("may_write") == []
    assert seen.pop("checkpoint") == JournalReader.open(path).last_checkpoint()
    assert seen.pop("head") == [report.head.sequence, report.head.hash.hex()]
    assert seen == {"records": report.records, "sealed": report.records - checkpoints(path)}


def checkpoints(path: Path) -> int:
    return sum(record.kind == "checkpoint" for record in JournalReader.open(path).tail(Seq(0), 1000))


@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_with_the_writer_alive(shared_directory: Path, count: int) -> None:
    path = shared_directory / "t1.journal"
    with Child("writer_process.py", path, "hold", count) as writer:
        for _ in range(count + 1):
            writer.line()
        check(path)


@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_with_the_writer_killed(shared_directory: Path, count: int) -> None:
    path = shared_directory / "t1.journal"
    with Child("writer_process.py", path, "die", count) as writer:
        writer.rest()
    assert path.with_name("t1.journal-wal").exists()
    check(path)


def test_with_the_writer_killed_and_the_index_full_of_rubbish(shared_directory: Path) -> None:
    path = shared_directory / "t1.journal"
    with Child("writer_process.py", path, "die", 10) as writer:
        writer.rest()
    index = path.with_name("t1.journal-shm")
    index.write_bytes(b"\xa5" * index.stat().st_size)
    check(path)


@pytest.mark.parametrize("count", [0, 1, 40])
def test_with_the_writer_cleanly_stopped(shared_directory: Path, count: int) -> None:
    path = shared_directory / "t1.journal"
    with Child("writer_process.py", path, "stop", count) as writer:
        assert writer.rest()[-1] == "closed"
    assert not path.with_name("t1.journal-wal").exists()
    check(path)


def test_with_the_writers_interpreter_ended_without_closing(shared_directory: Path) -> None:
    path = shared_directory / "t1.journal"
    with Child("writer_process.py", path, "exit", 5) as writer:
        writer.rest()
    assert not path.with_name("t1.journal-wal").exists()
    check(path)


def test_with_the_writer_stopped_while_somebody_held_the_journal_open(
    shared_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BUSY_S", 0.05)
    path = shared_directory / "t1.journal"
    journal = open_journal(path)
    journal.append([dealt(1)], {}, b"", at(1))
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as holder:
        holder.execute("SELECT count(*) FROM records").fetchone()
        journal.close()
    check(path)


def test_with_the_writer_refused_at_its_next_start_after_a_kill(shared_directory: Path) -> None:
    path = shared_directory / "t1.journal"
    with Child("writer_process.py", path, "die", 10) as writer:
        writer.rest()
    (shared_directory / "master.key").unlink()
    with pytest.raises(JournalFault):
        open_journal(path)
    check(path)


def test_reading_never_fails_while_writers_start_stop_and_die(shared_directory: Path) -> None:
    path = shared_directory / "t1.journal"
    with Child("writer_process.py", path, "stop", 1) as writer:
        writer.rest()
    with Child("reader_process.py", path, "watch") as reader:
        assert reader.line() == "watching"
        for end in ("stop", "die", "stop", "die", "die", "stop"):
            with Child("writer_process.py", path, end, 30) as writer:
                writer.rest()
            if end == "stop":
                assert not path.with_name("t1.journal-wal").exists()
        seen = json.loads(reader.rest()[-1])
    assert seen["faults"] == []
    assert seen["readings"] > 20
    assert seen["last"] == JournalReader.open(path).head().sequence


def test_nobody_reads_the_master_key(shared_directory: Path) -> None:
    path = shared_directory / "t1.journal"
    open_journal(path).close()
    assert (shared_directory / "master.key").stat().st_mode & 0o077 == 0


def test_a_file_left_in_write_ahead_mode_without_its_log_is_a_clear_fault(shared_directory: Path) -> None:
    path = shared_directory / "t1.journal"
    open_journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")  # and SQLite's own closing, which deletes the log
    assert read_as_nobody(path) == {"fault": "journal_no_access"}
