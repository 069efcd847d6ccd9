"""What the antennas of one simulated reader hear when its host asks: the tags that lie there, as well as a `Noise` lets them.

Owns the draws of single inventories. How a card lies is in `lies`; readers of the simulated boards ask nobody (`noisy_reader`).
"""

import random
from collections.abc import Collection
from typing import Final

from hardware.protocol.events import Uid
from hardware.simulator.ghosts import Ghosts, Haunt
from hardware.simulator.lies import Ground, Lies
from hardware.simulator.noise import OFF, Noise

MOST_ANTENNAS: Final = 32


def in_a_row(stacked: Collection[int] = ()) -> Ground:
    """Antennas of which those with the next numbers are beside."""
    return Ground(
        {n: tuple(other for other in (n - 1, n + 1) if 0 <= other < MOST_ANTENNAS) for n in range(MOST_ANTENNAS)}, stacked
    )


class Radio:
    """`field`: tags by antenna, the first that came lowest."""

    def __init__(self, noise: Noise = OFF, seed: int = 1, ground: Ground | None = None) -> None:
        """The same seed, fields and questions give the same answers. `ground`: None for antennas in a row."""
        self.field: dict[int, list[Uid]] = {}
        self.passing: dict[int, list[Uid]] = {}
        self.deaf: set[int] = set()
        """Antennas that hear nothing for now."""
        self._noise = noise
        self._lies = Lies(noise, seed, ground or in_a_row())
        self._ghosts = Ghosts(noise, seed)
        self._haunts: dict[int, Haunt] = {}
        self._asked: dict[int, int] = {}
        self._random = random.Random(f"radio {seed}")  # noqa: S311  (noise to repeat, not secrets)

    def answers(self, antenna: int) -> list[Uid]:
        """The tags that answer one inventory of this antenna; two with one identity speak as one."""
        if self._noise == OFF:
            return list(dict.fromkeys(self.field.get(antenna, [])))
        if antenna in self.deaf:
            return []
        for one in (antenna, *self._lies.beside(antenna)):
            self._lies.lay(one, self.field.get(one, []), self.passing.get(one, []))
        chances = self._lies.chances(antenna)
        heard = [uid for uid, chance in chances.items() if chance >= 1 or self._random.random() < chance]
        number = self._asked[antenna] = self._asked.get(antenna, 0) + 1
        heard, self._haunts[antenna] = self._ghosts.over(self._haunts.get(antenna, Haunt()), antenna, number, heard)
        return heard
