"""What sensors are made of: those that tell the truth at once.

Owns the choice of parts for a simulated table's boards; which part goes where is in `boards`. Parts that err: `noisy_fitting`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from hardware.protocol.events import Input, Key
from hardware.simulator.antenna import Antenna, Emit, Look, Rhythm
from hardware.simulator.board_data import QUICK, Timing
from hardware.simulator.contacts import Contacts, Feel
from hardware.simulator.sensors import FieldReader
from hardware.simulator.shoe_sensors import DeckSensor, ShoeGate
from hardware.simulator.tag_reader import TagReader
from hardware.simulator.wiring import KEYPAD
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone

ROUND_MS: Final = 30
"""Each antenna of a reader that tells the truth is inventoried once in this time."""


class Fitter(Protocol):
    """Makes the sensors of one table. `emit`: where a sensor's events go."""

    def reader(self, number: int, antennas: Mapping[int, Zone], emit: Emit) -> FieldReader:
        """Reader `number` of a board, with an antenna under each of these zones."""
        ...

    def inputs(self, feel: Mapping[int, Feel], emit: Emit) -> Contacts:
        """The inputs of the table board, numbered as in `wiring`."""
        ...

    def keys(self, feel: Mapping[int, Feel], emit: Emit) -> Contacts:
        """The keys of the keypad."""
        ...

    def gate(self, emit: Emit) -> ShoeGate:
        """The gate of the shoe."""
        ...

    def deck(self, emit: Emit) -> DeckSensor:
        """What feels the deck in the shoe."""
        ...

    def stamp(self, device: str) -> Callable[[int, int], int]:
        """How a device stamps its events; see `BoardSensors`."""
        ...

    def timing(self, device: str) -> Timing:
        """How a device's clock runs."""
        ...


@dataclass(frozen=True, slots=True)
class Reception:
    """What the antennas hear: `look_at` gives each zone its look. `restless`: it can change while nothing moves.

    The default hears the bare truth.
    """

    look_at: Callable[[Zone], Look]
    restless: bool = False


def clear_reception(table: PhysicalTable) -> Reception:
    """Every card in a field answers every inventory, and nothing else does."""

    def look_at(zone: Zone) -> Look:
        return lambda _at: [card.uid for card in table.in_field(zone)]

    return Reception(look_at)


class TrueFitter:
    """See `Fitter`."""

    def __init__(self, table: PhysicalTable, reception: Reception) -> None:
        self._table = table
        self._reception = reception

    def reader(self, _number: int, antennas: Mapping[int, Zone], emit: Emit) -> FieldReader:
        """One reader visits its antennas in turn, so that each has its own moment in the round."""
        look_at, restless = self._reception.look_at, self._reception.restless
        rhythms = {number: Rhythm(ROUND_MS, number * ROUND_MS // len(antennas)) for number in antennas}
        return TagReader([Antenna(n, rhythms[n], look_at(zone), emit, restless=restless) for n, zone in antennas.items()])

    def inputs(self, feel: Mapping[int, Feel], emit: Emit) -> Contacts:
        """See `Fitter`."""
        return Contacts(feel, Input, emit)

    def keys(self, feel: Mapping[int, Feel], emit: Emit) -> Contacts:
        """See `Fitter`."""
        return Contacts(feel, key_event, emit)

    def gate(self, emit: Emit) -> ShoeGate:
        """See `Fitter`."""
        return ShoeGate(self._table, emit)

    def deck(self, emit: Emit) -> DeckSensor:
        """See `Fitter`."""
        return DeckSensor(self._table, emit)

    def stamp(self, _device: str) -> Callable[[int, int], int]:
        """See `Fitter`."""
        return lambda edge_ms, _now_ms: edge_ms

    def timing(self, _device: str) -> Timing:
        """See `Fitter`."""
        return QUICK


def key_event(key: int, pressed: bool) -> Key:
    """Of the dealer's keypad."""
    return Key(KEYPAD, key, pressed)
