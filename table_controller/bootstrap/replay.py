"""Real hands through the product: straight into the engine, through virtual devices, or over pseudo terminals in real time."""

import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec

from hardware.simulator.hands import HandTimes
from hardware.simulator.realtime import monotonic_ms
from table_controller.bootstrap.hands import SimulatedHands
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.room import Room, room_of
from table_controller.bootstrap.screen import JournalEyes
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.table import RunningTable
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.bootstrap.virtual_rehearsal import VirtualEyes, hands_of, run_script
from table_controller.core.codec import RecordCodec
from table_controller.core.ids import TableId
from table_controller.journal import MemoryJournal
from table_controller.rehearsal.direct import Difference, ReplayResult, replay_direct
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.real_hands import HandRow, read_rows, script_of
from table_controller.rehearsal.real_hands import Script as Row
from table_controller.rehearsal.replay_script import ReplayDealer, RowDiffersError
from table_controller.rehearsal.script import RehearsalStuck, run_in_real_time

QUICK = Pace(0, None)
VIRTUAL_AT_ONCE = 2
SERIAL_AT_ONCE = 6
"""Tables waiting for their sensors most of the time: two cores carry these."""

Dealt = Callable[[SimulatedPlan, Room, Row], ReplayDealer]


def replay(files: Sequence[Path], way: str, sample: int | None) -> ReplayResult:
    """`way`: direct, virtual or serial. `sample`: only so many rows, evenly spread over all."""
    if way == "direct":
        return replay_direct(files)
    began = time.monotonic()
    rows = [row for path in files for row in read_rows(path)]
    if sample is not None and sample < len(rows):
        rows = [rows[number * len(rows) // sample] for number in range(sample)]
    workers = VIRTUAL_AT_ONCE if way == "virtual" else SERIAL_AT_ONCE
    deal = deal_virtually if way == "virtual" else deal_live
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        told = list(pool.map(partial(_differs, deal), rows, chunksize=10 if way == "virtual" else 1))
    different = tuple(one for one in told if one is not None)
    return ReplayResult(len(rows), len(rows) - len(different), different, time.monotonic() - began)


def _differs(deal: Dealt, row: HandRow) -> Difference | None:
    """Plays one row at a table of its own and compares the finishing stacks."""
    with tempfile.TemporaryDirectory(prefix="burnturn-replay-") as folder:
        script = script_of(row)
        plan = SimulatedPlan(Path(folder), 1, script.stakes, seats=script.seats)
        furnish(plan)
        room = msgspec.structs.replace(room_of(plan.config), rules=script.rules)
        try:
            dealer = deal(plan, room, script)
        except (RowDiffersError, RehearsalStuck) as stuck:
            return Difference(row.id, str(stuck))
    got = {str(seat): stack for seat, stack in dealer.finish.items() if str(seat) in row.finish}
    return None if got == row.finish else Difference(row.id, f"finished {got}, the source says {row.finish}")


def deal_virtually(plan: SimulatedPlan, room: Room, row: Row) -> ReplayDealer:
    """On a virtual clock, with the bytes in memory."""
    table = VirtualTable(plan, room, MemoryJournal(room.config.id, room.master, RecordCodec()))
    table.sim.hands.times = HandTimes().at_speed(1_000)
    dealer = ReplayDealer(row, hands_of(table), VirtualEyes(table, TableId(plan.id)), QUICK)
    run_script(table, dealer.script())
    return dealer


def deal_live(plan: SimulatedPlan, room: Room, row: Row) -> ReplayDealer:
    """In real time over pseudo terminals, with the journal on disk and the control socket."""
    with closing(room.open_journal()) as journal, live_table(plan, None) as simulated, RunningTable(room, journal) as table:
        running = threading.Thread(target=table.loop.run, name="table")
        running.start()
        try:
            eyes = JournalEyes(plan.journals, TableId(plan.id))
            dealer = ReplayDealer(row, SimulatedHands(simulated.act), eyes, QUICK)
            run_in_real_time(dealer.script(), monotonic_ms, eyes.wait_for_news, threading.Event())
        finally:
            table.loop.stop()
            running.join()
    return dealer
