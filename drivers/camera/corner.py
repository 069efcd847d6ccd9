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
_ROUND_MM = 4
"""Near the corner itself the card is round."""
_LEAST_MM = 30
"""So much of the window's 36 mm must be in the picture: an index ends above that."""
_STEEPEST, _SLANT = 0.45, 0.2
"""How much the first edge may rise over its length (shutter and turn), and the left edge lean (turn)."""
_APART = 60
"""Paper is so much brighter than the plate."""
_RIM_MM = (0.5, 1.0)
"""The window begins so far left of and above the corner, as those do that the network learned from."""
_OFF_MM = 0.5
"""An edge's points lie this near its line, most of them."""


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
    """Where the card is, `_LOOK` pixels a millimetre; None where nothing is much brighter than the rest."""
    size = (round(frame.shape[1] * _LOOK / px_per_mm), round(frame.shape[0] * _LOOK / px_per_mm))
    light = cv2.resize(frame, size, interpolation=cv2.INTER_AREA).max(2)
    dark, bright = np.percentile(light, (2, 90))
    if bright - dark < _APART:
        return None
    level, _ = cv2.threshold(light, 0, 255, cv2.THRESH_OTSU)
    paper: Picture = (light > min(level, (dark + bright) / 2)).astype(np.uint8)
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
    """The line most of the points lie on; None if there is none, or it is too steep."""
    points = np.stack([along, at], 1).astype(np.float32)
    for _ in range(3):
        if len(points) < 8 * _LOOK / 2:
            return None
        dx, dy, x, y = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        if abs(dy) > steepest * abs(dx):
            return None
        slope = dy / dx
        near = np.abs(points[:, 1] - y - slope * (points[:, 0] - x)) < _OFF_MM
        if near.sum() < 0.6 * len(along):
            return None
        points = points[near]
    return Line(y - slope * x, slope)


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
