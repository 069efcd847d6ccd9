"""A rehearsal in virtual time: robot people at a virtual table, refereed."""

import time
from typing import TypeVar

from hardware.simulator.hand_times import HandTimes
from table_controller.bootstrap.hands import SimulatedHands
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.table_on_clock import TableOnClock
from table_controller.bootstrap.truth import SimulatedTruth
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.core.codec import RecordCodec
from table_controller.core.events import AnyEvent
from table_controller.core.ids import TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.journal import Journal, MemoryJournal
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.plan import RobotPlan
from table_controller.rehearsal.report import RehearsalReport
from table_controller.rehearsal.robot import Robot
from table_controller.rehearsal.score import Score
from table_controller.rehearsal.script import Script, ScriptRunner
from table_controller.service.envelope import Envelope
from table_controller.views.dealer import dealer_view
from table_controller.views.pit import pit_view
from table_controller.views.shapes import DealerView

T = TypeVar("T")


class VirtualEyes:
    """The dealer's screen of a virtual table: the view of what its journal says, made once for each record."""

    def __init__(self, table: TableOnClock, name: TableId) -> None:
        self._table = table
        self._name = name
        self._view: DealerView | None = None

    def view(self) -> DealerView | None:
        """See `Eyes`."""
        node = self._table.node
        if self._view is None or self._view.seq != node.seq:
            pit = pit_view(self._name, node.seq, self._table.moment().wall_ms, node.state, node.alarms)
            self._view = dealer_view(self._name, node.state, pit)
        return self._view

    def order(self, order: AnyOrder, role: Role) -> Rejection | None:
        """See `Eyes`."""
        return self._table.order(Envelope(order, Person(role, f"robot {role.value}", "rehearsal"))).rejection


def virtual_table(plan: SimulatedPlan, journal: Journal[AnyEvent] | None = None) -> VirtualTable:
    """A furnished virtual table. Its configuration, key and deck lie in `plan.folder`."""
    furnish(plan)
    room = room_of(plan.config)
    return VirtualTable(plan, room, journal or MemoryJournal(room.config.id, room.master, RecordCodec()))


def run_script(table: TableOnClock, script: Script) -> None:
    """Plays a script at the table to its end, on the table's clock."""
    runner = ScriptRunner(script, table.now)
    while True:
        runner.advance(table.now)
        due = runner.next_deadline()
        if due is None:
            return
        table.run_until(min(due, max(table.now + 1, table.due())))


def hands_of(table: TableOnClock) -> SimulatedHands:
    """The robot's hands at a virtual table."""
    return SimulatedHands(lambda movement: movement(table.act()))


def rehearse_virtually(plan: SimulatedPlan, robot_plan: RobotPlan) -> RehearsalReport:
    """One table's rehearsal from the first hand to the last."""
    return rehearse_at(virtual_table(plan), plan, robot_plan)


def rehearse_at(table: TableOnClock, plan: SimulatedPlan, robot_plan: RobotPlan) -> RehearsalReport:
    """The same at this table."""
    began = time.monotonic()
    log = ErrorLog()
    score = score_of(table, log)
    play_at(table, plan, robot_plan, log, score)
    return score.report(time.monotonic() - began)


def score_of(table: TableOnClock, log: ErrorLog) -> Score:
    """A score that knows what is really so at this table."""
    return Score(SimulatedTruth(lambda question: question(table.sim)), log)


def play_at(table: TableOnClock, plan: SimulatedPlan, robot_plan: RobotPlan, log: ErrorLog, score: Score) -> None:
    """Robot people play at this table to their last hand. RehearsalStuck when they do not know how to go on."""
    run_script(table, robot_at(table, plan, robot_plan, log, score).script())


def robot_at(table: TableOnClock, plan: SimulatedPlan, robot_plan: RobotPlan, log: ErrorLog, score: Score) -> Robot:
    """Robot people who have sat down at this table and see what it records."""
    table.sim.hands.times = HandTimes().at_speed(robot_plan.pace.factor or 1_000)
    robot = Robot(robot_plan, hands_of(table), VirtualEyes(table, TableId(plan.id)), score, log)
    table.on_events = robot.saw
    return robot
