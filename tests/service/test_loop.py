"""The node's loop: nothing is acknowledged and no order answered before it is recorded, and nothing is lost when it cannot be."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from drivers.ports import Delivery, TablePort
from table_controller.core.ids import DeviceId, Millis, Seq
from table_controller.core.orders import CallFloor, Person, Role
from table_controller.core.readings import DeviceSilent, DeviceUp, KeyMoved, LinkPosition, Reading
from table_controller.journal import FaultReason, JournalFault
from table_controller.service import roll_call
from table_controller.service.batch import Received
from table_controller.service.envelope import Answer, Envelope
from table_controller.service.loop import Loop
from table_controller.service.node import Outcome

PATIENCE_S = 20.0
ORDER = Envelope(CallFloor(), Person(Role.FLOOR, "f", "test"), key="k")


class Port:
    """Notes what is acknowledged."""

    name = "keypad"

    def __init__(self, happened: list[object]) -> None:
        self._happened = happened

    def recorded(self, position: LinkPosition) -> bool:
        self._happened.append(("recorded", position.number))
        return True


class Node:
    """Notes what it is given; fails so many times before it manages."""

    def __init__(self, happened: list[object], failures: int, *, lost: bool = False) -> None:
        self._happened = happened
        self._failures = failures
        self._lost = lost

    def deadline(self) -> None:
        return None

    def check(self) -> None:
        if self._lost:
            raise JournalFault(Path("x"), FaultReason.REPLACED, "gone")

    def take(self, readings: list[Reading], order: Received | None, _now: object) -> Outcome:
        absent = [reading.device for reading in readings if isinstance(reading, DeviceSilent)]
        if absent:
            self._happened.append(("absent", absent))
        keys = [reading.position.number for reading in readings if reading.position is not None]
        if keys or order:
            self._happened.append(("taken", keys, order is not None))
        if self._failures and (keys or order or absent):
            self._failures -= 1
            raise JournalFault(Path("x"), FaultReason.FULL, "no room")
        return Outcome((), Seq(1), Answer(ok=True, seq=Seq(1)) if order else None)


class Dark:
    """A table without lamps, that remembers whether they were to say that the record fails."""

    def __init__(self) -> None:
        self.shown: list[bool] = []

    def show(self, node: object, *, record_fails: bool = False) -> None:
        self.shown.append(record_fails)


def key(port: Port, number: int) -> Delivery:
    position = LinkPosition(DeviceId("a3"), 1, number)
    reading = KeyMoved(device=DeviceId("a3"), at=Millis(1), position=position, keypad=0, key=10, pressed=True)
    return Delivery(cast(TablePort, port), reading)


def loop_with(failures: int) -> tuple[Loop, Port, list[object], list[str | None]]:
    """A loop whose one device has said hello; what happened, and the faults it told."""
    happened: list[object] = []
    faults: list[str | None] = []
    port = Port(happened)
    loop = Loop(cast(Any, Node(happened, failures)), {port.name: DeviceId("a3")}, Dark(), faults.append)
    loop.inbox.put(Delivery(cast(TablePort, port), DeviceUp(device=DeviceId("a3"), at=Millis(0), life=1, new_life=False)))
    return loop, port, happened, faults


def run_until(loop: Loop, done: Callable[[], bool]) -> None:
    """In this thread, so that what happens has an order."""
    watch = threading.Thread(target=_stop_when, args=(loop, done))
    watch.start()
    loop.run()
    watch.join(PATIENCE_S)
    assert done()


def _stop_when(loop: Loop, done: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(int(PATIENCE_S / 0.01)):
        if done() or pause.wait(0.01):
            break
    loop.stop()


def test_what_was_taken_is_acknowledged_once_it_is_recorded() -> None:
    loop, port, happened, _faults = loop_with(failures=0)
    for number in (7, 8, 9):
        loop.inbox.put(key(port, number))
    run_until(loop, lambda: ("recorded", 9) in happened)
    assert happened == [("taken", [7, 8, 9], False), ("recorded", 9)]


def test_while_the_journal_cannot_be_written_nothing_is_acknowledged_and_nothing_forgotten() -> None:
    loop, port, happened, faults = loop_with(failures=2)
    loop.inbox.put(key(port, 7))
    run_until(loop, lambda: ("recorded", 7) in happened)
    assert happened == [("taken", [7], False)] * 3 + [("recorded", 7)]
    assert faults.count("journal_write_failed") == 2


def test_an_order_is_answered_once_it_is_recorded() -> None:
    loop, _port, happened, _faults = loop_with(failures=1)
    answers: list[Answer | None] = []
    client = threading.Thread(target=lambda: answers.append(loop.submit(ORDER, b"x")))
    client.start()
    run_until(loop, lambda: bool(answers))
    client.join(PATIENCE_S)
    assert answers == [Answer(ok=True, seq=Seq(1))]
    assert happened == [("taken", [], True)] * 2


def test_while_the_record_fails_the_lamps_say_so_and_no_longer() -> None:
    lights, happened = Dark(), list[object]()
    loop = Loop(cast(Any, Node(happened, 2)), {}, lights, lambda _fault: None)
    client = threading.Thread(target=lambda: loop.submit(ORDER, b"x"))
    client.start()
    run_until(loop, lambda: lights.shown[-1:] == [False])
    client.join(PATIENCE_S)
    assert lights.shown == [True, True, False]


def test_a_record_that_is_lost_ends_the_loop_also_at_rest_and_says_so_first() -> None:
    happened: list[object] = []
    faults: list[str | None] = []
    loop = Loop(cast(Any, Node(happened, 0, lost=True)), {}, Dark(), faults.append)
    with pytest.raises(JournalFault, match="gone"):
        loop.run()
    assert faults[-1] == "journal_lost"


def test_another_board_on_the_port_of_a_device_does_not_answer_for_it() -> None:
    here, stranger = DeviceId("a3"), DeviceId("c9")
    roll = roll_call.RollCall({"keypad": here}, Millis(0))
    port = cast(TablePort, Port([]))
    roll.hear([Delivery(port, DeviceUp(device=stranger, at=Millis(0), life=1, new_life=False))])
    assert [reading.device for reading in roll.missing(Millis(roll_call.WAIT_MS))] == [here]


def test_a_device_that_never_spoke_is_named_once_and_one_that_did_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll_call, "WAIT_MS", 50)
    happened: list[object] = []
    port = Port(happened)
    devices = {port.name: DeviceId("a3"), "board": DeviceId("b7")}
    loop = Loop(cast(Any, Node(happened, 1)), devices, Dark(), lambda _fault: None)
    loop.inbox.put(Delivery(cast(TablePort, port), DeviceUp(device=DeviceId("a3"), at=Millis(0), life=1, new_life=False)))
    named = ("absent", ["b7"])
    loop.inbox.put(key(port, 7))
    run_until(loop, lambda: happened.count(named) == 2 and ("recorded", 7) in happened)
    assert loop._roll.missing(Millis(2**53)) == [], "once for the record that failed, once for good"
