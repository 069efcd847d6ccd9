"""Payloads: what is packed comes back, missing ends are unknown, more is ignored, no bytes raise."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.protocol import commands, events
from hardware.protocol.commands import (
    CountersAnswer,
    IdentifyAnswer,
    Response,
    Status,
    pack_command,
    parse_command,
    parse_counters,
    parse_identify,
    parse_response,
)
from hardware.protocol.event_codec import pack_event, parse_event
from hardware.protocol.events import Event
from hardware.protocol.hello import (
    DeviceClass,
    Firmware,
    Heartbeat,
    Hello,
    is_negative,
    pack_pong,
    parse_heartbeat,
    parse_hello,
    parse_pong,
)
from hardware.protocol.layout import Layout
from hardware.protocol.sequence import difference32, distance16, first_event_number, next16, previous16, within16

U8, U16, U32 = (st.integers(0, (1 << bits) - 1) for bits in (8, 16, 32))
uids = st.binary(min_size=8, max_size=8).map(events.Uid)
cards = st.integers(0, 51) | st.sampled_from([events.CARD_UNREADABLE, events.NOT_A_CARD])
maybe_u8 = st.none() | U8
any_event: st.SearchStrategy[Event] = st.one_of(
    st.builds(events.Input, U8, st.booleans()),
    st.builds(events.TagIn, U8, uids),
    st.builds(events.TagOut, U8, uids),
    st.builds(events.Reader, U8, st.booleans(), maybe_u8),
    st.builds(events.Key, U8, st.integers(0, 23), st.booleans()),
    st.builds(events.CardRead, cards, U8, st.none() | U16),
    st.builds(events.Gate, st.sampled_from(events.GateDirection), U16, st.none() | st.booleans()),
    st.builds(events.Weight, U8, st.integers(-(1 << 31), (1 << 31) - 1), st.none() | st.booleans()),
    st.builds(events.SnapshotBegin, U8),
    st.builds(events.SnapshotEnd, U8, U16),
    st.builds(events.Tamper, U8, st.booleans()),
    st.builds(events.Deck, st.sampled_from(events.DeckState), maybe_u8),
    st.builds(events.TagSeen, U8, uids, st.none() | st.integers(0, 8)),
    st.builds(events.Supply, U16, st.booleans()),
)
any_command: st.SearchStrategy[commands.Command] = st.one_of(
    st.builds(commands.Echo, st.binary(max_size=47)),
    st.builds(commands.Lamps, U32, st.sampled_from(commands.LampPattern)),
    st.builds(commands.Beep, U8),
    st.builds(commands.Scan, U8, U32, st.integers(0, 31)),
    st.builds(commands.Snapshot, U8),
    st.builds(commands.Lock, st.booleans()),
    st.just(commands.Counters()),
    st.just(commands.Identify()),
)


@given(any_event)
def test_an_event_comes_back(event: Event) -> None:
    assert parse_event(pack_event(event)) == event


@given(st.binary(max_size=48))
def test_any_bytes_are_an_event_or_none(payload: bytes) -> None:
    event = parse_event(payload)
    if event is not None:
        assert payload.startswith(pack_event(event))


@given(any_command)
def test_a_command_comes_back_and_ignores_more_bytes(command: commands.Command) -> None:
    payload = pack_command(command)
    assert parse_command(payload) == command
    if not isinstance(command, commands.Echo):
        assert parse_command(payload + b"\x05") == command


@given(st.binary(max_size=48))
def test_any_bytes_are_a_command_or_a_refusal(payload: bytes) -> None:
    command = parse_command(payload)
    if isinstance(command, Status):
        assert command is not Status.OK
    else:
        assert payload.startswith(pack_command(command))


@given(st.binary(max_size=48))
def test_any_bytes_are_taken_by_the_other_parsers(payload: bytes) -> None:
    hello = parse_hello(payload)
    assert (hello is None) is (len(payload) < 18)
    parse_heartbeat(payload)
    parse_pong(payload)
    parse_response(payload)
    parse_counters(payload)
    parse_identify(payload)
    is_negative(payload)


def test_a_partly_missing_field_is_unknown() -> None:
    full = pack_event(events.Gate(events.GateDirection.OUT, 612, True))
    assert parse_event(full[:3]) == events.Gate(events.GateDirection.OUT)
    assert parse_event(full[:4]) == events.Gate(events.GateDirection.OUT, 612)


@pytest.mark.parametrize(("size", "known"), [(18, 0), (20, 0), (21, 1), (24, 1), (25, 2), (26, 3), (27, 4)])
def test_hello_bytes_after_the_eighteenth_may_be_missing(size: int, known: int) -> None:
    full = Hello(7, 1, 8, b"12345678", 3, 9, Firmware(1, 2, 3), 5, DeviceClass.KEYPAD, 2)
    hello = parse_hello(full.pack()[:size])
    assert hello is not None
    later = (hello.firmware, hello.schema_hash, hello.device_class, hello.antennas)
    assert later[:known] == (full.firmware, full.schema_hash, full.device_class, full.antennas)[:known]
    assert later[known:] == (None,) * (4 - known)


def test_a_device_class_of_the_future_is_unknown() -> None:
    payload = bytearray(Hello(7, 1, 8, b"12345678", 3, 9, Firmware(1, 2, 3), 5, DeviceClass.KEYPAD, 2).pack())
    payload[25] = 200
    hello = parse_hello(bytes(payload))
    assert hello is not None
    assert hello.device_class is None
    assert hello.antennas == 2


@pytest.mark.parametrize("size", range(15))
def test_heartbeat_counters_that_did_not_come_are_unknown(size: int) -> None:
    values = (1, 2, 3, 4, 5, 6, 1)
    beat = parse_heartbeat(Heartbeat(*values).pack()[:size])
    assert beat == Heartbeat(*values[: size // 2])


def test_answers_come_back() -> None:
    assert parse_response(Response(Status.BUSY, b"xy").pack()) == Response(Status.BUSY, b"xy")
    assert parse_response(b"\x05why") == Response(Status.UNKNOWN_CODE, b"why")  # an answer all the same
    assert parse_response(b"") is None
    assert parse_counters(CountersAnswer(1, 2, 3).pack()) == CountersAnswer(1, 2, 3)
    named = IdentifyAnswer(Firmware(1, 2, 3), 4, "Doska č. 3")
    assert parse_identify(named.pack()) == named
    assert parse_identify(named.pack()[:5]) == IdentifyAnswer(Firmware(1, 2, 3))
    assert parse_pong(pack_pong(0xFFFFFFFF)) == 0xFFFFFFFF


def test_a_long_name_is_cut_to_fit_an_answer() -> None:
    answer = IdentifyAnswer(Firmware(1, 2, 3), 4, "č" * 60)
    assert len(Response(Status.OK, answer.pack()).pack()) == 48


@pytest.mark.parametrize(
    "pack",
    [
        lambda: pack_event(events.Input(256, True)),
        lambda: pack_event(events.Weight(0, 1 << 31)),
        lambda: pack_command(commands.Echo(bytes(48))),
        lambda: pack_command(commands.Scan(0, 1 << 32, 0)),
        lambda: events.Uid(b"1234567"),
        lambda: Hello(1, 1, 8, b"1234", 1, 1).pack(),
        lambda: Heartbeat(1 << 16).pack(),
        lambda: first_event_number(b"123", 1),
    ],
)
def test_what_does_not_fit_is_refused(pack: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        pack()


def test_required_fields_are_required() -> None:
    layout = Layout("B", "H", required=2)
    assert layout.unpack(b"\x01\x02") is None
    with pytest.raises(ValueError, match="table bus"):
        layout.pack(1, None)


@given(U16, U16, st.integers(0, 200))
def test_numbers_wrap(start: int, other: int, size: int) -> None:
    assert previous16(next16(start)) == start
    assert distance16(start, (start + other) & 0xFFFF) == other
    following = (start + size) & 0xFFFF
    assert within16(other, start, following) == (other in {(start + n) & 0xFFFF for n in range(size + 1)})


@given(U32, st.integers(-(1 << 31), (1 << 31) - 1))
def test_clocks_wrap(start: int, step: int) -> None:
    assert difference32((start + step) & 0xFFFFFFFF, start) == step
