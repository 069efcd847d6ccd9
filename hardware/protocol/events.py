"""Events of the table bus: one class for each kind, to bytes and back.

Owns the payload of an EVENT frame. Tags and cards are secret and never show in a repr. Knows nothing of event numbers,
links or what an event means at a table.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from hardware.protocol.wire import CARD_UNREADABLE, NOT_A_CARD, UID_BYTES, DeckState, EventKind, GateDirection

__all__ = [
    "CARD_UNREADABLE",
    "NOT_A_CARD",
    "UID_BYTES",
    "CardRead",
    "Deck",
    "DeckState",
    "Event",
    "EventKind",
    "Gate",
    "GateDirection",
    "Input",
    "Key",
    "Reader",
    "SnapshotBegin",
    "SnapshotEnd",
    "TagIn",
    "TagOut",
    "TagSeen",
    "Tamper",
    "Uid",
    "Weight",
]


class Uid(bytes):
    """The 8 bytes of a tag, secret: repr, str and format never show them; ask `.hex()` where it is meant."""

    __slots__ = ()

    def __new__(cls, value: bytes) -> "Uid":
        """Raises ValueError when there are not 8 bytes."""
        if len(value) != UID_BYTES:
            raise ValueError("a tag's UID has 8 bytes")
        return super().__new__(cls, value)

    def __repr__(self) -> str:
        return "Uid(masked)"

    __str__ = __repr__

    def __format__(self, _spec: str) -> str:
        return "Uid(masked)"


@dataclass(frozen=True, slots=True)
class Input:
    """The debounced level of an input; the event bears the time of the first edge."""

    index: int
    level: bool


@dataclass(frozen=True, slots=True)
class TagIn:
    """A tag is on an antenna: two inventories in a row showed it."""

    antenna: int
    uid: Uid


@dataclass(frozen=True, slots=True)
class TagOut:
    """A tag has left an antenna: three inventories missed it."""

    antenna: int
    uid: Uid


@dataclass(frozen=True, slots=True)
class Reader:
    """A tag reader is lost or works again. `reason`: the device's own number, None unknown."""

    reader: int
    ok: bool
    reason: int | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a keypad went down or up. `key`: a KeyCode by its number."""

    keypad: int
    key: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class CardRead:
    """The optical shoe saw a card. `card`: rank * 4 + suit (0..51), 254 unreadable, 255 not a card; never in a repr.

    `confidence`: 0..255. `draw`: number of the draw, modulo 2^16. None unknown.
    """

    card: int = field(repr=False)
    confidence: int | None = None
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class Gate:
    """Something passed the exit gate of the shoe. `double`: it was as thick as two cards. None unknown."""

    direction: GateDirection
    duration_ms: int | None = None
    double: bool | None = None


@dataclass(frozen=True, slots=True)
class Weight:
    """What a weighing cell shows, in tenths of a gram. `stable` None: unknown."""

    cell: int
    decigrams: int
    stable: bool | None = None


@dataclass(frozen=True, slots=True)
class SnapshotBegin:
    """The levels that follow answer the order for snapshot `id`."""

    id: int


@dataclass(frozen=True, slots=True)
class SnapshotEnd:
    """Snapshot `id` is complete; `count` events lie between its BEGIN and this one."""

    id: int
    count: int


@dataclass(frozen=True, slots=True)
class Tamper:
    """A tamper switch is open or closed."""

    switch: int
    open: bool


@dataclass(frozen=True, slots=True)
class Deck:
    """State of the deck in the shoe. `tags_seen`: number of its tags in view, None unknown."""

    state: DeckState
    tags_seen: int | None = None


@dataclass(frozen=True, slots=True)
class TagSeen:
    """How often an antenna saw a tag in its last 8 inventories. `hits` None: unknown."""

    antenna: int
    uid: Uid
    hits: int | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """What a board measures of its own supply. `low`: so low that it may soon restart."""

    millivolts: int
    low: bool


Event: TypeAlias = (
    Input
    | TagIn
    | TagOut
    | Reader
    | Key
    | CardRead
    | Gate
    | Weight
    | SnapshotBegin
    | SnapshotEnd
    | Tamper
    | Deck
    | TagSeen
    | Supply
)
