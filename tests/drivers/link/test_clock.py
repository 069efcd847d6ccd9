"""The mapping of a device's clock to the host's: close, never backwards, over wraps, lives and restarts."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_peer import DEVICE, FIRST, LIFE, Peer, of

from drivers.link.clock import DeviceClock
from hardware.protocol.frames import FrameType
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import LinkPosition

WRAP = 1 << 32


def pinged(clock: DeviceClock, device_of: object, start: int, seconds: int, random: Random) -> int:
    """A PONG every 200 ms with round trips of 2 to 30 ms; the host time after."""
    now = start
    for now in range(start, start + seconds * 1000, 200):
        there, back = random.randint(1, 15), random.randint(1, 15)
        clock.sample(now, now + there + back, device_of(now + there) % WRAP)  # type: ignore[operator]
    return now


def test_before_the_first_pong_an_event_is_stamped_on_arrival() -> None:
    assert DeviceClock().stamp(123, 5000) == (5000, True)


def test_after_it_with_the_first_edge() -> None:
    clock = DeviceClock()
    clock.sample(5000, 5004, 1002)
    assert clock.stamp(900, 5100) == (4900, False)


def test_the_quickest_round_trip_of_the_last_32_decides() -> None:
    clock = DeviceClock()
    clock.sample(1000, 1002, 1)
    for number in range(31):
        clock.sample(2000 + 200 * number, 2100 + 200 * number, 1001 + 200 * number)
    assert clock.stamp(8000, 9900)[0] == 9000
    clock.sample(10_000, 10_100, 9001)  # the quick one is the 33rd now
    assert clock.stamp(9000, 11_000)[0] == 10_049


@pytest.mark.parametrize("ppm", [-5000, -200, 0, 50, 200, 5000])
def test_a_drifting_clock_is_followed(ppm: int) -> None:
    clock, random = DeviceClock(), Random(1)

    def device(host: float) -> int:
        return int((host - 777_000) * (1 + ppm / 1e6))

    now = pinged(clock, device, 1_000_000, 90, random)
    errors = [clock.stamp(device(edge), now + 100)[0] - edge for edge in range(now - 5000, now, 50)]
    assert max(abs(e) for e in errors) <= 8
    assert clock.drift == pytest.approx(-ppm / 1e6, abs=3e-4)


def test_only_the_last_minute_tells_the_drift() -> None:
    """A board warms up: what its resonator did before counts no more."""
    clock = DeviceClock()

    def device(host: float) -> int:
        return int(host + max(0, host - 200_000) * 0.002)

    pinged(clock, device, 0, 265, Random(1))
    assert clock.drift == pytest.approx(-0.002, abs=1e-4)


def test_stamps_long_given_still_bound_those_to_come() -> None:
    clock = DeviceClock()
    clock.sample(1000, 1000, 0)
    stamps = [clock.stamp(10 * n, 5000)[0] for n in range(100)]
    for n in range(32):
        clock.sample(5000 + n, 5000 + n, 4500 + n)  # the clock was set forward by half a second
    assert clock.stamp(355, 6000)[0] >= stamps[35]


def test_the_drift_spans_events_that_waited_long() -> None:
    clock = DeviceClock()

    def device(host: float) -> int:
        return int((host - 1_000_000) * 1.002)

    now = pinged(clock, device, 1_100_000, 60, Random(1))
    assert abs(clock.stamp(device(1_050_000), now)[0] - 1_050_000) <= 30


def test_a_wrap_of_the_devices_clock_is_no_jump() -> None:
    clock = DeviceClock()

    def device(host: float) -> int:
        return int(host) + WRAP - 10_000

    clock.notice(device(0))
    assert clock.stamp(device(0) % WRAP, 20)[1]
    now = pinged(clock, device, 0, 30, Random(2))
    for edge in (5000, 9990, 10_010, 20_000):
        assert abs(clock.stamp(device(edge) % WRAP, now)[0] - edge) <= 3


@given(st.lists(st.tuples(st.integers(-300, 300), st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=120))
def test_the_mapping_never_runs_backwards(steps: list[tuple[int, int, int]]) -> None:
    """Whatever round trips, drifts and jumps of the device's clock do; an earlier edge may come later."""
    clock, now, skew, given_out = DeviceClock(floor=900), 1000, 0, []
    for earlier, there, back in steps:
        now += 100
        skew += earlier // 10
        device = now + skew - abs(earlier)
        given_out.append((device, clock.stamp(device % WRAP, now)[0]))
        clock.sample(now - there - back, now, (now - back + skew) % WRAP)
    ordered = [stamp for _, stamp in sorted(given_out)]
    assert ordered == sorted(ordered)
    assert min(ordered) >= 900
    assert max(ordered) <= now


def first_stamp(peer: Peer, *, ponged: bool) -> tuple[int, bool]:
    peer.link.opened(peer.now)
    peer.hello()
    peer.record()
    if ponged:
        (ping,) = of(peer.poll(), FrameType.PING)
        peer.pong(ping)
    peer.event(FIRST, t=peer.now - 1300)
    (reading,) = peer.record()
    return reading.at, reading.approximate


def test_events_before_the_first_pong_are_marked() -> None:
    assert first_stamp(Peer(), ponged=False) == (5000, True)
    assert first_stamp(Peer(), ponged=True) == (4700, False)


def test_a_restarted_host_does_not_stamp_before_what_the_last_one_stamped() -> None:
    known = (LinkPosition(DEVICE, LIFE, FIRST - 1),)
    assert first_stamp(Peer(known, {DEVICE: Millis(4800)}), ponged=True) == (4800, False)
    assert first_stamp(Peer(known, {DEVICE: Millis(4600)}), ponged=True) == (4700, False)


def test_a_stamp_of_another_run_of_the_hosts_clock_binds_nothing() -> None:
    known = (LinkPosition(DEVICE, LIFE, FIRST - 1),)
    assert first_stamp(Peer(known, {DEVICE: Millis(10**9)}), ponged=True) == (4700, False)
    assert first_stamp(Peer(known, {DeviceId("00" * 8): Millis(4999)}), ponged=True) == (4700, False)


def test_a_new_life_drops_samples_and_keeps_the_order_of_stamps() -> None:
    peer = Peer()
    first_stamp(peer, ponged=True)
    peer.hello(life=LIFE + 1)
    peer.record()
    peer.event(FIRST, t=77)
    (reading,) = peer.record()
    assert (reading.at, reading.approximate) == (peer.now, True)


def test_a_clock_that_wraps_before_the_first_pong_is_followed() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    peer.hello(t=WRAP - 30)
    peer.record()
    peer.event(FIRST, t=WRAP - 40)
    peer.now += 100
    (ping,) = of(peer.poll(), FrameType.PING)
    peer.pong(ping, t=70)
    peer.now += 100
    peer.event(FIRST + 1, t=120)
    first, second = peer.record()
    assert (first.at, second.at) == (5000, 5150)
