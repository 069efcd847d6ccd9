"""A follower wakes for every new record, in time, and sleeps otherwise."""

import errno
import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from table_controller.core.ids import Seq
from table_controller.journal import Changes, JournalReader, changes

from .toys import at, dealt, open_journal

AT_ONCE = 0.0
SOON_S = 5.0


def settle(watch: Changes) -> None:
    """Take in what was written until there is nothing more to look at."""
    while watch.wait(2 * changes.POLL_S):
        pass


def test_the_first_look_names_what_exists(path: Path) -> None:
    missing = path.with_name("t2.journal")
    with closing(open_journal(path)):
        assert Changes([path, missing]).wait(AT_ONCE) == {path}


def test_without_news_it_waits_as_long_as_it_may(path: Path) -> None:
    with closing(open_journal(path)):
        watch = Changes([path])
        settle(watch)
        begin = time.monotonic()
        assert watch.wait(0.1) == frozenset()
        assert time.monotonic() - begin >= 0.1


def test_it_wakes_for_a_record_and_names_its_journal(path: Path) -> None:
    quiet = path.with_name("t2.journal")
    with closing(open_journal(path)) as journal, closing(open_journal(quiet)):
        watch = Changes([path, quiet])
        settle(watch)
        writing = threading.Timer(0.05, lambda: journal.append([dealt(1)], {}, b"", at(1)))
        writing.start()
        assert watch.wait(SOON_S) == {path}
        writing.join()


def test_it_wakes_for_a_journal_that_appears_and_for_each_restart(path: Path) -> None:
    watch = Changes([path])
    assert watch.wait(AT_ONCE) == frozenset()
    for number in (1, 2):
        with closing(open_journal(path)) as journal:
            assert watch.wait(SOON_S) == {path}
            settle(watch)
            journal.append([dealt(number)], {}, b"", at(number))
        assert watch.wait(SOON_S) == {path}
        settle(watch)


def test_no_record_is_missed_however_the_writings_fall(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        reader = JournalReader.open(path)
        watch = Changes([path])
        for number in range(1, 41):
            journal.append([dealt(2 * number - 1)], {}, b"", at(number))
            watch.wait(SOON_S)
            reader.head()
            journal.append([dealt(2 * number)], {}, b"", at(number))
            deadline = time.monotonic() + SOON_S
            while reader.head().sequence < 2 * number:
                assert watch.wait(deadline - time.monotonic()) == {path}
            settle(watch) if number % 10 == 0 else None


def test_the_follower_of_a_busy_writer_ends_at_its_head(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        watch, reader, seen = Changes([path]), JournalReader.open(path), Seq(0)
        writing = threading.Thread(target=lambda: [journal.append([dealt(n)], {}, b"", at(n)) for n in range(300)])
        writing.start()
        while seen < 300:
            assert watch.wait(SOON_S) == {path}
            records = reader.tail(seen, 1000)
            assert [record.sequence for record in records] == list(range(seen + 1, seen + len(records) + 1))
            seen = Seq(seen + len(records))
        writing.join()


def test_a_record_is_announced_only_when_it_can_be_read(path: Path) -> None:
    """However long the disk takes between the log's writing and its end."""
    with closing(open_journal(path)) as journal:
        watch = Changes([path])
        settle(watch)
        with closing(sqlite3.connect(path, isolation_level=None)) as slow:
            slow.execute("BEGIN IMMEDIATE")
            path.with_name("t1.journal-wal").touch()
            assert watch.wait(2 * changes.POLL_S) == frozenset()
        journal.append([dealt(1)], {}, b"", at(1))
        assert watch.wait(SOON_S) == {path}


def test_a_disk_that_cannot_announce_has_stored_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "read-only")

    with closing(open_journal(path)) as journal:
        monkeypatch.setattr(os, "utime", refuse)
        journal.append([dealt(1)], {}, b"", at(1))
        assert JournalReader.open(path).head().sequence == 1
