"""The four suits as shapes, and where a card of each rank has them."""

from functools import lru_cache

import cv2
import numpy as np

from hardware.simulator.camera.design import Picture

_FINE = 8
"""A shape is drawn so many times larger and then made smaller."""
_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_SIDES = (_LEFT, _RIGHT)
_TWO = ((_MIDDLE, 0.0), (_MIDDLE, 1.0))
_FOUR = tuple((side, end) for side in _SIDES for end in (0.0, 1.0))
_SIX = (*_FOUR, (_LEFT, 0.5), (_RIGHT, 0.5))
_EIGHT = tuple((side, row / 3) for side in _SIDES for row in range(4))
PIP_PLACES: tuple[tuple[tuple[float, float], ...], ...] = (
    _TWO,
    (*_TWO, (_MIDDLE, 0.5)),
    _FOUR,
    (*_FOUR, (_MIDDLE, 0.5)),
    _SIX,
    (*_SIX, (_MIDDLE, 0.25)),
    (*_SIX, (_MIDDLE, 0.25), (_MIDDLE, 0.75)),
    (*_EIGHT, (_MIDDLE, 0.5)),
    (*_EIGHT, (_MIDDLE, 1 / 6), (_MIDDLE, 5 / 6)),
    (),
    (),
    (),
    ((_MIDDLE, 0.5),),
)
"""For each rank from 2 to ace: across and down, 0..1 within the field of the pips."""


@lru_cache(maxsize=64)
def pip(suit: int, pixels: int) -> Picture:
    """How much ink is where (0..255): clubs, diamonds, hearts or spades (0..3), `pixels` high."""
    side = pixels * _FINE
    image = np.zeros((side, side), np.uint8)
    _SHAPES[suit](image)
    rows, columns = np.nonzero(image)
    cut = image[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    width = max(2, round(cut.shape[1] * pixels / cut.shape[0]))
    return cv2.resize(cut, (width, pixels), interpolation=cv2.INTER_AREA)


def _curve(image: Picture, points: list[tuple[float, float]]) -> None:
    side = image.shape[0]
    corners = np.array([(side * (0.5 + 0.48 * x), side * (0.5 + 0.48 * y)) for x, y in points])
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], (255,))


def _disc(image: Picture, x: float, y: float, radius: float) -> None:
    side = image.shape[0]
    cv2.circle(image, (round(side * (0.5 + 0.48 * x)), round(side * (0.5 + 0.48 * y))), round(side * 0.48 * radius), (255,), -1)


def _diamond(image: Picture) -> None:
    quarter = np.linspace(0, 1, 20)
    bulge = [(0.74 * (1 - t) ** 0.9, -t * 0.98) for t in quarter]
    _curve(
        image,
        [*bulge, *((-x, y) for x, y in reversed(bulge)), *((-x, -y) for x, y in bulge), *((x, -y) for x, y in reversed(bulge))],
    )


def _heart(image: Picture, turned: int = 1, low: float = 0.0) -> None:
    t = np.linspace(0, 2 * np.pi, 200)
    x = np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 15
    _curve(image, [(0.92 * a, turned * 0.85 * b + low) for a, b in zip(x.tolist(), y.tolist(), strict=True)])


def _stem(image: Picture) -> None:
    _curve(image, [(-0.07, 0.1), (0.07, 0.1), (0.12, 0.6), (0.36, 0.98), (-0.36, 0.98), (-0.12, 0.6)])


def _spade(image: Picture) -> None:
    _heart(image, -1, -0.1)
    _stem(image)


def _club(image: Picture) -> None:
    _disc(image, 0, -0.52, 0.42)
    _disc(image, -0.5, 0.16, 0.42)
    _disc(image, 0.5, 0.16, 0.42)
    _curve(image, [(-0.35, -0.1), (0.35, -0.1), (0.2, 0.3), (-0.2, 0.3)])
    _stem(image)


_SHAPES = (_club, _diamond, _heart, _spade)
