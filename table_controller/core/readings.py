"""What a sensor said, before anybody concludes anything from it. Drivers make readings, tracking consumes them."""

import msgspec

from table_controller.core.ids import DeviceId, Millis
from table_controller.core.naming import snake


class TagId(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The identity of a radio tag. After one showdown a tag is a card's name, so every text form is masked."""

    raw: bytes

    def __repr__(self) -> str:
        return "TagId(··)"


class LinkPosition(msgspec.Struct, frozen=True, gc=False):
    """Where in a device's life a reading stands: what has been journaled up to here may be acknowledged.

    `life` is the full boot counter, `number` the event number (modulo 65,536).
    """

    device: DeviceId
    life: int
    number: int


class Reading(msgspec.Struct, frozen=True, kw_only=True, tag_field="reading", tag=snake):
    """Base of all readings. `at` is the first edge on the host's monotonic clock; `approximate`: its
    clock was not known yet.

    `position` is None for what the host itself noticed (a silent device).
    """

    device: DeviceId
    at: Millis
    position: LinkPosition | None = None
    approximate: bool = False


class InputLevel(Reading, frozen=True, kw_only=True):
    """A debounced input has this level now."""

    index: int
    level: bool


class TagPresent(Reading, frozen=True, kw_only=True):
    """The tag is in this antenna's field (seen by two inventories)."""

    antenna: int
    tag: TagId


class TagAbsent(Reading, frozen=True, kw_only=True):
    """The tag has gone from this antenna's field (three misses)."""

    antenna: int
    tag: TagId


class TagHits(Reading, frozen=True, kw_only=True):
    """How many of the antenna's last eight inventories showed the tag."""

    antenna: int
    tag: TagId
    hits: int


class ReaderState(Reading, frozen=True, kw_only=True):
    """A card reader on the device was lost or came back."""

    reader: int
    ok: bool
    reason: int


class KeyMoved(Reading, frozen=True, kw_only=True):
    """A key went down or up."""

    keypad: int
    key: int
    pressed: bool


class CardRead(Reading, frozen=True, kw_only=True):
    """The optical shoe named a card (0..51, 254 unreadable, 255 not a card) with a confidence 0..255."""

    face: int
    confidence: int
    draw: int

    def __repr__(self) -> str:
        return f"CardRead(draw={self.draw})"


class GatePassed(Reading, frozen=True, kw_only=True):
    """A card went through the shoe's exit gate. `double`: longer than one card, perhaps two stuck together."""

    out: bool
    duration_ms: int
    double: bool


class WeightRead(Reading, frozen=True, kw_only=True):
    """A load cell, in tenths of a gram."""

    cell: int
    decigrams: int
    stable: bool


class TamperSwitch(Reading, frozen=True, kw_only=True):
    """A cover was opened or closed."""

    switch: int
    open: bool


class DeckState(Reading, frozen=True, kw_only=True):
    """The shoe's deck: 0 removed, 1 inserted, 2 lid open; how many tags it counted."""

    state: int
    tags: int


class SupplyRead(Reading, frozen=True, kw_only=True):
    """What a board measures of its own supply. `low`: it may soon restart."""

    millivolts: int
    low: bool


class SnapshotValid(Reading, frozen=True, kw_only=True):
    """A full set of levels has just been named: of the scanned antennas and inputs, what is not in here is not there."""

    inputs: tuple[tuple[int, bool], ...]
    tags: tuple[tuple[int, TagId], ...]
    antennas: tuple[int, ...] | None = None
    """Which antennas were scanned; None: all."""
    lost_readers: tuple[int, ...] = ()
    """Readers of the device that do not answer; every other one has just inventoried its antennas."""


class EventsLost(Reading, frozen=True, kw_only=True):
    """Events of this device are gone for ever; `count` None when unknown. A snapshot follows by itself."""

    count: int | None


class DeviceUp(Reading, frozen=True, kw_only=True):
    """The device said hello. `new_life`: it was restarted or swapped since the last recorded hello."""

    life: int
    new_life: bool
    firmware: str | None = None
    schema: int | None = None
    device_class: int | None = None
    antennas: int | None = None


class DeviceSilent(Reading, frozen=True, kw_only=True):
    """Nothing has been heard from the device for a second."""


class DeviceRefused(Reading, frozen=True, kw_only=True):
    """The device speaks by another schema than this program: nothing of it is taken. `schema`: its hash; `wanted`: ours."""

    schema: int
    wanted: int


AnyReading = (
    InputLevel
    | TagPresent
    | TagAbsent
    | TagHits
    | ReaderState
    | KeyMoved
    | CardRead
    | GatePassed
    | WeightRead
    | TamperSwitch
    | DeckState
    | SupplyRead
    | SnapshotValid
    | EventsLost
    | DeviceUp
    | DeviceSilent
    | DeviceRefused
)
