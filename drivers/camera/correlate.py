"""Correlations of many templates with many places of a picture, as products of matrices.

What `cv2.matchTemplate` with TM_CCOEFF_NORMED gives for one template and one picture, here for all of them at once: for pictures
so small a call each costs more than the sum.
"""

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from drivers.camera.picture import Numbers, Picture

_FLAT = 1.0
"""A place with less contrast than this fits nothing."""


class Parts:
    """Templates of one size, by name: the ranks of a deck, or its suits."""

    def __init__(self, parts: Mapping[int, Picture]) -> None:
        self._names = list(parts)
        self._size = next(iter(parts.values())).shape
        self._templates = _columns(parts.values())

    def fits(self, pictures: Sequence[Picture]) -> dict[int, float]:
        """How well each template fits where it fits best, in pictures of one size: 1 the same, 0 nothing in common."""
        places = _places(pictures, self._size).reshape(-1, self._templates.shape[0])
        best = (places @ self._templates / _contrast(places)).max(0)
        return dict(zip(self._names, best.tolist(), strict=True))


class Wholes:
    """Every rank over every suit, coarsely: each card of a deck, whether it was enrolled or not."""

    def __init__(self, ranks: Mapping[int, Picture], suits: Mapping[int, Picture], step: int) -> None:
        self._ranks, self._suits = list(ranks), list(suits)
        both = [coarse(np.vstack([rank, suit]), step) for rank in ranks.values() for suit in suits.values()]
        self.size = both[0].shape
        """Of a card's index in such pixels."""
        self._templates = _columns(both)

    def best(self, pictures: Sequence[Picture]) -> tuple[float, tuple[int, int, int], int, int]:
        """How well, in which picture how far down and right, and which rank and suit fits best."""
        spots = _places(pictures, self.size)
        places = spots.reshape(-1, self._templates.shape[0])
        fits = places @ self._templates / _contrast(places)
        where, which = divmod(int(fits.argmax()), fits.shape[1])
        picture, down, right = np.unravel_index(where, spots.shape[:3])
        rank, suit = divmod(which, len(self._suits))
        return float(fits[where, which]), (int(picture), int(down), int(right)), self._ranks[rank], self._suits[suit]


def coarse(ink: Picture, step: int) -> Numbers:
    """`step` pixels to one."""
    size = (ink.shape[1] // step, ink.shape[0] // step)
    return cv2.resize(ink, size, interpolation=cv2.INTER_AREA)


def _places(pictures: Sequence[Picture], size: tuple[int, ...]) -> Numbers:
    """Picture, down, right, and what is there."""
    stack = np.stack(pictures).astype(np.float32)
    places: Numbers = np.ascontiguousarray(sliding_window_view(stack, size, axis=(1, 2)))
    return places


def _columns(templates: Iterable[Picture]) -> Numbers:
    """Each template with mean 0 and length 1, in a column."""
    rows = np.stack([template.ravel() for template in templates]).astype(np.float32)
    level = rows - rows.mean(1, keepdims=True)
    columns: Numbers = np.ascontiguousarray((level / np.maximum(np.linalg.norm(level, axis=1, keepdims=True), _FLAT)).T)
    return columns


def _contrast(places: Numbers) -> Numbers:
    """The length of each row once its mean is taken away; templates have none, so that rows need not be changed."""
    sums = places @ np.ones(places.shape[1], np.float32)
    squares = np.einsum("ij,ij->i", places, places) - sums**2 / places.shape[1]
    contrast: Numbers = np.sqrt(np.maximum(squares, _FLAT))[:, None]
    return contrast
