"""The black boxes of one table: where they lie, how they are sealed, and their playback once no hand runs.

A box has a key of its own, wrapped by the table's master key in the head of its file. Drivers get plain functions.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from drivers.black_box.playback import Playback
from drivers.black_box.played_reader import PlayedReader
from drivers.black_box.recorder import Recorder
from drivers.black_box.ring import BLOCK_BYTES, Ring, Seal, read_blocks, read_note
from drivers.link.standing import Standing
from table_controller.bootstrap.links import reader_link
from table_controller.bootstrap.room import Room
from table_controller.core.readings import Reading
from table_controller.device_sections import DeviceConfig
from table_controller.sealing import MasterKey, SealBroken, SecretKey, framed, sealed_length

_LENGTH_BYTES = 4
_SEALED = sealed_length(BLOCK_BYTES + _LENGTH_BYTES)
_SLOT = _SEALED + 8
_MEGABYTE = 1_000_000


class Kept(msgspec.Struct, frozen=True):
    """One reading of a box. `wall_ms`: its stamp on the wall clock."""

    device: str
    wall_ms: int
    reading: Reading


def box_path(room: Room, device: DeviceConfig) -> Path:
    """Where a device's box lies: not the dashboard's to read."""
    return room.config.journal / f"{room.config.id}.boxes" / f"{device.serial}.box"


def open_box(room: Room, device: DeviceConfig, standing: Callable[[], Standing]) -> Recorder | None:
    """The device's box, to be written; None when the configuration wants none. OSError when it cannot be had.

    `standing`: where the device's link stands.
    """
    slots = room.config.black_box * _MEGABYTE // _SLOT
    if not slots:
        return None
    path = box_path(room, device)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    ring = Ring(path, slots, room.master.wrap(SecretKey.fresh(), _bound(room, device)), _SEALED)
    return Recorder(ring, _seal(room, device, _key(room, device, ring.note)), standing)


def playback_of(room: Room, device: DeviceConfig) -> Playback:
    """A playback for a device's box, whatever it speaks."""
    if device.reader is None:
        return Playback()
    if device.camera is not None:
        from drivers.black_box.played_camera import PlayedCamera  # only now: it needs OpenCV

        return Playback(lambda _standing: PlayedCamera(device.serial))
    return Playback(lambda _standing: PlayedReader(reader_link(device, room.config.bindings)))


def play_box(room: Room, device: DeviceConfig, playback: Playback) -> Iterator[Kept]:
    """The readings of a device's box, oldest first. OSError when there is none, SealBroken when its key is another table's."""
    path = box_path(room, device)
    key = _key(room, device, read_note(path))
    for reading in playback.readings(read_blocks(path, partial(_opened, room, device, key))):
        yield Kept(device.name, playback.wall_ms + reading.at, reading)


def _key(room: Room, device: DeviceConfig, note: bytes) -> SecretKey:
    master: MasterKey = room.master
    return master.unwrap(note, _bound(room, device))


def _seal(room: Room, device: DeviceConfig, key: SecretKey) -> Seal:
    return lambda number, plain: key.seal(plain, _bound(room, device, number), BLOCK_BYTES + _LENGTH_BYTES)


def _opened(room: Room, device: DeviceConfig, key: SecretKey, number: int, sealed: bytes) -> bytes | None:
    try:
        return key.unseal(sealed, _bound(room, device, number))
    except SealBroken:
        return None


def _bound(room: Room, device: DeviceConfig, number: int = 0) -> bytes:
    return framed("black box", room.config.id, device.serial, number)
