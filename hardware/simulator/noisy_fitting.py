"""What sensors are made of that err, as much as a `Noise` says.

Owns which habit goes with which input, and what is under each antenna. Each part draws from chances of its own.
"""

from collections.abc import Callable, Mapping
from functools import partial

from hardware.protocol.events import Input, Uid
from hardware.simulator.antenna import Emit
from hardware.simulator.board_data import Timing
from hardware.simulator.contacts import Contacts, Feel
from hardware.simulator.delays import Jitter, drift_ppm
from hardware.simulator.fitting import key_event
from hardware.simulator.lies import Lies, ground_of
from hardware.simulator.noise import Noise
from hardware.simulator.noisy_contacts import Habit, NoisyContacts, hall_habit, key_habit, line_habit, seat_habit
from hardware.simulator.noisy_reader import NoisyReader
from hardware.simulator.noisy_shoe import NoisyDeck, NoisyGate
from hardware.simulator.wiring import BET_LINE_INPUTS, BUTTON_INPUTS, OCCUPIED_INPUTS
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone


class NoisyFitter:
    """See `Fitter`."""

    def __init__(self, table: PhysicalTable, noise: Noise, seed: int, now: Callable[[], int]) -> None:
        self._table = table
        self._noise = noise
        self._seed = seed
        self._now = now

    def reader(self, number: int, antennas: Mapping[int, Zone], emit: Emit) -> NoisyReader:
        """See `Fitter`."""

        def lay(antenna: int) -> tuple[list[Uid], list[Uid]]:
            zone = antennas[antenna]
            return [card.uid for card in self._table.in_field(zone)], [card.uid for card in self._table.passing(zone)]

        ground = ground_of(antennas)
        seed = self._seed * 2 + bool(ground.mouths)  # the shoe's reader has antenna 0 too
        return NoisyReader(number, antennas, Lies(self._noise, seed, ground), seed, lay, emit, self._now())

    def inputs(self, feel: Mapping[int, Feel], emit: Emit) -> Contacts:
        """See `Fitter`."""
        noise, habits = self._noise, dict[int, Habit]()
        for index, seat in OCCUPIED_INPUTS.items():
            habits[index] = seat_habit(noise, partial(self._table.present.__contains__, seat))
        for index, seat in BET_LINE_INPUTS.items():
            habits[index] = line_habit(noise, partial(self._table.present.__contains__, seat))
        for index in BUTTON_INPUTS:
            habits[index] = hall_habit(noise, [near for near in (index - 1, index + 1) if near in BUTTON_INPUTS])
        return NoisyContacts(feel, Input, emit, habits, noise, f"inputs {self._seed}", self._now())

    def keys(self, feel: Mapping[int, Feel], emit: Emit) -> Contacts:
        """See `Fitter`."""
        habits = dict.fromkeys(feel, key_habit(self._noise))
        return NoisyContacts(feel, key_event, emit, habits, self._noise, f"keys {self._seed}", self._now())

    def gate(self, emit: Emit) -> NoisyGate:
        """See `Fitter`."""
        return NoisyGate(self._table, emit, self._noise, self._seed, self._now())

    def deck(self, emit: Emit) -> NoisyDeck:
        """See `Fitter`."""
        return NoisyDeck(self._table, emit, self._noise, self._seed)

    def stamp(self, device: str) -> Callable[[int, int], int]:
        """See `Fitter`."""
        return Jitter(self._noise, self._seed, device).stamp

    def timing(self, device: str) -> Timing:
        """See `Fitter`."""
        return Timing(clock_ppm=drift_ppm(self._noise, self._seed, device))
