"""What is to be touched at a table, one after the other, from what its configuration binds.

Owns the order and the words of the prompts. Asks nobody.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec

from hardware.protocol.wire import KeyCode, Lamp
from table_controller.config import TableConfig, zone_text
from table_controller.core.ids import DeviceId
from table_controller.core.messages import Message
from table_controller.tracking.bindings import InputRole


class Part(StrEnum):
    """What can be looked at by itself."""

    ANTENNA = "antenna"
    INPUT = "input"
    KEY = "key"
    SHOE = "shoe"
    LAMP = "lamp"


class Source(NamedTuple):
    """One wire: an antenna, input, key, gate or deck switch of a device."""

    device: DeviceId
    kind: str
    number: int


class Check(msgspec.Struct, frozen=True):
    """One thing to touch. `touch`, `release`: what the installer is asked to do. `place`: as the configuration writes it."""

    part: Part
    source: Source
    place: str
    touch: Message
    release: Message


class LampCheck(msgspec.Struct, frozen=True):
    """One lamp, by its bit; None: the beeper."""

    lamp: int | None
    place: str
    ask: Message


def touch_checks(table: TableConfig) -> Iterator[Check]:
    """Antennas by place, inputs by what they tell and seat, keys by number, then the shoe."""
    bound = table.bindings
    for (device, index), zone in sorted(bound.antennas.items(), key=lambda item: item[1]):
        place = zone_text(zone)
        yield _check(Part.ANTENNA, Source(device, "antenna", index), place, "lay_card", "take_card")
    for role in InputRole:
        for (device, index), entry in sorted(bound.inputs.items(), key=lambda item: item[1].seat):
            if entry.role is role:
                yield _check(Part.INPUT, Source(device, "input", index), _INPUTS[role].format(entry.seat), *_TOUCHES[role])
    for device, _ in sorted(bound.keypads):
        for key in KeyCode:
            yield _check(Part.KEY, Source(device, "key", int(key)), key.name.lower(), "press_key", "let_key_go")
    for device, index in sorted(bound.gates):
        yield _check(Part.SHOE, Source(device, "gate", index), "shoe gate", "draw_card", "take_drawn")
    for device, index in sorted(bound.decks):
        yield _check(Part.SHOE, Source(device, "deck", index), "deck in the shoe", "take_deck", "put_deck")


def lamp_checks(table: TableConfig) -> Iterator[LampCheck]:
    """The lamp of each seat, the others, and the beeper."""
    for seat in range(1, table.seats + 1):
        yield LampCheck(seat - 1, f"seat {seat}", Message("lamp_seat", {"seat": seat}))
    for lamp in Lamp:
        name = lamp.name.lower()
        yield LampCheck(int(lamp), name, Message("lamp", {"lamp": name}))
    yield LampCheck(None, "beeper", Message("beeper"))


_INPUTS = {InputRole.OCCUPIED: "seat {} occupied", InputRole.BET: "seat {} bet", InputRole.BUTTON: "button at seat {}"}
_TOUCHES = {
    InputRole.OCCUPIED: ("cover_seat", "uncover_seat"),
    InputRole.BET: ("break_line", "leave_line"),
    InputRole.BUTTON: ("lay_button", "take_button"),
}


def _check(part: Part, source: Source, place: str, touch: str, release: str) -> Check:
    return Check(part, source, place, Message(touch, {"place": place}), Message(release, {"place": place}))
