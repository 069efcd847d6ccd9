"""A rehearsal in real time: a simulated table on pseudo terminals with robot people, beside the table's own process."""

import threading
import time
from collections.abc import Callable

from hardware.simulator.hands import HandTimes
from hardware.simulator.line import FaultyLine
from hardware.simulator.pty_carrier import PtyCarrier
from hardware.simulator.realtime import RealtimeTable, monotonic_ms
from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap.hands import Reach, SimulatedHands
from table_controller.bootstrap.screen import JournalEyes
from table_controller.bootstrap.simulated import DEVICES, SimulatedPlan
from table_controller.bootstrap.truth import SimulatedTruth
from table_controller.core.events import AnyEvent
from table_controller.core.ids import TableId
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.report import RehearsalReport
from table_controller.rehearsal.robot import Robot, RobotPlan
from table_controller.rehearsal.score import Score
from table_controller.rehearsal.script import run_in_real_time


def live_table(plan: SimulatedPlan, factor: float | None) -> RealtimeTable:
    """The simulated table of a plan, its cables plugged in under their stable names. Use as a context manager."""
    carriers: dict[str, PtyCarrier] = {
        name: PtyCarrier(plan.device_path(name), monotonic_ms, FaultyLine(plan.seed)) for name in DEVICES
    }
    table = SimulatedTable(
        plan.deck(), plan.serials, carriers, now_ms=monotonic_ms(), times=HandTimes().at_speed(factor or 1_000)
    )
    return RealtimeTable(table, carriers)


def rehearse_live(
    plan: SimulatedPlan,
    robot_plan: RobotPlan,
    stopping: threading.Event,
    began_at: Callable[[RealtimeTable], None] = lambda _table: None,
    make_hands: Callable[[Reach], SimulatedHands] = SimulatedHands,
) -> RehearsalReport:
    """Plays until the plan is fulfilled or `stopping`. RehearsalStuck when the people do not know how to go on.

    `began_at` is told the table before the people come, for whoever wants to meddle with its devices.
    """
    began = time.monotonic()
    with live_table(plan, robot_plan.pace.factor) as table:
        began_at(table)
        eyes = JournalEyes(plan.journals, TableId(plan.id))
        log = ErrorLog()
        score = Score(SimulatedTruth(table.look), log)
        eyes.follower.told = lambda event: _saw(score, event)
        robot = Robot(robot_plan, make_hands(table.act), eyes, score, log)
        run_in_real_time(robot.script(), monotonic_ms, eyes.wait_for_news, stopping)
        return score.report(time.monotonic() - began)


def _saw(score: Score, event: AnyEvent) -> None:
    score.saw((event,))
