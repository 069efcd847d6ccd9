"""Where on a deck's cards the index is: found on ink maps of many cards at once."""

from typing import NamedTuple

import cv2
import numpy as np

from drivers.camera.ink import INK_PX, INK_SIZE
from drivers.camera.picture import Picture

_INKED = 90
_WIDEST, _NARROWEST = 12 * INK_PX, 4 * INK_PX
"""An index is at most 12 mm wide; where it runs into the pips it is cut where the ink is weakest, at least 4 mm on."""
_RANK_AT_LEAST, _RANK_AT_MOST = 4 * INK_PX, 15 * INK_PX
_SUIT_AT_LEAST = 3 * INK_PX
_LOWEST = 34 * INK_PX
_SHARED = 0.35
"""Somewhere in the index there is ink on at least this share of the cards: an edge that shows on a few is none."""


class NoIndexError(Exception):
    """The cards shown have no index that could be found."""


class Box(NamedTuple):
    """In pixels of an ink map; `split` is the row between rank and suit."""

    left: int
    top: int
    right: int
    bottom: int
    split: int

    @property
    def spot(self) -> tuple[slice, slice]:
        """Rows and columns of the whole index."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


def found_box(maps: list[Picture]) -> Box:
    """The index of these cards, which lie about alike; `maps` are without edges. NoIndexError if there is none."""
    often = np.mean([ink > _INKED for ink in maps], axis=0)[: _LOWEST + 1]
    columns = np.flatnonzero(often.max(0) > _SHARED)
    if not columns.size:
        raise NoIndexError
    left = right = int(columns[0])
    while left > 0 and often[:, left - 1].max() > 0.1:
        left -= 1
    right = _right_edge(often, left, right)
    rows = often[:, left : right + 1].mean(1)
    inked = np.flatnonzero(rows > 0.02)
    if not inked.size or inked[0] + _RANK_AT_LEAST + _SUIT_AT_LEAST >= _LOWEST:
        raise NoIndexError
    top = int(inked[0])
    split = _weakest(rows, top + _RANK_AT_LEAST, min(top + _RANK_AT_MOST, 33 * INK_PX))
    bottom = split + 1
    while bottom < _LOWEST and (rows[bottom] > 0.02 or bottom - split < _SUIT_AT_LEAST):
        bottom += 1
    return Box(max(left - 2, 0), max(top - 2, 0), min(right + 3, INK_SIZE[0]), min(bottom + 2, INK_SIZE[1]), split)


def without_edges(ink: Picture) -> Picture:
    """`ink` of a window as it was taken, without what touches its border: the card's edge, the table, the next card."""
    count, labels, sizes, _ = cv2.connectedComponentsWithStats((ink > _INKED).astype(np.uint8))
    edges = np.zeros(ink.shape, np.uint8)
    for label in range(1, count):
        left, top, width, _height, area = sizes[label]
        if left <= 2 or top <= 2 or left + width >= INK_SIZE[0] - 1 or area < 4:
            edges[labels == label] = 1
    return np.where(cv2.dilate(edges, np.ones((3, 3), np.uint8)) > 0, 0, ink).astype(np.uint8)


def _right_edge(often: Picture, left: int, right: int) -> int:
    most = often.max(0)
    while right + 1 < INK_SIZE[0] and right - left < _WIDEST and most[right + 1] > 0.1:
        right += 1
    if right - left < _WIDEST - INK_PX:
        return right
    return left + _NARROWEST + int(often[:, left + _NARROWEST : left + _WIDEST - INK_PX].mean(0).argmin())


def _weakest(rows: Picture, first: int, last: int) -> int:
    """The row with the least ink around it: between rank and suit."""
    smooth = np.convolve(rows, (0.25, 0.5, 0.25), "same")
    return first + int(smooth[first:last].argmin())
