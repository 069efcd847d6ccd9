"""How the dealer of a rehearsal handles the keys, and how far players get ahead of them.

Owns the figures, and what chance makes of them for one act: by seed, hand, attempt and number of the act, never by time.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


@dataclass(frozen=True, slots=True)
class KeyHabits:
    """One dealer's keys. Shares are of all acts keyed, 0 to 1. Sources: "given" is the figure the work was ordered with,
    "assumed" is to be measured at a real table.
    """

    late_median_ms: int = 0
    """From an act to its key, in the middle of all acts; ms. Given: 1500."""
    late_most_ms: int = 0
    """The longest such delay of a key that is not forgotten; ms. Given: 8000."""
    late_spread: float = 0.8
    """How far delays lie apart: standard deviation of their logarithm. Assumed: so that one in fifty reaches the longest."""
    forgotten: float = 0.0
    """Share of acts whose key is not pressed when its time comes. Given: 0.02."""
    wrong: float = 0.0
    """Share of acts for which another key goes down than was meant; noticed, undone, keyed right. Given: with `doubled` 0.005."""
    doubled: float = 0.0
    """Share of acts whose last key goes down twice. Given: with `wrong` 0.005; halves are assumed."""
    doubled_least_ms: int = 60
    """From one press of a doubled key to the next at least; ms. Given."""
    doubled_most_ms: int = 400
    """The same at most; ms. Given."""
    ahead: int = 0
    """So many acts may be made behind one that is not keyed yet; number. Given: 3."""
    looks: float = 1.0
    """Share of rounds at whose end the dealer looks at the screen and keys what is missing before he burns. Given: 0.9."""


OFF: Final = KeyHabits()
"""A dealer who keys each act at once, and players who wait for it."""
TYPICAL: Final = KeyHabits(
    late_median_ms=1_500, late_most_ms=8_000, forgotten=0.02, wrong=0.0025, doubled=0.0025, ahead=3, looks=0.9
)
HARSH: Final = KeyHabits(
    late_median_ms=4_500, late_most_ms=8_000, forgotten=0.06, wrong=0.0075, doubled=0.0075, ahead=3, looks=0.7
)
"""Three times as late, as forgetful and as clumsy; no key later than typical ones at their latest (assumed)."""
PRESETS: Final[Mapping[str, KeyHabits]] = {"off": OFF, "typical": TYPICAL, "harsh": HARSH}


class Mishap(StrEnum):
    """What goes wrong with the key of one act."""

    FORGOTTEN = "forgotten"
    WRONG = "wrong"
    DOUBLED = "doubled"


def delay_of(habits: KeyHabits, chance: random.Random) -> int:
    """Milliseconds from one act to its key."""
    if not habits.late_median_ms:
        return 0
    return min(habits.late_most_ms, round(chance.lognormvariate(math.log(habits.late_median_ms), habits.late_spread)))


def mishap_of(habits: KeyHabits, chance: random.Random) -> Mishap | None:
    """What goes wrong with one key; mostly nothing."""
    drawn = chance.random()
    for mishap, share in ((Mishap.FORGOTTEN, habits.forgotten), (Mishap.WRONG, habits.wrong), (Mishap.DOUBLED, habits.doubled)):
        if drawn < share:
            return mishap
        drawn -= share
    return None
