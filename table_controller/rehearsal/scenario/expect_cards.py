"""Checks of cards: which lie where as far as the product knows, in order or as a set, and how many."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from table_controller.core.cards import DECK_SIZE, Card, LyingCard, texts_of
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.rehearsal.scenario import wishes as wish
from table_controller.rehearsal.scenario.scene import Scene
from table_controller.rehearsal.scenario.wishes import Wish
from table_controller.rehearsal.scenario.words import CardName

HOLDS = ""
FLOP = 3


def _holes(wanted: wish.Holes, scene: Scene) -> str:
    lying = scene.state.at(SEAT_PLACES[wanted.seat])
    if Counter(_faces(lying)) == Counter(_named(wanted.cards)):
        return HOLDS
    return f"seat {wanted.seat} holds other cards ({len(lying)} of them)"


def _board(wanted: wish.Board, scene: Scene) -> str:
    lying = scene.state.at(Place.BOARD)
    faces, named = _faces(lying), _named(wanted.cards)
    if Counter(faces[:FLOP]) == Counter(named[:FLOP]) and faces[FLOP:] == named[FLOP:]:
        return HOLDS
    return f"the board is {' '.join(texts_of(card.public for card in lying if card.public is not None)) or 'empty'}"


def _in_order(place: Place, words: str) -> Callable[[Any, Scene], str]:
    def check(wanted: wish.Burns | wish.OutOfPlay, scene: Scene) -> str:
        lying = scene.state.at(place)
        return HOLDS if _faces(lying) == _named(wanted.cards) else f"other cards lie {words} ({len(lying)} of them)"

    return check


def _count(wanted: wish.Count, scene: Scene) -> str:
    if wanted.what == "pool":
        number = scene.history.pool
        return HOLDS if number == wanted.number else f"the pool was {number}"
    out = sum(map(len, scene.state.lying))
    number = len(scene.state.at(Place.MUCK)) if wanted.what == "muck" else DECK_SIZE - out
    return HOLDS if number == wanted.number else f"{wanted.what} is {number}"


def _faces(lying: Sequence[LyingCard]) -> list[Card]:
    return [card.hidden.face for card in lying if card.hidden is not None]


def _named(cards: Sequence[CardName]) -> list[Card]:
    """A second card with one face shows the same face."""
    return [card.face for card in cards]


CHECKS: dict[type[Wish], Callable[[Any, Scene], str]] = {
    wish.Holes: _holes,
    wish.Board: _board,
    wish.Burns: _in_order(Place.BURN, "in the burn area"),
    wish.OutOfPlay: _in_order(Place.OUT, "out of play"),
    wish.Count: _count,
}
