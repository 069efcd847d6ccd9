"""The readings in a table's black boxes for the eyes of a technician: in order of time, tags by number, no cards.

Owns what is shown of a reading. Refused while a hand runs.
"""

import heapq
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from table_controller.bootstrap.at_rest import at_rest
from table_controller.bootstrap.black_boxes import Kept, box_path, play_box, playback_of
from table_controller.bootstrap.room import Room, room_of
from table_controller.config import ConfigError
from table_controller.core.readings import TagId
from table_controller.device_sections import DeviceConfig
from table_controller.sealing import SealBroken
from table_controller.views.times import utc_text

_HIDDEN = {"reading", "device", "at", "face", "draw"}
"""Fields that are shown otherwise, or that name a card."""


class ShownReading(msgspec.Struct, frozen=True):
    """`what`: the kind of reading; `said`: its fields."""

    at: str
    device: str
    what: str
    said: dict[str, Any]


class Replayed(msgspec.Struct, frozen=True):
    """`missing`: blocks of the boxes that do not open any more. `without`: devices that have no box.

    `broken`: devices whose box is none, or was cut, and what is wrong; what could be read of it is shown.
    """

    table: str
    readings: tuple[ShownReading, ...]
    count: int
    missing: int
    without: tuple[str, ...]
    broken: tuple[tuple[str, str], ...] = ()


def replay_boxes(config: Path, device: str | None, last: int) -> Replayed:
    """Plays the boxes of the table. HandRunning; ConfigError when no device has that name; the faults of `room_of`."""
    room = room_of(config)
    at_rest(room.config, "blackbox replay")
    wanted = [one for one in room.config.devices if device in (None, one.name)]
    if not wanted:
        raise ConfigError(str(config), 1, "device", "no_such_device", f"no device is called {device!r}")
    there = [one for one in wanted if box_path(room, one).exists()]
    broken: dict[str, str] = {}
    played = [play_one(room, one, last, broken) for one in there]
    at_rest(room.config, "blackbox replay")  # none may have begun meanwhile
    tags: dict[bytes, int] = {}
    shown = tuple(_shown(kept, tags) for kept in heapq.merge(*(kept for kept, *_ in played), key=lambda kept: kept.wall_ms))
    without = tuple(one.name for one in wanted if one not in there)
    count, missing = sum(count for _, count, _ in played), sum(gone for *_, gone in played)
    return Replayed(room.config.id, shown, count, missing, without, tuple(broken.items()))


def told(result: Replayed) -> Iterator[str]:
    """For a terminal."""
    for one in result.readings:
        said = " ".join(f"{name}={value}" for name, value in one.said.items())
        yield f"{one.at}  {one.device:10}  {one.what:15}  {said}".rstrip()
    yield f"{result.table}: {result.count} readings in its black boxes, {len(result.readings)} shown"
    if result.missing:
        yield f"{result.missing} blocks are missing: written over, torn or altered"
    yield from (f"{name}: has no black box" for name in result.without)
    yield from (f"{name}: {why}" for name, why in result.broken)


def play_one(room: Room, device: DeviceConfig, last: int | None, broken: dict[str, str]) -> tuple[list[Kept], int, int]:
    """The last readings a box holds (None: all), in order of time, how many there are, and how many blocks are gone.

    What is wrong with it goes into `broken`, and says nothing of the others.
    """
    playback, kept, count = playback_of(room, device), deque[Kept](maxlen=last), 0
    try:
        for one in play_box(room, device, playback):
            kept.append(one)
            count += 1
    except (OSError, SealBroken, msgspec.MsgspecError) as wrong:
        broken[device.name] = str(wrong)
    return sorted(kept, key=lambda one: one.wall_ms), count, playback.missing


def _shown(kept: Kept, tags: dict[bytes, int]) -> ShownReading:
    reading = kept.reading
    said = {name: _plain(getattr(reading, name), tags) for name in reading.__struct_fields__ if name not in _HIDDEN}
    return ShownReading(utc_text(kept.wall_ms), kept.device, str(reading.__struct_config__.tag), said)


def _plain(value: Any, tags: dict[bytes, int]) -> Any:
    """Plain values, tags by the number of their first appearance."""
    if isinstance(value, TagId):
        return f"tag {tags.setdefault(value.raw, len(tags) + 1)}"
    if isinstance(value, tuple):
        return [_plain(one, tags) for one in value]
    return value.number if hasattr(value, "number") else value
