"""Faults of earlier drafts of the contract, each played against the device with a host that keeps its side."""

from itertools import count

import pytest

from hardware.protocol.sequence import first_event_number
from hardware.simulator.eeprom import next_boot_counter
from tests.hardware.simulator.world import World, recorded_cards

Operation = tuple[object, ...]

CASES: dict[str, list[Operation]] = {
    "nothing happens": [],
    "an ordinary hand": [("input", 0), ("tag", 0, 1), ("cards", 1), ("run", 50), ("input", 1), ("cards", 20), ("run", 500)],
    "150 events in a burst overrun the ring while the link is up": [("cards", 150), ("run", 3000), ("cards", 5)],
    "the overrun overtakes the window": [("cards", 20), ("run", 5), ("cards", 140), ("run", 20), ("cards", 140)],
    "the host dies before it recorded": [("cards", 30), ("run", 10), ("crash",), ("run", 300), ("restart",), ("cards", 5)],
    "the counter is torn while it is written": [("torn_reset", 3), ("cards", 20), ("run", 500), ("torn_reset", 8), ("cards", 20)],
    "another board on the same port": [("cards", 5), ("swap", True), ("cards", 20), ("run", 2000), ("swap", True), ("cards", 9)],
    "a board swapped at once for one of the same epoch byte": [("swap", False), ("cards", 20), ("run", 50), ("swap", False)],
    "one board, another, the first again": [("swap", True), ("run", 2000), ("input", 1), ("swap", False), ("input", 2)],
    "the counter falls back to an old life": [("reset",), ("run", 1500), ("lower_counter",), ("cards", 30), ("run", 1000)],
    "65,536 events behind a cut cable": [("cut",), ("cards", 65_536 + 40), ("plug",)],
    "more than 32,767 events lost": [("cut",), ("cards", 32_767 + 130), ("plug",), ("cards", 3)],
    "a snapshot is ordered and its command lost": [("channel", "down", "drop", 400), ("reset",), ("run", 9000)],
    "a snapshot while everything moves": [("reset",), *[("input", n % 4) if n % 2 else ("run", 20) for n in range(200)]],
    "an antenna that is not scanned": [("scan",), ("run", 300), ("cards", 200), ("run", 3000)],
    "a command held up for longer than it lives": [("hold", "down", 2500), ("order",), ("run", 4000)],
    "a command held up for two minutes": [("hold", "down", 120_000), ("order",), ("run", 125_000)],
    "a command given while the cable is cut": [("cut",), *[("order",), ("run", 100)] * 50, ("plug",)],
    "the answer is lost and the board starts anew": [("channel", "up", "drop", 9), ("order",), ("run", 30), ("reset",)],
    "a restarted host meets the number of the one before": [
        *[("order",), ("run", 150)] * 3,
        ("crash",),
        ("channel", "up", "delay", 300),
        ("restart",),
        ("run", 700),
        ("order",),
        ("run", 10),
        ("crash",),
        ("restart",),
        ("run", 3000),
        ("order",),
    ],
    "a slow wire to the host": [("channel", "up", "delay", 300), ("cards", 60), ("order",), ("run", 5000)],
    "every second frame is lost": [("loss", 0.5), ("cards", 60), ("order",), ("run", 5000), ("order",), ("run", 5000)],
    "frames come twice": [("channel", "up", "double", 50), ("channel", "down", "double", 50), ("cards", 60), ("order",)],
}


@pytest.mark.parametrize("name", CASES)
def test_no_promise_is_broken_when(name: str) -> None:
    world = World(seed=1)
    world.run(1500)
    for operation in CASES[name]:
        world.do(str(operation[0]), *operation[1:])
    world.settle()
    assert world.faults() == []


@pytest.mark.parametrize("boot_ms", [0, 300, 1200])
def test_a_board_that_resets_on_open_comes_up_and_stays_up(boot_ms: int) -> None:
    world = World(seed=1, boot_ms=boot_ms, dtr=True)
    world.run(5000)
    lives = len(world.board.lives)
    world.op_cards(40)
    world.settle()
    assert world.faults() == []
    assert len(world.board.lives) == lives
    assert recorded_cards(world.journal) == list(range(1, 41))


def test_not_one_card_is_missing_after_a_host_died_at_any_moment() -> None:
    world = World(seed=3)
    world.run(1500)
    for pause in range(40):
        world.op_cards(2)
        world.run(5 + pause % 7 * 5)
        world.op_crash()
        world.run(100)
        world.op_restart()
        world.run(300)
    world.settle()
    assert world.faults() == []
    assert recorded_cards(world.journal) == list(range(1, 81))


def test_numbers_that_wrap_lose_nothing_while_the_link_is_up() -> None:
    world = World(seed=3)
    counter = next(c for c in count() if first_event_number(b"BOARD__A", c + 1) > 65_300)
    world.board._eeprom.erase()
    next_boot_counter(world.board._eeprom, lambda: counter)
    world.op_reset()
    world.run(1500)
    for _ in range(6):
        world.op_cards(100)
        world.run(400)
    world.settle()
    assert world.faults() == []
    assert recorded_cards(world.journal) == list(range(1, 601))
    assert [row.number for row in world.journal.rows].count(65_535) == 1
