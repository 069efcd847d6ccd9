"""Finds the corner of a card in the shoe camera's picture, and cuts the window out there.

The picture stands upright: cards come from below and leave at the top, the short edge with the index first, their left edge along
the shoe's guide. Both edges are looked for as straight lines, so that a card that lies aslant, or leans because the shutter reads
column after column while it moves, is straightened. What shows no such corner gives no window.
"""

from typing import NamedTuple

import cv2
import numpy as np

from drivers.camera.geometry import PX_PER_MM, WINDOW
from drivers.camera.picture import Numbers, Picture

_LOOK = 3
"""Pixels a millimetre at which edges are looked for."""
_ROUND_MM = 2.5
"""Near the corner itself the card is round."""
_LEAST_MM = 30
"""So much of the window's 36 mm must be in the picture: an index ends above that."""
_STEEPEST, _SLANT = 0.45, 0.2
"""How much the first edge may rise over its length (shutter and turn), and the left edge lean (turn)."""
_APART = 60
"""Paper is so much brighter than the plate."""
_RIM_MM = (0.5, 1.0)
"""The window begins so far left of and above the corner, as those do that the network learned from."""
_OFF_MM = 0.4
"""An edge's points lie this near its line."""
_BEFORE_MM = 0.8
"""Paper that begins this far outside a line says that it is not the edge."""
_ON_IT, _LEAST_EDGE_MM, _SEEN_MM = 0.13, 7, 3
"""Share of an edge that must be seen; how long it must be at least; how much of it must be seen: a finger may hide the rest."""
_TRIED = 16
"""Points through each two of which a line is tried."""


class Line(NamedTuple):
    """`at + slope * along`, in millimetres."""

    at: float
    slope: float


def window_at_corner(frame: Picture, px_per_mm: float) -> Picture | None:
    """The window (BGR, 8 bits, WINDOW) at the corner of the card in `frame`; None where there is none whole."""
    paper = _paper(frame, px_per_mm)
    if paper is None:
        return None
    first = _first_edge(paper)
    if first is None:
        return None
    left = _left_edge(paper, first)
    if left is None:
        return None
    across = (left.at + left.slope * first.at) / (1 - left.slope * first.slope)
    down = first.at + first.slope * across
    if down < 0.3 or down + _LEAST_MM > frame.shape[0] / px_per_mm or across < -1:
        return None
    return _cut(frame, px_per_mm, (across, down), first, left)


def _paper(frame: Picture, px_per_mm: float) -> Picture | None:
    """1 where the card is, the largest bright thing, `_LOOK` pixels a millimetre; None where nothing is much brighter."""
    size = (round(frame.shape[1] * _LOOK / px_per_mm), round(frame.shape[0] * _LOOK / px_per_mm))
    light = cv2.resize(frame, size, interpolation=cv2.INTER_AREA).max(2)
    dark, bright = np.percentile(light, (2, 90))
    if bright - dark < _APART:
        return None
    level, _ = cv2.threshold(light, 0, 255, cv2.THRESH_OTSU)
    _, labels, sizes, _ = cv2.connectedComponentsWithStats((light > min(level, (dark + bright) / 2)).astype(np.uint8))
    paper: Picture = (labels == 1 + int(sizes[1:, cv2.CC_STAT_AREA].argmax())).astype(np.uint8)
    return paper


def _first_edge(paper: Picture) -> Line | None:
    """From above, where each column's paper begins."""
    begins = paper.argmax(0)
    columns = np.flatnonzero(paper.max(0))
    if columns.size < 8 * _LOOK:
        return None
    columns = columns[columns >= columns[0] + _ROUND_MM * _LOOK]
    return _line(columns / _LOOK, begins[columns] / _LOOK, _STEEPEST)


def _left_edge(paper: Picture, first: Line) -> Line | None:
    """From the left, where each row's paper begins below the first edge."""
    top = max(0, round((first.at + _ROUND_MM + 2) * _LOOK))
    rows = np.arange(top, min(paper.shape[0], top + 30 * _LOOK))
    rows = rows[paper[rows].any(1)] if rows.size else rows
    if rows.size < 10 * _LOOK:
        return None
    return _line(rows / _LOOK, paper[rows].argmax(1) / _LOOK, _SLANT)


def _line(along: Numbers, at: Numbers, steepest: float) -> Line | None:
    """The line most of the points lie on, and the fewest before: the card has nothing outside its edge, but a finger hides more.

    None if too few lie on it, or it is too steep.
    """
    if along.size < _LEAST_EDGE_MM * _LOOK:
        return None
    some = np.linspace(0, along.size - 1, _TRIED).round().astype(int)
    one, other = (some[index] for index in np.triu_indices(_TRIED, 1))
    slopes = (at[other] - at[one]) / (along[other] - along[one])
    off = at[None] - at[one][:, None] - slopes[:, None] * (along[None] - along[one][:, None])
    near, before = np.abs(off) < _OFF_MM, off < -_BEFORE_MM
    best = near[int(np.where(np.abs(slopes) > steepest, -1000, near.sum(1) - before.sum(1)).argmax())]
    if best.sum() < max(_SEEN_MM * _LOOK, _ON_IT * along.size):
        return None
    slope, start = np.polyfit(along[best], at[best], 1)
    return Line(float(start), float(slope)) if abs(slope) <= steepest else None


def _cut(frame: Picture, px_per_mm: float, corner: tuple[float, float], first: Line, left: Line) -> Picture:
    """The card's corner to the window's, its edges to the window's edges."""
    right_way, down_way = np.array([1, first.slope]), np.array([left.slope, 1])
    down_way = down_way / np.hypot(*down_way)
    lies = np.array([[right_way[0], down_way[0], corner[0]], [right_way[1], down_way[1], corner[1]]])
    lies[:, 2] -= lies[:, :2] @ _RIM_MM
    lies[:, :2] /= PX_PER_MM
    return cv2.warpAffine(
        frame,
        (lies * px_per_mm).astype(np.float32),
        WINDOW,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
