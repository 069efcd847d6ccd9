"""The template reader: a window at a card's corner compared with the deck's own enrolled cards.

First the whole index is looked for, coarsely, at all turns and shifts at once; then rank and suit are compared each by itself
around the best place, at the size at which the index fits best. Red and black ink must fit the suit. Confidence is the least of
how well both parts fit and how far the second best of each is behind.
"""

from typing import NamedTuple

import cv2
import numpy as np

from drivers.camera.correlate import Parts, Wholes, coarse
from drivers.camera.ink import INK_PX, INK_SIZE, ink_of, redness, to_ink_size
from drivers.camera.picture import Numbers, Picture
from drivers.camera.seen import UNSEEN, Seen
from drivers.camera.templates import RED_SUITS, Templates, likeness, turning
from table_controller.core.cards import Card

SURE = 0.4
"""Confidence from which this reader alone calls a card read; fixed before any photograph of the bench was read."""
LEAST_APART = 0.05
"""Parts more alike than this (1 - likeness) are never surely told apart."""
_COARSE_PX = 2
_STEP = INK_PX // _COARSE_PX
_REACH = 3 * _COARSE_PX
"""The index is looked for up to 3 mm from where it was enrolled."""
_TURNS = (-4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5)
_FINER = (-0.8, 0.8)
_SIZES = (0.95, 1.0, 1.05)
"""A card that lies higher or lower than when it was enrolled, bent or tilted, shows its index that much larger or smaller. Laid
over at another size than its own, a club fits a spade as well as a club."""
_NEAR = 3
_MARGIN = 10 * INK_PX
_FITS_AT_ALL = 0.35
_DEEP_ENOUGH = 85
"""Ink lighter than this everywhere: washed out, and red could be taken for black."""


class _Place(NamedTuple):
    """Where the index lies, and which whole card fits it best."""

    turn: float
    left: int
    top: int
    face: Card


class TemplateReader:
    """Reads windows of the deck whose `templates` it has."""

    def __init__(self, templates: Templates, sure: float = SURE) -> None:
        self._deck = templates
        self.sure = sure
        self._alike_ranks, self._alike_suits = likeness(templates.ranks), likeness(templates.suits)
        self._ranks, self._suits = Parts(templates.ranks), Parts(templates.suits)
        self._whole = Wholes(templates.ranks, templates.suits, _STEP)

    def seen(self, window: Picture) -> Seen:
        """One window (BGR, 8 bits, 20 x 36 mm of a card's corner) as a face."""
        small = to_ink_size(window)
        ink = ink_of(small)
        place = self._found(ink)
        if place is None:
            return UNSEEN
        ranks, suits = self._fits(ink, place)
        doubt = self._veto(small, ink, place, suits)
        if doubt is None:
            return UNSEEN
        (rank, by_rank), (suit, by_suit) = _best(ranks, self._alike_ranks), _best(suits, self._alike_suits)
        face = Card(rank * 4 + suit)
        confidence = min(by_rank, by_suit) - doubt
        confidence = max(0.0, min(1.0, confidence - (0.2 if face != place.face else 0)))
        return Seen(face if confidence >= self.sure else None, confidence)

    def _found(self, ink: Picture) -> _Place | None:
        """Every turn, shift, rank and suit at once."""
        rows, columns = self._deck.box.top // _STEP, self._deck.box.left // _STEP
        turned = [coarse(cv2.warpAffine(ink, turning(turn), INK_SIZE), _STEP) for turn in _TURNS]
        around = [cv2.copyMakeBorder(one, _REACH, _REACH, _REACH, _REACH, cv2.BORDER_CONSTANT, value=(0,)) for one in turned]
        height, width = self._whole.size[0] + 2 * _REACH, self._whole.size[1] + 2 * _REACH
        looked = [one[rows : rows + height, columns : columns + width] for one in around]
        fit, at, rank, suit = self._whole.best(looked)
        if fit < _FITS_AT_ALL:
            return None
        turn, down, right = at
        left, top = self._deck.box.left + (right - _REACH) * _STEP, self._deck.box.top + (down - _REACH) * _STEP
        return _Place(_TURNS[turn], left, top, Card(rank * 4 + suit))

    def _fits(self, ink: Picture, place: _Place) -> tuple[dict[int, float], dict[int, float]]:
        """How well each rank fits the upper part, and each suit the lower, around `place`, at the index's own size."""
        wide = cv2.copyMakeBorder(ink, _MARGIN, _MARGIN, _MARGIN, _MARGIN, cv2.BORDER_CONSTANT, value=(0,))
        by_size = {size: self._laid(wide, place, (0.0,), size) for size in _SIZES}
        size = max(by_size, key=lambda one: sum(max(fits.values()) for fits in by_size[one]))
        (ranks, suits), (turned_ranks, turned_suits) = by_size[size], self._laid(wide, place, _FINER, size)
        return _better(ranks, turned_ranks), _better(suits, turned_suits)

    def _laid(
        self, wide: Picture, place: _Place, finer: tuple[float, ...], size: float
    ) -> tuple[dict[int, float], dict[int, float]]:
        """Ranks and suits over the index, which is turned by `place.turn` and each of `finer`, then made so much larger."""
        box, middle = self._deck.box, (wide.shape[1] / 2, wide.shape[0] / 2)
        top, cut, bottom = (place.top + _MARGIN + row - box.top for row in (box.top, box.split, box.bottom))
        left, right = place.left + _MARGIN, place.left + _MARGIN + box.right - box.left
        turns = [cv2.getRotationMatrix2D(middle, place.turn + more, 1) for more in finer]
        larger = [_larger(turn, size, ((left + right) / 2, (top + bottom) / 2)) for turn in turns]
        laid = [cv2.warpAffine(wide, lay, wide.shape[::-1])[:, left - _NEAR : right + _NEAR] for lay in larger]
        ranks = self._ranks.fits([one[top - _NEAR : cut + _NEAR] for one in laid])
        return ranks, self._suits.fits([one[cut - _NEAR : bottom + _NEAR] for one in laid])

    def _veto(self, small: Picture, ink: Picture, place: _Place, suits: dict[int, float]) -> float | None:
        """Takes from suits of the other colour; gives back how doubtful the colour is, None if the ink is too light to tell."""
        box, turn = self._deck.box, turning(place.turn)
        turned = cv2.warpAffine(ink, turn, INK_SIZE)
        top, left = max(0, place.top), max(0, place.left)
        spot = slice(top, place.top + box.bottom - box.top), slice(left, place.left + box.right - box.left)
        if turned[spot].max(initial=0) < _DEEP_ENOUGH:
            return None
        red = self._deck.red
        if red is None:
            return 0.0
        how_red = (redness(small, turned, spot, turn) - red.middle) / (0.35 * red.between)
        how_red = max(-1.0, min(1.0, how_red))
        for suit in suits:
            suits[suit] -= 0.5 * max(0.0, -how_red if suit in RED_SUITS else how_red)
        return 0.1 if abs(how_red) < 0.35 else 0.0


def _better(some: dict[int, float], others: dict[int, float]) -> dict[int, float]:
    return {part: max(fit, others[part]) for part, fit in some.items()}


def _larger(turn: Numbers, size: float, middle: tuple[float, float]) -> Numbers:
    """The matrix `turn`, and after it so much larger around `middle`."""
    larger: Numbers = size * turn + np.array([[0, 0, (1 - size) * middle[0]], [0, 0, (1 - size) * middle[1]]])
    return larger


def _best(fits: dict[int, float], alike: dict[tuple[int, int], float]) -> tuple[int, float]:
    """The best part, and how sure: the least of how well it fits and how far ahead it is of every other.

    The lead is a share of what it would be in a perfect picture: of two parts that are much alike the better is never far ahead.
    """
    best = max(fits, key=lambda part: fits[part])
    leads = [(fits[best] - fit) / max(1 - alike[best, part], LEAST_APART) for part, fit in fits.items() if part != best]
    return best, min((fits[best] - 0.5) * 2, *leads, 1.0)
