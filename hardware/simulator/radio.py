"""What the antennas of one simulated reader hear: the tags that lie there, and noise over that.

Owns every figure of the noise, with its source where there is one. Nothing of it has been measured at a table.
"""

import random
from dataclasses import dataclass
from typing import Final

from hardware.protocol.events import Uid


@dataclass(frozen=True, slots=True)
class FieldNoise:
    """How badly tags are heard: each figure a chance, for one tag in one inventory where nothing else is said."""

    miss: float = 0.0
    """A tag well in the field does not answer."""
    edge: float = 0.0
    """A card lies at the edge of its antenna; for one card in one place always or never."""
    edge_miss: float = 0.0
    """A tag at the edge does not answer."""
    neighbour: float = 0.0
    """The antenna beside hears it too."""
    depth: tuple[float, ...] = (1.0,)
    """In a stack: the chance to answer, top card first; the last figure stands for all below."""


QUIET: Final = FieldNoise()
TYPICAL: Final = FieldNoise(miss=0.02, edge=0.05, edge_miss=0.2, neighbour=0.005, depth=(1.0, 1.0, 0.5, 0.1))
"""Misses and their rise at the edge: design page of the hardware; the share at the edge and the neighbour: assumed. Depth:
hobbyists say that two stacked cards read well and three are iffy; 0.5 and 0.1 are assumed."""


class Radio:
    """`field`: tags by antenna, the first that came lowest. `stacked`: antennas over which they lie on each other."""

    def __init__(self, noise: FieldNoise = QUIET, seed: int = 1) -> None:
        """The same seed, fields and questions give the same answers."""
        self.field: dict[int, list[Uid]] = {}
        self.stacked: set[int] = set()
        self.noise = noise
        self._seed = seed
        self._random = random.Random(f"radio {seed}")  # noqa: S311  (noise to repeat, not secrets)

    def answers(self, antenna: int) -> list[Uid]:
        """The tags that answer one inventory of this antenna; two with one identity speak as one."""
        own = list(dict.fromkeys(self.field.get(antenna, [])))
        heard = [uid for depth, uid in enumerate(reversed(own)) if self._heard(uid, antenna, depth)]
        return heard[::-1] + [uid for uid in self._beside(antenna) if uid not in own and self._chance(self.noise.neighbour)]

    def _heard(self, uid: Uid, antenna: int, depth: int) -> bool:
        noise = self.noise
        at_edge = noise.edge > 0 and random.Random(f"{self._seed} {antenna} {uid.hex()}").random() < noise.edge  # noqa: S311
        deep = noise.depth[min(depth, len(noise.depth) - 1)] if antenna in self.stacked else 1.0
        return not self._chance(noise.edge_miss if at_edge else noise.miss) and (deep >= 1 or self._chance(deep))

    def _beside(self, antenna: int) -> list[Uid]:
        """Tags over the antennas beside: those with the next numbers."""
        if not self.noise.neighbour:
            return []
        return [uid for other in (antenna - 1, antenna + 1) for uid in self.field.get(other, [])]

    def _chance(self, chance: float) -> bool:
        return chance > 0 and self._random.random() < chance
