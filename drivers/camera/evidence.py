"""What of a passing card is kept in the black box: what was said, and pictures of it. Bytes here; the box seals them.

To whoever can open the box it names every card of every hand, as the wire of an RFID shoe does.
"""

import struct
from typing import Final

import cv2
import msgspec

from drivers.camera.geometry import PX_PER_MM, WINDOW
from drivers.camera.passing import Passed
from drivers.camera.picture import Picture
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import CardRead

UNREADABLE: Final = 254
"""Instead of a face: there was a card, and it could not be read (CARD of the table bus)."""
_SURE: Final = 128
_HEAD: Final = struct.Struct("<I")
_MOST: Final = 1 << 20
_KEPT_PX: Final = 6
"""Pixels a millimetre of a kept picture."""
_QUALITY: Final = 75


class Evidence(msgspec.Struct, frozen=True, array_like=True):
    """One card. `face`: 0..51 or UNREADABLE. `trouble`: in a word, empty when there was none. `pictures`: JPEG."""

    at: int
    until: int
    draw: int
    face: int
    confidence: int
    trouble: str
    pictures: tuple[bytes, ...]

    def __repr__(self) -> str:
        return "Evidence(··)"

    def reading(self, device: DeviceId) -> CardRead:
        """As it was told. A face that was not surely read is none."""
        return CardRead(device=device, at=Millis(self.at), face=self.face, confidence=self.confidence, draw=self.draw)


def evidence_of(passed: Passed, draw: int) -> Evidence:
    """Of one card."""
    face, confidence = passed.seen.face, passed.seen.confidence
    return Evidence(
        at=passed.at,
        until=passed.until,
        draw=draw,
        face=UNREADABLE if face is None else int(face),
        confidence=0 if face is None else max(_SURE, round(255 * confidence)),
        trouble=passed.trouble or "",
        pictures=tuple(_jpeg(window) for window in passed.windows),
    )


def packed(evidence: Evidence) -> bytes:
    """For the box, which may cut it."""
    data = msgspec.msgpack.encode(evidence)
    return _HEAD.pack(len(data)) + data


class Unpacker:
    """Evidence from the pieces that a box gives."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Evidence]:
        """What is whole now. Bytes that are none end what was begun."""
        self._held += data
        whole = []
        while len(self._held) >= _HEAD.size:
            (length,) = _HEAD.unpack_from(self._held)
            if length > _MOST:
                self._held.clear()
            if len(self._held) < _HEAD.size + length:
                break
            body = bytes(self._held[_HEAD.size : _HEAD.size + length])
            del self._held[: _HEAD.size + length]
            try:
                whole.append(msgspec.msgpack.decode(body, type=Evidence))
            except msgspec.MsgspecError:
                self._held.clear()
        return whole

    def clear(self) -> None:
        """The rest does not come."""
        self._held.clear()


def _jpeg(picture: Picture) -> bytes:
    scale = min(1.0, _KEPT_PX / PX_PER_MM * WINDOW[1] / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return bytes(coded)
