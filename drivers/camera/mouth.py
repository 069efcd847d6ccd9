"""The mouth of a shoe in a picture: whether a card is there, or something dark over the plate.

A card comes short edge first over a dark plate; in the picture it moves up, its index corner at the top left, and white paper is
much brighter than the plate. Knows nothing of what is printed.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np

from drivers.camera.corner import window_at_corner
from drivers.camera.geometry import WINDOW
from drivers.camera.picture import Numbers, Picture, brightest

_PX: Final = 2
"""Pixels a millimetre in which paper is looked for."""
_BRIGHTER: Final = 60
"""Paper is so much brighter than the plate."""
_SHARE: Final = 0.5
"""Of the brightest: darker is no paper."""
_PRESENT: Final = 0.04
"""Less of the picture than this is no card: a fingertip, dust."""
_EDGE_MM: Final = 0.75
_WIDE_MM: Final = 6
_LEAST_MM: Final = 26
_ROUND_MM: Final = 4
_UNLIKE: Final = 9
"""So much brighter or darker than the plate, all over: something lies on it."""
_SLOWLY: Final = 0.02
_USUAL_PLATE: Final = 25.0


class Look(NamedTuple):
    """One picture. `share` of it that is paper; `top`: the edge of the paper in mm where it is in the picture."""

    share: float
    top: float | None = None
    veiled: bool = False
    """No paper, and not the plate either."""
    ragged: float = 0.0
    """By how much, in mm, one part of the paper's last edge lies behind another."""
    left: float | None = None
    """Left edge of the paper in mm, as far as it can be told without looking for its corner."""

    @property
    def present(self) -> bool:
        """Something as big and bright as a card is there."""
        return self.share >= _PRESENT


class Mouth:
    """How a camera looks at the mouth, and what its plate looks like."""

    def __init__(self, px_per_mm: float, turn: int = 0) -> None:
        """`turn`: quarter turns, clockwise, that bring its pictures upright."""
        self.px_per_mm, self._turn = px_per_mm, turn
        self._plate: float | None = None

    def upright(self, picture: Picture) -> Picture:
        """As if it were mounted straight."""
        return np.ascontiguousarray(np.rot90(picture, -self._turn)) if self._turn else picture

    def look(self, upright: Picture) -> Look:
        """What is in an upright picture."""
        small = self._small(upright)
        middle, bright = (float(value) for value in np.percentile(small, (50, 98)))
        if self._plate is None:
            self._plate = middle if bright - middle < _BRIGHTER and middle < 2 * _USUAL_PLATE else _USUAL_PLATE
        paper = small > max(self._plate + _BRIGHTER, _SHARE * bright)
        share = float(paper.mean())
        if share < _PRESENT:
            return self._empty(share, middle)
        rows = np.flatnonzero(paper.mean(axis=1) > _WIDE_MM * _PX / paper.shape[1])
        if not rows.size:
            return Look(share)
        first, last, edge = int(rows[0]), int(rows[-1]), _EDGE_MM * _PX
        columns = np.flatnonzero(paper[first : last + 1].mean(axis=0) > _SHARE)
        whole = last + 1 <= len(paper) - edge
        return Look(
            share,
            top=None if first < edge else first / _PX,
            ragged=_ragged(paper) if whole else 0.0,
            left=float(columns[0]) / _PX if columns.size else None,
        )

    def window(self, upright: Picture) -> Picture | None:
        """At the corner of a card; None where there is none whole."""
        return window_at_corner(upright, self.px_per_mm)

    def rough_window(self, upright: Picture, look: Look) -> Picture | None:
        """Where a corner should be that `window` did not find: one that is hidden."""
        if look.top is None or look.left is None:
            return None
        x, y = (round(mm * self.px_per_mm) for mm in (look.left, look.top))
        window = upright[y : y + round(36 * self.px_per_mm), x : x + round(20 * self.px_per_mm)]
        return (
            cv2.resize(window, WINDOW, interpolation=cv2.INTER_LINEAR) if window.shape[0] > _LEAST_MM * self.px_per_mm else None
        )

    def sharpness(self, upright: Picture) -> float:
        """Of the paper's left edge, which the card moves along: how much of the way from plate to paper in one millimetre."""
        rows = brightest(upright[:: max(1, round(self.px_per_mm))]).astype(np.float32)
        depth = np.percentile(rows, 98) - np.percentile(rows, 2)
        rows = rows[rows.max(axis=1) - rows.min(axis=1) > _SHARE * depth]
        if not len(rows):
            return 0.0
        steepest = np.diff(cv2.blur(rows, (2, 1)), axis=1).max(axis=1)
        return float(np.median(steepest) / max(float(depth), 1.0)) * self.px_per_mm

    def _empty(self, share: float, middle: float) -> Look:
        assert self._plate is not None
        veiled = abs(middle - self._plate) > _UNLIKE
        if not veiled:
            self._plate += _SLOWLY * (middle - self._plate)
        return Look(share, veiled=veiled)

    def _small(self, upright: Picture) -> Numbers:
        size = (round(upright.shape[1] * _PX / self.px_per_mm), round(upright.shape[0] * _PX / self.px_per_mm))
        small: Numbers = brightest(cv2.resize(upright, (max(1, size[0]), max(1, size[1])), interpolation=cv2.INTER_AREA))
        return small


def _ragged(paper: Numbers) -> float:
    """From column to column, away from the round corner at the left."""
    ends = paper.shape[0] - paper[::-1].argmax(axis=0)
    columns = np.flatnonzero(paper.any(axis=0))
    columns = columns[columns >= columns[0] + _ROUND_MM * _PX]
    return float(np.ptp(np.percentile(ends[columns], (10, 90)))) / _PX if columns.size else 0.0
