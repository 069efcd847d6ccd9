"""Frames of the table bus: head, payload and CRC-32, wrapped in COBS and ended by one zero byte.

Owns the bytes of a frame and the finding of frames in a stream of any bytes. Knows nothing of what payloads mean,
of links or of ports.
"""

import struct
from dataclasses import dataclass, field
from typing import Final
from zlib import crc32

from cobs import cobs

from hardware.protocol.wire import MAX_PAYLOAD, MAX_WIRE, VERSION, FrameType

__all__ = ["MAX_PAYLOAD", "MAX_WIRE", "VERSION", "Deframer", "Frame", "FrameType", "encode"]

_HEAD = struct.Struct("<BBHHI")
_CRC = struct.Struct("<I")
_MIN_RAW = _HEAD.size + _CRC.size
_MAX_RAW = _MIN_RAW + MAX_PAYLOAD
_MAX_STUFFED = MAX_WIRE - 1
_END = b"\0"


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. The payload is left out of the repr: it may carry tags and cards.

    epoch: low byte of the device's boot counter. seq: number of an event, command or ping. ack: from the host the last
    event recorded, from the device the last command executed in this life (0 none). t_ms: clock of the sender in ms,
    modulo 2^32. payload: at most 48 bytes.
    """

    type: FrameType
    epoch: int = 0
    seq: int = 0
    ack: int = 0
    t_ms: int = 0
    payload: bytes = field(default=b"", repr=False)


_TYPES: Final = {VERSION << 6 | kind: kind for kind in FrameType}


def encode(frame: Frame) -> bytes:
    """The bytes of a frame on the wire, at most 64, the zero at the end included.

    Raises ValueError for a payload over 48 bytes or a number that does not fit its field.
    """
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError("a payload of the table bus has at most 48 bytes")
    try:
        head = _HEAD.pack(VERSION << 6 | frame.type, frame.epoch, frame.seq, frame.ack, frame.t_ms)
    except struct.error as error:
        raise ValueError(f"a number does not fit its field in {frame!r}") from error
    raw = head + frame.payload
    return bytes(cobs.encode(raw + _CRC.pack(crc32(raw)))) + _END


@dataclass(slots=True)
class Deframer:
    """Finds the frames in a stream of bytes; holds less than one frame and never raises on what it is fed.

    bad_crc: right in form, wrong CRC-32. bad_form: broken COBS, too short, another version or an unknown type.
    too_long: more bytes before the zero than a frame may have. Zeros in a row are free marks and count as nothing.
    """

    bad_crc: int = 0
    bad_form: int = 0
    too_long: int = 0
    _held: bytes = b""
    _overrun: bool = False

    def feed(self, data: bytes) -> list[Frame]:
        """The good frames that end in these bytes, in order; the rest is kept for the next call."""
        *ended, rest = data.split(_END)
        frames = []
        for part in ended:
            if (frame := self._end(self._held + part)) is not None:
                frames.append(frame)
            self._held = b""
        self._keep(rest)
        return frames

    @property
    def partial(self) -> bytes:
        """The beginning of a frame that is held."""
        return self._held

    def clear(self) -> None:
        """Forget the beginning of a frame, as after opening a port; the counters stay."""
        self._held = b""
        self._overrun = False

    def _end(self, stuffed: bytes) -> Frame | None:
        if self._overrun or len(stuffed) > _MAX_STUFFED:
            self.too_long += 1
            self._overrun = False
            return None
        return self._decode(stuffed) if stuffed else None

    def _keep(self, rest: bytes) -> None:
        if not self._overrun:
            self._held += rest
            self._overrun = len(self._held) > _MAX_STUFFED
        if self._overrun:
            self._held = b""

    def _decode(self, stuffed: bytes) -> Frame | None:
        try:
            raw: bytes = cobs.decode(stuffed)
        except cobs.DecodeError:
            self.bad_form += 1
            return None
        if not _MIN_RAW <= len(raw) <= _MAX_RAW:
            self.bad_form += 1
            return None
        if crc32(raw[:-4]) != _CRC.unpack_from(raw, len(raw) - 4)[0]:
            self.bad_crc += 1
            return None
        return self._frame(raw)

    def _frame(self, raw: bytes) -> Frame | None:
        first, epoch, seq, ack, t_ms = _HEAD.unpack_from(raw)
        kind = _TYPES.get(first)
        if kind is None:
            self.bad_form += 1
            return None
        return Frame(kind, epoch, seq, ack, t_ms, raw[_HEAD.size : -4])
