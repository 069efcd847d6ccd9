"""Events: in order, eight under way, sent again until acknowledged, and the oldest go first when the ring is full."""

from itertools import accumulate

import pytest

from hardware.protocol.events import Input, Key
from hardware.protocol.frames import Frame, FrameType, encode
from hardware.simulator.board_data import ResetCause, Timing
from hardware.simulator.event_ring import EventRing
from tests.hardware.simulator.rig import Rig, numbers


def burst(rig: Rig, count: int) -> None:
    for n in range(count):
        rig.device.post(Input(n % 200, True), rig.now)


def heard(rig: Rig, milliseconds: int) -> list[list[int]]:
    """Event numbers sent in each ms, relative to the first held at the beginning."""
    first, moments = rig.life().first, []
    for _ in range(milliseconds):
        rig.run(1)
        if sent := [(n - first) & 0xFFFF for n in numbers(rig.take(FrameType.EVENT))]:
            moments.append([rig.now, *sent])
    return moments


def test_nothing_is_sent_before_a_host_was_heard() -> None:
    rig = Rig()
    burst(rig, 3)
    rig.run(5000)
    assert rig.take(FrameType.EVENT) == []
    rig.greet()
    assert len(rig.take(FrameType.EVENT)) == 3


def test_events_stop_when_the_host_is_silent_for_two_seconds() -> None:
    rig = Rig()
    rig.greet()
    rig.run(1999)
    burst(rig, 1)
    rig.poll()
    assert len(rig.take(FrameType.EVENT)) == 1
    rig.run(1)
    rig.run(5000)
    assert rig.take(FrameType.EVENT) == []
    rig.send(FrameType.PING, 1)
    assert len(rig.take(FrameType.EVENT)) == 1


def test_a_frame_that_is_not_obeyed_does_not_keep_events_flowing() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 1)
    rig.run(1900)
    rig.send(FrameType.PING, 1, epoch=rig.life().boot_counter + 1 & 0xFF)
    rig.run(150)
    rig.got.clear()
    rig.run(3000)
    assert rig.take(FrameType.EVENT) == []


def test_eight_are_under_way_and_an_ack_moves_the_window() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 20)
    rig.poll()
    first = rig.life().first
    assert numbers(rig.take(FrameType.EVENT)) == [(first + n) & 0xFFFF for n in range(8)]
    rig.send(FrameType.ACK, ack=first + 2)
    assert numbers(rig.take(FrameType.EVENT)) == [(first + n) & 0xFFFF for n in (8, 9, 10)]
    assert rig.device.waiting == 17


@pytest.mark.parametrize(("baud", "waits"), [(250_000, [60, 120, 240, 480, 480]), (115_200, [120, 240, 480, 480])])
def test_unacknowledged_events_are_sent_again_ever_slower(baud: int, waits: list[int]) -> None:
    rig = Rig(timing=Timing(baud=baud))
    rig.greet()
    burst(rig, 2)
    rig.poll()
    rig.take()
    assert heard(rig, sum(waits)) == [[at, 0, 1] for at in accumulate(waits)]


def test_progress_resets_the_waiting_time() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 2)
    rig.run(500)
    rig.take()
    rig.send(FrameType.ACK, ack=rig.life().first)
    start = rig.now
    assert [moment[0] - start for moment in heard(rig, 200)] == [60, 180]


def test_the_waiting_time_counts_from_the_last_progress() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 3)
    rig.poll()
    rig.run(50)
    rig.send(FrameType.ACK, ack=rig.life().first)
    rig.take()
    start = rig.now
    assert heard(rig, 70) == [[start + 60, 0, 1]]


def test_a_negative_ack_restarts_behind_it_at_once() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 8)
    rig.poll()
    rig.take()
    first = rig.life().first
    rig.send(FrameType.ACK, payload=b"\x01", ack=first + 2)
    assert numbers(rig.take(FrameType.EVENT)) == [(first + n) & 0xFFFF for n in range(3, 8)]


def test_a_plain_ack_sends_nothing_again() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 8)
    rig.poll()
    rig.take()
    rig.send(FrameType.ACK)
    rig.send(FrameType.ACK, payload=b"\x00")
    assert rig.take(FrameType.EVENT) == []


def test_a_hello_restarts_at_the_oldest_event() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 5)
    rig.poll()
    rig.greet()
    assert len(rig.take(FrameType.EVENT)) == 5


def test_any_obeyed_frame_acknowledges() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 5)
    rig.send(FrameType.PING, 1, ack=rig.life().first)
    assert rig.device.waiting == 4
    rig.send(FrameType.CMD, 1, b"\x01", ack=rig.life().first)
    assert rig.device.waiting == 3


def test_an_event_bears_the_time_of_its_first_edge_also_when_sent_again() -> None:
    rig = Rig(timing=Timing(clock_start_ms=0xFFFFFFFF - 99))
    rig.greet()
    rig.run(150)
    rig.device.post(Input(0, True), rig.now, edge_ms=130)
    rig.run(200)
    assert {f.t_ms for f in rig.take(FrameType.EVENT)} == {30}


def test_numbers_wrap_without_a_gap_or_a_wrong_content() -> None:
    rig = Rig()
    rig.greet()
    first = rig.life().first
    for n in range(70_000):
        rig.device.post(Key(n & 0xFF, n // 256 % 24, True), rig.now)
        if n % 60 == 59:
            assert rig.ack_all() == [Key(k & 0xFF, k // 256 % 24, True) for k in range(n - 59, n + 1)]
    rig.ack_all()
    assert rig.life().first == (first + 70_000) & 0xFFFF


def test_an_overflow_drops_the_oldest_32_at_once() -> None:
    rig = Rig()
    first = rig.greet().first
    burst(rig, 128)
    assert rig.life().first == first
    burst(rig, 1)
    assert rig.life().first == (first + 32) & 0xFFFF
    assert rig.device.waiting == 97
    burst(rig, 31)
    assert rig.device.waiting == 128


def test_an_overrun_that_overtakes_the_window_goes_on_behind_it() -> None:
    rig = Rig()
    first = rig.greet().first
    burst(rig, 20)
    rig.poll()
    rig.take()
    burst(rig, 130)
    rig.poll()
    assert numbers(rig.take(FrameType.EVENT)) == [(first + 32 + n) & 0xFFFF for n in range(8)]
    rig.run(100)
    rig.got.clear()
    rig.send(FrameType.ACK, ack=first + 7)  # the host knows nothing of the overflow yet
    assert rig.got[0].type is FrameType.HELLO
    assert rig.device.waiting == 118
    rig.send(FrameType.ACK, ack=first + 31)  # now it goes on at `first` of that HELLO
    rig.send(FrameType.ACK, ack=first + 39)
    assert rig.device.waiting == 110


def test_150_in_a_burst_while_the_link_is_up_pass_but_for_those_dropped() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 150)
    assert len(rig.ack_all()) == 118


@pytest.mark.parametrize("size", [0, 64, 96, 127, 129, 200])
def test_a_ring_is_a_power_of_two_from_128(size: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        EventRing(0, size)
    assert EventRing(0, 256).size == 256


def test_events_wait_over_a_cut_cable_and_come_in_order() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 100)
    rig.run(3_600_000)
    rig.greet()
    assert rig.ack_all() == [Input(n, True) for n in range(100)]


def test_events_of_an_old_life_never_come_in_the_new_one() -> None:
    rig = Rig()
    rig.greet()
    burst(rig, 5)
    rig.device.reset(ResetCause.EXTERNAL, rig.now)
    rig.greet()
    rig.run(1000)
    assert rig.take(FrameType.EVENT) == []


def test_bytes_spoilt_on_the_way_in_are_counted_and_harm_nothing() -> None:
    rig = Rig()
    rig.greet()
    rig.device.receive(bytes(range(256)) * 20, rig.now)
    rig.device.receive(b"\0", rig.now)
    rig.send(FrameType.PING, 9)
    assert len(rig.take(FrameType.PONG, seq=9)) == 1


def test_a_flood_of_frames_brings_a_bounded_answer() -> None:
    rig = Rig()
    rig.greet()
    life = rig.life()
    ping = encode(Frame(FrameType.PING, life.boot_counter & 0xFF, 1, (life.first - 1) & 0xFFFF))
    rig.device.receive(ping * 2000, rig.now)
    assert 1000 < len(rig.device.poll(rig.now)) < 4096
