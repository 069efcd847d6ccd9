"""Counts what was read, what was read wrong and what was refused, and how much that is worth."""

import math
from collections import Counter
from collections.abc import Iterable

import msgspec

from drivers.camera.seen import Seen
from table_controller.bootstrap.bench_camera_photos import BoardPhoto


class CameraSet(msgspec.Struct, frozen=True):
    """One reader on one set of pictures."""

    name: str
    """`reader/source`."""
    n: int
    """Cards shown."""
    read: int
    """Rightly."""
    wrong: int
    refused: int
    wrong_upper95: float
    """Share of wrong readings that is not exceeded with 95 % certainty (exact binomial bound, one-sided)."""
    read_lower95: float
    """Share of right readings that is reached with 95 % certainty, likewise."""


def score(name: str, pairs: Iterable[tuple[int | None, Seen]]) -> CameraSet:
    """`pairs`: the face that is shown, None for a picture without index, and what was seen."""
    shown = list(pairs)
    refused = sum(seen.face is None for _, seen in shown)
    read = sum(seen.face is not None and seen.face == face for face, seen in shown)
    return _set(name, len(shown), read, len(shown) - read - refused)


def board_score(name: str, photos: Iterable[tuple[BoardPhoto, list[Seen]]]) -> CameraSet:
    """A face seen where it is not listed is wrong; in a photograph that lists only some, as far as listed ones are missing."""
    n = read = wrong = 0
    for photo, cards in photos:
        listed, seen = Counter(photo.faces), Counter(card.face for card in cards if card.face is not None)
        right = (listed & seen).total()
        strange = seen.total() - right
        n, read = n + len(photo.faces), read + right
        wrong += strange if photo.complete else min(strange, len(photo.faces) - right)
    return _set(name, n, read, wrong)


def _set(name: str, n: int, read: int, wrong: int) -> CameraSet:
    lower = 1 - upper95(n - read, n)
    return CameraSet(name, n, read, wrong, max(0, n - read - wrong), round(upper95(wrong, n), 6), round(lower, 6))


def upper95(wrong: int, n: int) -> float:
    """The share at which so few wrong ones of `n`, or fewer, would come about in only one of twenty runs."""
    if wrong >= n:
        return 1.0
    low, high = wrong / n, 1.0
    for _ in range(60):
        share = (low + high) / 2
        low, high = (share, high) if _at_most(wrong, n, share) > 0.05 else (low, share)
    return high


def _at_most(wrong: int, n: int, share: float) -> float:
    """How likely it is that no more than `wrong` of `n` are wrong."""
    if share >= 1:
        return 0.0
    return sum(math.exp(_log_ways(n, k) + k * math.log(share) + (n - k) * math.log1p(-share)) for k in range(wrong + 1))


def _log_ways(n: int, k: int) -> float:
    """Of choosing `k` of `n`; the number itself is too large for a float from a few hundred on."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
