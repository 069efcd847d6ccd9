"""Chances that depend on numbers alone: the same seed and the same numbers give the same draw, whenever and however often asked.

Owns the mixing. For streams that are drawn once in order, a seeded `random.Random` is enough.
"""

import math
from typing import Final
from zlib import crc32

NEVER: Final = 1 << 62
_WORD: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def mixed(number: int) -> int:
    """The last step of splitmix64: 64 bits that look like chance."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31


def base_of(seed: int, word: str, *numbers: int) -> int:
    """What `draw` needs for one stream: of this seed, with this name."""
    base = mixed(seed + _STEP & _WORD) ^ crc32(word.encode())
    for number in numbers:
        base = mixed(base * _STEP + number + 1 & _WORD)
    return base


def draw(base: int, number: int) -> float:
    """Draw `number` of a stream: above 0, at most 1."""
    return ((mixed(base + number * _STEP & _WORD) >> 11) + 1) / (1 << 53)


def next_time(base: int, start: int, chance: float) -> int:
    """The first trial from number `start` on that comes true, when each does with this chance; NEVER for 0.

    One draw, that of `start`; so nothing is asked of the trials between.
    """
    if chance <= 0:
        return NEVER
    if chance >= 1:
        return start
    return start + int(math.log(draw(base, start)) / math.log1p(-chance))
