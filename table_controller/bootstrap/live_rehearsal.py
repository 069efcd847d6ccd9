"""A rehearsal in real time: a simulated table on pseudo terminals with robot people, beside the table's own process."""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from hardware.simulator.emulated_board import EmulatedBoard
from hardware.simulator.hand_times import HandTimes
from hardware.simulator.line import FaultyLine
from hardware.simulator.pty_carrier import PtyCarrier
from hardware.simulator.realtime import RealtimeTable, monotonic_ms
from hardware.simulator.table import SimulatedTable
from hardware.simulator.virtual_board import HOST_PORT, VirtualBoard, eeprom_image
from hardware.simulator.world import PhysicalTable
from table_controller.bootstrap.hands import Reach, SimulatedHands
from table_controller.bootstrap.screen import JournalEyes
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.bootstrap.truth import SimulatedTruth
from table_controller.core.ids import TableId
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.plan import RobotPlan
from table_controller.rehearsal.report import RehearsalReport
from table_controller.rehearsal.robot import Robot
from table_controller.rehearsal.score import Score
from table_controller.rehearsal.script import run_in_real_time


@contextmanager
def live_table(plan: SimulatedPlan, factor: float | None) -> Iterator[RealtimeTable]:
    """The simulated table of a plan, its cables plugged in under their stable names, and its camera if it has one."""
    times = HandTimes().at_speed(factor or 1_000)
    carriers: dict[str, PtyCarrier] = {
        name: PtyCarrier(plan.device_path(name), monotonic_ms, FaultyLine(plan.seed)) for name in plan.devices
    }
    table = SimulatedTable(
        plan.deck(),
        plan.serials,
        carriers,
        now_ms=monotonic_ms(),
        times=times,
        readers=plan.readers,
        noise=plan.noise,
        seed=plan.noise_seed,
        optical=plan.optical,
    )
    with _camera_of(plan, table.truth, times.exit), RealtimeTable(table, carriers) as running:
        yield running


def _camera_of(plan: SimulatedPlan, truth: PhysicalTable, exit_ms: int) -> AbstractContextManager[object]:
    if not plan.optical:
        return nullcontext()
    from table_controller.bootstrap.simulated_camera import camera_of  # only now: it needs OpenCV

    return camera_of(plan, truth, exit_ms)


@contextmanager
def firmware_table(plan: SimulatedPlan, firmware: Path, factor: float | None) -> Iterator[RealtimeTable]:
    """As `live_table`, but one board of real firmware has felt, keys and shoe."""
    with _emulated(plan, firmware) as board:
        table = SimulatedTable(
            plan.deck(),
            plan.serials,
            {},
            now_ms=monotonic_ms(),
            times=HandTimes().at_speed(factor or 1_000),
            emulated=lambda truth: EmulatedBoard(truth, board, plan.noise, plan.noise_seed),
            noise=plan.noise,
            seed=plan.noise_seed,
        )
        with RealtimeTable(table, {}) as running:
            yield running


@contextmanager
def _emulated(plan: SimulatedPlan, firmware: Path) -> Iterator[VirtualBoard]:
    """The virtual board of a table, under the stable name of its port; leaves nothing behind."""
    port = plan.device_path("board")
    with tempfile.TemporaryDirectory(prefix=f"{plan.id}-", dir=port.parent) as own:
        eeprom = Path(own) / "eeprom"
        eeprom.write_bytes(eeprom_image(plan.serials.board))
        with VirtualBoard(firmware / "virtual_board", firmware / "table.hex", Path(own) / "board", eeprom) as board:
            port.unlink(missing_ok=True)
            port.symlink_to(board.terminal(HOST_PORT))
            try:
                yield board
            finally:
                port.unlink(missing_ok=True)


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
    factor = robot_plan.pace.factor
    with live_table(plan, factor) if plan.firmware is None else firmware_table(plan, plan.firmware, factor) as table:
        began_at(table)
        eyes = JournalEyes(plan.journals, TableId(plan.id))
        log = ErrorLog()
        score = Score(SimulatedTruth(table.look), log)
        robot = Robot(robot_plan, make_hands(table.act), eyes, score, log)
        eyes.follower.told = lambda event: robot.saw((event,))
        run_in_real_time(robot.script(), monotonic_ms, eyes.wait_for_news, stopping)
        return score.report(time.monotonic() - began)
