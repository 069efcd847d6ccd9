"""Eccel Pepper C1 readers, which speak binary frames with a CRC over a serial line and have up to eight antennas.

Owns frames and conversation. An inventory is a chain of questions, each answered with one tag and whether there are more. Words:
the maker's manual and library (pepper-c1 0.2.0); no real reader was at hand.
"""

import re
from binascii import crc_hqx
from collections.abc import Generator
from enum import IntEnum
from typing import Final

from drivers.readers.talk import MOST_TAGS, TRIES, Desk, Dialect, Heard, Identity, Said, Splitter, Talk, Trouble, uid_of
from hardware.protocol.events import UID_BYTES, Uid
from hardware.protocol.wire import ReaderReason

LONGEST: Final = 128
"""Payload and CRC of the longest answer taken; the longest that matters is a version with its date."""
_START: Final = 0xF5
_HEAD: Final = 5
_CRC: Final = 2
_CRC_FIRST: Final = 0xFFFF
_ACK, _ERROR, _ASYNC = 0x00, 0xFF, 0xFE
_TIMEOUT: Final = 0x01
"""Of the two bytes of an error, layer and number, the number that says that no tag answered."""
_ANY_FAMILY: Final = b"\x00"
_MAJORS: Final = (1, 2)
"""Firmware whose words are known."""

_Exchange = Generator[Said, Heard, Heard]


class Command(IntEnum):
    """What is asked of it."""

    DUMMY = 0x01
    SET_POLLING = 0x06
    GET_VERSION = 0x0B
    SET_ACTIVE_ANTENNA = 0x0F
    INVENTORY_START = 0x90
    INVENTORY_NEXT = 0x91


def frame_of(payload: bytes) -> bytes:
    """A payload as it goes over the wire."""
    length = (len(payload) + _CRC).to_bytes(2, "little")
    crc = crc_hqx(payload, _CRC_FIRST).to_bytes(2, "little")
    return bytes([_START]) + length + bytes(byte ^ 0xFF for byte in length) + payload + crc


class Frames(Splitter):
    """Bytes into payloads. A frame that is none costs its first byte; what follows is looked at again."""

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that are whole now."""
        self._waiting += data
        payloads = []
        while (payload := self._next()) is not None:
            if payload:
                payloads.append(payload)
        return payloads

    def _next(self) -> bytes | None:
        """A payload; empty: something was thrown away; None: more bytes are needed."""
        waiting = self._waiting
        begin = waiting.find(_START)
        del waiting[: len(waiting) if begin < 0 else begin]
        if len(waiting) < _HEAD:
            return None
        length = int.from_bytes(waiting[1:3], "little")
        if length ^ int.from_bytes(waiting[3:5], "little") != 0xFFFF or not _CRC < length <= LONGEST:
            return self._throw()
        if len(waiting) < _HEAD + length:
            return None
        payload = bytes(waiting[_HEAD : _HEAD + length - _CRC])
        if crc_hqx(payload, _CRC_FIRST).to_bytes(2, "little") != waiting[_HEAD + length - _CRC : _HEAD + length]:
            return self._throw()
        del waiting[: _HEAD + length]
        return payload

    def _throw(self) -> bytes:
        self.bad += 1
        del self._waiting[0]
        return b""


def converse(desk: Desk) -> Talk:
    """Set up, identify, then visit antennas for ever."""
    yield from _greet()
    identity = yield from _identify()
    desk.works(identity)
    while True:
        if desk.check_due():
            yield from _identify(identity)
        antenna = desk.next_antenna()
        if antenna is None:
            yield from _hear(None)
        else:
            yield from _visit(desk, antenna)


def _hear(said: Said) -> _Exchange:
    """What comes next; what it says unasked is passed over."""
    payload = yield said
    while payload is not None and payload[0] == _ASYNC:
        payload = yield b""
    return payload


def _ask(command: Command, fields: bytes = b"") -> _Exchange:
    """What answers a command; None: half an answer."""
    return _hear(frame_of(bytes([command]) + fields))


def _greet() -> _Exchange:
    """It is there, and does nothing by itself; all that comes before its word is left over from before."""
    for command, fields in ((Command.DUMMY, b""), (Command.SET_POLLING, b"\x00")):
        payload = yield from _ask(command, fields)
        while payload != bytes([_ACK, command]):
            payload = yield from _hear(b"")
    return None


def _identify(expected: Identity | None = None) -> Generator[Said, Heard, Identity]:
    """Trouble when it says thrice that it is no reader whose words are known."""
    said = ""
    for _ in range(TRIES):
        payload = yield from _ask(Command.GET_VERSION)
        while payload is None:
            payload = yield from _hear(b"")
        identity, said = _recognise(payload)
        if identity is not None and expected in (None, identity):
            return identity
    raise Trouble(ReaderReason.REFUSES, said)


def _recognise(payload: bytes) -> tuple[Identity | None, str]:
    """The reader, when its words are known; and what it says it is, for the technician."""
    answers = payload[:2] == bytes([_ACK, Command.GET_VERSION])
    found = re.match(rb"(\d{1,2})\.(\d{1,3})(?!\d)", payload[2:]) if answers else None
    if found is None:
        return None, "it says nothing of its version"
    identity = Identity("Pepper C1", found[0].decode())
    known = int(found[1]) in _MAJORS
    return identity if known else None, f"{identity.model} {identity.firmware} is no reader it should be"


def _visit(desk: Desk, antenna: int) -> Talk:
    if PEPPER_C1.switches(desk.antennas):
        payload = yield from _ask(Command.SET_ACTIVE_ANTENNA, bytes([antenna]))
        if payload is not None and payload[:2] == bytes([_ERROR, Command.SET_ACTIVE_ANTENNA]):
            raise Trouble(ReaderReason.REFUSES, f"antenna {antenna}")
        if payload != bytes([_ACK, Command.SET_ACTIVE_ANTENNA]):
            yield from _settle(desk, payload)
            return
    tags: list[Uid] = []
    command, more = Command.INVENTORY_START, True
    while more:
        payload = yield from _ask(command, _ANY_FAMILY)
        if command is Command.INVENTORY_START and _is_empty(payload):
            break
        tag = _tag(payload, command)
        if tag is None or tag[0] in tags or len(tags) == MOST_TAGS:
            yield from _settle(desk, payload)
            return
        tags.append(tag[0])
        command, more = Command.INVENTORY_NEXT, tag[1]
    desk.whole(antenna, tags)


def _settle(desk: Desk, payload: Heard) -> Talk:
    """Waits until nothing more comes, so that no late word is taken for the next visit's."""
    while payload is not None:
        payload = yield from _hear(b"")
    desk.torn()


def _is_empty(payload: Heard) -> bool:
    """Whether it says that no tag answered. Which of the two bytes comes first its papers do not agree on."""
    return payload is not None and payload[:2] == bytes([_ERROR, Command.INVENTORY_START]) and _TIMEOUT in payload[2:4]


def _tag(payload: Heard, command: Command) -> tuple[Uid, bool] | None:
    """The tag of an answer, and whether there are more; its identity comes least significant byte first."""
    if payload is None or len(payload) != 2 + UID_BYTES + 2 or payload[:2] != bytes([_ACK, command]) or payload[11] > 1:
        return None
    uid = uid_of(payload[2 : 2 + UID_BYTES][::-1])
    return None if uid is None else (uid, payload[11] == 1)


PEPPER_C1: Final = Dialect("pepper_c1", range(1, 9), Frames, converse)
