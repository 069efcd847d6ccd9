"""Each device pulled out and put in at another port, each wire spoilt, each board restarted, mid-hand and over real terminals."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest

from hardware.simulator.faults import Fault, Plug, Unplug
from hardware.simulator.realtime import RealtimeTable
from table_controller.bootstrap.live_rehearsal import rehearse_live
from table_controller.bootstrap.processes import Child, wait_for
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.rehearsal.report import RehearsalReport

from .compare import game_of
from .device_trouble import DEVICES, KINDS
from .live import STARTED_S, status_of
from .mortal import play
from .test_devices_virtual import seen_play, where_things_are

TABLE_OF_THREE = 3
PLAYED_S = 240.0


@contextmanager
def playing(show: Show, number: int) -> Iterator[tuple[SimulatedPlan, RealtimeTable, "Future[RehearsalReport]"]]:
    """The controller as a process, the people and their table in this one, where a test can reach the devices."""
    plan, robot_plan = show.plan(number)
    furnish(plan)
    controller = Child(["table", str(plan.config)])  # before any thread
    stopping, came = threading.Event(), Queue[RealtimeTable]()
    with ThreadPoolExecutor(1) as pool:
        people = pool.submit(rehearse_live, plan, robot_plan, stopping, came.put)
        try:
            yield plan, came.get(timeout=STARTED_S), people
        finally:
            stopping.set()
            people.cancel()
            controller.stop()


def order(table: RealtimeTable, fault: Fault) -> None:
    """As a hand at the back of the table would; a cable goes back into another socket."""
    if isinstance(fault, Plug):
        table.look(lambda _sim: table._carriers[fault.device].plug(elsewhere=True))
    else:
        table.look(lambda sim: sim.order(fault))


def terminals(plan: SimulatedPlan) -> dict[str, Path]:
    return {device: plan.device_path(device).resolve() for device in DEVICES}


def whole(plan: SimulatedPlan) -> bool:
    status = status_of(plan)
    return status is not None and [device.state for device in status.devices] == ["linked"] * len(DEVICES)


def trouble_all(plan: SimulatedPlan, table: RealtimeTable, people: "Future[RehearsalReport]", names: list[str]) -> int:
    """One trouble after the other, each with a device that works at that moment; how many before the people were done."""
    rng = random.Random("over real terminals")
    count = 0
    for name in names:
        for device in DEVICES:
            assert wait_for(lambda: people.done() or whole(plan), STARTED_S)
            time.sleep(rng.uniform(0.1, 0.7))  # the moment: that it is any is the point
            if people.done():
                return count
            order(table, KINDS[name].begins(device))
            time.sleep(rng.choice((0.2, 1.4)))  # unnoticed, or noticed
            order(table, KINDS[name].ends(device))
            count += 1
    return count


def calm_and_troubled(tmp_path: Path, show_in: Callable[..., Show], hands: int, names: list[str]) -> tuple[int, object, object]:
    """How often there was trouble; the undisturbed game, played in virtual time; the disturbed one."""
    calm = play(show_in(tmp_path / "calm", seed=21, hands=hands), TABLE_OF_THREE).game
    with playing(show_in(tmp_path / "live", seed=21, hands=hands), TABLE_OF_THREE) as (plan, table, people):
        count = trouble_all(plan, table, people, names)
        report = people.result(PLAYED_S)
    assert (report.finished, report.chips_conserved, report.false_alarm_codes) == (hands, True, {})
    return count, calm, game_of(room_of(plan.config))


@pytest.mark.slow
def test_every_device_in_another_socket_and_on_bad_wires_mid_hand(tmp_path: Path, show_in: Callable[..., Show]) -> None:
    names = ["unplugged", "all at once", "stalled"]
    count, calm, game = calm_and_troubled(tmp_path, show_in, 3, names)
    assert count == len(names) * len(DEVICES)
    assert game.play == calm.play
    assert game.state == calm.state


@pytest.mark.slow
def test_every_board_restarted_and_silent_mid_hand(tmp_path: Path, show_in: Callable[..., Show]) -> None:
    names = ["rebooted", "silent"]
    count, calm, game = calm_and_troubled(tmp_path, show_in, 3, names)
    assert count == len(names) * len(DEVICES)
    assert seen_play(game) == seen_play(calm)
    assert where_things_are(game.state) == where_things_are(calm.state)


def test_a_cable_put_in_again_is_another_terminal_under_the_same_name(tmp_path: Path, show_in: Callable[..., Show]) -> None:
    with playing(show_in(tmp_path / "live", seed=21), TABLE_OF_THREE) as (plan, table, _people):
        assert wait_for(lambda: whole(plan), STARTED_S)
        before = terminals(plan)
        for device in DEVICES:
            order(table, Unplug(device))
            assert not plan.device_path(device).exists()
            order(table, Plug(device))
        after = terminals(plan)
        assert all(before[device] != after[device] for device in DEVICES)
        assert wait_for(lambda: whole(plan), STARTED_S)
