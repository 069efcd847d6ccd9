"""Commands of the table bus and their answers, to bytes and back.

Owns the payloads of CMD and RESP frames. Knows nothing of command numbers, resending or what a command moves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from hardware.protocol.frames import MAX_PAYLOAD
from hardware.protocol.hello import Firmware
from hardware.protocol.layout import Layout
from hardware.protocol.wire import ANSWERS, COMMANDS, CommandCode, Lamp, LampPattern, Status

__all__ = [
    "Beep",
    "Command",
    "CommandCode",
    "Counters",
    "CountersAnswer",
    "Echo",
    "Identify",
    "IdentifyAnswer",
    "Lamp",
    "LampPattern",
    "Lamps",
    "Lock",
    "Response",
    "Scan",
    "Snapshot",
    "Status",
    "pack_command",
    "parse_command",
    "parse_counters",
    "parse_identify",
    "parse_response",
]


@dataclass(frozen=True, slots=True)
class Echo:
    """The device answers the same bytes, at most 47."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Lamps:
    """Each lamp whose bit is set in `mask` takes this pattern; the others stay as they are."""

    mask: int
    pattern: LampPattern


@dataclass(frozen=True, slots=True)
class Beep:
    """Sound a pattern once; its number is the device's own."""

    pattern: int


@dataclass(frozen=True, slots=True)
class Scan:
    """The antennas a reader visits (bit n = antenna n) and the one it visits first."""

    reader: int
    antennas: int
    first: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Report all levels again, between SNAPSHOT_BEGIN and SNAPSHOT_END of this id."""

    id: int


@dataclass(frozen=True, slots=True)
class Lock:
    """Lock or open the gate of the shoe."""

    locked: bool


@dataclass(frozen=True, slots=True)
class Counters:
    """Ask for the device's counters."""


@dataclass(frozen=True, slots=True)
class Identify:
    """Ask for firmware, schema and name of the device."""


Command: TypeAlias = Echo | Lamps | Beep | Scan | Snapshot | Lock | Counters | Identify

_LAYOUTS: Final = {code: message.layout for code, message in COMMANDS.items()}
_PATTERNS: Final = {int(pattern): pattern for pattern in LampPattern}


def pack_command(command: Command) -> bytes:
    """The payload of a command. Raises ValueError when a value does not fit its field or an echo is over 47 bytes."""
    match command:
        case Echo(data):
            return _short(bytes((CommandCode.ECHO,)) + data)
        case Lamps(mask, pattern):
            return _pack(CommandCode.LAMPS, mask, pattern)
        case Scan(reader, antennas, first):
            return _pack(CommandCode.SCAN, reader, antennas, first)
        case Beep(value):
            return _pack(CommandCode.BEEP, value)
        case Snapshot(value):
            return _pack(CommandCode.SNAPSHOT, value)
        case Lock(value):
            return _pack(CommandCode.LOCK, value)
        case Counters():
            return _pack(CommandCode.COUNTERS)
        case Identify():
            return _pack(CommandCode.IDENTIFY)


def _pack(code: CommandCode, *fields: int) -> bytes:
    return _LAYOUTS[code].pack(code, *fields)


def _short(payload: bytes) -> bytes:
    if len(payload) > MAX_PAYLOAD:
        raise ValueError("a payload of the table bus has at most 48 bytes")
    return payload


def _lamps(mask: int, pattern: int) -> Command | None:
    return Lamps(mask, _PATTERNS[pattern]) if pattern in _PATTERNS else None


def _lock(locked: int) -> Command | None:
    return Lock(locked == 1) if locked <= 1 else None


def _scan(reader: int, antennas: int, first: int) -> Command | None:
    return Scan(reader, antennas, first) if first < 32 else None


_MAKERS: Final[dict[CommandCode, Callable[..., Command | None]]] = {
    CommandCode.LAMPS: _lamps,
    CommandCode.BEEP: Beep,
    CommandCode.SCAN: _scan,
    CommandCode.SNAPSHOT: Snapshot,
    CommandCode.LOCK: _lock,
    CommandCode.COUNTERS: Counters,
    CommandCode.IDENTIFY: Identify,
}
_PARSERS: Final[dict[int, tuple[Layout, Callable[..., Command | None]]]] = {
    code: (_LAYOUTS[code], make) for code, make in _MAKERS.items()
}


def parse_command(payload: bytes) -> Command | Status:
    """The command of a payload, or the status a device answers when it is none."""
    if not payload:
        return Status.BAD_LENGTH
    if payload[0] == CommandCode.ECHO:
        return Echo(payload[1:])
    if payload[0] not in _PARSERS:
        return Status.UNKNOWN_CODE
    layout, make = _PARSERS[payload[0]]
    fields = layout.unpack(payload)
    if fields is None:
        return Status.BAD_LENGTH
    return make(*fields[1:]) or Status.BAD_VALUE


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: its status and the bytes after it, whose meaning depends on the command."""

    status: Status
    fields: bytes = b""

    def pack(self) -> bytes:
        """The payload of a RESP. Raises ValueError over 48 bytes."""
        return _short(bytes((self.status,)) + self.fields)


_STATUSES: Final = {int(status): status for status in Status}


def parse_response(payload: bytes) -> Response | None:
    """The answer of a RESP payload; None when it is empty.

    A status nobody here knows is a refusal like that of an unknown code: were it no answer, the order would go out again and
    again and keep the next ones waiting.
    """
    return Response(_STATUSES.get(payload[0], Status.UNKNOWN_CODE), payload[1:]) if payload else None


@dataclass(frozen=True, slots=True)
class CountersAnswer:
    """What COUNTERS answers, each modulo 2^16; None unknown."""

    frames_bad: int | None = None
    events_lost: int | None = None
    resent: int | None = None
    reader_timeouts: int | None = None
    free_ring: int | None = None

    def pack(self) -> bytes:
        """The bytes after the status. Raises ValueError when a value does not fit."""
        values: tuple[Any, ...] = (self.frames_bad, self.events_lost, self.resent, self.reader_timeouts, self.free_ring)
        return _COUNTERS.pack(*values)


_COUNTERS = ANSWERS[CommandCode.COUNTERS].layout


def parse_counters(fields: bytes) -> CountersAnswer:
    """The fields of a COUNTERS answer; missing bytes are unknown counters."""
    return CountersAnswer(*(_COUNTERS.unpack(fields) or ()))


@dataclass(frozen=True, slots=True)
class IdentifyAnswer:
    """What IDENTIFY answers; None unknown."""

    firmware: Firmware | None = None
    schema_hash: int | None = None
    name: str | None = None

    def pack(self) -> bytes:
        """The bytes after the status; a long name is cut to the room there is. Raises ValueError on a bad value."""
        firmware = self.firmware.pack() if self.firmware else None
        head = _IDENTIFY.pack(firmware, self.schema_hash)
        name = "" if self.schema_hash is None else self.name or ""
        return (head + name.encode())[: MAX_PAYLOAD - 1]


_IDENTIFY = ANSWERS[CommandCode.IDENTIFY].layout


def parse_identify(fields: bytes) -> IdentifyAnswer:
    """The fields of an IDENTIFY answer; bytes of the name that are no UTF-8 are replaced, never an error."""
    firmware, schema_hash = _IDENTIFY.unpack(fields) or (None, None)
    return IdentifyAnswer(
        firmware=None if firmware is None else Firmware(*firmware),
        schema_hash=schema_hash,
        name=None if schema_hash is None else fields[7:].decode(errors="replace"),
    )
