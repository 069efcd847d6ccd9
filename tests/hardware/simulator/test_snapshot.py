"""A snapshot tells every level, counts itself, holds nothing back and ends only when the antennas are through."""

from hardware.protocol.commands import Response, Scan, Snapshot, Status
from hardware.protocol.events import (
    CardRead,
    Event,
    Gate,
    GateDirection,
    Input,
    Key,
    Reader,
    SnapshotBegin,
    SnapshotEnd,
    TagIn,
    TagOut,
)
from hardware.simulator.board_data import ResetCause
from tests.hardware.simulator.rig import Rig, uid

OK = Response(Status.OK)


def linked(inputs: int = 0) -> Rig:
    rig = Rig()
    rig.sensors.inputs = [n % 2 == 1 for n in range(inputs)]
    rig.greet()
    return rig


def told(rig: Rig) -> list[Event]:
    return rig.ack_all()


def test_a_snapshot_tells_each_level_between_begin_and_end() -> None:
    rig = linked(inputs=2)
    rig.sensors.tags = {(0, uid(1)), (2, uid(1))}
    rig.sensors.held = {14}
    assert rig.command(1, Snapshot(77)) == OK
    assert told(rig) == [
        SnapshotBegin(77),
        Input(0, False),
        Input(1, True),
        TagIn(0, uid(1)),
        TagIn(2, uid(1)),
        Key(0, 14, True),
        Reader(0, True, 0),
        SnapshotEnd(77, 6),
    ]


def test_nothing_is_told_without_an_order() -> None:
    rig = linked(inputs=2)
    rig.run(10_000)
    assert rig.device.waiting == 0


def test_the_count_of_end_counts_all_events_since_begin() -> None:
    rig = linked(inputs=1)
    rig.sensors.inventoried = set()
    rig.command(1, Snapshot(5))
    rig.device.post(Gate(GateDirection.OUT, 500, False), rig.now)
    rig.device.post(CardRead(3, 200, 9), rig.now)
    rig.sensors.inventoried = {0, 1, 2}
    rig.run(300)
    events = told(rig)
    assert events[0] == SnapshotBegin(5)
    assert events[-1] == SnapshotEnd(5, len(events) - 2)
    assert Gate(GateDirection.OUT, 500, False) in events


def test_a_snapshot_adds_an_event_only_while_fewer_than_32_wait() -> None:
    rig = linked(inputs=100)
    rig.command(1, Snapshot(5))
    assert rig.device.waiting == 32
    rig.run(1000)
    assert rig.device.waiting == 32
    for n in range(40):
        rig.device.post(CardRead(255, 0, n), rig.now)
    rig.poll()
    assert rig.device.waiting == 72  # what happens is not held back
    events = told(rig)
    assert [e.index for e in events if isinstance(e, Input)] == list(range(100))
    assert events[-1] == SnapshotEnd(5, 141)


def test_begin_waits_while_32_wait_and_is_not_lost_by_an_overflow() -> None:
    rig = linked()
    for n in range(200):
        rig.device.post(CardRead(255, 0, n), rig.now)
    rig.command(1, Snapshot(5))
    assert rig.device.waiting == 104
    assert [e for e in told(rig) if not isinstance(e, CardRead)] == [
        SnapshotBegin(5),
        Reader(0, True, 0),
        SnapshotEnd(5, 1),
    ]


def test_a_level_is_read_when_its_event_enters_the_ring() -> None:
    rig = linked(inputs=60)
    rig.sensors.tags = {(0, uid(1))}
    rig.command(1, Snapshot(5))
    rig.sensors.inputs[50] = not rig.sensors.inputs[50]
    rig.device.post(Input(50, rig.sensors.inputs[50]), rig.now)
    rig.sensors.tags = {(1, uid(2))}
    rig.device.post(TagOut(0, uid(1)), rig.now)
    rig.device.post(TagIn(1, uid(2)), rig.now)
    events = told(rig)
    assert [e for e in events if isinstance(e, Input) and e.index == 50] == [Input(50, True), Input(50, True)]
    assert TagIn(0, uid(1)) not in events  # left before its turn: its going was told, its being there no more
    assert events[-1] == SnapshotEnd(5, len(events) - 2)


def test_a_changed_level_is_told_at_once_and_every_change_of_it() -> None:
    rig = linked(inputs=3)
    rig.sensors.inventoried = set()
    rig.command(1, Snapshot(5))
    told(rig)
    for level in (True, False, True, False):
        rig.sensors.inputs[0] = level
        rig.device.post(Input(0, level), rig.now)
    assert told(rig) == [Input(0, True), Input(0, False), Input(0, True), Input(0, False)]


def test_end_waits_until_each_scanned_antenna_was_inventoried_twice() -> None:
    rig = linked()
    rig.sensors.inventoried = {0, 2}
    rig.command(1, Snapshot(5))
    rig.run(20_000)
    assert told(rig)[-1] == Reader(0, True, 0)
    rig.sensors.inventoried = {0, 1, 2}
    rig.run(250)  # polled at the latest with the next heartbeat
    assert told(rig) == [SnapshotEnd(5, 1)]


def test_antennas_outside_the_scan_mask_do_not_hold_end_back() -> None:
    rig = linked()
    rig.sensors.inventoried = {2}
    rig.command(1, Scan(0, 0b100, 2))
    rig.command(2, Snapshot(5))
    assert told(rig)[-1] == SnapshotEnd(5, 1)


def test_antennas_of_a_lost_reader_do_not_hold_end_back() -> None:
    rig = linked()
    rig.sensors.readers = {0: 0b011, 1: 0b100}
    rig.device.reset(ResetCause.EXTERNAL, rig.now)
    rig.greet()
    rig.sensors.inventoried = {0, 1}
    rig.command(1, Snapshot(5))
    told(rig)
    rig.sensors.lost = {1}
    rig.run(250)
    assert told(rig) == [SnapshotEnd(5, 2)]


def test_a_new_order_takes_the_place_of_the_one_that_runs() -> None:
    rig = linked(inputs=60)
    rig.command(1, Snapshot(5))
    rig.command(2, Snapshot(6))
    events = told(rig)
    assert SnapshotEnd(5, 61) not in events
    begin = events.index(SnapshotBegin(6))
    assert events[-1] == SnapshotEnd(6, len(events) - begin - 2)
    assert len(events) - begin - 2 == 61


def test_a_repeated_order_begins_nothing_anew() -> None:
    rig = linked(inputs=60)
    for _ in range(3):
        assert rig.command(1, Snapshot(5)) == OK
    assert told(rig).count(SnapshotBegin(5)) == 1


def test_a_snapshot_dies_with_its_life() -> None:
    rig = linked(inputs=60)
    rig.command(1, Snapshot(5))
    rig.device.reset(ResetCause.EXTERNAL, rig.now)
    rig.greet()
    rig.run(1000)
    assert rig.device.waiting == 0


def test_a_snapshot_larger_than_the_ring_gets_through_while_everything_moves() -> None:
    rig = linked(inputs=250)
    rig.sensors.tags = {(a, uid(n)) for a in range(3) for n in range(60)}
    rig.command(1, Snapshot(9))
    events: list[Event] = []
    for n in range(400):
        rig.device.post(CardRead(255, n >> 8, n & 0xFF), rig.now)
        rig.run(10)
        if n % 3 == 0:
            events += told(rig)
    events += told(rig)
    begin, end = events.index(SnapshotBegin(9)), next(i for i, e in enumerate(events) if isinstance(e, SnapshotEnd))
    assert events[end] == SnapshotEnd(9, end - begin - 1)
    named = {(e.antenna, e.uid) for e in events[begin:end] if isinstance(e, TagIn)}
    assert named == rig.sensors.tags
    assert sum(isinstance(e, CardRead) for e in events) == 400
