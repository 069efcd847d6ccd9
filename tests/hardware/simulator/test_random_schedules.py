"""Random schedules of drops, doubles, delays, cuts, resets, swaps, crashes and bursts: no promise is ever broken."""

from random import Random

import pytest

from tests.hardware.simulator.world import World

Operation = tuple[object, ...]
NAMES = [
    *["input", "tag", "cards", "order"] * 3,
    *["plug", "restart"] * 3,
    *["reset", "torn_reset", "swap", "cut", "cut_to_device", "crash", "drop", "double", "hold", "delay", "loss", "scan"],
    "erase",
]
PAUSES = [5, 5, 10, 15, 20, 50, 120, 300, 1000, 2500]


def operation(rng: Random) -> Operation:
    name, way = rng.choice(NAMES), rng.choice(["up", "down"])
    more: dict[str, Operation] = {
        "input": ("input", rng.randrange(4)),
        "tag": ("tag", rng.randrange(2), rng.randrange(3)),
        "cards": ("cards", rng.choice([1, 3, 20, 60, 150, 300])),
        "torn_reset": ("torn_reset", rng.randrange(9)),
        "swap": ("swap", rng.random() < 0.5),
        "drop": ("channel", way, "drop", rng.randrange(1, 30)),
        "double": ("channel", way, "double", rng.randrange(1, 9)),
        "delay": ("channel", way, "delay", rng.choice([5, 20, 100, 300])),
        "hold": ("hold", way, rng.choice([50, 200, 700, 1500, 2500, 4000])),
        "loss": ("loss", rng.choice([0.0, 0.02, 0.3, 0.7])),
    }
    return more.get(name, (name,))


def schedule(rng: Random) -> list[Operation]:
    operations: list[Operation] = []
    for _ in range(rng.choice([3, 6, 12, 25])):
        operations.append(operation(rng))
        if rng.random() < 0.7:
            operations.append(("run", rng.choice(PAUSES)))
    return operations


@pytest.mark.parametrize("seed", range(60))
def test_no_promise_is_broken_by_a_random_schedule(seed: int) -> None:
    rng = Random(seed)
    world = World(seed, inputs=rng.choice([4, 4, 40]), dtr=rng.random() < 0.2, boot_ms=rng.choice([0, 0, 1200]))
    world.run(1500)
    operations = schedule(rng)
    for one in operations:
        world.do(str(one[0]), *one[1:])
    world.settle()
    assert world.faults() == [], operations
