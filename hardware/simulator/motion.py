"""What moves at a simulated table beside what hands are told to do: cards pass over antennas on their way, players lift theirs.

Owns when, by chance; `hands` does it. Knows no rules.
"""

import random
from collections.abc import Iterator

from hardware.simulator.felt import passed
from hardware.simulator.noise import Noise
from hardware.simulator.zones import Zone


class Motion:
    """The movements of one table."""

    def __init__(self, noise: Noise, seed: int) -> None:
        """The same seed and questions give the same movements."""
        self._noise = noise
        self._random = random.Random(f"motion {seed}")  # noqa: S311  (noise to repeat, not secrets)

    def way(self, source: Zone, to: Zone, ms: int) -> Iterator[tuple[Zone, int, int]]:
        """Zones that a card is over on its way of `ms`, with the time at which it comes there and leaves, from the start."""
        half = self._noise.pass_ms / 2
        for zone, part in passed(source, to) if half else ():
            begin, end = max(0, round(part * ms - half)), min(ms, round(part * ms + half))
            if begin < end:
                yield zone, begin, end

    def looks(self) -> Iterator[tuple[int, int]]:
        """A seat has got its cards: when from now, and for how long, in ms, its player lifts them."""
        chance, noise = self._random, self._noise
        so_far = chance.expovariate(1)
        while so_far < noise.lift_per_hand:
            so_far += chance.expovariate(1)
            begin = noise.lift_soonest_s * (noise.lift_within_s / noise.lift_soonest_s) ** chance.random()
            lasts = noise.lift_shortest_s * (noise.lift_longest_s / noise.lift_shortest_s) ** chance.random() ** 3
            yield round(begin * 1000), round(lasts * 1000)
