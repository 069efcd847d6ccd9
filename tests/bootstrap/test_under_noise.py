"""What goes on at a table for long, or breaks off, under typical noise: no finding, no fold, and all is right afterwards."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.simulator.noise import TYPICAL
from hardware.simulator.wiring import TABLE_READER
from table_controller.bootstrap.measured_table import MeasuredTable
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import furnish
from table_controller.bootstrap.virtual_rehearsal import robot_at, score_of
from table_controller.core.codec import RecordCodec
from table_controller.core.events import Street
from table_controller.core.ids import SeatNo
from table_controller.core.state import SeatStatus, TableState
from table_controller.journal import MemoryJournal
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.script import ScriptRunner
from table_controller.tracking.arbiter import where

HANDS = 4
MINUTE = 60_000

When = Callable[[TableState], bool]
Happens = Callable[[MeasuredTable], None]


def street(which: Street) -> When:
    return lambda state: state.hand is not None and state.hand.street is which and state.hand.actor is not None


def in_the_deal(state: TableState) -> bool:
    return state.hand is not None and state.hand.street is Street.DEAL and state.out > 4


def playing(state: TableState) -> list[SeatNo]:
    return [seat.seat for seat in state.seats if seat.status in (SeatStatus.LIVE, SeatStatus.ALL_IN)]


def everybody_looks_for_a_minute(table: MeasuredTable) -> None:
    for seat in sorted(table.sim.truth.present):
        table.sim.hands.lift(seat, MINUTE)
    table.run_until(table.now + MINUTE + 5_000)


def a_long_think(table: MeasuredTable) -> None:
    table.run_until(table.now + 15 * MINUTE)


def the_host_stalls(table: MeasuredTable) -> None:
    table.now += 5_000


def the_reader_restarts(table: MeasuredTable) -> None:
    table.sim.boards["board"].set_reader(TABLE_READER, ok=False)
    table.run_until(table.now + 3_000)
    table.sim.boards["board"].set_reader(TABLE_READER, ok=True)
    table.run_until(table.now + 3_000)


CASES: dict[str, tuple[When, Happens]] = {
    "a lift of a minute before the flop": (street(Street.PREFLOP), everybody_looks_for_a_minute),
    "a lift of a minute on the turn": (street(Street.TURN), everybody_looks_for_a_minute),
    "a think of 15 minutes on the river": (street(Street.RIVER), a_long_think),
    "a host stalled in the deal": (in_the_deal, the_host_stalls),
    "a host stalled on the flop": (street(Street.FLOP), the_host_stalls),
    "a reader restarted in the deal": (in_the_deal, the_reader_restarts),
    "a reader restarted on the turn": (street(Street.TURN), the_reader_restarts),
}


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_found_and_all_is_right_afterwards(tmp_path: Path, case: str) -> None:
    when, happens = CASES[case]
    plan, robot = Show(tmp_path, tables=1, hands=HANDS, seed=7, noise=TYPICAL).plan(1)
    furnish(plan)
    room, log = room_of(plan.config), ErrorLog()
    table = MeasuredTable(plan, room, MemoryJournal(room.config.id, room.master, RecordCodec()), log, where)
    score = score_of(table, log)
    runner = ScriptRunner(robot_at(table, plan, robot, log, score).script(), table.now)
    happened: set[int] = set()
    while (due := runner.next_deadline()) is not None:
        if when(table.node.state) and table.node.state.hands not in happened:
            happened.add(table.node.state.hands)
            before = playing(table.node.state)
            happens(table)
            assert playing(table.node.state) == before, "nobody has folded"
        runner.advance(table.now)
        table.run_until(min(runner.next_deadline() or due, max(table.now + 1, table.due())))
    report = score.report(0)
    assert happened
    assert report.finished == HANDS
    assert (report.false_alarms, report.false_alarm_codes, report.void) == (0, {}, 0)
    assert report.cards_conserved
    assert report.chips_conserved
    assert not report.wrong_identities
