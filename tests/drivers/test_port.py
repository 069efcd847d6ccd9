"""The port thread on real pseudo terminals: whatever a cable does, nothing is lost or doubled, and trouble is seen."""

import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from pty_rig import LiveBoard, Owner

from drivers import port as port_module
from drivers import serial_line
from drivers.link.host_link import HostLink
from drivers.link.liveness import LinkState
from drivers.link.orders import NoAnswer
from drivers.ports import FaultCode, fault_of
from hardware.protocol.commands import Echo, Lock, Response
from hardware.protocol.wire import SCHEMA_HASH
from table_controller.core import readings as rd


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveBoard]:
    with LiveBoard(tmp_path / "shoe").running() as board:
        yield board


@pytest.fixture
def owner(live: LiveBoard) -> Iterator[Owner]:
    with Owner(str(live.carrier.path)).listening() as owner:
        owner.work(lambda: bool(owner.journal.of(rd.SnapshotValid)))
        yield owner


def heard(live: LiveBoard, owner: Owner) -> None:
    """All passages so far, once each and in order."""
    owner.work(lambda: bool(owner.gates) and owner.gates[-1] >= live.gates)
    assert owner.gates == list(range(1, live.gates + 1))
    owner.work(lambda: live.act(lambda: live.board.waiting) == 0)


def test_events_arrive_once_and_in_order(live: LiveBoard, owner: Owner) -> None:
    for _ in range(10):
        live.gate(20)
        heard(live, owner)
    assert owner.port.status().counters.lost == 0


def test_orders_and_wishes_reach_the_board(live: LiveBoard, owner: Owner) -> None:
    owner.port.want(Lock(True))
    ticket = owner.port.order(Echo(b"there?"))
    owner.work(lambda: ticket.outcome is not None and live.act(lambda: live.board.locked))
    assert ticket.outcome == Response(status=0, fields=b"there?")  # type: ignore[arg-type]


def test_a_board_plugged_in_elsewhere_in_mid_stream_loses_nothing(live: LiveBoard, owner: Owner) -> None:
    terminals = set()
    for _ in range(3):
        terminals.add(live.carrier.path.readlink())
        live.gate(30)
        live.act(live.carrier.unplug)
        live.gate(30)
        live.act(lambda: live.carrier.plug(elsewhere=True))
        heard(live, owner)
    assert len(terminals) > 1
    assert len(owner.journal.of(rd.EventsLost)) == 1


@pytest.mark.parametrize("faults", [{"flip": 1e-3}, {"flip": 5e-3}, {"drop": 0.02}, {"duplicate": 0.02}])
def test_a_bad_line_costs_time_and_nothing_else(live: LiveBoard, owner: Owner, faults: dict[str, float]) -> None:
    live.spoil(**faults)
    for _ in range(6):
        live.gate(10)
        heard(live, owner)
    live.spoil()
    assert len(owner.journal.of(rd.EventsLost)) == 1
    assert owner.port.status().counters.bad_frames > 0


def test_a_stalled_line_is_reopened_and_loses_nothing(live: LiveBoard, owner: Owner) -> None:
    time_open = owner.port.status().counters.reopened
    live.spoil(stalled=True)
    live.gate(40)
    owner.work(lambda: owner.port.status().counters.reopened > time_open)
    live.spoil()
    heard(live, owner)
    assert len(owner.journal.of(rd.EventsLost)) == 1


def test_an_unplugged_board_is_silent_once_and_up_again_once(live: LiveBoard, owner: Owner) -> None:
    live.act(live.carrier.unplug)
    owner.work(lambda: bool(owner.journal.of(rd.DeviceSilent)))
    fault = owner.port.status().fault
    assert fault
    assert fault.code is FaultCode.ABSENT
    assert "No such file" in fault.detail
    assert owner.port.order(Echo(b"")).outcome is NoAnswer.REFUSED
    live.act(live.carrier.plug)
    owner.work(lambda: len(owner.journal.of(rd.DeviceUp)) == 2)
    assert owner.port.status().fault is None
    assert len(owner.journal.of(rd.DeviceSilent)) == 1


def test_an_absent_port_is_looked_for_a_few_times_a_second_and_found(tmp_path: Path) -> None:
    with Owner(str(tmp_path / "shoe")).listening() as owner:
        before, began = owner.port.status().wakeups, time.monotonic()
        owner.work(lambda: time.monotonic() - began > 2)
        assert owner.port.status().wakeups - before <= 8  # 50, 100, 200, 400, 800 ms, 1 s
        with LiveBoard(tmp_path / "shoe").running() as live:
            live.gate(3)
            heard(live, owner)


def test_a_quiet_link_wakes_a_few_times_a_second(owner: Owner) -> None:
    before, began = owner.port.status().wakeups, time.monotonic()
    owner.work(lambda: time.monotonic() - began > 1)
    assert owner.port.status().wakeups - before <= 30  # 5 pings and their PONGs, 4 heartbeats, their bytes in pieces


def test_a_second_opener_is_refused_in_clear_words(live: LiveBoard, owner: Owner) -> None:
    with Owner(str(live.carrier.path)).listening() as second:
        second.work(lambda: second.port.status().fault is not None)
        fault = second.port.status().fault
        assert fault
        assert fault.code is FaultCode.BUSY
        assert fault.detail == f"{live.carrier.path} is open in another program"
        live.gate(5)
        heard(live, owner)


def test_a_full_inbox_leaves_the_events_with_the_board(live: LiveBoard) -> None:
    with Owner(str(live.carrier.path), room=4).listening() as owner:
        owner.work(lambda: bool(owner.journal.of(rd.SnapshotValid)))
        live.gate(100)
        began = time.monotonic()
        owner.idle(lambda: owner.port.status().blocked > 0 and time.monotonic() - began > 1.5)
        assert owner.linked
        assert live.act(lambda: live.board.waiting) >= 92
        heard(live, owner)
        assert len(owner.journal.of(rd.EventsLost)) == 1


def test_a_new_host_goes_on_where_the_journal_ends(live: LiveBoard) -> None:
    with Owner(str(live.carrier.path)).listening() as first:
        first.work(lambda: bool(first.journal.of(rd.SnapshotValid)))
        live.gate(30)
        first.work(lambda: len(first.gates) >= 10)
    with Owner(str(live.carrier.path), journal=first.journal).listening() as second:
        live.gate(30)
        heard(live, second)
    assert len(second.journal.of(rd.EventsLost)) == 1


def descriptors() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


@pytest.mark.parametrize("state", ["absent", "blocked", "never started"])
def test_a_port_lets_go_within_a_second_and_leaves_nothing_open(tmp_path: Path, state: str) -> None:
    with LiveBoard(tmp_path / "shoe").running() as live:
        live.gate(20)
        before = descriptors()
        owner = Owner(str(tmp_path / ("none" if state == "absent" else "shoe")), room=1 if state == "blocked" else 64)
        if state != "never started":
            owner.port.start()
            ready = {"absent": lambda: owner.port.status().fault is not None}
            owner.idle(ready.get(state, owner.inbox.full))
        began = time.monotonic()
        assert owner.port.stop()
        assert time.monotonic() - began < 1
        assert descriptors() == before


def test_a_defect_in_the_link_is_seen_and_does_not_deafen_the_port(live: LiveBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Owner(str(live.carrier.path))
    right, calls = owner.link.receive, []

    def wrong(data: bytes, now: int) -> None:
        calls.append(now)
        if len(calls) == 5:
            raise ZeroDivisionError
        right(data, now)

    monkeypatch.setattr(owner.link, "receive", wrong)
    with owner.listening():
        owner.work(lambda: owner.port.status().fault is not None)
        fault = owner.port.status().fault
        assert fault
        assert (fault.code, "ZeroDivisionError" in fault.detail) == (FaultCode.DEFECT, True)
        live.gate(5)
        heard(live, owner)
        assert owner.port.status().fault is None


def test_a_write_that_hangs_is_a_broken_port(live: LiveBoard, owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(_self: Any, _data: bytes) -> int:
        raise serial.SerialTimeoutException("Write timeout")

    with monkeypatch.context() as patch:
        patch.setattr(serial.Serial, "write", hang)
        owner.work(lambda: owner.port.status().fault is not None)
        fault = owner.port.status().fault
        assert fault
        assert (fault.code, "Write timeout" in fault.detail) == (FaultCode.BROKEN, True)
    live.gate(3)
    heard(live, owner)


def test_a_handler_that_cannot_be_waited_for_is_read_all_the_same() -> None:
    with Owner("loop://").listening() as owner:
        owner.work(lambda: owner.port.status().state is LinkState.ASKING)
        owner.work(lambda: owner.port.status().fault is not None)
        fault = owner.port.status().fault
        assert fault
        assert fault.code is FaultCode.SILENT  # it hears itself, which is no sign of a device


@pytest.mark.parametrize(
    ("address", "paths", "code"),
    [
        ("usb:A50285BI", [], FaultCode.ABSENT),
        ("usb:A50285BI", ["/dev/ttyUSB0", "/dev/ttyUSB1"], FaultCode.ADDRESS),
        ("nonsense://x", [], FaultCode.ADDRESS),
    ],
)
def test_an_address_that_leads_nowhere_is_a_fault_of_its_own(address: str, paths: list[str], code: FaultCode) -> None:
    with Owner(address, usb=lambda _: paths).listening() as owner:
        owner.work(lambda: owner.port.status().fault is not None)
        fault = owner.port.status().fault
        assert fault
        assert fault.code is code


def test_a_port_is_found_by_its_usb_serial_number_wherever_it_is(live: LiveBoard) -> None:
    asked = []

    def usb(number: str) -> list[str]:
        asked.append(number)
        return [os.path.realpath(live.carrier.path)]

    with Owner("usb:A50285BI", usb=usb).listening() as owner:
        live.gate(2)
        heard(live, owner)
        live.act(live.carrier.unplug)
        live.gate(2)
        live.act(lambda: live.carrier.plug(elsewhere=True))
        heard(live, owner)
    assert set(asked) == {"A50285BI"}


def test_dtr_and_rts_are_low_before_the_port_is_opened(live: LiveBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[bool, bool, bool]] = []
    right = serial.Serial.open

    def spy(line: serial.Serial) -> None:
        seen.append((line.dtr, line.rts, bool(line.exclusive)))
        right(line)

    monkeypatch.setattr(serial.Serial, "open", spy)
    with serial_line.open_line(str(live.carrier.path), 115_200) as line:
        assert line.is_open
    assert seen == [(False, False, True)]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, FaultCode.FORBIDDEN),
        (errno.ENOENT, FaultCode.ABSENT),
        (errno.EAGAIN, FaultCode.BUSY),
        (5, FaultCode.BROKEN),
    ],
)
def test_troubles_have_their_names(number: int, code: FaultCode) -> None:
    fault = fault_of(serial.SerialException(number, "could not open"), "/dev/x")
    assert fault.code is code
    assert "/dev/x" in fault.detail


def test_a_bare_termios_error_is_a_trouble_like_any_other(live: LiveBoard, owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    import termios

    def refuse(_self: Any) -> int:
        raise termios.error(22, "Invalid argument")

    live.act(live.carrier.unplug)
    with monkeypatch.context() as patch:
        patch.setattr(serial.Serial, "reset_input_buffer", refuse)
        live.act(live.carrier.plug)
        owner.work(lambda: (f := owner.port.status().fault) is not None and f.code is FaultCode.BROKEN)
    live.gate(1)
    heard(live, owner)


def test_a_board_of_another_schema_is_a_fault_that_names_both(live: LiveBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = 0x0BADF00D
    monkeypatch.setattr("drivers.link.intake.SCHEMA_HASH", ours)
    with Owner(str(live.carrier.path)).listening() as owner:
        owner.work(lambda: bool(owner.journal.of(rd.DeviceRefused)))
        fault = owner.port.status().fault
        assert fault
        assert fault.code is FaultCode.STRANGER
        assert f"{SCHEMA_HASH:08x}" in fault.detail
        assert "0badf00d" in fault.detail
        assert not owner.linked
        assert [type(row) for row in owner.journal.rows] == [rd.DeviceRefused]


def test_status_before_anything_happened_says_so() -> None:
    owner = Owner("/dev/none")
    status = owner.port.status()
    assert (status.name, status.state, status.device, status.fault) == ("shoe", LinkState.CLOSED, None, None)
    assert owner.port.stop()
    assert isinstance(owner.link, HostLink)
    assert port_module.monotonic_ms() > 0
