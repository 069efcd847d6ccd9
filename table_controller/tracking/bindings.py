"""What each wire of each device stands for: antennas to zones, inputs to seats, keypads, the shoe.

Plain values made from the table's configuration. An unbound source is looked up as None and is never guessed.
"""

from enum import Enum, IntEnum

import msgspec

from table_controller.core.ids import DeviceId, SeatNo
from table_controller.core.places import SEAT_PLACES, Place


class Zone(IntEnum):
    """One antenna's area. Several zones can be one place: the board has three. Numbers stand in journals; never renumber."""

    SHOE = 0
    SEAT_1 = 1
    SEAT_2 = 2
    SEAT_3 = 3
    SEAT_4 = 4
    SEAT_5 = 5
    SEAT_6 = 6
    SEAT_7 = 7
    SEAT_8 = 8
    SEAT_9 = 9
    SEAT_10 = 10
    BURN = 11
    FLOP = 12
    TURN = 13
    RIVER = 14
    MUCK = 15
    HOLD = 16
    OUT = 17
    POT = 18


PLACE_OF_ZONE: dict[Zone, Place] = {
    Zone.SHOE: Place.SHOE,
    **{Zone(seat): place for seat, place in SEAT_PLACES.items()},
    Zone.BURN: Place.BURN,
    Zone.FLOP: Place.BOARD,
    Zone.TURN: Place.BOARD,
    Zone.RIVER: Place.BOARD,
    Zone.MUCK: Place.MUCK,
    Zone.HOLD: Place.HOLD,
    Zone.OUT: Place.OUT,
    Zone.POT: Place.NOWHERE,
}
"""The pot is no place for a card: one seen there is nowhere until it lies somewhere."""


ZONE_OF_PLACE: dict[Place, Zone] = {place: zone for zone, place in reversed(PLACE_OF_ZONE.items())}
"""One zone of each place, the first."""


def place_of(zone: Zone | None) -> Place:
    """The place of a zone; None is nowhere."""
    return Place.NOWHERE if zone is None else PLACE_OF_ZONE[zone]


class SourceKind(Enum):
    """What on a device speaks. A card reader of the optical shoe, its gate and its deck switch have the index 0."""

    ANTENNA = "antenna"
    INPUT = "input"
    KEYPAD = "keypad"
    DECK = "deck"
    GATE = "gate"
    CARD = "card"


class InputRole(Enum):
    """What a debounced input of a seat tells."""

    OCCUPIED = "occupied"
    BET = "bet"
    BUTTON = "button"


class InputBinding(msgspec.Struct, frozen=True, gc=False):
    role: InputRole
    seat: SeatNo


class Bindings(msgspec.Struct, frozen=True, kw_only=True):
    """Every bound source of a table. `names` has every configured device; `needed`: without them play is locked."""

    antennas: dict[tuple[DeviceId, int], Zone] = {}
    inputs: dict[tuple[DeviceId, int], InputBinding] = {}
    keypads: frozenset[tuple[DeviceId, int]] = frozenset()
    decks: frozenset[tuple[DeviceId, int]] = frozenset()
    gates: frozenset[tuple[DeviceId, int]] = frozenset()
    cards: frozenset[tuple[DeviceId, int]] = frozenset()
    names: dict[DeviceId, str] = {}
    needed: frozenset[DeviceId] = frozenset()
    round_ms: int = 0
    """In this time a reader visits all its antennas once, the slowest one's; 0: an antenna misses nothing."""

    def lookup(self, device: DeviceId, kind: SourceKind, index: int) -> Zone | InputBinding | None:
        """What this source stands for; None when it is not bound. Keypads, decks, gates and card readers answer with `SHOE`."""
        source = (device, index)
        if kind is SourceKind.ANTENNA:
            return self.antennas.get(source)
        if kind is SourceKind.INPUT:
            return self.inputs.get(source)
        bound = {
            SourceKind.KEYPAD: self.keypads,
            SourceKind.DECK: self.decks,
            SourceKind.GATE: self.gates,
            SourceKind.CARD: self.cards,
        }
        return Zone.SHOE if source in bound[kind] else None

    def zones(self) -> frozenset[Zone]:
        """Which areas have an antenna at all."""
        return frozenset(self.antennas.values())

    @property
    def shoe_sees(self) -> bool:
        """An antenna or a camera at the shoe's mouth says which cards leave it."""
        return bool(self.cards) or Zone.SHOE in self.antennas.values()

    def seats_with(self, role: InputRole) -> frozenset[SeatNo]:
        """Which seats have such an input."""
        return frozenset(bound.seat for bound in self.inputs.values() if bound.role is role)
