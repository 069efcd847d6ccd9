"""How late the events of a device come to the host, and how wrong its clock is.

Numbers only; whoever carries events applies them.
"""

import random

from hardware.simulator.noise import Noise


class Delays:
    """Of one device: `arrival` of its events, in the order in which it says them."""

    def __init__(self, noise: Noise, seed: int, device: str) -> None:
        """The same seed, device and questions give the same delays."""
        self._noise = noise
        self._random = random.Random(f"delay {seed} {device}")  # noqa: S311  (noise to repeat, not secrets)
        self._last = 0

    def arrival(self, said_ms: int) -> int:
        """When an event said at this time comes to the host, in ms. None overtakes another of this device."""
        self._last = max(self._last, said_ms + round(self._delay()))
        return self._last

    def _delay(self) -> float:
        """Around the median by half and double; the tail evenly up to the longest."""
        noise, chance = self._noise, self._random
        if noise.delay_tail and chance.random() < noise.delay_tail:
            return chance.uniform(min(noise.delay_ms, noise.delay_longest_ms), noise.delay_longest_ms)
        return noise.delay_ms * 2 ** chance.uniform(-1, 1) if noise.delay_ms else 0.0


def drift_ppm(noise: Noise, seed: int, device: str) -> int:
    """How much faster than true the clock of a device runs, for its whole life."""
    if not noise.drift_ppm:
        return 0
    return round(random.Random(f"drift {seed} {device}").uniform(-noise.drift_ppm, noise.drift_ppm))  # noqa: S311


class Jitter:
    """Of one device: how its events are stamped."""

    def __init__(self, noise: Noise, seed: int, device: str) -> None:
        self._most = noise.stamp_jitter_ms
        self._random = random.Random(f"stamp {seed} {device}")  # noqa: S311  (noise to repeat, not secrets)

    def stamp(self, edge_ms: int, now_ms: int) -> int:
        """The time that an event's first edge is given: not before it was, and not after now."""
        return min(now_ms, edge_ms + round(self._random.uniform(0, self._most))) if self._most else edge_ms
