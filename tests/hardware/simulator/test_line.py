"""A bad line does what its faults say, the same again with the same seed, and never holds more than a kernel would."""

import pytest

from hardware.simulator.line import KERNEL_BUFFER, FaultyLine, Wire, WireFaults

DATA = bytes(range(256)) * 40


def through(faults: WireFaults, seed: int = 1) -> bytes:
    wire = Wire(seed)
    wire.faults = faults
    wire.put(DATA, 0)
    return wire.take(0)


def test_a_good_line_changes_nothing() -> None:
    assert through(WireFaults()) == DATA


def test_dropped_bytes_are_missing_and_doubled_ones_follow_each_other() -> None:
    dropped = through(WireFaults(drop=0.1))
    assert 0.87 * len(DATA) < len(dropped) < 0.93 * len(DATA)
    doubled = through(WireFaults(duplicate=0.1))
    assert 1.07 * len(DATA) < len(doubled) < 1.13 * len(DATA)
    undoubled = bytes(b for b, before in zip(doubled, b"\x01" + doubled, strict=False) if b != before)
    assert undoubled == DATA


def test_a_flip_changes_one_bit_of_a_byte() -> None:
    flipped = through(WireFaults(flip=0.1))
    changed = [a ^ b for a, b in zip(DATA, flipped, strict=True) if a != b]
    assert 0.07 * len(DATA) < len(changed) < 0.13 * len(DATA)
    assert {x.bit_count() for x in changed} == {1}


def test_the_same_seed_gives_the_same_faults() -> None:
    faults = WireFaults(drop=0.05, flip=0.05, duplicate=0.05)
    assert through(faults, 7) == through(faults, 7)
    assert through(faults, 7) != through(faults, 8)


def test_a_silent_line_loses_bytes_and_a_stalled_one_keeps_them() -> None:
    wire = Wire(0)
    wire.faults = WireFaults(silent=True)
    wire.put(b"a", 0)
    wire.faults = WireFaults(stalled=True)
    wire.put(b"b", 1)
    wire.put(b"c", 2)
    assert wire.take(5000) == b""
    assert wire.next_deadline() is None
    wire.faults = WireFaults()
    assert wire.take(5000) == b"bc"


def test_delayed_bytes_arrive_in_time_and_in_order_though_the_delay_shrinks() -> None:
    wire = Wire(0)
    wire.faults = WireFaults(delay_ms=100)
    wire.put(b"a", 0)
    wire.faults = WireFaults(delay_ms=5)
    wire.put(b"b", 10)
    assert wire.next_deadline() == 100
    assert wire.take(99) == b""
    assert wire.take(100) == b"ab"
    assert wire.next_deadline() is None


@pytest.mark.parametrize("chunk", [100, 30_000])
def test_what_nobody_takes_is_lost_beyond_the_buffer_of_a_kernel(chunk: int) -> None:
    wire = Wire(0)
    for _ in range(60_000 // chunk):
        wire.put(bytes(chunk), 0)
    assert wire.lost == 60_000 - KERNEL_BUFFER
    assert len(wire.take(0)) == KERNEL_BUFFER
    wire.put(b"a", 1)
    assert wire.take(1) == b"a"


def test_faults_of_a_line_may_differ_by_direction_and_change_while_bytes_are_under_way() -> None:
    line = FaultyLine(3)
    line.set_faults(WireFaults(delay_ms=10))
    line.to_host.faults = WireFaults(silent=True)
    line.to_device.put(b"x", 0)
    line.to_host.put(b"y", 0)
    assert (line.to_device.take(10), line.to_host.take(10)) == (b"x", b"")
    line.to_device.put(b"z", 20)
    line.clear()
    assert line.to_device.take(99) == b""
