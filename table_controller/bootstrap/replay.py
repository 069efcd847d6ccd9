"""Real hands through the product: straight into it, through virtual devices, or over pseudo terminals in real time.

Straight, every row is dealt as recorded, so that whatever is irregular in it meets the whole product.
"""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path

import msgspec

from hardware.simulator.chips import NotThereError
from hardware.simulator.hand_times import HandTimes
from hardware.simulator.realtime import monotonic_ms
from table_controller.bootstrap.hands import SimulatedHands
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.room import Room, room_of
from table_controller.bootstrap.scenario import DirectStage
from table_controller.bootstrap.screen import JournalEyes
from table_controller.bootstrap.serial_deck import deck_for
from table_controller.bootstrap.serial_stage import virtual_table
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.table import RunningTable
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.bootstrap.virtual_rehearsal import VirtualEyes, hands_of, run_script
from table_controller.bootstrap.workers import Say, counted, unsaid, workers
from table_controller.core.codec import RecordCodec
from table_controller.core.events import TableOpened
from table_controller.core.ids import Chips, TableId
from table_controller.journal import MemoryJournal
from table_controller.rehearsal.as_recorded import deal_as_recorded, setting_of
from table_controller.rehearsal.direct import UnplayableError
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.real_hands import HandRow, read_rows, script_of
from table_controller.rehearsal.real_hands import Script as Row
from table_controller.rehearsal.replay_script import ReplayDealer, RowDiffersError
from table_controller.rehearsal.scenario import Scenario
from table_controller.rehearsal.scenario.player import ImpossibleError, UnsettledError
from table_controller.rehearsal.scenario.stage import Stage
from table_controller.rehearsal.script import RehearsalStuck, run_in_real_time
from table_controller.rehearsal.what_was_said import Said

QUICK = Pace(0, None)
VIRTUAL_AT_ONCE = 2
SERIAL_AT_ONCE = 6
"""Tables waiting for their sensors most of the time: two cores carry these."""

Dealt = Callable[[SimulatedPlan, Room, Row], ReplayDealer]


class Difference(msgspec.Struct, frozen=True):
    """A row that did not come out as its source says. `what`: in words for the developer."""

    row: str
    what: str


class HandSaid(msgspec.Struct, frozen=True):
    """What the product said to one row that was dealt as recorded."""

    row: str
    said: tuple[Said, ...]


class ReplayResult(msgspec.Struct, frozen=True):
    """`different`: rows that did not end as their source says. `said`: rows the product had something to say to."""

    hands: int
    different: tuple[Difference, ...]
    said: tuple[HandSaid, ...]
    seconds: float

    @property
    def equal(self) -> int:
        """Rows that ended with the stacks of their source."""
        return self.hands - len(self.different)


class _Came(msgspec.Struct, frozen=True):
    """What came of one row."""

    different: Difference | None
    said: HandSaid | None = None


def replay(files: Sequence[Path], way: str, sample: int | None, say: Say = unsaid) -> ReplayResult:
    """`way`: direct, virtual or serial. `sample`: only so many rows, evenly spread over all."""
    began = time.monotonic()
    rows = [row for path in files for row in read_rows(path)]
    if sample is not None and sample < len(rows):
        rows = [rows[number * len(rows) // sample] for number in range(sample)]
    came = counted(map(straight, rows), len(rows), say) if way == "direct" else _in_parallel(way, rows, say)
    different = tuple(one.different for one in came if one.different is not None)
    said = tuple(one.said for one in came if one.said is not None)
    return ReplayResult(len(rows), different, said, time.monotonic() - began)


def _in_parallel(way: str, rows: Sequence[HandRow], say: Say) -> list[_Came]:
    """Devices wait for each other most of the time."""
    virtual = way == "virtual"
    deal = partial(_through_devices, deal_virtually if virtual else deal_live)
    with workers(VIRTUAL_AT_ONCE if virtual else SERIAL_AT_ONCE) as pool:
        return counted(pool.map(deal, rows, chunksize=10 if virtual else 1), len(rows), say)


def straight(row: HandRow) -> _Came:
    """As recorded, into decide, fold, judge and recovery."""
    return _as_recorded(row, _straight_table)


def through_virtual_devices(row: HandRow) -> _Came:
    """As recorded, over the serial protocol on a clock that jumps."""
    return _as_recorded(row, _virtual_table)


def _as_recorded(row: HandRow, table: Callable[[Row], AbstractContextManager[Stage]]) -> _Came:
    try:
        script = script_of(row)
        with table(script) as stage:
            dealt = deal_as_recorded(script, stage)
    except (UnplayableError, ImpossibleError, UnsettledError, ValueError) as wrong:
        return _Came(Difference(row.id, str(wrong)))
    return _Came(_differs(row, dealt.finish), HandSaid(row.id, dealt.said) if dealt.said else None)


@contextmanager
def _straight_table(script: Row) -> Iterator[Stage]:
    yield DirectStage(
        TableOpened(name=script.row.id, rules=script.rules, stakes=script.stakes, seats=script.seats, simulated=True)
    )


@contextmanager
def _virtual_table(script: Row) -> Iterator[Stage]:
    cards = deck_for(Scenario(script.row.id, setting_of(script), (), ()))
    with virtual_table(cards, script.stakes, script.rules) as stage:
        yield stage


def _differs(row: HandRow, finish: Mapping[str, Chips]) -> Difference | None:
    got = {seat: stack for seat, stack in finish.items() if seat in row.finish}
    return None if got == row.finish else Difference(row.id, f"finished {got}, the source says {row.finish}")


def _through_devices(deal: Dealt, row: HandRow) -> _Came:
    """At a table of its own, as an ordinary hand; a row that cannot be one is dealt as recorded, and then something is said."""
    different = _as_ordinary(deal, row)
    if different is None:
        return _Came(None)
    came = through_virtual_devices(row)
    return came if came.said is not None else _Came(different)


def _as_ordinary(deal: Dealt, row: HandRow) -> Difference | None:
    with tempfile.TemporaryDirectory(prefix="burnturn-replay-") as folder:
        script = script_of(row)
        plan = SimulatedPlan(Path(folder), 1, script.stakes, seats=script.seats)
        furnish(plan)
        room = msgspec.structs.replace(room_of(plan.config), rules=script.rules)
        try:
            dealer = deal(plan, room, script)
        except (RowDiffersError, RehearsalStuck, NotThereError) as stuck:
            return Difference(row.id, str(stuck))
    return _differs(row, {str(seat): stack for seat, stack in dealer.finish.items()})


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
