"""The port in virtual time: the same link, the same troubles, no thread."""

from itertools import pairwise

import pytest
from bus_world import World

from drivers.link.liveness import LinkState
from drivers.ports import FaultCode
from table_controller.core import readings as rd


def test_a_cable_pulled_and_put_back_is_seen_and_heals() -> None:
    world = World()
    world.run(1500)
    port = world.port
    assert port
    world.carrier.unplug()
    world.gate(50)
    world.run(1500)
    status = port.status()
    assert status.fault
    assert (status.fault.code, status.state) == (FaultCode.ABSENT, LinkState.CLOSED)
    assert len(world.journal.of(rd.DeviceSilent)) == 1
    world.carrier.plug()
    world.settle()
    assert port.status().fault is None
    assert len(world.journal.of(rd.GatePassed)) == 50
    assert world.broken() == []


def test_a_port_without_a_device_backs_off(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.carrier.unplug()
    tries: list[int] = []
    right = world.carrier.host_open

    def count() -> None:
        tries.append(world.now)
        right()

    monkeypatch.setattr(world.carrier, "host_open", count)
    world.run(10_000)
    assert [b - a for a, b in pairwise(tries)][:6] == [50, 100, 200, 400, 800, 1000]
    assert len(tries) < 18


def test_two_runs_of_the_same_seed_are_equal() -> None:
    rows = []
    for _ in range(2):
        world = World(seed=3)
        world.line.set_faults(world.line.to_host.faults.__class__(flip=0.002))
        for _ in range(30):
            world.gate(3)
            world.run(70)
        rows.append(world.journal.rows)
    assert rows[0] == rows[1]
