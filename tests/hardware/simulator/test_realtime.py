"""A simulated table in real time on pseudo terminals: heard by a host at the other end, ordered about by other threads."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from hardware.protocol.events import Input, TagIn
from hardware.simulator.chips import NotThereError
from hardware.simulator.faults import Plug, Unplug
from hardware.simulator.hand_times import QUICKEST
from hardware.simulator.pieces import make_deck
from hardware.simulator.pty_carrier import PtyCarrier
from hardware.simulator.realtime import RealtimeTable, StoppedError, monotonic_ms
from hardware.simulator.table import DEVICES, SimulatedTable
from hardware.simulator.wiring import Serials
from hardware.simulator.zones import Zone
from tests.hardware.simulator.listener import Listener

PATIENCE_S = 20.0


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RealtimeTable]:
    cables = {name: PtyCarrier(tmp_path / name, monotonic_ms) for name in DEVICES}
    table = SimulatedTable(make_deck(1), Serials.of_table(2), cables, now_ms=monotonic_ms(), times=QUICKEST)
    with RealtimeTable(table, cables) as real:
        yield real
    assert not any((tmp_path / name).is_symlink() for name in DEVICES), "nothing is left behind"


def listen(port: serial.Serial, ear: Listener, *, events: int) -> None:
    """Read until the ear has heard so many events."""
    ear.greet()
    until = time.monotonic() + PATIENCE_S
    while len(ear.events) < events and time.monotonic() < until:
        ear.feed(port.read(256))
    assert len(ear.events) >= events


def test_hands_of_another_thread_are_felt_at_the_other_end_of_the_line(running: RealtimeTable, tmp_path: Path) -> None:
    with serial.Serial(str(tmp_path / "board"), timeout=0.02) as port:
        ear = Listener(lambda data: port.write(data) and None)
        running.act(lambda hands: hands.sit(6, 200))
        listen(port, ear, events=1)
        running.act(lambda hands: hands.draw(Zone.SEAT_6))
        listen(port, ear, events=2)
    assert [type(event) for event in ear.events] == [Input, TagIn]


def test_a_board_is_heard_again_after_its_cable_was_pulled(running: RealtimeTable, tmp_path: Path) -> None:
    running.look(lambda table: table.order(Unplug("board")))
    assert not (tmp_path / "board").exists()
    running.act(lambda hands: hands.sit(6, 200))
    running.look(lambda table: table.order(Plug("board")))
    with serial.Serial(str(tmp_path / "board"), timeout=0.02) as port:
        ear = Listener(lambda data: port.write(data) and None)
        listen(port, ear, events=1)
    assert ear.events == [Input(5, True)]


def test_what_a_hand_cannot_do_is_told_to_the_one_who_asked(running: RealtimeTable) -> None:
    with pytest.raises(NotThereError):
        running.act(lambda hands: hands.push(1, 10))
    assert running.act(lambda hands: hands.sit(1, 10)) == QUICKEST.slide


def test_a_stopped_table_takes_no_more_hands_and_costs_no_time(tmp_path: Path) -> None:
    cables = {name: PtyCarrier(tmp_path / name, monotonic_ms) for name in DEVICES}
    table = SimulatedTable(make_deck(1), Serials.of_table(2), cables, now_ms=monotonic_ms())
    with RealtimeTable(table, cables) as real:
        began = os.times()
        time.sleep(0.3)
        spent = os.times()
    assert spent.user + spent.system - began.user - began.system < 0.15, "an idle table does not spin"
    with pytest.raises(StoppedError):
        real.act(lambda hands: hands.sit(1, 10))
