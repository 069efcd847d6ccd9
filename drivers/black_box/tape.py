"""What a black box keeps of one port: bytes heard and said, openings, silences, and now and then where the link stood.

Owns the form of a record and of a block of them. Knows neither files nor seals.
"""

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

import msgspec

from drivers.black_box.ring import BLOCK_BYTES
from drivers.link.standing import Standing

_HEAD: Final = struct.Struct("<BQH")
MOST_BYTES: Final = BLOCK_BYTES - _HEAD.size
"""Bytes of one record at most; longer ones are cut in pieces of the same time."""


class Kind(IntEnum):
    """What a record tells."""

    HEARD = 1
    SAID = 2
    OPENED = 3
    CLOSED = 4
    SILENT = 5
    STANDING = 6


class Stood(msgspec.Struct, frozen=True, array_like=True):
    """Where the link stood. `wall_ms`: the wall clock less the host's monotonic clock, for people. `fresh`: the host has just
    started; whatever a playback knows is of the host before it."""

    link: Standing
    wall_ms: int
    fresh: bool


class Entry(NamedTuple):
    """One record; `at`: host monotonic ms."""

    kind: Kind
    at: int
    data: bytes


def packed(kind: Kind, at: int, data: bytes = b"") -> bytes:
    """The bytes of a record. ValueError when `data` is longer than MOST_BYTES."""
    if len(data) > MOST_BYTES:
        raise ValueError("a record does not fit a block")
    return _HEAD.pack(kind, at, len(data)) + data


def entries(block: bytes) -> Iterator[Entry]:
    """The records of a block, in order, up to what is none."""
    at = 0
    while at + _HEAD.size <= len(block):
        kind, when, length = _HEAD.unpack_from(block, at)
        if kind not in Kind._value2member_map_ or at + _HEAD.size + length > len(block):
            return
        at += _HEAD.size
        yield Entry(Kind(kind), when, block[at : at + length])
        at += length


def parse_standing(data: bytes) -> Stood:
    """The data of a STANDING record (a Stood as MessagePack). msgspec.MsgspecError when it is none."""
    return msgspec.msgpack.decode(data, type=Stood)
