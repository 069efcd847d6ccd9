"""Lamps, lock and antennas: what is wanted is what the device has, after each HELLO anew, and nothing that was wanted once."""

from scripted_peer import Peer, of

from hardware.protocol.commands import Beep, LampPattern, Lamps, Lock, Scan, Status, pack_command, parse_command
from hardware.protocol.frames import Frame, FrameType


def ordered(peer: Peer, ms: int = 0, status: Status = Status.OK, *, answer: bool = True) -> list[object]:
    """What the host orders, answered at once, until it orders no more."""
    seen: list[object] = []
    end = peer.now + ms
    while frames := of(peer.poll(), FrameType.CMD) or (peer.now < end and _tick(peer)):
        for frame in frames:
            if isinstance(frame, Frame):
                seen.append(parse_command(frame.payload))
                if answer:
                    peer.answer(frame, status)
    return seen


def greet(peer: Peer) -> None:
    peer.link.opened(peer.now)
    peer.hello()
    peer.record()
    (ping,) = of(peer.poll(), FrameType.PING)
    peer.pong(ping)


def _tick(peer: Peer) -> list[object]:
    peer.now += 10
    peer.beat()
    return [None]


def test_what_is_wanted_is_ordered_once() -> None:
    peer = Peer().up()
    peer.link.want(Lock(True))
    assert ordered(peer, 500) == [Lock(True)]


def test_what_was_wanted_before_the_link_is_ordered_when_it_is_there() -> None:
    peer = Peer()
    peer.link.want(Lock(True))
    peer.link.want(Lamps(0b1, LampPattern.ON))
    greet(peer)
    assert ordered(peer)[:2] == [Lock(True), Lamps(0b1, LampPattern.ON)]


def test_all_is_ordered_anew_after_each_hello() -> None:
    peer = Peer().up()
    wanted = [Lock(True), Scan(0, 0b101, 2), Lamps(0b11, LampPattern.FAST_BLINK)]
    for state in wanted:
        peer.link.want(state)
    assert ordered(peer) == wanted
    peer.hello()
    assert ordered(peer) == wanted


def test_what_was_confirmed_before_a_hello_counts_for_nothing_after_it() -> None:
    peer = Peer().up()
    peer.link.want(Lock(True))
    assert ordered(peer) == [Lock(True)]
    peer.hello()
    peer.link.want(Lock(True))
    assert ordered(peer) == [Lock(True)]


def test_lamps_of_one_pattern_go_in_one_command_and_only_those_that_differ() -> None:
    peer = Peer().up()
    peer.link.want(Lamps(0b0001, LampPattern.ON))
    peer.link.want(Lamps(0b1110, LampPattern.ON))
    peer.link.want(Lamps(0b1000, LampPattern.OFF))
    assert ordered(peer) == [Lamps(0b0111, LampPattern.ON), Lamps(0b1000, LampPattern.OFF)]
    peer.link.want(Lamps(0b0110, LampPattern.ON))
    assert ordered(peer) == []
    peer.link.want(Lamps(0b0011, LampPattern.OFF))
    assert ordered(peer) == [Lamps(0b0011, LampPattern.OFF)]


def test_only_the_last_of_two_wishes_is_sent() -> None:
    peer = Peer()
    peer.link.want(Lock(True))
    peer.link.want(Lock(False))
    greet(peer)
    assert ordered(peer)[0] == Lock(False)


def test_a_wish_that_changes_under_way_is_ordered_after() -> None:
    peer = Peer().up()
    peer.link.want(Lock(True))
    (locked,) = of(peer.poll(), FrameType.CMD)
    peer.link.want(Lock(False))
    peer.answer(locked)
    assert ordered(peer) == [Lock(False)]


def test_a_busy_device_is_asked_again_after_a_second() -> None:
    peer = Peer().up()
    peer.link.want(Lock(True))
    (first,) = of(peer.poll(), FrameType.CMD)
    peer.answer(first, Status.BUSY)
    assert ordered(peer, 980) == []
    assert ordered(peer, 40) == [Lock(True)]


def test_an_unanswered_wish_is_ordered_anew_under_a_new_number() -> None:
    peer = Peer().up()
    peer.link.want(Lock(True))
    numbers = []
    for _ in range(400):
        numbers += [f.seq for f in of(peer.poll(), FrameType.CMD)]
        _tick(peer)
    assert len(set(numbers)) == 2
    assert len(numbers) == 20 + 10


def test_what_a_device_cannot_do_is_not_asked_again_before_its_next_hello() -> None:
    peer = Peer().up()
    peer.link.want(Lock(True))
    assert ordered(peer, 3000, Status.UNKNOWN_CODE) == [Lock(True)]
    peer.hello()
    assert ordered(peer, 100) == [Lock(True)]


def test_a_wish_goes_before_waiting_orders() -> None:
    peer = Peer().up()
    peer.link.order(Beep(1), peer.now)
    peer.link.want(Lock(True))
    (first,) = of(peer.poll(), FrameType.CMD)
    assert first.payload == pack_command(Lock(True))
