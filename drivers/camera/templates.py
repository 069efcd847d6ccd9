"""The template reader's knowledge of one deck: what its own cards looked like when they were enrolled."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from drivers.camera.index_box import Box, found_box, without_edges
from drivers.camera.ink import INK_PX, INK_SIZE, ink_of, redness, to_ink_size
from drivers.camera.picture import Numbers, Picture
from table_controller.core.cards import Card, rank_of, suit_of

RED_SUITS = (1, 2)
_STILL: Numbers = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
_ROUNDS = ((0,), (0,), (0,), (-4, -2, 0, 2, 4), tuple(range(-5, 6)))
"""Turns, in degrees, tried in each round of laying the enrolled cards over one another."""
_SHIFT = 3 * INK_PX
_NEAR = 3
_APART = 0.1
"""Red and black suits differ by at least this much of redness in a deck of two colours; in four colours they do not."""

Samples = Mapping[Card, Sequence[Picture]]
"""For each face, windows that show it."""


class RedInk(NamedTuple):
    """What tells the red suits of a deck from the black ones."""

    middle: float
    between: float
    """How far apart red and black are."""


class Templates(NamedTuple):
    """One deck, as ink maps of its index."""

    box: Box
    faces: tuple[Card, ...]
    corners: tuple[Picture, ...]
    """Whole index of each of `faces`."""
    ranks: dict[int, Picture]
    suits: dict[int, Picture]
    """Upper and lower part of the index, averaged over the cards that share it."""
    red: RedInk | None
    """None for a deck whose suits have four colours."""


class _Shown(NamedTuple):
    small: Picture
    """The window at the size of an ink map."""
    ink: Picture
    lay: Numbers
    """The 2 x 3 matrix that lays it over the others."""

    def laid(self) -> Picture:
        return cv2.warpAffine(self.ink, self.lay, INK_SIZE)


def enrolled(samples: Samples) -> Templates:
    """From windows of each card. NoIndexError if they have no index in common."""
    shown = {face: [_shown(to_ink_size(window)) for window in windows] for face, windows in samples.items()}
    for turns in _ROUNDS:
        box = found_box([card.laid() for cards in shown.values() for card in cards])
        wanted = _wanted(shown, box, each=shown[next(iter(shown))][0].lay is not _STILL)
        shown = {face: [_laid_over(card, wanted[face], box, turns) for card in cards] for face, cards in shown.items()}
    box = found_box([card.laid() for cards in shown.values() for card in cards])
    corners = {face: _mean(cards)[box.spot] for face, cards in shown.items()}
    ranks, suits = parts_of(corners, box)
    return Templates(box, tuple(corners), tuple(corners.values()), ranks, suits, _red_ink(shown, box))


def _shown(small: Picture) -> _Shown:
    return _Shown(small, without_edges(ink_of(small)), _STILL)


def _wanted(shown: dict[Card, list[_Shown]], box: Box, each: bool) -> dict[Card, Picture]:
    """What each card is laid over: first the mean of all; then, with `each`, the means of its own rank and suit."""
    corners = {face: _mean(cards)[box.spot] for face, cards in shown.items()}
    if not each:
        return dict.fromkeys(corners, np.mean(list(corners.values()), axis=0).astype(np.uint8))
    ranks, suits = parts_of(corners, box)
    return {face: np.vstack([ranks[rank_of(face)], suits[suit_of(face)]]) for face in corners}


def parts_of(corners: dict[Card, Picture], box: Box) -> tuple[dict[int, Picture], dict[int, Picture]]:
    """Upper parts averaged over the cards of a rank, lower ones over those of a suit."""
    cut = box.split - box.top
    return _averaged(corners, rank_of, slice(0, cut)), _averaged(corners, suit_of, slice(cut, None))


def _mean(cards: list[_Shown]) -> Picture:
    mean: Picture = np.mean([card.laid() for card in cards], axis=0).astype(np.uint8)
    return mean


def _laid_over(card: _Shown, wanted: Picture, box: Box, turns: Sequence[int]) -> _Shown:
    """`card`, turned and shifted so that its index lies over `wanted`."""
    best, lay = -2.0, _STILL
    top, left = max(0, box.top - _SHIFT), max(0, box.left - _SHIFT)
    around = slice(top, box.bottom + _SHIFT), slice(left, box.right + _SHIFT)
    for degrees in turns:
        turn = turning(degrees)
        fits = cv2.matchTemplate(cv2.warpAffine(card.ink, turn, INK_SIZE)[around], wanted, cv2.TM_CCOEFF_NORMED)
        _, fit, _, (right, down) = cv2.minMaxLoc(fits)
        if fit > best:
            best, lay = fit, turn - np.array([[0, 0, right + left - box.left], [0, 0, down + top - box.top]], np.float32)
    return card._replace(lay=lay)


def turning(degrees: float) -> Numbers:
    """The matrix that turns an ink map around its middle."""
    return cv2.getRotationMatrix2D((INK_SIZE[0] / 2, INK_SIZE[1] / 2), degrees, 1).astype(np.float32)


def _averaged(corners: dict[Card, Picture], part_of: Callable[[Card], int], rows: slice) -> dict[int, Picture]:
    groups: dict[int, list[Picture]] = {}
    for face, corner in corners.items():
        groups.setdefault(part_of(face), []).append(corner[rows])
    return {part: np.mean(same, axis=0).astype(np.uint8) for part, same in groups.items()}


def _red_ink(shown: dict[Card, list[_Shown]], box: Box) -> RedInk | None:
    found: dict[int, list[float]] = {suit: [] for suit in range(4)}
    for face, cards in shown.items():
        found[suit_of(face)] += [redness(card.small, card.laid(), box.spot, card.lay) for card in cards]
    means = {suit: float(np.mean(values)) for suit, values in found.items() if values}
    red = [mean for suit, mean in means.items() if suit in RED_SUITS]
    black = [mean for suit, mean in means.items() if suit not in RED_SUITS]
    if not red or not black or min(red) - max(black) <= _APART:
        return None
    middle, between = (np.mean(red) + np.mean(black)) / 2, np.mean(red) - np.mean(black)
    return RedInk(float(middle), float(between))


def likeness(parts: Mapping[int, Picture]) -> dict[tuple[int, int], float]:
    """How well each of these ranks, or suits, fits another: 1 where they cannot be told apart."""
    near = {
        name: cv2.copyMakeBorder(part, _NEAR, _NEAR, _NEAR, _NEAR, cv2.BORDER_CONSTANT, value=(0,))
        for name, part in parts.items()
    }
    pairs = [(one, other) for one in parts for other in parts if one != other]
    return {
        (one, other): cv2.minMaxLoc(cv2.matchTemplate(near[one], parts[other], cv2.TM_CCOEFF_NORMED))[1] for one, other in pairs
    }
