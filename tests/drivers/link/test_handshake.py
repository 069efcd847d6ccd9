"""How a link comes up, what it says to whom before, and what a HELLO means for what was recorded."""

import itertools
from itertools import pairwise

import pytest
from scripted_peer import DEVICE, FIRST, LIFE, Peer, of

from drivers.link.liveness import LinkState
from hardware.protocol.frames import FrameType
from hardware.protocol.sequence import first_event_number
from hardware.protocol.wire import SCHEMA_HASH
from table_controller.core.ids import DeviceId
from table_controller.core.readings import DeviceRefused, DeviceSilent, DeviceUp, EventsLost, InputLevel, LinkPosition


def at(number: int, life: int = LIFE, device: DeviceId = DEVICE) -> LinkPosition:
    return LinkPosition(device, life, number)


def greeted(peer: Peer, first: int, following: int) -> list[object]:
    peer.link.opened(peer.now)
    peer.hello(first, following)
    return [*peer.readings()]


def test_the_bytes_of_a_conversation_are_these() -> None:
    """Pinned; they equal what the frame table gives when packed without this project's codec."""
    peer = Peer()
    peer.link.opened(5000)
    assert peer.link.poll(5000).hex() == "00024101010101038813010515877fa400"  # zero, HELLO_REQ
    peer.hello()
    peer.record()
    assert peer.link.poll(5010).hex() == "0647f73d4d6303921301051bc126d100"  # PING, ack 99
    peer.event(FIRST)
    peer.record()
    assert peer.link.poll(5020).hex() == "0344f7010264039c130105866fdffc00"  # ACK, ack 100
    peer.event(FIRST + 2)
    assert peer.link.poll(5030).hex() == "0344f701026403a6130106014686b34a00"  # negative ACK, ack 100


def test_nothing_but_hello_req_is_sent_until_hello() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    frames = peer.pass_time(1000)
    assert {frame.type for frame in frames} == {FrameType.HELLO_REQ}
    assert {(frame.epoch, frame.ack) for frame in frames} == {(0, 0)}
    gaps = [b.t_ms - a.t_ms for a, b in itertools.pairwise(frames)]
    assert all(100 <= gap <= 250 for gap in gaps)


def test_frames_before_hello_are_not_believed() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    peer.event(FIRST)
    peer.beat()
    assert peer.readings() == []
    assert {frame.type for frame in peer.poll()} == {FrameType.HELLO_REQ}


def test_a_frame_of_a_foreign_epoch_is_dropped_and_asked_about() -> None:
    peer = Peer().up()
    peer.say(FrameType.EVENT, FIRST, b"\x01\x00\x01", epoch=(LIFE + 1) & 0xFF)
    assert peer.readings() == []
    assert {frame.type for frame in peer.pass_time(600)} == {FrameType.HELLO_REQ}


def test_hello_req_keeps_its_distance_though_the_link_flaps() -> None:
    peer = Peer().up()
    asked = []
    for _ in range(60):
        peer.say(FrameType.EVENT, FIRST, b"\x01\x00\x01", epoch=(LIFE + 1) & 0xFF)
        frames = of(peer.pass_time(5), FrameType.HELLO_REQ)
        asked += [frame.t_ms for frame in frames]
        if frames:
            peer.hello()
    assert len(asked) >= 3
    assert all(b - a >= 100 for a, b in pairwise(asked))


def test_a_hello_whose_epoch_is_not_its_own_counters_is_malformed() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    peer.life += 1
    peer.hello(life=LIFE)
    peer.say(FrameType.HELLO, payload=bytes(17))
    peer.say(FrameType.HELLO, payload=b"\x05" + bytes(17))
    assert peer.link.counters().malformed == 2
    assert len(peer.readings()) == 2  # of the one good HELLO


def test_the_first_hello_ever_loses_what_the_life_dropped_before() -> None:
    start = first_event_number(bytes.fromhex(DEVICE), LIFE)
    lost, up = greeted(Peer(), start + 64, start + 70)
    assert lost == EventsLost(device=DEVICE, at=5000, position=at(start + 63), count=64)  # type: ignore[arg-type]
    assert isinstance(up, DeviceUp)
    assert up.new_life


def test_a_device_says_what_it_is() -> None:
    _, up = greeted(Peer(), FIRST, FIRST)
    assert up == DeviceUp(
        device=DEVICE,
        at=5000,  # type: ignore[arg-type]
        life=LIFE,
        new_life=True,
        firmware="1.2.3",
        schema=SCHEMA_HASH,
        device_class=2,
        antennas=2,
    )


@pytest.mark.parametrize(
    ("recorded", "first", "following", "count"),
    [
        (99, 100, 100, 0),
        (104, 100, 105, 0),
        (102, 100, 105, 0),
        (65_535, 0, 5, 0),
        (2, 65_530, 3, 0),
        (99, 132, 140, 32),
        (65_530, 10, 20, 15),
        (99, 100 + 0x7FFF, 100 + 0x7FFF, 0x7FFF),
        (99, 100 + 0x8000, 100 + 0x8000, None),
        (105, 100, 105, None),
    ],
)
def test_a_known_life_goes_on_where_it_was_recorded_or_says_what_is_lost(
    recorded: int, first: int, following: int, count: int | None
) -> None:
    readings = greeted(Peer(recorded=(at(recorded),)), first, following)
    if count == 0:
        assert [type(reading) for reading in readings] == [DeviceUp]
    else:
        assert readings[0] == EventsLost(device=DEVICE, at=5000, position=at((first - 1) & 0xFFFF), count=count)  # type: ignore[arg-type]


@pytest.mark.parametrize("known", [at(99, LIFE - 1), at(99, LIFE + 1)])
def test_another_life_than_the_last_recorded_loses_an_unknown_number(known: LinkPosition) -> None:
    lost, up = greeted(Peer(recorded=(known,)), FIRST, FIRST)
    assert lost == EventsLost(device=DEVICE, at=5000, position=at(99), count=None)  # type: ignore[arg-type]
    assert isinstance(up, DeviceUp)
    assert up.new_life


def test_nothing_is_sent_to_a_new_life_before_its_loss_is_recorded() -> None:
    peer = Peer()
    lost, _ = greeted(peer, FIRST, FIRST)
    peer.event(FIRST)
    peer.beat()
    assert of(peer.pass_time(900), FrameType.PING) == []
    assert isinstance(lost, EventsLost)
    assert lost.position
    peer.link.recorded(lost.position)
    assert [(f.type, f.ack) for f in peer.poll()] == [(FrameType.PING, FIRST - 1)]


def test_a_hello_waits_until_all_events_before_it_are_recorded() -> None:
    peer = Peer().up()
    peer.event(FIRST)
    (event,) = peer.readings()
    peer.hello(FIRST + 40, FIRST + 50)
    peer.event(FIRST + 1)
    peer.event(FIRST + 40)
    assert peer.pass_time(100) == []
    assert peer.readings() == []
    assert event.position
    peer.link.recorded(event.position)
    peer.poll()
    (lost,) = peer.readings()
    assert isinstance(lost, EventsLost)
    assert (lost.count, lost.position) == (39, at(FIRST + 39))


def test_a_hello_of_the_life_at_hand_is_no_news() -> None:
    peer = Peer().up()
    peer.hello()
    assert peer.readings() == []
    assert peer.link.state is LinkState.LINKED


def test_a_device_back_after_silence_is_announced_again() -> None:
    peer = Peer().up()
    peer.pass_time(3500)
    assert [type(r) for r in peer.readings()] == [DeviceSilent]
    assert peer.link.reopen_due(peer.now)
    peer.link.closed(peer.now)
    peer.link.opened(peer.now)
    peer.hello()
    (up,) = peer.readings()
    assert isinstance(up, DeviceUp)
    assert not up.new_life


def test_a_device_back_within_a_second_was_never_silent() -> None:
    peer = Peer().up()
    peer.pass_time(1700)
    peer.beat()
    peer.link.closed(peer.now)
    peer.pass_time(900)
    peer.link.opened(peer.now)
    peer.hello()
    peer.event(FIRST)
    assert [type(r) for r in peer.readings()] == [InputLevel]


def test_a_board_that_boots_after_an_opening_is_not_called_silent() -> None:
    peer = Peer().up()
    peer.link.closed(peer.now)
    peer.pass_time(100)
    peer.link.opened(peer.now)
    peer.pass_time(1600)
    peer.hello()
    assert peer.readings() == []


@pytest.mark.parametrize("opened_again", [True, False])
def test_a_lost_device_is_said_within_two_seconds_though_its_port_was_opened_just_now(opened_again: bool) -> None:
    """RULEBOOK H6: the three seconds after an opening are for the port, not for the people at the table."""
    peer = Peer().up()
    if opened_again:
        peer.link.closed(peer.now)
        peer.pass_time(100)
        peer.link.opened(peer.now)
    lost_at = peer.now
    peer.pass_time(1_900)
    assert [type(r) for r in peer.readings()] == [DeviceSilent]
    assert not peer.link.reopen_due(lost_at + 1_900)
    peer.hello()  # it comes back by itself
    assert [type(r) for r in peer.readings()] == [DeviceUp]
    assert peer.link.state is LinkState.LINKED


def test_a_board_of_another_schema_is_refused_and_both_schemas_are_told() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    for _ in range(3):
        peer.hello(schema=0xABCD)
        peer.event(FIRST)
        peer.pass_time(200)
    (refused,) = peer.readings()
    assert isinstance(refused, DeviceRefused)
    assert (refused.device, refused.schema, refused.wanted) == (DEVICE, 0xABCD, SCHEMA_HASH)
    assert {frame.type for frame in peer.sent} <= {FrameType.HELLO_REQ}
    assert peer.link.trouble == f"the board speaks schema 0000abcd, this program {SCHEMA_HASH:08x}"


def test_a_board_that_was_given_our_firmware_is_listened_to() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    peer.hello(schema=0xABCD)
    peer.hello(life=LIFE + 1)
    assert [type(r) for r in peer.record()][:2] == [DeviceRefused, EventsLost]
    assert peer.link.state is LinkState.LINKED
    assert peer.link.trouble is None


def test_nothing_is_known_against_what_is_at_a_port_that_was_opened_again() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    peer.hello(schema=0xABCD)
    peer.link.closed(peer.now)
    peer.link.opened(peer.now)
    assert peer.link.trouble is None
    peer.hello(schema=0xABCD)
    assert peer.link.trouble
    assert [type(r) for r in peer.readings()] == [DeviceRefused], "it is the same life: said once"


def test_a_board_that_does_not_know_its_schema_is_listened_to() -> None:
    """One that says nothing of it is too: see the foreign board among the firmware's tests."""
    peer = Peer()
    peer.link.opened(peer.now)
    peer.hello(schema=0)
    assert peer.link.state is LinkState.LINKED


def test_a_board_that_comes_back_with_another_schema_is_refused_in_mid_stream() -> None:
    peer = Peer().up()
    peer.hello(life=LIFE + 1, schema=0xABCD)
    peer.event(FIRST)
    assert [type(r) for r in peer.readings()] == [DeviceRefused]
    assert peer.link.state is LinkState.ASKING


@pytest.mark.parametrize(("schema", "follows"), [(SCHEMA_HASH, DeviceUp), (0xABCD, DeviceRefused)], ids=["ours", "another"])
def test_a_board_that_gave_its_place_to_another_is_silent_however_quick_the_hand(schema: int, follows: type) -> None:
    other = bytes(8)
    peer = Peer().up()
    peer.hello(life=1, serial=other, schema=schema)
    peer.hello(life=1, serial=other, schema=schema)
    told = [(type(r), r.device) for r in peer.record() if not isinstance(r, EventsLost)]
    assert told == [(DeviceSilent, DEVICE), (follows, other.hex())]


def test_a_port_that_stays_closed_is_silent_after_a_second() -> None:
    peer = Peer().up()
    peer.link.closed(peer.now)
    peer.pass_time(999)
    assert peer.readings() == []
    peer.pass_time(1)
    assert [type(r) for r in peer.readings()] == [DeviceSilent]
    peer.pass_time(5000)
    assert peer.readings() == []


def test_a_device_heard_that_never_says_hello_again_is_silent_too() -> None:
    peer = Peer().up()
    peer.pass_time(3100)
    peer.life += 1
    for _ in range(12):
        peer.beat()
        peer.pass_time(100)
    assert [type(r) for r in peer.readings()] == [DeviceSilent]
    assert not peer.link.reopen_due(peer.now)


@pytest.mark.parametrize(("heard_after", "reopens_after"), [(None, 3000), (500, 3000), (2500, 3500), (9000, None)])
def test_silence_of_a_second_reopens_and_of_three_after_an_opening(heard_after: int | None, reopens_after: int | None) -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    opened = peer.now
    if heard_after is not None:
        for moment in range(500, heard_after + 1, 500):
            peer.now = opened + moment
            peer.beat()
    if reopens_after is None:
        assert not peer.link.reopen_due(opened + 9900)
    else:
        assert not peer.link.reopen_due(opened + reopens_after - 1)
        assert peer.link.reopen_due(opened + reopens_after)


def test_half_a_frame_of_before_does_not_spoil_the_first_of_an_opening() -> None:
    peer = Peer().up()
    peer.link.receive(b"\x05half", peer.now)
    peer.link.closed(peer.now)
    peer.link.opened(peer.now)
    peer.hello()
    assert peer.link.state is LinkState.LINKED
    assert peer.link.counters().bad_frames == 0


def test_the_hosts_own_echo_is_no_sign_of_a_device() -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    for _ in range(30):
        peer.link.receive(peer.link.poll(peer.now), peer.now)
        peer.now += 100
    assert peer.link.reopen_due(peer.now)
