"""Commands: one at a time, each run at most once, and a clear end to every order."""

import itertools
from typing import Any

import pytest
from scripted_peer import FIRST, LIFE, Peer, of

from drivers.link.orders import NoAnswer
from hardware.protocol.commands import Beep, Echo, Response, Status, pack_command
from hardware.protocol.frames import Frame, FrameType


def commands(frames: list[Frame]) -> list[Frame]:
    return of(frames, FrameType.CMD)


def kept_up(peer: Peer, ms: int, *, pongs: bool = False) -> list[Frame]:
    """Time passes with heartbeats, so that the link stays."""
    frames: list[Frame] = []
    for _ in range(ms // 50):
        peer.beat()
        frames += peer.pass_time(50)
    return frames


def test_without_a_link_an_order_is_refused_at_once() -> None:
    peer = Peer()
    assert peer.link.order(Beep(1), peer.now).outcome is NoAnswer.REFUSED
    peer.link.opened(peer.now)
    assert peer.link.order(Beep(1), peer.now).outcome is NoAnswer.REFUSED


def test_an_order_ends_with_the_devices_answer() -> None:
    peer = Peer().up()
    ticket = peer.link.order(Echo(b"hi"), peer.now)
    (command,) = commands(peer.poll())
    assert command.payload == pack_command(Echo(b"hi"))
    peer.answer(command, Status.OK, b"hi")
    assert ticket.outcome == Response(Status.OK, b"hi")
    assert commands(kept_up(peer, 500)) == []


def test_orders_go_one_at_a_time_in_turn() -> None:
    peer = Peer().up()
    tickets = [peer.link.order(Beep(n), peer.now) for n in range(3)]
    for n, ticket in enumerate(tickets):
        (command,) = commands(peer.poll())
        assert command.payload == pack_command(Beep(n))
        peer.answer(command)
        assert ticket.outcome == Response(Status.OK)


def test_sixteen_wait_and_no_more() -> None:
    peer = Peer().up()
    peer.link.order(Beep(0), peer.now)
    peer.poll()
    tickets = [peer.link.order(Beep(1), peer.now) for _ in range(17)]
    assert [t.outcome for t in tickets] == [None] * 16 + [NoAnswer.REFUSED]


def test_a_command_is_sent_again_every_100_ms_under_its_number_and_the_time_of_its_order() -> None:
    peer = Peer().up()
    peer.now += 3
    peer.link.order(Beep(1), peer.now)
    sent = commands(kept_up(peer, 450))
    assert len(sent) == 5
    assert {(f.seq, f.t_ms) for f in sent} == {(sent[0].seq, sent[0].t_ms)}
    assert peer.link.counters().commands_resent == 4


def test_an_order_is_given_up_after_2_s_and_its_late_answer_is_not_another_ones() -> None:
    peer = Peer().up()
    ticket = peer.link.order(Beep(1), peer.now)
    old = commands(kept_up(peer, 1950))[-1]
    assert ticket.outcome is None
    assert commands(kept_up(peer, 500)) == []
    assert ticket.outcome is NoAnswer.OUTCOME_UNKNOWN
    following = peer.link.order(Beep(2), peer.now)
    (new,) = commands(peer.poll())
    assert new.seq != old.seq
    peer.answer(old)
    assert following.outcome is None


def test_orders_that_waited_2_s_are_given_up_unsent() -> None:
    peer = Peer().up()
    tickets = [peer.link.order(Beep(n), peer.now) for n in range(4)]
    sent = commands(kept_up(peer, 2050))
    assert {f.payload for f in sent} == {pack_command(Beep(0))}
    assert {t.outcome for t in tickets} == {NoAnswer.OUTCOME_UNKNOWN}


def test_orders_are_given_up_though_the_port_is_gone() -> None:
    peer = Peer().up()
    ticket = peer.link.order(Beep(1), peer.now)
    peer.link.closed(peer.now)
    peer.pass_time(2000)
    assert ticket.outcome is NoAnswer.OUTCOME_UNKNOWN


def test_a_hello_of_another_life_ends_the_outstanding_command() -> None:
    peer = Peer().up()
    ticket = peer.link.order(Beep(1), peer.now)
    peer.poll()
    peer.hello(life=LIFE + 1)
    assert ticket.outcome is NoAnswer.OUTCOME_UNKNOWN
    peer.record()
    assert commands(peer.poll()) == []


def test_a_hello_of_the_same_life_ends_nothing_and_numbers_go_on() -> None:
    peer = Peer().up()
    ticket = peer.link.order(Beep(1), peer.now)
    (before,) = commands(peer.poll())
    peer.hello()
    peer.now += 100
    (after,) = commands(peer.poll())
    assert (before.seq, before.payload) == (after.seq, after.payload)
    peer.answer(after)
    assert ticket.outcome == Response(Status.OK)


@pytest.mark.parametrize(("last_run", "number"), [(0, 1), (41, 42), (65_534, 65_535), (65_535, 1)])
def test_numbers_go_on_from_the_ack_of_the_pong_and_leave_zero_out(last_run: int, number: int) -> None:
    peer = Peer()
    peer.last_command = last_run
    peer.link.opened(peer.now)
    peer.hello()
    peer.record()
    (ping,) = of(peer.poll(), FrameType.PING)
    peer.pong(ping)
    (command,) = commands(peer.poll())
    assert command.seq == number


def test_a_later_pong_does_not_set_the_numbering_back() -> None:
    peer = Peer().up()
    peer.link.order(Beep(1), peer.now)
    peer.now += 200
    frames = peer.poll()
    (first,), (ping,) = commands(frames), of(frames, FrameType.PING)
    peer.pong(ping)  # sent before the command was run
    peer.answer(first)
    peer.link.order(Beep(2), peer.now)
    (second,) = commands(peer.poll())
    assert second.seq == first.seq + 1


@pytest.mark.parametrize("wrong", ["number", "time", "no time"])
def test_no_command_is_sent_before_a_pong_that_is_surely_this_hosts(wrong: str) -> None:
    peer = Peer()
    peer.link.opened(peer.now)
    peer.hello()
    peer.record()
    (ping,) = of(peer.poll(), FrameType.PING)
    payload = ping.t_ms.to_bytes(4, "little")
    answers: dict[str, tuple[int, bytes]] = {
        "number": (ping.seq + 1, payload),
        "time": (ping.seq, (ping.t_ms - 1).to_bytes(4, "little")),
        "no time": (ping.seq, b""),
    }
    seq, said = answers[wrong]
    peer.say(FrameType.PONG, seq, said)
    assert commands(peer.poll()) == []


def test_a_ping_sent_to_the_old_life_numbers_nothing_in_the_new() -> None:
    peer = Peer().up()
    peer.now += 200
    (old,) = of(peer.poll(), FrameType.PING)
    peer.hello(life=LIFE + 1)
    peer.record()
    peer.last_command = 77
    peer.pong(old)
    assert commands(peer.poll()) == []


def test_an_empty_answer_is_none_and_a_status_nobody_knows_a_refusal() -> None:
    """Else the order would go out for two seconds more and keep the next one waiting."""
    peer = Peer().up()
    ticket = peer.link.order(Beep(1), peer.now)
    (command,) = commands(peer.poll())
    peer.say(FrameType.RESP, command.seq, b"")
    assert ticket.outcome is None
    assert peer.link.counters().malformed == 1
    peer.say(FrameType.RESP, command.seq, b"\x63why")
    assert ticket.outcome == Response(Status.UNKNOWN_CODE, b"why")
    assert peer.link.counters().malformed == 1


def test_a_value_the_wire_cannot_carry_is_the_callers_mistake() -> None:
    peer = Peer().up()
    big: Any = Beep(256)
    with pytest.raises(ValueError, match="fit"):
        peer.link.order(big, peer.now)
    assert commands(peer.poll()) == []


def test_pings_go_every_200_ms_and_their_numbers_differ_from_host_to_host() -> None:
    peer = Peer().up()
    pings = of(kept_up(peer, 1000), FrameType.PING)
    assert [b.t_ms - a.t_ms for a, b in itertools.pairwise(pings)] == [200] * (len(pings) - 1)
    assert len({f.seq for f in pings}) == len(pings)
    assert 0 not in {f.seq for f in pings}
    assert pings[0].ack == FIRST - 1
