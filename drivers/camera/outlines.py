"""Finds the outlines of cards in a photograph."""

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from drivers.camera.geometry import CARD, CARD_HEIGHT_MM, CARD_WIDTH_MM, WINDOW
from drivers.camera.picture import Numbers, Picture

LOOKED_AT = 960
"""A larger photograph is looked at with its long side at so many pixels."""
_SMALLEST, _LARGEST = 0.002, 0.97
"""Share of the picture a card takes."""
_PROPORTION = CARD_WIDTH_MM / CARD_HEIGHT_MM
_NARROWEST, _WIDEST = 0.5, 0.9
"""How foreshortened a card may be: short side by long side."""
_LEVELS = (0, 30)
"""Around Otsu's threshold: one alone joins cards to a light table, or loses them in the shade."""
_OVERLAP = 0.3
_BENDS = (0.02, 0.03, 0.04, 0.05, 0.06, 0.08)
_POINTS = 60
"""Of one side are enough for its line."""
Quad = Numbers
"""Four corners of a card in the photograph, clockwise, beginning so that the first side is a short one."""


class _Found(NamedTuple):
    score: float
    area: float
    quad: Quad


def card_outlines(photo: Picture) -> list[Quad]:
    """Outlines that could be cards, likeliest first, none over another."""
    scale = min(1.0, LOOKED_AT / max(photo.shape[:2]))
    if min(photo.shape[:2]) * scale < 1:
        return []
    small = _smaller(photo, scale) if scale < 1 else photo
    kept: list[_Found] = []
    for found in sorted(_candidates(small), key=lambda candidate: -candidate.score):
        if all(_shared(found, other) <= _OVERLAP for other in kept):
            kept.append(found)
    return [found.quad / scale for found in kept]


def corner_windows(photo: Picture, quad: Quad) -> list[Picture]:
    """The windows at both index corners, as if seen from above: at the first corner of `quad`, and upside down at the third."""
    width, height = CARD
    card = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    turned = (quad, np.roll(quad, -2, 0))
    places = [cv2.getPerspectiveTransform(corners.astype(np.float32), card) for corners in turned]
    return [cv2.warpPerspective(photo, place, WINDOW, flags=cv2.INTER_AREA) for place in places]


def _smaller(photo: Picture, scale: float) -> Picture:
    """Down to half the size it is enough, and much quicker, to look between pixels."""
    how = cv2.INTER_LINEAR if scale >= 0.5 else cv2.INTER_AREA
    return cv2.resize(photo, None, fx=scale, fy=scale, interpolation=how)


def _masks(photo: Picture) -> Iterator[Picture]:
    """White where paper might be, seen in several ways."""
    grey = cv2.GaussianBlur(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    colours = cv2.cvtColor(photo, cv2.COLOR_BGR2HSV)
    white = cv2.GaussianBlur(cv2.subtract(colours[:, :, 2], colours[:, :, 1] // 2), (5, 5), 0)
    for light in (grey, white):
        level, _ = cv2.threshold(light, 0, 255, cv2.THRESH_OTSU)
        yield from (cv2.threshold(light, level + by, 255, cv2.THRESH_BINARY)[1] for by in _LEVELS)
    yield cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, -8)
    yield cv2.dilate(cv2.Canny(grey, 40, 120), np.ones((3, 3), np.uint8))


def _candidates(photo: Picture) -> Iterator[_Found]:
    whole = photo.shape[0] * photo.shape[1]
    for mask in _masks(photo):
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            area = cv2.contourArea(contour)
            if _SMALLEST * whole <= area <= _LARGEST * whole:
                found = _judged(contour, area)
                if found is not None:
                    yield found


def _judged(contour: Numbers, area: float) -> _Found | None:
    """The outline as four straight sides, with how much it looks like a card; None where it does not."""
    hull = cv2.convexHull(contour)
    hull_area = cv2.contourArea(hull)
    quad = _four_sides(contour, hull) if area >= 0.9 * hull_area else None
    if quad is None:
        return None
    quad_area = cv2.contourArea(quad)
    fill = hull_area / quad_area if quad_area > 0 else 0.0
    top, right, bottom, left = (float(np.linalg.norm(quad[(k + 1) % 4] - quad[k])) for k in range(4))
    proportion = (top + bottom) / (left + right)
    if not 0.93 < fill < 1.08 or not _NARROWEST < proportion < _WIDEST:
        return None
    uneven = abs(top - bottom) / (top + bottom) + abs(left - right) / (left + right)
    score = 1 - abs(proportion - _PROPORTION) - abs(fill - 0.995) - 0.3 * uneven + 0.3 * area / hull_area
    return _Found(score, quad_area, quad)


def _four_sides(contour: Numbers, hull: Numbers) -> Quad | None:
    """Lines through the straight parts of the sides: the corners themselves are round."""
    around = cv2.arcLength(hull, True)
    rough = next((four for bend in _BENDS if len(four := cv2.approxPolyDP(hull, bend * around, True)) == 4), None)
    if rough is None:
        return None
    quad, points = _ordered(rough), contour.reshape(-1, 2).astype(np.float32)
    sides = [_side(points, quad[k], quad[(k + 1) % 4]) for k in range(4)]
    corners = [_crossing(sides[k - 1], sides[k]) for k in range(4)]
    fine = np.array([corner if corner is not None else quad[k] for k, corner in enumerate(corners)], np.float32)
    return fine if float(np.abs(fine - quad).max()) <= 0.12 * around else quad


def _ordered(rough: Numbers) -> Quad:
    """Clockwise, the first side a short one."""
    quad = rough.reshape(4, 2).astype(np.float32)
    from_middle = quad - quad.mean(0)
    quad = quad[np.argsort(np.arctan2(from_middle[:, 1], from_middle[:, 0]))]
    quad = np.roll(quad, -int(quad.sum(1).argmin()), 0)
    sides = [float(np.linalg.norm(quad[(k + 1) % 4] - quad[k])) for k in range(4)]
    return np.roll(quad, -1, 0) if sides[0] + sides[2] > sides[1] + sides[3] else quad


def _side(points: Numbers, start: Numbers, end: Numbers) -> Numbers:
    """Direction and a point of the line through the middle part of one side."""
    along = end - start
    length = float(np.linalg.norm(along)) or 1.0
    along = along / length
    forward, aside = (points - start) @ along, np.abs((points - start) @ np.array([-along[1], along[0]], np.float32))
    near = points[(forward > 0.15 * length) & (forward < 0.85 * length) & (aside < 0.04 * length)]
    if len(near) < 8:
        return np.array([*along, *start], np.float32)
    near = np.ascontiguousarray(near[:: 1 + len(near) // _POINTS])
    line: Numbers = cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return line


def _crossing(one: Numbers, other: Numbers) -> Numbers | None:
    (dx, dy, x, y), (other_dx, other_dy, other_x, other_y) = one.tolist(), other.tolist()
    across = dy * other_dx - dx * other_dy
    if abs(across) < 1e-6:
        return None
    way = ((other_y - y) * other_dx - (other_x - x) * other_dy) / across
    return np.array([x + way * dx, y + way * dy], np.float32)


def _shared(one: _Found, other: _Found) -> float:
    """How much of the smaller one the other covers.

    OpenCV finds no intersection of two outlines that are almost the same; so one whose middle lies in the other is over it.
    """
    x, y = one.quad.mean(0).tolist()
    if cv2.pointPolygonTest(other.quad, (x, y), False) >= 0:
        return 1.0
    return cv2.intersectConvexConvex(one.quad, other.quad)[0] / min(one.area, other.area)
