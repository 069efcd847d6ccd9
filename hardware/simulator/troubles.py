"""When the antennas of one reader are deaf for a while, and when the reader itself does not answer.

Owns these times: they come from the seed alone, whatever lies on the table.
"""

import heapq
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from hardware.simulator.noise import Noise

SILENT_MS: Final = 600
"""A reader that does not answer for so long is told as lost."""


class Trouble(IntEnum):
    """What changes at one moment."""

    DEAF = 0
    HEARS = 1
    SILENT = 2
    LOST = 3
    BACK = 4


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """`at_ms`; `antenna`: -1 for the reader."""

    at_ms: int
    kind: Trouble
    antenna: int = -1


def troubles(noise: Noise, seed: int, name: str, antennas: Iterable[int], start_ms: int) -> Iterator[Change]:
    """All changes of one reader from a time on, in order; without an end unless there are none."""
    streams = [_bursts(noise, random.Random(f"burst {seed} {name} {n}"), n, start_ms) for n in antennas]  # noqa: S311
    return heapq.merge(*streams, _outages(noise, random.Random(f"outage {seed} {name}"), start_ms))  # noqa: S311


def _bursts(noise: Noise, chance: random.Random, antenna: int, now: float) -> Iterator[Change]:
    for begin, end in spells(chance, noise.burst_per_hour, noise.burst_shortest_s, noise.burst_longest_s, now):
        yield Change(begin, Trouble.DEAF, antenna)
        yield Change(end, Trouble.HEARS, antenna)


def _outages(noise: Noise, chance: random.Random, now: float) -> Iterator[Change]:
    for begin, end in spells(chance, noise.outage_per_hour, noise.outage_shortest_s, noise.outage_longest_s, now):
        yield Change(begin, Trouble.SILENT)
        if end - begin > SILENT_MS:
            yield Change(begin + SILENT_MS, Trouble.LOST)
        yield Change(end, Trouble.BACK)


def spells(chance: random.Random, per_hour: float, shortest_s: float, longest_s: float, now: float) -> Iterator[tuple[int, int]]:
    """Begin and end, in ms, of things that happen so often and last between shortest and longest, one after another."""
    while per_hour > 0:
        begin = now + chance.expovariate(per_hour / 3_600_000)
        now = begin + 1000 * chance.uniform(shortest_s, longest_s)
        yield round(begin), max(round(begin) + 1, round(now))
