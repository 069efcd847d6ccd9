"""How long people take: pauses as they are at a table, scaled by a factor, or none at all.

Owns pauses only. They have a source of chance of their own, so that what people decide never depends on how quick they are.
"""

import random
from dataclasses import dataclass
from typing import Final

_PAUSES_MS: Final[dict[str, tuple[int, int]]] = {
    "deal": (60, 220),
    "act": (700, 4500),
    "key": (150, 700),
    "street": (600, 1500),
    "show": (900, 2500),
    "pay": (1200, 3000),
    "shuffle": (4000, 8000),
    "floor": (2500, 6000),
    "notice": (400, 1200),
}
"""Shortest and longest pause before: a card is dealt, a player acts, a key is pressed, a street is dealt, a hand is shown, a pot
is pushed; while the deck is shuffled; until the floor has come; until an error is noticed. All assumed."""


@dataclass(frozen=True, slots=True)
class Pace:
    """`factor` 1 is a real table, 10 is ten times quicker, None is as quick as the sensors allow."""

    seed: int
    factor: float | None = 1.0

    def pauses(self) -> "Pauses":
        """A run of pauses."""
        return Pauses(self)


class Pauses:
    """Draws one pause after another."""

    def __init__(self, pace: Pace) -> None:
        self._factor = pace.factor
        self._rng = random.Random(f"pace {pace.seed}")  # noqa: S311  (a rehearsal is repeatable)

    def before(self, what: str) -> int:
        """Milliseconds to wait before doing this."""
        least, most = _PAUSES_MS[what]
        if self._factor is None:
            return 0
        return round(self._rng.triangular(least, most, least + (most - least) / 4) / self._factor)

    def scaled(self, ms: int) -> int:
        """A pause that was drawn elsewhere, at this pace."""
        return 0 if self._factor is None else round(ms / self._factor)
