"""After SIGKILL at any moment nothing acknowledged is missing, and records, positions and state belong together."""

import functools
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from table_controller.core.ids import Seq
from table_controller.journal import JournalReader, verify

from .processes import Child
from .toys import CardDealt, Checkpoint, KeyDestroyed, ToyCodec, at, dealt, open_journal, position

KILLS = 20
LONGEST_RUN_S = 0.15


def numbers(path: Path) -> list[int]:
    """Every card number in the journal, in order."""
    reader = JournalReader.open(path)
    found: list[int] = []
    after = Seq(0)
    while batch := reader.tail(after, 1000):
        events = [ToyCodec().join(r.kind, r.version, r.public, None) for r in batch]
        found += [event.number for event in events if isinstance(event, CardDealt)]
        after = batch[-1].sequence
    return found


def run_and_kill(path: Path, after_s: float) -> tuple[int, int]:
    """The number it resumed at, and the last it acknowledged, before it was killed."""
    with Child("writer_process.py", path, "run", 0) as writer:
        resumed = int(writer.line().split()[1])
        time.sleep(after_s)  # the moment of death is random; nothing is waited for
        writer.kill()
        said = writer.rest()
    return resumed, int(said[-1]) if said else resumed


def check(path: Path, acknowledged: int) -> int:
    report = verify(path)
    assert report.ok, report
    found = numbers(path)
    last = len(found)
    assert found == list(range(1, last + 1))
    assert last >= acknowledged
    return last


@pytest.mark.parametrize("seed", range(KILLS))
def test_nothing_acknowledged_is_lost(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    last = 0
    for _ in range(2):
        resumed, acknowledged = run_and_kill(path, chance.uniform(0, LONGEST_RUN_S))
        assert resumed == last
        last = check(path, acknowledged)
    with closing(open_journal(path)) as journal:
        recovery = journal.recover()
    assert recovery.positions == (position(last) if last else {})
    assert recovery.tracker_state == (b"%d" % last if last else None)


class Dying(sqlite3.Connection):
    """Kills its process before its n-th statement."""

    left = 0

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        self._count()
        return super().execute(*arguments)

    def executemany(self, *arguments: Any) -> sqlite3.Cursor:
        self._count()
        return super().executemany(*arguments)

    def _count(self) -> None:
        Dying.left -= 1
        if Dying.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def live_a_whole_life(path: Path) -> None:
    journal = open_journal(path)
    journal.append([dealt(1)], position(1), b"1", at(1))
    journal.append([dealt(2)], position(2), b"2", at(2))
    journal.close()


def live_until_the_keys_are_gone(path: Path) -> None:
    """Every key is written beside, where the parent may read it, before it is destroyed."""
    journal = open_journal(path)
    journal.append([dealt(1), dealt(2, group="burns")], position(2), b"2", at(1))
    held = journal.held_keys()
    path.with_suffix(".keys").write_text(" ".join(key.wrapped.hex() for key in held))
    gone = [key.slot for key in held]
    told = KeyDestroyed(places=tuple(slot.group for slot in gone))
    journal.append([Checkpoint(), told], position(3), b"4", at(2), gone=gone)
    journal.close()


def killed_before_statement(path: Path, number: int, life: Callable[[Path], None]) -> bool:
    """Whether the life was long enough to be killed there."""
    child = os.fork()
    if child == 0:
        Dying.left = number
        sqlite3.connect = functools.partial(sqlite3.connect, factory=Dying)
        life(path)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_a_death_before_any_statement_from_first_start_to_clean_stop_is_survived(tmp_path: Path) -> None:
    path = tmp_path / "0.journal"
    statement = 1
    while killed_before_statement(path, statement, live_a_whole_life):
        with closing(open_journal(path)) as journal:
            recovery = journal.recover()
            last = recovery.head.sequence
            assert recovery.events == tuple(dealt(number) for number in range(1, last + 1))
            assert recovery.positions == (position(last) if last else {})
            assert recovery.tracker_state == (b"%d" % last if last else None)
            journal.append([dealt(last + 1)], position(last + 1), b"", at(9))
        assert verify(path).ok
        statement += 1
        path = tmp_path / f"{statement}.journal"
    assert statement > 30


def test_a_death_before_any_statement_leaves_a_key_or_the_record_of_its_end(tmp_path: Path) -> None:
    """Never both, and never neither: and once the record is there, the key is in no byte after the next start."""
    statement, gone = 15, 0  # those before are the opening, see above
    path = tmp_path / "0.journal"
    while killed_before_statement(path, statement, live_until_the_keys_are_gone):
        with closing(open_journal(path)) as journal:
            held = {key.slot.group for key in journal.held_keys()}
            kinds = [record.kind for record in JournalReader(path).tail(Seq(0), 10)]
            assert held == ({"seat 1", "burns"} if kinds == ["card_dealt", "card_dealt"] else set())
            if "key_destroyed" in kinds:
                keys = map(bytes.fromhex, path.with_suffix(".keys").read_text().split())
                stored = path.read_bytes() + path.with_name(path.name + "-wal").read_bytes()
                assert not [key for key in keys if key in stored]
                gone += 1
        assert verify(path).ok
        statement += 1
        path = tmp_path / f"{statement}.journal"
    assert gone > 3
