"""A key that was taken away is in no byte of any file, and the record still proves itself."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table_controller.core.ids import Seq
from table_controller.journal import BadLink, JournalReader, SqliteJournal, sqlite, verify
from table_controller.journal.escrow import EscrowFault, put_in_escrow, read_escrow
from table_controller.journal.faults import JournalFault
from table_controller.journal.unsealing import first_unopened
from table_controller.journal.wiping import MOST_TRIES, LogWiper
from table_controller.sealing import KeySlot, WrappedKey, load_master_key

from .toys import TABLE, AnyToy, Checkpoint, KeyDestroyed, at, dealt, open_journal

GROUPS = [*(f"seat {seat}" for seat in range(1, 11)), "burns", "other"]


def play(journal: SqliteJournal[AnyToy], hand: int) -> list[WrappedKey]:
    """A hand with a key for every group, made one after the other; what is held after it."""
    groups = list(GROUPS)
    random.Random(hand).shuffle(groups)
    for number, group in enumerate(groups):
        journal.append([dealt(number, hand=hand, group=group)], {}, b"state", at(hand))
    return list(journal.held_keys())


def end(journal: SqliteJournal[AnyToy], hand: int) -> None:
    held = [key.slot for key in journal.held_keys()]
    hands = sorted({slot.hand for slot in held})
    told = [KeyDestroyed(hand=one, places=tuple(s.group for s in held if s.hand == one)) for one in hands]
    journal.append([Checkpoint(hand=hand), *told], {}, b"state", at(hand), gone=held)


def found(folder: Path, keys: list[WrappedKey]) -> int:
    """How many of these lie in any file of the folder."""
    stored = b"".join(file.read_bytes() for file in folder.iterdir())
    return sum(key.wrapped in stored for key in keys)


def backup(path: Path, folder: Path) -> Path:
    folder.mkdir()
    with closing(sqlite3.connect(path)) as now, closing(sqlite3.connect(folder / path.name)) as then:
        now.backup(then)
    return folder


def test_destroyed_keys_lie_in_no_file_while_the_table_runs_in_a_copy_and_after_it(path: Path) -> None:
    gone: list[WrappedKey] = []
    with closing(open_journal(path)) as journal:
        for hand in range(1, 30):
            held = play(journal, hand)
            assert found(path.parent, held) == len(held) == 12 * (hand - len(gone) // 12)
            if hand % 9 == 0:  # some houses begin with it late: then many go at once, out of pages that were split
                end(journal, hand)
                gone += held
                assert found(path.parent, held) == 0
        kept = list(journal.held_keys())
        assert len(gone) == 27 * 12
        assert found(path.parent, gone) == 0
        assert found(backup(path, path.parent / "copy"), gone) == 0
        assert found(path.parent / "copy", kept) == len(kept) == 2 * 12
    (path.parent / "copy" / path.name).unlink()
    (path.parent / "copy").rmdir()
    assert found(path.parent, gone) == 0
    assert verify(path).ok


def test_a_key_made_for_the_same_place_after_the_end_is_another_one(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        play(journal, 1)
        end(journal, 1)
        journal.append([dealt(99, hand=1, group="other")], {}, b"state", at(5))
        assert [key.slot for key in journal.held_keys()] == [KeySlot(1, 1, "other")]
    with closing(open_journal(path)) as journal:
        assert journal.recover().events[-1] == dealt(99, hand=1, group="other")
        assert verify(path).ok
        master = load_master_key(path.with_name("master.key"))
        assert first_unopened(JournalReader(path), master, Seq(10_000)) is None


@pytest.mark.parametrize("spoilt", ["wiping", "deleting"])
def test_the_search_finds_keys_that_were_not_overwritten(path: Path, spoilt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if spoilt == "wiping":
        monkeypatch.setattr(LogWiper, "wipe", lambda self: None)
    else:
        monkeypatch.setattr(sqlite, "delete_keys", lambda db, gone: None)
    with closing(open_journal(path)) as journal:
        held = play(journal, 1)
        end(journal, 1)
        assert found(path.parent, held) > 0


def test_a_follower_in_the_way_puts_the_wiping_off_and_does_not_hold_the_table_up(path: Path) -> None:
    with closing(open_journal(path)) as journal:
        held = play(journal, 1)
        with closing(sqlite3.connect(path, isolation_level=None)) as follower:
            follower.execute("BEGIN")
            follower.execute("SELECT count(*) FROM records").fetchone()
            end(journal, 1)
            assert not journal.unwiped  # not yet worth an alarm
            for _ in range(MOST_TRIES):
                journal.check()
            assert journal.unwiped
            assert found(path.parent, held) > 0
        journal.check()
        assert not journal.unwiped
        assert found(path.parent, held) == 0


def test_a_process_that_was_killed_before_the_wiping_does_it_at_its_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(LogWiper, "wipe", lambda self: None)
        first = open_journal(path)
        held = play(first, 1)
        end(first, 1)
        first._lock.release()  # as the kernel does; files stay as they are
    first._closing.detach()
    assert found(path.parent, held) > 0
    with closing(open_journal(path)):
        assert found(path.parent, held) == 0
    first._db.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM keys WHERE hand = 2",
        "INSERT INTO keys SELECT 1, 1, place, wrapped FROM keys WHERE hand = 2",
        "UPDATE keys SET wrapped = x'00' WHERE hand = 2",
    ],
)
def test_a_key_taken_away_or_put_back_without_a_record_is_named(path: Path, statement: str) -> None:
    with closing(open_journal(path)) as journal:
        play(journal, 1)
        end(journal, 1)
        play(journal, 2)
    assert verify(path).ok
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()
    assert verify(path).reason is BadLink.KEYS


def test_escrow_gives_back_what_was_put_there_and_is_no_other_tables(tmp_path: Path) -> None:
    file = tmp_path / "T1.escrow"
    one, two = WrappedKey(KeySlot(3, 1, "seat 4"), b"one"), WrappedKey(KeySlot(3, 1, "seat 4"), b"two")
    put_in_escrow(file, TABLE, [one])
    with file.open("ab") as torn:
        torn.write(b'{"hand":4,"att')  # a power cut
    put_in_escrow(file, TABLE, [two])
    assert read_escrow(file, TABLE) == {one.slot: [b"one", b"two"]}
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(EscrowFault, match="not of 't2'"):
        read_escrow(file, "t2")  # type: ignore[arg-type]
    file.write_text("something else\n")
    with pytest.raises(JournalFault, match="escrow"):
        put_in_escrow(file, TABLE, [one])
    with pytest.raises(EscrowFault, match=":1: no file of escrow"):
        read_escrow(file, TABLE)
    assert file.read_text() == "something else\n"
