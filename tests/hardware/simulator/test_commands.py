"""Commands run once, never late, never in a life they were not meant for, and are answered by what they did."""

import pytest

from hardware.protocol.commands import (
    Beep,
    Counters,
    Echo,
    Identify,
    Lamp,
    LampPattern,
    Lamps,
    Lock,
    Response,
    Scan,
    Status,
    parse_counters,
    parse_identify,
)
from hardware.protocol.events import Input
from hardware.protocol.frames import FrameType
from hardware.protocol.hello import DeviceClass, Firmware, parse_heartbeat, parse_pong
from hardware.protocol.wire import SCHEMA_HASH
from hardware.simulator.board_data import ResetCause, Timing
from hardware.simulator.command_desk import OrderAge
from tests.hardware.simulator.rig import Rig

OK = Response(Status.OK)


def linked(**words: object) -> Rig:
    rig = Rig(**words)  # type: ignore[arg-type]
    rig.greet()
    return rig


def test_a_command_runs_once_and_its_answer_is_repeated() -> None:
    rig = linked()
    assert [rig.command(7, Beep(2)) for _ in range(5)] == [OK] * 5
    assert list(rig.device.outputs.beeps) == [2]
    assert rig.command(8, Beep(3)) == OK
    assert list(rig.device.outputs.beeps) == [2, 3]


def test_the_answer_of_the_last_command_is_repeated_word_for_word() -> None:
    rig = linked()
    assert rig.command(7, Echo(b"abc")) == Response(Status.OK, b"abc")
    assert rig.command(7, Echo(b"xyz")) == Response(Status.OK, b"abc")


def test_pong_tells_the_number_of_the_last_command_of_this_life() -> None:
    rig = linked()
    rig.send(FrameType.PING, 3)
    assert rig.take(FrameType.PONG, seq=3)[0].ack == 0
    rig.command(700, Beep(1))
    rig.send(FrameType.PING, 4)
    assert rig.take(FrameType.PONG, seq=4)[0].ack == 700
    rig.device.reset(ResetCause.EXTERNAL, rig.now)
    rig.greet()
    rig.send(FrameType.PING, 5)
    assert rig.take(FrameType.PONG, seq=5)[0].ack == 0


def test_pong_carries_the_clock_of_its_ping() -> None:
    rig = linked()
    rig.send(FrameType.PING, 9, t_ms=0xFFFFFFF0)
    assert parse_pong(rig.take(FrameType.PONG, seq=9)[0].payload) == 0xFFFFFFF0


def test_a_command_of_an_old_life_is_not_run_after_a_reset() -> None:
    rig = linked()
    epoch, ack = rig.life().boot_counter & 0xFF, rig.life().first - 1
    assert rig.command(7, Lock(True)) == OK
    rig.device.reset(ResetCause.EXTERNAL, rig.now)
    rig.greet()
    assert rig.command(7, Lock(True), epoch=epoch, ack=ack) is None
    assert not rig.device.locked


def test_a_command_for_a_board_of_the_same_epoch_byte_is_not_run() -> None:
    first, second = linked(serial=b"SHOE0001"), linked(serial=b"SHOE0002")
    assert second.command(7, Lock(True), ack=first.life().first - 1) is None
    assert not second.device.locked


@pytest.mark.parametrize(("age", "answer"), [(0, OK), (1499, OK), (1500, OK), (1501, None), (600_000, None)])
def test_a_command_older_than_a_second_and_a_half_is_dropped(age: int, answer: Response | None) -> None:
    rig = linked(timing=Timing(clock_start_ms=0xFFFFFFFF - 1000))
    rig.now += 700_000
    rig.greet()
    assert rig.command(7, Lock(True), t_ms=rig.now - age) == answer
    assert rig.device.locked is (answer is not None)
    rig.send(FrameType.PING, 3)
    assert rig.take(FrameType.PONG, seq=3)[0].ack == (7 if answer else 0)


def test_a_repeat_is_answered_however_old_it_is() -> None:
    rig = linked()
    order = rig.now
    assert rig.command(7, Beep(1), t_ms=order) == OK
    rig.now += 1900
    assert rig.command(7, Beep(1), t_ms=order) == OK
    assert len(rig.device.outputs.beeps) == 1


def test_a_command_that_waited_behind_a_stall_is_dropped_with_the_pings_around_it() -> None:
    rig = linked()
    order = rig.now + 100
    rig.now += 2600
    rig.send(FrameType.PING, 1, t_ms=order - 50)
    assert rig.command(7, Lock(True), t_ms=order) is None
    rig.send(FrameType.PING, 2, t_ms=order + 150)
    assert rig.command(7, Lock(True), t_ms=order) is None
    assert not rig.device.locked


def test_a_stall_of_more_than_a_minute_does_not_make_an_old_command_young() -> None:
    rig = linked()
    order = rig.now + 100
    rig.now += 90_000
    rig.send(FrameType.PING, 1, t_ms=order - 50)
    assert rig.command(7, Lock(True), t_ms=order) is None


def test_a_hello_request_measures_age_anew_for_a_host_with_another_clock() -> None:
    rig = linked()
    rig.now += 10
    rig.send(FrameType.HELLO_REQ, t_ms=5_000_000)
    rig.now += 10
    assert rig.command(7, Beep(1), t_ms=5_000_010) == OK
    rig.send(FrameType.HELLO_REQ, t_ms=17)
    assert rig.command(8, Beep(1), t_ms=17) == OK


def test_age_follows_a_clock_that_drifts() -> None:
    age = OrderAge()
    for second in range(36_000):  # 10 hours at 100 ppm come to 3.6 s
        now = 1000 * second
        age.note(now, now + second // 10, now)
        if second % 1000 == 0:
            assert 0 <= age.of(now, now + second // 10) < 10


def test_a_command_without_a_number_is_malformed() -> None:
    rig = linked()
    assert rig.command(0, Beep(1)) is None
    assert not rig.device.outputs.beeps
    counters = rig.command(1, Counters())
    assert counters is not None
    assert parse_counters(counters.fields).frames_bad == 1


@pytest.mark.parametrize(
    ("payload", "status"),
    [
        (b"", Status.BAD_LENGTH),
        (b"\x00", Status.UNKNOWN_CODE),
        (b"\x63\x01", Status.UNKNOWN_CODE),
        (b"\x02\x01\x00", Status.BAD_LENGTH),
        (b"\x02\x01\x00\x00\x00\x09", Status.BAD_VALUE),
        (b"\x06\x02", Status.BAD_VALUE),
        (b"\x04\x05\x01\x00\x00\x00\x00", Status.BAD_VALUE),
    ],
)
def test_a_command_that_cannot_be_is_refused_and_counts_as_executed(payload: bytes, status: Status) -> None:
    rig = linked()
    assert rig.command(7, payload) == Response(status)
    rig.send(FrameType.PING, 3)
    assert rig.take(FrameType.PONG, seq=3)[0].ack == 7


def test_the_longest_echo_comes_back() -> None:
    assert linked().command(7, Echo(bytes(range(47)))) == Response(Status.OK, bytes(range(47)))


def test_lamps_take_their_pattern_and_leave_the_others() -> None:
    rig = linked()
    assert rig.command(1, Lamps(0b11 | 1 << Lamp.ALARM | 1 << 20, LampPattern.ON)) == OK
    assert rig.command(2, Lamps(0b10, LampPattern.FAST_BLINK)) == OK
    lamps = rig.device.lamps
    assert [lamps[n] for n in (0, 1, 2, Lamp.ALARM)] == [
        LampPattern.ON,
        LampPattern.FAST_BLINK,
        LampPattern.OFF,
        LampPattern.ON,
    ]
    assert len(lamps) == 16


def test_the_link_lamp_says_that_the_host_is_silent() -> None:
    rig = Rig()
    rig.run(10)
    assert rig.device.lamps[Lamp.LINK] is LampPattern.FAST_BLINK
    rig.greet()
    assert rig.command(1, Lamps(1 << Lamp.LINK, LampPattern.ON)) == OK
    rig.run(1999)
    assert rig.device.lamps[Lamp.LINK] is LampPattern.ON
    rig.run(1)
    assert rig.device.lamps[Lamp.LINK] is LampPattern.FAST_BLINK
    rig.send(FrameType.PING, 1)
    assert rig.device.lamps[Lamp.LINK] is LampPattern.ON


def test_after_a_reset_lamps_are_off_the_gate_is_open_and_all_antennas_are_scanned() -> None:
    rig = linked()
    rig.command(1, Lamps(0xFFFF, LampPattern.ON))
    rig.command(2, Lock(True))
    rig.command(3, Scan(0, 0b010, 1))
    before = (rig.device.locked, dict(rig.device.scan_masks))
    assert before == (True, {0: Scan(0, 0b010, 1)})
    rig.device.reset(ResetCause.WATCHDOG, rig.now)
    rig.greet()
    assert set(rig.device.lamps.values()) == {LampPattern.OFF}
    assert not rig.device.locked
    assert rig.device.scan_masks == {0: Scan(0, 0b111, 0)}


def test_only_a_shoe_has_a_gate_to_lock() -> None:
    rig = linked(device_class=DeviceClass.TABLE_BOARD)
    assert rig.command(1, Lock(True)) == Response(Status.UNKNOWN_CODE)


def test_identify_says_firmware_schema_and_name() -> None:
    answer = linked().command(1, Identify())
    assert answer is not None
    about = parse_identify(answer.fields)
    assert (about.firmware, about.schema_hash, about.name) == (Firmware(0, 1, 0), SCHEMA_HASH, "shoe on a bench")


def test_heartbeat_and_counters_tell_what_happened_on_the_wire() -> None:
    rig = linked()
    for _ in range(130):
        rig.device.post(Input(0, True), rig.now)
    rig.run(70)
    rig.device.receive(b"\x05\x01\0\x02\x07\0" + b"\x01" * 99 + b"\0", rig.now)
    rig.device.reader_timeouts = 4
    answer = rig.command(1, Counters())
    assert answer is not None
    told = parse_counters(answer.fields)
    assert (told.frames_bad, told.events_lost, told.resent, told.reader_timeouts, told.free_ring) == (3, 32, 8, 4, 30)
    rig.run(200)
    beat = parse_heartbeat(rig.take(FrameType.PONG, seq=0)[-1].payload)
    assert (beat.waiting, beat.lost, beat.bad_crc, beat.bad_form, beat.too_long, beat.host_up) == (98, 32, 0, 2, 1, 1)


def test_a_reset_forgets_counters_and_half_a_frame() -> None:
    rig = linked()
    rig.device.receive(b"\x05\x01\0\x09\x08", rig.now)
    rig.device.reset(ResetCause.EXTERNAL, rig.now)
    rig.greet()
    answer = rig.command(1, Counters())
    assert answer is not None
    assert parse_counters(answer.fields).frames_bad == 0


def test_heartbeats_come_every_250_ms_with_or_without_a_host() -> None:
    rig = Rig()
    rig.run(2000)
    beats = rig.take(FrameType.PONG)
    assert [(f.seq, f.t_ms) for f in beats] == [(0, at) for at in range(250, 2001, 250)]
    assert parse_heartbeat(beats[-1].payload).host_up == 0


def test_the_clock_wraps_and_drifts_as_it_was_told() -> None:
    rig = Rig(timing=Timing(clock_start_ms=0xFFFFFFFF - 499, clock_ppm=1000))
    rig.run(1000)
    assert [f.t_ms for f in rig.take(FrameType.PONG)] == [0xFFFFFFFF - 249, 0, 250, 501]
