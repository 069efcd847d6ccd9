"""The codec gives and takes exactly the shared golden bytes, which the firmware is held to as well."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from hardware.protocol import commands, events
from hardware.protocol.commands import Status, pack_command, parse_command
from hardware.protocol.event_codec import pack_event, parse_event
from hardware.protocol.events import Event, Uid
from hardware.protocol.frames import Deframer, Frame, FrameType, encode
from hardware.protocol.hello import Firmware, Hello, parse_hello
from hardware.protocol.sequence import first_event_number

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text())


def named(key: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", GOLDEN[key], ids=lambda case: case["name"])


def frame_of(case: dict[str, Any]) -> Frame:
    numbers = (case["epoch"], case["seq"], case["ack"], case["t_ms"])
    return Frame(FrameType[case["type"]], *numbers, bytes.fromhex(case["payload"]))


def event_of(case: dict[str, Any]) -> Event:
    fields = dict(case["fields"])
    if "uid" in fields:
        fields["uid"] = Uid(bytes.fromhex(fields["uid"]))
    event: Event = getattr(events, case["kind"])(**fields)
    return event


def command_of(case: dict[str, Any]) -> commands.Command:
    fields = dict(case["fields"])
    if "data" in fields:
        fields["data"] = bytes.fromhex(fields["data"])
    command: commands.Command = getattr(commands, case["kind"])(**fields)
    return command


@named("frames")
def test_a_frame_gives_the_golden_bytes_and_comes_back_from_them(case: dict[str, Any]) -> None:
    frame, wire = frame_of(case), bytes.fromhex(case["wire"])
    assert encode(frame) == wire
    assert Deframer().feed(wire) == [frame]
    assert len(wire) <= 64


@named("events")
def test_an_event_gives_the_golden_bytes_and_comes_back_from_them(case: dict[str, Any]) -> None:
    event, payload = event_of(case), bytes.fromhex(case["payload"])
    assert pack_event(event) == payload
    assert parse_event(payload) == event
    assert type(parse_event(payload)) is type(event)


@named("events")
def test_bytes_after_an_event_are_ignored(case: dict[str, Any]) -> None:
    full = all(value is not None for value in case["fields"].values())
    if full:
        assert parse_event(bytes.fromhex(case["payload"]) + b"\x07\x00") == event_of(case)


@pytest.mark.parametrize("name", GOLDEN["not_events"])
def test_an_unknown_or_broken_event_is_none(name: str) -> None:
    assert parse_event(bytes.fromhex(GOLDEN["not_events"][name])) is None


@named("commands")
def test_a_command_gives_the_golden_bytes_and_comes_back_from_them(case: dict[str, Any]) -> None:
    command, payload = command_of(case), bytes.fromhex(case["payload"])
    assert pack_command(command) == payload
    assert parse_command(payload) == command


@pytest.mark.parametrize("name", GOLDEN["refused_commands"])
def test_a_broken_command_is_refused_with_its_status(name: str) -> None:
    case = GOLDEN["refused_commands"][name]
    assert parse_command(bytes.fromhex(case["payload"])) is Status(case["status"])


@named("hellos")
def test_a_hello_gives_the_golden_bytes_and_comes_back_from_them(case: dict[str, Any]) -> None:
    fields = dict(case["fields"])
    fields["serial"] = bytes.fromhex(fields["serial"])
    fields["firmware"] = Firmware(*fields["firmware"]) if fields["firmware"] else None
    hello = Hello(**fields)
    assert hello.pack() == bytes.fromhex(case["payload"])
    assert parse_hello(hello.pack()) == hello
    assert parse_hello(hello.pack() + b"\x01") is not None


def test_a_life_begins_at_the_golden_event_number() -> None:
    for case in GOLDEN["first_event_numbers"]:
        assert first_event_number(bytes.fromhex(case["serial"]), case["boot_counter"]) == case["first_event"]


def test_every_kind_of_frame_event_and_command_has_a_golden_case() -> None:
    assert {case["type"] for case in GOLDEN["frames"]} == {kind.name for kind in FrameType}
    assert {int(case["payload"][:2], 16) for case in GOLDEN["events"]} == {int(kind) for kind in events.EventKind}
    assert {int(case["payload"][:2], 16) for case in GOLDEN["commands"]} == {int(code) for code in commands.CommandCode}


def test_tags_and_cards_never_show_in_a_repr() -> None:
    uid = Uid(bytes.fromhex("e004015000a1b2c3"))
    event = events.TagIn(3, uid)
    shown = f"{event!r} {event} {uid} {uid!r} {uid:s} {asdict(event)} {Frame(FrameType.EVENT, payload=pack_event(event))}"
    assert "a1" not in shown.lower()
    assert "xe0" not in shown
    assert "51" not in repr(events.CardRead(51, 3, 4))
