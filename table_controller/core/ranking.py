"""Ranking of hands: best five of five to seven cards, what they are called, whether the board alone is as good.

phevaluator ranks; it notices neither a duplicate nor a number out of range, so nothing reaches it unchecked. Suits never decide
(SK64, PL16).
"""

from collections.abc import Sequence
from itertools import combinations

from phevaluator import evaluate_cards

try:
    from phevaluator import _pheval as _native  # without the public wrapper, five times as quick
except ImportError:
    _native = None  # on ARM phevaluator is pure Python

from table_controller.core.cards import DECK_SIZE, Card

CATEGORIES: tuple[tuple[int, str], ...] = (
    (1, "royal_flush"),
    (10, "straight_flush"),
    (166, "four_of_a_kind"),
    (322, "full_house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three_of_a_kind"),
    (3325, "two_pair"),
    (6185, "pair"),
    (7462, "high_card"),
)
"""Highest rank number of each category, best first (SK65, PL14)."""


class BadCardsError(ValueError):
    """These cannot be ranked together. Names no card."""


def rank(cards: tuple[Card, ...]) -> int:
    """Strength of the best five of five to seven cards: 1 is a royal flush, 7462 the worst; equal numbers tie.

    BadCardsError if there are fewer than five or more than seven, if two are the same face or one is not a face.
    """
    _check(cards)
    return _evaluate(cards)


def _check(cards: tuple[Card, ...]) -> None:
    count = len(cards)
    if not 5 <= count <= 7 or len(set(cards)) != count or min(cards) < 0 or max(cards) >= DECK_SIZE:
        raise BadCardsError("five to seven different cards are wanted")


if _native is None:

    def _evaluate(cards: tuple[Card, ...]) -> int:
        return int(evaluate_cards(*cards))

else:
    _BY_COUNT = {5: _native.evaluate_5cards, 6: _native.evaluate_6cards, 7: _native.evaluate_7cards}

    def _evaluate(cards: tuple[Card, ...]) -> int:
        return int(_BY_COUNT[len(cards)](*cards))


def category(strength: int) -> str:
    """The name of a strength, as a message key. ValueError for what `rank` never gives."""
    for worst, name in CATEGORIES:
        if 0 < strength <= worst:
            return name
    raise ValueError("not the strength of a hand")


def best_five(cards: tuple[Card, ...], strength: int | None = None) -> tuple[Card, ...]:
    """The five of these cards that make the hand, sets first, then high cards. Of equal choices, the first in the order given.

    BadCardsError as for `rank`, and where `strength` is not theirs.
    """
    _check(cards)
    strength = _evaluate(cards) if strength is None else strength
    if len(cards) == 5:
        return _arranged(cards)
    for five in combinations(cards, 5):
        if _evaluate(five) == strength:
            return _arranged(five)
    raise BadCardsError("no five of these cards are as strong as that")


def _arranged(five: Sequence[Card]) -> tuple[Card, ...]:
    ranks = [card >> 2 for card in five]
    weights = [(-ranks.count(rank), -rank, at) for at, rank in enumerate(ranks)]
    return tuple([five[at] for _, _, at in sorted(weights)])


def plays_board(board: tuple[Card, ...], strength: int) -> bool:
    """Whether the five board cards alone are as strong (SK49)."""
    return len(board) == 5 and rank(board) == strength
