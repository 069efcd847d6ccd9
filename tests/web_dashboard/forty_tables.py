"""Forty tables as a pit sees them: rehearsals with errors are played beforehand, then written live into real journals.

Run as a process it writes until it is told to stop: `python forty_tables.py FOLDER TABLES REHEARSALS HANDS SPEED`. Beside each
journal it overwrites the status once a second, as a table's process does. What it has written is noted in `FOLDER/written`, one
line a batch: UTC milliseconds, table, last sequence number. A line on standard input that names a table
kills it: nothing more is written and no heartbeat comes; the same line again lets it live on.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import furnish
from table_controller.bootstrap.straight_table import StraightTable
from table_controller.bootstrap.virtual_rehearsal import play_at, score_of
from table_controller.core.codec import RecordCodec, join
from table_controller.core.events import AnyEvent
from table_controller.core.ids import Millis, Seq, TableId
from table_controller.journal import MemoryJournal, Moment, SqliteJournal, write_status
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.sealing import load_or_create_master_key

Batch = tuple[int, list[AnyEvent]]
"""Milliseconds since the batch before, and what happened."""


def rehearsed(folder: Path, number: int, hands: int) -> list[Batch]:
    """The record of one rehearsal with errors in every third hand, in the batches in which it was written."""
    folder.mkdir(parents=True, exist_ok=True)
    plan, robot = Show(folder, tables=number, hands=hands, errors=0.35, seed=number, shared=True).plan(number)
    furnish(plan)
    room = room_of(plan.config)
    journal = MemoryJournal(room.config.id, room.master, RecordCodec())
    table = StraightTable(plan, room, journal)
    log = ErrorLog()
    play_at(table, plan, robot, log, score_of(table, log))
    return list(_batches(journal))


def _batches(journal: Any) -> Iterator[Batch]:
    after, before, events = Seq(0), 0, []
    while records := journal.tail(after, 10_000):
        for record in records:
            if events and record.wall_ms != before:
                yield record.wall_ms - before, events
                events = []
            before = record.wall_ms
            events.append(join(record.kind, record.version, record.public, None))
        after = records[-1].sequence
    yield 0, events


class Writer:
    """One table: its journal, and where in its rehearsal it is."""

    def __init__(self, folder: Path, number: int, batches: list[Batch], speed: float) -> None:
        self.name = f"T{number}"
        self._path = folder / f"{self.name}.journal"
        self._batches = batches
        self._at = 0
        self._due = time.monotonic() + number * 0.05
        self._speed = speed
        self._beaten = 0.0
        self._journal: Any = SqliteJournal.open(
            self._path, TableId(self.name), load_or_create_master_key(folder / f"{self.name}.key"), RecordCodec()
        )
        self.lives = True

    def advance(self, now: float) -> int | None:
        """Writes what is due; the sequence number reached, or None when nothing was."""
        if not self.lives:
            return None
        if now >= self._beaten + 1:
            self._beaten = now
            line = {"alive_since": 1, "heartbeat": time.time_ns() // 1_000_000, "queue": 0, "devices": [], "fault": None}
            write_status(self._path, msgspec.json.encode(line))
        if now < self._due or self._at >= len(self._batches):
            return None
        pause, events = self._batches[self._at]
        moment = Moment(time.time_ns() // 1_000_000, Millis(int(now * 1000)))
        seq = self._journal.append(events, {}, b"", moment)[-1].sequence
        self._at += 1
        self._due = now + max(0.02, pause / 1000 / self._speed)
        return int(seq)


def main(folder: Path, tables: int, rehearsals: int, hands: int, speed: float) -> None:
    played = [rehearsed(folder / "rehearsed", number, hands) for number in range(1, rehearsals + 1)]
    writers = {f"T{n}": Writer(folder, n, played[(n - 1) % rehearsals], speed) for n in range(1, tables + 1)}
    told: list[str] = []
    threading.Thread(target=lambda: told.extend(iter(sys.stdin.readline, "")), daemon=True).start()
    print("writing", sum(len(batches) for batches in played), flush=True)
    with (folder / "written").open("w", encoding="utf-8", buffering=1) as notes:
        while True:
            while told:
                name = told.pop(0).strip()
                if name == "stop":
                    os._exit(0)
                writers[name].lives = not writers[name].lives
            now = time.monotonic()
            for name, writer in writers.items():
                seq = writer.advance(now)
                if seq is not None:
                    notes.write(f"{time.time_ns() // 1_000_000} {name} {seq}\n")
            time.sleep(0.005)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
