"""Events: each once, in order, acknowledged when recorded and not before."""

from typing import Any

import pytest
from scripted_peer import DEVICE, FIRST, LIFE, QUIET, Peer, of

from drivers.link.timing import MAX_UNRECORDED
from hardware.protocol import events as ev
from hardware.protocol.frames import FrameType
from hardware.protocol.hello import Heartbeat, is_negative
from table_controller.core import readings as rd

UID = ev.Uid(bytes.fromhex("e004015012345678"))
TAG = rd.TagId(bytes(UID))


def numbers(readings: list[rd.Reading]) -> list[int]:
    return [r.position.number - FIRST for r in readings if r.position]


def test_events_come_out_in_order_with_their_positions() -> None:
    peer = Peer().up()
    for number in range(3):
        peer.event(FIRST + number)
    assert [r.position for r in peer.readings()] == [rd.LinkPosition(DEVICE, LIFE, FIRST + n) for n in range(3)]


def test_an_event_is_acknowledged_when_it_is_recorded_and_not_before() -> None:
    peer = Peer().up()
    peer.event(FIRST)
    peer.event(FIRST + 1)
    assert of(peer.poll(), FrameType.ACK) == []
    first, second = peer.readings()
    assert first.position
    assert second.position
    peer.link.recorded(first.position)
    assert [f.ack for f in peer.poll()] == [FIRST]
    peer.link.recorded(second.position)
    assert [f.ack for f in peer.poll()] == [FIRST + 1]


def test_recording_a_later_event_records_those_before_it() -> None:
    peer = Peer().up()
    for number in range(4):
        peer.event(FIRST + number)
    last = peer.readings()[-1].position
    assert last
    assert peer.link.recorded(last)
    assert [f.ack for f in peer.poll()] == [FIRST + 3]
    assert not peer.link.recorded(last)


def test_every_frame_carries_what_is_recorded_so_no_ack_of_its_own_follows() -> None:
    peer = Peer().up()
    peer.now += 200
    peer.event(FIRST)
    peer.record()
    assert [(f.type, f.ack) for f in peer.poll()] == [(FrameType.PING, FIRST)]


def test_an_event_come_again_is_dropped_and_acknowledged_anew() -> None:
    peer = Peer().up()
    peer.event(FIRST)
    peer.record()
    peer.poll()
    peer.event(FIRST)
    assert peer.readings() == []
    assert [f.ack for f in peer.poll()] == [FIRST]
    assert peer.link.counters().doubled == 1


def test_a_gap_is_answered_negatively_at_most_every_30_ms() -> None:
    peer = Peer().up()
    for ahead in range(1, 6):
        peer.event(FIRST + ahead)
        peer.now += 10
        peer.poll()
    answers = of(peer.sent, FrameType.ACK)
    assert peer.readings() == []
    assert [f.ack for f in answers] == [FIRST - 1] * 2
    assert all(is_negative(f.payload) for f in answers)
    assert answers[1].t_ms - answers[0].t_ms >= 30


def test_a_gap_is_answered_only_when_what_came_before_it_is_recorded() -> None:
    peer = Peer().up()
    peer.event(FIRST)
    peer.event(FIRST + 2)
    assert of(peer.poll(), FrameType.ACK) == []
    peer.record()
    assert [(f.ack, is_negative(f.payload)) for f in peer.poll()] == [(FIRST, True)]


def test_a_gap_that_closed_is_not_answered() -> None:
    peer = Peer().up()
    peer.event(FIRST + 1)
    peer.event(FIRST)
    peer.record()
    assert [is_negative(f.payload) for f in peer.poll()] == [False]


def test_numbers_run_over_the_end_of_their_range() -> None:
    peer = Peer(recorded=(rd.LinkPosition(DEVICE, LIFE, 65_533),))
    peer.link.opened(peer.now)
    peer.hello(65_534, 3)
    for number in (65_534, 65_535, 0, 1, 0, 2):
        peer.event(number)
    assert [r.position.number for r in peer.readings() if r.position] == [65_534, 65_535, 0, 1, 2]


def test_a_device_is_left_with_its_events_while_too_much_is_under_way() -> None:
    peer = Peer().up()
    for number in range(MAX_UNRECORDED + 10):
        peer.event(FIRST + number)
    assert len(peer.readings()) == MAX_UNRECORDED
    assert peer.link.counters().held_back == 1  # the first refused; what follows it is a gap
    assert peer.link.counters().gaps == 9


def test_readings_taken_but_not_recorded_count_as_under_way() -> None:
    peer = Peer().up()
    taken = 0
    for number in range(MAX_UNRECORDED + 10):
        peer.event(FIRST + number)
        taken += len(peer.readings())
    assert taken == MAX_UNRECORDED


@pytest.mark.parametrize(
    ("event", "reading"),
    [
        (ev.Input(3, True), rd.InputLevel(device=DEVICE, at=0, index=3, level=True)),
        (ev.TagIn(2, UID), rd.TagPresent(device=DEVICE, at=0, antenna=2, tag=TAG)),
        (ev.TagOut(2, UID), rd.TagAbsent(device=DEVICE, at=0, antenna=2, tag=TAG)),
        (ev.TagSeen(2, UID, 5), rd.TagHits(device=DEVICE, at=0, antenna=2, tag=TAG, hits=5)),
        (ev.TagSeen(2, UID), rd.Reading(device=DEVICE, at=0)),
        (ev.Reader(1, False, 7), rd.ReaderState(device=DEVICE, at=0, reader=1, ok=False, reason=7)),
        (ev.Key(0, 12, True), rd.KeyMoved(device=DEVICE, at=0, keypad=0, key=12, pressed=True)),
        (ev.CardRead(51, 200, 9), rd.CardRead(device=DEVICE, at=0, face=51, confidence=200, draw=9)),
        (ev.CardRead(254), rd.CardRead(device=DEVICE, at=0, face=254, confidence=0, draw=0)),
        (ev.Gate(ev.GateDirection.OUT, 80, True), rd.GatePassed(device=DEVICE, at=0, out=True, duration_ms=80, double=True)),
        (ev.Gate(ev.GateDirection.BACK_IN), rd.GatePassed(device=DEVICE, at=0, out=False, duration_ms=0, double=False)),
        (ev.Weight(4, -123, True), rd.WeightRead(device=DEVICE, at=0, cell=4, decigrams=-123, stable=True)),
        (ev.Tamper(1, True), rd.TamperSwitch(device=DEVICE, at=0, switch=1, open=True)),
        (ev.Supply(4512, True), rd.SupplyRead(device=DEVICE, at=0, millivolts=4512, low=True)),
        (ev.Deck(ev.DeckState.LID_OPEN, 52), rd.DeckState(device=DEVICE, at=0, state=2, tags=52)),
        (ev.SnapshotBegin(9), rd.Reading(device=DEVICE, at=0)),
        (ev.SnapshotEnd(9, 0), rd.Reading(device=DEVICE, at=0)),
    ],
)
def test_each_kind_of_event_becomes_its_reading(event: ev.Event, reading: rd.Reading) -> None:
    peer = Peer().up()
    peer.event(FIRST, event)
    (got,) = peer.readings()
    ours: dict[str, Any] = {name: getattr(got, name) for name in ("at", "position", "approximate")}
    assert type(got) is type(reading)
    fields = {name: getattr(reading, name) for name in reading.__struct_fields__}
    assert got == type(reading)(**{**fields, **ours})


@pytest.mark.parametrize("payload", [b"", b"\x63\x01", b"\x01\x00", b"\x06\x40\x00"])
def test_an_event_not_understood_is_recorded_by_its_position_alone(payload: bytes) -> None:
    peer = Peer().up()
    peer.say(FrameType.EVENT, FIRST, payload)
    peer.event(FIRST + 1)
    strange, known = peer.readings()
    assert type(strange) is rd.Reading
    assert strange.position == rd.LinkPosition(DEVICE, LIFE, FIRST)
    assert type(known) is rd.InputLevel
    assert peer.link.counters().malformed == 1


def test_the_devices_own_counters_are_kept_as_it_sent_them() -> None:
    peer = Peer().up()
    assert peer.link.counters().heartbeat is None
    peer.say(FrameType.PONG, 0, Heartbeat(3, 2, 1).pack())
    assert peer.link.counters().heartbeat == Heartbeat(3, 2, 1)


def test_any_bytes_at_all_leave_the_link_alive() -> None:
    peer = Peer().up()
    peer.link.receive(bytes(range(256)) * 20 + b"\0", peer.now)
    peer.event(FIRST, QUIET)
    assert numbers(peer.readings()) == [0]
    assert peer.link.counters().bad_frames > 0


def test_tags_and_cards_are_in_no_text_of_a_reading() -> None:
    peer = Peer().up()
    peer.event(FIRST, ev.TagIn(0, UID))
    peer.event(FIRST + 1, ev.CardRead(37, 1, 2))
    text = repr(peer.readings()).lower()
    assert "12345678" not in text
    assert "face" not in text
    assert "37" not in text
