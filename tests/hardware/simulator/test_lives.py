"""Lives: the boot counter survives torn writes, every life is told apart, and HELLO says which one it is."""

from pathlib import Path

import pytest

from hardware.protocol.events import Input
from hardware.protocol.frames import FrameType
from hardware.protocol.hello import DeviceClass, Firmware, parse_hello
from hardware.protocol.sequence import first_event_number
from hardware.simulator.board_data import ResetCause, Timing
from hardware.simulator.eeprom import Eeprom, PowerLostError, next_boot_counter
from tests.hardware.simulator.rig import SERIAL, Rig


def test_a_device_sends_a_zero_and_one_hello_at_boot() -> None:
    rig = Rig()
    rig.run(3000)
    assert rig.raw[0] == 0
    assert len(rig.take(FrameType.HELLO)) == 1


def test_hello_says_life_window_ring_and_what_the_board_is() -> None:
    rig = Rig(random_counter=0x01020304)
    hello = rig.greet()
    start = first_event_number(SERIAL, 0x01020304)
    assert (hello.boot_counter, hello.serial, hello.window) == (0x01020304, SERIAL, 8)
    assert hello.first == hello.next == start
    assert hello.reset_cause == ResetCause.POWER_ON
    assert (hello.device_class, hello.antennas, hello.firmware) == (DeviceClass.CARD_SHOE, 3, Firmware(0, 1, 0))
    rig.device.post(Input(0, True), rig.now)
    rig.run(200)
    later = rig.greet()
    assert (later.first, later.next) == (start, (start + 1) & 0xFFFF)


def test_the_epoch_is_the_low_byte_of_the_counter() -> None:
    rig = Rig(random_counter=0x1FF)
    rig.poll()
    assert {f.epoch for f in rig.take(*FrameType)} == {0xFF}
    rig.device.reset(ResetCause.EXTERNAL, 10)
    rig.now = 10
    rig.poll()
    assert {f.epoch for f in rig.take(*FrameType)} == {0}


def test_a_reset_begins_a_new_life_with_nothing_left_of_the_old() -> None:
    rig = Rig()
    old = rig.greet()
    rig.device.post(Input(0, True), rig.now)
    rig.device.reset(ResetCause.WATCHDOG, rig.now)
    new = rig.greet()
    assert new.boot_counter == old.boot_counter + 1
    assert new.reset_cause == ResetCause.WATCHDOG
    assert new.first == new.next == first_event_number(SERIAL, new.boot_counter)
    assert rig.device.waiting == 0


def test_a_board_that_boots_slowly_is_deaf_and_senses_nothing_until_it_is_up() -> None:
    rig = Rig(timing=Timing(boot_ms=1200))
    rig.send(FrameType.HELLO_REQ)
    rig.device.post(Input(0, True), rig.now)
    rig.run(1199)
    assert rig.raw == b""
    rig.run(1)
    assert rig.take(FrameType.HELLO)[0].t_ms == 0
    assert rig.device.waiting == 0


def test_a_board_without_power_says_nothing_until_the_next_reset() -> None:
    rig = Rig()
    rig.greet()
    rig.device.power_off()
    assert rig.device.next_deadline() is None
    rig.send(FrameType.HELLO_REQ)
    rig.run(5000)
    assert rig.take(*FrameType)[1:] == []
    rig.device.reset(ResetCause.POWER_ON, rig.now)
    assert rig.greet().boot_counter == 1001


def test_counters_go_up_by_one_and_wrap() -> None:
    eeprom = Eeprom()
    counters = [next_boot_counter(eeprom, lambda: 0xFFFFFFFD) for _ in range(6)]
    assert counters == [0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF, 0, 1, 2]


@pytest.mark.parametrize("written", range(9))
@pytest.mark.parametrize("boots", [0, 1, 2, 3])
def test_a_torn_write_never_brings_a_counter_again(boots: int, written: int) -> None:
    eeprom = Eeprom()
    draws = iter([500, 70_000, 9_000_000])
    used = [next_boot_counter(eeprom, lambda: next(draws)) for _ in range(boots)]
    eeprom.tear_next_write(written)
    with pytest.raises(PowerLostError):
        next_boot_counter(eeprom, lambda: next(draws))
    used += [next_boot_counter(eeprom, lambda: next(draws)) for _ in range(3)]
    assert len(set(used)) == len(used)
    assert used[-1] == used[-2] + 1


def test_power_lost_while_booting_leaves_the_board_off_with_no_frame_sent() -> None:
    rig = Rig()
    first = rig.greet().boot_counter
    rig.raw.clear()
    rig.eeprom.tear_next_write(5)
    rig.device.reset(ResetCause.BROWN_OUT, rig.now)
    rig.run(3000)
    assert rig.raw == b""
    assert rig.device.next_deadline() is None
    rig.device.reset(ResetCause.POWER_ON, rig.now)
    assert rig.greet().boot_counter == first + 1


def test_the_cell_written_last_is_kept_when_the_next_write_fails() -> None:
    eeprom = Eeprom()
    assert [next_boot_counter(eeprom, lambda: 7) for _ in range(4)] == [7, 8, 9, 10]
    eeprom.tear_next_write(3)
    with pytest.raises(PowerLostError):
        next_boot_counter(eeprom)
    assert next_boot_counter(eeprom) == 11


def test_an_erased_eeprom_is_no_counter_but_a_random_one() -> None:
    eeprom = Eeprom()
    assert next_boot_counter(eeprom, lambda: 123456) == 123456
    eeprom.erase()
    assert next_boot_counter(eeprom, lambda: 99) == 99


def test_a_counter_that_cannot_be_stored_is_random_each_time() -> None:
    eeprom = Eeprom()
    next_boot_counter(eeprom, lambda: 10)
    eeprom.worn = True
    draws = iter([4444, 5555])
    assert [next_boot_counter(eeprom, lambda: next(draws)) for _ in range(2)] == [4444, 5555]


def test_the_eeprom_lives_in_a_file_over_a_restart_of_the_process(tmp_path: Path) -> None:
    path = tmp_path / "shoe.eeprom"
    assert next_boot_counter(Eeprom(path), lambda: 41) == 41
    assert next_boot_counter(Eeprom(path), lambda: 0) == 42
    torn = Eeprom(path)
    torn.tear_next_write(6)
    with pytest.raises(PowerLostError):
        next_boot_counter(torn)
    assert next_boot_counter(Eeprom(path), lambda: 0) == 43
    path.write_bytes(b"\x00\x01")
    assert next_boot_counter(Eeprom(path), lambda: 77) == 77


def test_two_boards_of_one_epoch_byte_begin_at_different_numbers() -> None:
    first, second = Rig(serial=b"SHOE0001").greet(), Rig(serial=b"SHOE0002").greet()
    assert first.boot_counter == second.boot_counter
    assert first.first != second.first


@pytest.mark.parametrize("kind", [FrameType.PING, FrameType.ACK, FrameType.CMD])
def test_a_frame_of_a_foreign_epoch_is_answered_with_hello_and_not_obeyed(kind: FrameType) -> None:
    rig = Rig()
    rig.device.post(Input(0, True), rig.now)
    hello = rig.greet()
    rig.run(150)
    rig.got.clear()
    rig.send(kind, 5, b"\x06\x01", epoch=(hello.boot_counter + 1) & 0xFF, ack=hello.first)
    assert [f.type for f in rig.got] == [FrameType.HELLO, FrameType.EVENT]
    assert not rig.device.locked
    assert rig.device.waiting == 1


@pytest.mark.parametrize("beyond", [-130, -2, 1, 2, 1000, 0x8000])
def test_an_ack_of_what_is_neither_held_nor_next_is_answered_with_hello_and_not_obeyed(beyond: int) -> None:
    rig = Rig()
    hello = rig.greet()
    rig.run(150)
    rig.got.clear()
    rig.send(FrameType.PING, 5, ack=hello.next - 1 + beyond)
    assert [f.type for f in rig.got] == [FrameType.HELLO]


def test_wrong_frames_bring_a_hello_every_100_ms_at_most_link_up_or_not() -> None:
    rig = Rig()
    rig.run(100)
    rig.got.clear()
    for _ in range(50):
        rig.send(FrameType.PING, 1, epoch=rig.life().boot_counter + 1 & 0xFF)
        rig.now += 10
    assert len(parse := [parse_hello(f.payload) for f in rig.take(FrameType.HELLO)]) == 5
    assert all(parse)


def test_each_hello_request_is_answered_whatever_its_epoch_and_ack() -> None:
    rig = Rig()
    rig.poll()
    for epoch in (0, 77, 255):
        rig.got.clear()
        rig.send(FrameType.HELLO_REQ, epoch=epoch, ack=31_000)
        assert len(rig.take(FrameType.HELLO)) == 1


@pytest.mark.parametrize("kind", [FrameType.HELLO, FrameType.EVENT, FrameType.RESP, FrameType.PONG])
def test_frames_only_a_device_sends_are_counted_and_dropped(kind: FrameType) -> None:
    rig = Rig()
    rig.greet()
    rig.run(150)
    rig.got.clear()
    rig.send(kind, 5, epoch=3)
    assert rig.got == []


def test_32768_events_dropped_since_the_last_ack_begin_a_new_life() -> None:
    rig = Rig()
    old = rig.greet()
    for _ in range(128 + 32_768 - 32):
        rig.device.post(Input(0, True), rig.now)
    assert rig.device.boot_counter == old.boot_counter
    rig.device.post(Input(1, True), rig.now)
    rig.run(150)
    new = rig.greet()
    assert new.boot_counter == old.boot_counter + 1
    assert new.first == first_event_number(SERIAL, new.boot_counter)
    assert rig.device.waiting == 1
    assert rig.ack_all() == [Input(1, True)]


def test_an_ack_starts_the_count_towards_a_new_life_anew() -> None:
    rig = Rig()
    old = rig.greet()
    for _ in range(2):
        for _ in range(20_000):
            rig.device.post(Input(0, True), rig.now)
        rig.ack_all()
    assert rig.device.boot_counter == old.boot_counter
