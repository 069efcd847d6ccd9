"""A furnished simulated table on pseudo terminals, with or without its controller, for the tools of the bench."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from hardware.simulator.realtime import RealtimeTable
from hardware.simulator.usb_reader import ReaderKind
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.processes import Child, wait_for
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core.ids import Chips
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import read_status
from table_controller.service.loop import Status

STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(100), big_blind=Chips(200), chip=Chips(25), min_buy_in=Chips(8000))
STARTED_S = 30.0


def plan_in(folder: Path, number: int = 1, readers: ReaderKind | None = None) -> SimulatedPlan:
    """Its files are written."""
    plan = SimulatedPlan(folder, number, STAKES, readers=readers)
    furnish(plan)
    return plan


def status_of(plan: SimulatedPlan) -> Status | None:
    row = read_status(plan.journals / f"{plan.id}.journal")
    return None if row is None else msgspec.json.decode(row, type=Status)


def linked(plan: SimulatedPlan) -> bool:
    status = status_of(plan)
    return status is not None and [one.state for one in status.devices] == ["linked"] * len(plan.devices)


@contextmanager
def table_with_controller(plan: SimulatedPlan) -> Iterator[tuple[RealtimeTable, Child]]:
    """The controller in a process of its own, all devices up."""
    controller = Child(["table", str(plan.config)])  # before any thread
    try:
        with live_table(plan, None) as table:
            assert wait_for(lambda: linked(plan), STARTED_S)
            yield table, controller
            controller.stop()  # before its devices go
    finally:
        controller.stop()
