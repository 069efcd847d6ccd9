"""Ours and another's on one wire, under every fault the other was tried with: neither half relies on its own other half.

Left out of that list: a port without permission, which is no matter between the two (tests/drivers has it).
"""

import random
import subprocess
import time

import pytest
import serial
from pairs import Pair, follow, inputs

from hardware.simulator.virtual_board import HOST_PORT


def spoil(pair: Pair, fault: str, chance: float) -> None:
    pair.wires.board.ask("fault", HOST_PORT, fault, chance)


def spoilt(pair: Pair, fault: str) -> int:
    words = pair.wires.board.ask("stat", HOST_PORT).split()
    return int(words[words.index(fault) + 1])


def test_a_busy_port(pair: Pair) -> None:
    with serial.Serial(str(pair.wires.board.terminal(HOST_PORT)), pair.baud, exclusive=True) as other, pair.host() as host:
        host.work(lambda: host.busy)
        assert not host.up
        other.close()
        host.work(lambda: host.up)


def test_absent_and_found_later(pair: Pair) -> None:
    pair.wires.board.ask("unplug", HOST_PORT)
    with pair.host() as host:
        pair.pause(host, 0.4)
        assert not host.up
        pair.wires.board.ask("plug", HOST_PORT, 0)
        host.work(lambda: host.up)


def test_unplugged_and_plugged_in_elsewhere(pair: Pair) -> None:
    with pair.met() as host:
        since = len(inputs(host))
        pair.wires.board.ask("unplug", HOST_PORT)
        pair.edges(30)
        pair.wires.board.ask("plug", HOST_PORT, 1)
        pair.all_told(host, since, 30)
        assert host.lost() == 0


@pytest.mark.parametrize("pair", [("--baud-check",)], indirect=True)
def test_the_wrong_speed(pair: Pair) -> None:
    with pair.host(57_600) as host:
        pair.pause(host, 1.5)
        assert not host.up
        assert host.told() == []
    with pair.host() as host:
        host.work(lambda: host.up)


@pytest.mark.parametrize("pair", [("--dtr-reset",)], indirect=True)
def test_a_board_that_resets_when_the_port_is_opened(pair: Pair) -> None:
    with pair.met() as host:
        assert int(pair.wires.board.ask("resets")) == 2  # power, and the opening
        since = len(inputs(host))
        pair.edges(16, host)
        pair.all_told(host, since, 16)


def test_garbage_to_the_host_and_half_a_frame(pair: Pair) -> None:
    pair.wires.board.ask("inject", HOST_PORT, "ffff00aa55c3c3000102030405")
    with pair.host() as host:
        pair.wires.board.ask("inject", HOST_PORT, "deadbeef")
        host.work(lambda: host.up)
        pair.pause(host, 0.2)
        since = len(inputs(host))
        pair.wires.board.ask("inject", HOST_PORT, "112233")
        pair.edges(8, host)
        pair.all_told(host, since, 8)


def test_garbage_to_the_board(pair: Pair) -> None:
    with serial.Serial(str(pair.wires.board.terminal(HOST_PORT)), pair.baud) as line:
        line.write(random.Random(3).randbytes(2000))
        line.flush()
        time.sleep(0.25)
    with pair.met() as host:
        assert host.echo(b"there?") == b"there?"


@pytest.mark.parametrize(("fault", "chance"), [("drop", 0.02), ("dup", 0.02), ("flip", 5e-3)])
def test_bytes_dropped_doubled_and_flipped(pair: Pair, fault: str, chance: float) -> None:
    with pair.met() as host:
        since, lives = len(inputs(host)), host.lives()
        spoil(pair, fault, chance)
        pair.edges(64, host)
        host.work(lambda: spoilt(pair, fault) >= 5)
        spoil(pair, fault, 0)
        pair.all_told(host, since, 64)
        assert (host.lost(), host.lives()) == (0, lives)


def test_the_system_hands_nothing_on_for_three_seconds(pair: Pair) -> None:
    with pair.met() as host:
        since = len(inputs(host))
        pair.wires.board.ask("hold", HOST_PORT, 1)
        pair.edges(40, host)
        pair.pause(host, 2.7)
        pair.wires.board.ask("hold", HOST_PORT, 0)
        pair.all_told(host, since, 40)
        assert host.lost() == 0


def test_more_events_than_the_board_can_keep(pair: Pair) -> None:
    """The host gets what is left and is told how much is not, to the last one."""
    with pair.met() as host:
        pair.edges(8, host)
        host.work(lambda: len(inputs(host)) >= 8)
        pair.pause(host, 0.2)
        before, since = len(host.told()), len(inputs(host))
        pair.wires.board.ask("unplug", HOST_PORT)
        pair.edges(220)
        pair.wires.board.ask("plug", HOST_PORT, 0)
        host.work(lambda: host.lost() > 0)
        host.work(lambda: len(inputs(host)) - since >= 220 - host.lost())
        pair.pause(host, 0.2)
        numbers = [number for number, _ in host.told()]
        assert host.lost() == (numbers[before] - numbers[before - 1] - 1) & 0xFFFF
        assert host.lost() >= 220 - 128
        assert follow(numbers[before:])


def test_the_clock_of_the_board_wraps(pair: Pair) -> None:
    symbols = subprocess.run(["avr-nm", str(pair.elf)], capture_output=True, text=True, check=True, timeout=30).stdout
    at = next(int(line.split()[0], 16) & 0xFFFF for line in symbols.splitlines() if line.split()[-1] == pair.clock)
    with pair.met() as host:
        lives, since = host.lives(), len(inputs(host))
        for n, byte in enumerate(((1 << 32) - 700).to_bytes(4, "little")):
            pair.wires.board.ask("poke", at + n, byte)
        for _ in range(8):
            pair.edges(8, host)
            pair.pause(host, 0.15)
        pair.all_told(host, since, 64)
        assert (host.lost(), host.lives()) == (0, lives)


@pytest.mark.parametrize("cause", ["brownout", "external"])
def test_the_board_is_reset(pair: Pair, cause: str) -> None:
    with pair.met() as host:
        lives = host.lives()
        pair.wires.board.ask("reset", cause)
        host.work(lambda: host.lives() == lives + 1 and host.up)
        pair.pause(host, 0.3)
        since = len(inputs(host))
        pair.edges(16, host)
        pair.all_told(host, since, 16)


def test_an_order_to_a_board_that_stands_still_and_restarts(pair: Pair) -> None:
    """Its caller hears nothing; the next order is answered as if that had not been."""
    with pair.met() as host:
        lives = host.lives()
        pair.wires.board.ask("stop")
        assert host.echo(b"lost") is None
        pair.wires.board.ask("reset", "external")
        host.work(lambda: host.lives() == lives + 1 and host.up)
        assert host.echo(b"there?") == b"there?"


def test_a_frozen_board_comes_back(pair: Pair) -> None:
    with pair.met() as host:
        lives, since = host.lives(), len(inputs(host))
        pair.wires.board.ask("stop")
        host.work(lambda: not host.up)
        pair.wires.board.ask("cont")
        host.work(lambda: host.up)
        pair.edges(16, host)
        pair.all_told(host, since, 16)
        assert host.lives() == lives


def test_power_is_lost(pair: Pair) -> None:
    with pair.met() as host:
        began = time.monotonic()
        pair.wires.board.kill()
        host.work(lambda: not host.up)
        assert time.monotonic() - began < 5
