"""When a simulated table of a scenario is at rest: hands still, sensors at ease, everything told and concluded."""

from functools import partial

from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap.serial_rigs import Rig
from table_controller.bootstrap.simulated import DEVICES
from table_controller.service.node import Node
from table_controller.tracking.unsettled import unsettled


def restless(rig: Rig, silent: set[str]) -> str:
    """What is still under way, in words; empty when nothing is."""
    return rig.look(partial(_moving, silent)) or _undecided(rig.node, silent)


def _moving(silent: set[str], table: SimulatedTable) -> str:
    if table.hands.next_deadline() is not None:
        return "hands that still move"
    for name, board in table.boards.items():
        if name in silent:
            continue
        if board.next_sensing() is not None:
            return f"the sensors of {name}"
        if board.device.waiting:
            return f"events of {name} to be acknowledged"
    return ""


def _undecided(node: Node, silent: set[str]) -> str:
    devices = node.tracker.devices
    lost = {name for name, _ in node.state.lost}
    if len(devices.heard) < len(DEVICES) or (devices.unsure and not silent):
        return "every device to say where things are"
    if silent - lost:
        return f"the silence of {', '.join(sorted(silent - lost))} to be noticed"
    if lost - silent:
        return f"{', '.join(sorted(lost - silent))} to be heard again"
    return unsettled(node.tracker)
