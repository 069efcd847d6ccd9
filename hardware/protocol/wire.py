"""Numbers and layouts of the table bus.

Made by `make generate` from hardware/protocol/schema.toml: change that, not this.
"""

from enum import IntEnum
from typing import Final

from hardware.protocol.layout import Layout, Message

VERSION: Final = 1
"""The 2 high bits of a frame's first byte."""
MAX_PAYLOAD: Final = 48
"""Most bytes of a payload."""
MAX_WIRE: Final = 64
"""Most bytes of a frame on the wire, the COBS code byte and the zero at the end included."""
WINDOW: Final = 8
"""Most events a device has under way without acknowledgement."""
UID_BYTES: Final = 8
"""Bytes of a tag's UID."""
SERIAL_BYTES: Final = 8
"""Bytes of a board's serial number."""
CARD_UNREADABLE: Final = 254
"""CARD: there was a card, and it could not be read."""
NOT_A_CARD: Final = 255
"""CARD: what was drawn is no card."""
SCHEMA_HASH: Final = 0xCBAC90D9
"""CRC-32 of the schema: a board that says the same one means the same bytes."""


class FrameType(IntEnum):
    """Frame types, the low 6 bits of a frame's first byte."""

    HELLO_REQ = 1
    HELLO = 2
    EVENT = 3
    ACK = 4
    CMD = 5
    RESP = 6
    PING = 7
    PONG = 8


class DeviceClass(IntEnum):
    """What a board is."""

    TABLE_BOARD = 1
    CARD_SHOE = 2
    KEYPAD = 3


class Status(IntEnum):
    """First byte of an answer's payload."""

    OK = 0
    UNKNOWN_CODE = 1
    BAD_LENGTH = 2
    BAD_VALUE = 3
    BUSY = 4


class LampPattern(IntEnum):
    """How a lamp burns."""

    OFF = 0
    ON = 1
    SLOW_BLINK = 2
    FAST_BLINK = 3


class Lamp(IntEnum):
    """Bits of a lamp mask; bits 0 to 9 are the lamps of the seats."""

    SHOE = 10
    BURN = 11
    BOARD = 12
    MUCK = 13
    ALARM = 14
    LINK = 15


class GateDirection(IntEnum):
    """Which way a card passed the exit gate of the shoe."""

    OUT = 1
    BACK_IN = 2


class DeckState(IntEnum):
    """What the shoe knows of the deck in it."""

    REMOVED = 0
    INSERTED = 1
    LID_OPEN = 2


class ReaderReason(IntEnum):
    """Why our own firmware says what it says of a reader; other boards may have numbers of their own."""

    FINE = 0
    STARTING = 1
    SILENT = 2
    RESTARTED = 3
    REFUSES = 4
    FULL = 5


class ResetCause(IntEnum):
    """Why a board started, as its processor's status register says."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 4
    WATCHDOG = 8


class KeyCode(IntEnum):
    """The 24 keys of the 4 x 6 matrix; key = 6 * row + column."""

    DIGIT_0 = 0
    DIGIT_1 = 1
    DIGIT_2 = 2
    DIGIT_3 = 3
    DIGIT_4 = 4
    DIGIT_5 = 5
    DIGIT_6 = 6
    DIGIT_7 = 7
    DIGIT_8 = 8
    DIGIT_9 = 9
    FOLD = 10
    CHECK_CALL = 11
    BET_RAISE = 12
    ALL_IN = 13
    ENTER = 14
    UNDO = 15
    FLOOR = 16
    EXPOSED = 17
    BOXED = 18
    SEAT = 19
    MISDEAL = 20
    CLOCK = 21
    DEAL_DONE = 22
    CLEAR = 23


class EventKind(IntEnum):
    """First byte of an event's payload."""

    INPUT = 1
    TAG_IN = 2
    TAG_OUT = 3
    READER = 4
    KEY = 5
    CARD = 6
    GATE = 7
    WEIGHT = 8
    SNAPSHOT_BEGIN = 9
    SNAPSHOT_END = 10
    TAMPER = 11
    DECK = 12
    TAG_SEEN = 13
    SUPPLY = 14


class CommandCode(IntEnum):
    """First byte of a command's payload."""

    ECHO = 1
    LAMPS = 2
    BEEP = 3
    SCAN = 4
    SNAPSHOT = 5
    LOCK = 6
    COUNTERS = 7
    IDENTIFY = 8


EVENTS: Final = {
    EventKind.INPUT: Message(("index", "level"), Layout("B", "B", "B", required=3)),
    EventKind.TAG_IN: Message(("antenna", "uid"), Layout("B", "B", "8s", required=3)),
    EventKind.TAG_OUT: Message(("antenna", "uid"), Layout("B", "B", "8s", required=3)),
    EventKind.READER: Message(("reader", "ok", "reason"), Layout("B", "B", "B", "B", required=3)),
    EventKind.KEY: Message(("keypad", "key", "pressed"), Layout("B", "B", "B", "B", required=4)),
    EventKind.CARD: Message(("card", "confidence", "draw"), Layout("B", "B", "B", "H", required=2)),
    EventKind.GATE: Message(("direction", "duration_ms", "double"), Layout("B", "B", "H", "B", required=2)),
    EventKind.WEIGHT: Message(("cell", "decigrams", "stable"), Layout("B", "B", "i", "B", required=3)),
    EventKind.SNAPSHOT_BEGIN: Message(("id",), Layout("B", "B", required=2)),
    EventKind.SNAPSHOT_END: Message(("id", "count"), Layout("B", "B", "H", required=3)),
    EventKind.TAMPER: Message(("switch", "open"), Layout("B", "B", "B", required=3)),
    EventKind.DECK: Message(("state", "tags_seen"), Layout("B", "B", "B", required=2)),
    EventKind.TAG_SEEN: Message(("antenna", "uid", "hits"), Layout("B", "B", "8s", "B", required=3)),
    EventKind.SUPPLY: Message(("millivolts", "low"), Layout("B", "H", "B", required=3)),
}

COMMANDS: Final = {
    CommandCode.ECHO: Message((), Layout("B", required=1)),
    CommandCode.LAMPS: Message(("mask", "pattern"), Layout("B", "I", "B", required=3)),
    CommandCode.BEEP: Message(("pattern",), Layout("B", "B", required=2)),
    CommandCode.SCAN: Message(("reader", "antennas", "first"), Layout("B", "B", "I", "B", required=4)),
    CommandCode.SNAPSHOT: Message(("id",), Layout("B", "B", required=2)),
    CommandCode.LOCK: Message(("locked",), Layout("B", "B", required=2)),
    CommandCode.COUNTERS: Message((), Layout("B", required=1)),
    CommandCode.IDENTIFY: Message((), Layout("B", required=1)),
}

ANSWERS: Final = {
    CommandCode.COUNTERS: Message(
        ("frames_bad", "events_lost", "resent", "reader_timeouts", "free_ring"),
        Layout("H", "H", "H", "H", "H", required=0),
    ),
    CommandCode.IDENTIFY: Message(("firmware", "schema_hash"), Layout("3s", "I", required=0)),
}

HELLO: Final = Message(
    ("boot_counter", "reset_cause", "window", "serial", "first", "next", "firmware", "schema_hash", "device_class", "antennas"),
    Layout("I", "B", "B", "8s", "H", "H", "3s", "I", "B", "B", required=6),
)
HEARTBEAT: Final = Message(
    ("waiting", "lost", "resent", "bad_crc", "bad_form", "too_long", "host_up"),
    Layout("H", "H", "H", "H", "H", "H", "H", required=0),
)
PONG: Final = Message(("t_ms",), Layout("I", required=1))
