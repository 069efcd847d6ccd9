"""Random schedules of everything that can happen to a table bus, drawn from a seed."""

from collections.abc import Callable
from random import Random
from typing import Any

from bus_world import World

from hardware.protocol.commands import Beep, Lamp, LampPattern, Lamps, Lock, Scan
from hardware.simulator.line import Wire, WireFaults

Step = tuple[str, Any]


def _noisy(**faults: Any) -> Callable[[World, Any], None]:
    def change(world: World, amount: Any) -> None:
        for wire in (world.line.to_device, world.line.to_host):
            wire.faults = WireFaults(**{name: amount for name in faults})

    return change


def _delay(wire: Callable[[World], Wire]) -> Callable[[World, Any], None]:
    def change(world: World, ms: Any) -> None:
        wire(world).faults = WireFaults(delay_ms=ms)

    return change


def _stall(wire: Callable[[World], Wire]) -> Callable[[World, Any], None]:
    def change(world: World, ms: Any) -> None:
        wire(world).faults = WireFaults(stalled=True)
        world.run(ms)
        wire(world).faults = WireFaults()

    return change


def _unplug(world: World, _: Any) -> None:
    world.carrier.unplug()


def _plug(world: World, _: Any) -> None:
    world.mend()
    if not world.carrier.plugged:
        world.carrier.plug()


def _brown_out(world: World, kept: Any) -> None:
    """Power goes in the middle of writing the boot counter, and comes back."""
    world.board._eeprom.tear_next_write(kept)
    world.reset()
    world.run(20)
    world.reset()


def _beep(world: World, _: Any) -> None:
    if world.port:
        world.port.order(Beep(1))


STEPS: dict[str, tuple[Callable[[World, Any], None], tuple[Any, ...], int]] = {
    "input": (World.flip_input, (0, 1, 2, 3), 3),
    "tag": (lambda w, p: w.move_tag(*p), ((0, 1), (1, 1), (0, 2), (1, 3)), 3),
    "gate": (World.gate, (1,), 2),
    "burst": (World.gate, (3, 20, 60, 150, 300), 2),
    "reset": (lambda w, _: w.reset(), (None,), 2),
    "brown out": (_brown_out, (0, 3, 7), 1),
    "swap": (lambda w, reset: w.swap(reset=reset), (True, False), 1),
    "cut": (lambda w, _: w.cut(), (None,), 1),
    "cut to device": (lambda w, _: setattr(w.line.to_device, "faults", WireFaults(silent=True)), (None,), 1),
    "unplug": (_unplug, (None,), 1),
    "plug": (_plug, (None,), 5),
    "crash": (lambda w, _: w.crash(), (None,), 1),
    "restart": (lambda w, _: w.restart(), (None,), 3),
    "drop": (_noisy(drop=0), (0.0, 0.001, 0.02, 0.1), 1),
    "flip": (_noisy(flip=0), (0.0, 0.001, 0.005, 0.02), 1),
    "duplicate": (_noisy(duplicate=0), (0.0, 0.02), 1),
    "stall to device": (_stall(lambda w: w.line.to_device), (50, 200, 700, 1500, 2500, 4000), 1),
    "stall to host": (_stall(lambda w: w.line.to_host), (50, 200, 700, 1500, 2500, 4000), 1),
    "delay to device": (_delay(lambda w: w.line.to_device), (0, 20, 100, 300), 1),
    "delay to host": (_delay(lambda w: w.line.to_host), (0, 20, 100, 300), 1),
    "slow commits": (lambda w, ms: setattr(w, "commit_ms", ms), (0, 0, 10, 45, 300), 1),
    "order": (lambda w, _: w.order(), (None,), 3),
    "beep": (_beep, (None,), 1),
    "want": (
        World.want,
        (
            Lock(True),
            Lock(False),
            Lamps(1 << Lamp.ALARM, LampPattern.ON),
            Lamps(0b11, LampPattern.SLOW_BLINK),
            Scan(0, 0b01, 0),
            Scan(0, 0b11, 1),
        ),
        2,
    ),
}
PAUSES = (1, 5, 10, 20, 50, 120, 300, 1000, 2500)


def draw(random: Random, length: int) -> list[Step]:
    """A schedule; "run" steps let time pass."""
    names = [name for name, (_, _, weight) in STEPS.items() for _ in range(weight)]
    schedule: list[Step] = []
    for _ in range(length):
        name = random.choice(names)
        schedule.append((name, random.choice(STEPS[name][1])))
        if random.random() < 0.7:
            schedule.append(("run", random.choice(PAUSES)))
    return schedule


def play(schedule: list[Step], seed: int) -> list[str]:
    """What does not hold after a schedule and some peace."""
    world = World(seed)
    world.run(1500)
    for name, argument in schedule:
        if name == "run":
            world.run(argument)
        else:
            STEPS[name][0](world, argument)
    world.commit_ms = 0
    world.settle()
    return world.broken()
