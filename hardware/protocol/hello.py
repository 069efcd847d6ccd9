"""HELLO, heartbeat, PONG and ACK payloads of the table bus.

Owns their bytes; what a link does on them is not known here.
"""

from dataclasses import dataclass
from typing import Any, Final

from hardware.protocol import wire
from hardware.protocol.wire import WINDOW, DeviceClass

__all__ = [
    "NEGATIVE",
    "WINDOW",
    "DeviceClass",
    "Firmware",
    "Heartbeat",
    "Hello",
    "is_negative",
    "pack_pong",
    "parse_heartbeat",
    "parse_hello",
    "parse_pong",
]

NEGATIVE: Final = b"\x01"
"""Payload of a negative ACK; a plain ACK has none."""


@dataclass(frozen=True, slots=True)
class Firmware:
    """Version of a device's firmware."""

    major: int
    minor: int
    patch: int

    def pack(self) -> bytes:
        """Three bytes. Raises ValueError when a number is over 255."""
        return bytes((self.major, self.minor, self.patch))


@dataclass(frozen=True, slots=True)
class Hello:
    """What a device says of itself. `first`..`next`: numbers of the oldest event kept and of the next one to come.

    From `firmware` on, None is unknown: the device did not say it.
    """

    boot_counter: int
    reset_cause: int
    window: int
    serial: bytes
    first: int
    next: int
    firmware: Firmware | None = None
    schema_hash: int | None = None
    device_class: DeviceClass | None = None
    antennas: int | None = None

    def pack(self) -> bytes:
        """18 to 27 bytes. Raises ValueError when a value does not fit its field."""
        if len(self.serial) != 8:
            raise ValueError("a serial number has 8 bytes")
        firmware = self.firmware.pack() if self.firmware else None
        known = (firmware, self.schema_hash, self.device_class, self.antennas)
        return _HELLO.pack(self.boot_counter, self.reset_cause, self.window, self.serial, self.first, self.next, *known)


_HELLO = wire.HELLO.layout
_DEVICE_CLASSES: Final = {int(c): c for c in DeviceClass}


def parse_hello(payload: bytes) -> Hello | None:
    """A HELLO payload; None when it has fewer than 18 bytes. A device class not known here is unknown, not an error."""
    fields = _HELLO.unpack(payload)
    if fields is None:
        return None
    firmware, schema_hash, device_class, antennas = fields[6:]
    known: tuple[Any, ...] = (
        None if firmware is None else Firmware(*firmware),
        schema_hash,
        _DEVICE_CLASSES.get(device_class),
        antennas,
    )
    return Hello(*fields[:6], *known)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Counters of a device in its PONG with seq 0, each modulo 2^16; None where the device sent fewer.

    waiting: events in the ring. lost: events dropped. resent: events sent again. The next three: frames dropped by the
    device. host_up: 1 while the device hears the host.
    """

    waiting: int | None = None
    lost: int | None = None
    resent: int | None = None
    bad_crc: int | None = None
    bad_form: int | None = None
    too_long: int | None = None
    host_up: int | None = None

    def pack(self) -> bytes:
        """Up to 14 bytes. Raises ValueError when a value does not fit."""
        counters = (self.waiting, self.lost, self.resent, self.bad_crc, self.bad_form, self.too_long, self.host_up)
        return _HEARTBEAT.pack(*counters)


_HEARTBEAT = wire.HEARTBEAT.layout


def parse_heartbeat(payload: bytes) -> Heartbeat:
    """The counters of a heartbeat; any payload is one, bytes that are missing are unknown counters."""
    return Heartbeat(*(_HEARTBEAT.unpack(payload) or ()))


_PONG = wire.PONG.layout


def pack_pong(t_ms: int) -> bytes:
    """Payload of the PONG to a PING of that t_ms."""
    return _PONG.pack(t_ms)


def parse_pong(payload: bytes) -> int | None:
    """The t_ms of the PING a PONG answers; None when it is missing."""
    fields = _PONG.unpack(payload)
    return None if fields is None else int(fields[0])


def is_negative(payload: bytes) -> bool:
    """Whether the payload of an ACK makes it negative."""
    return payload[:1] == NEGATIVE
