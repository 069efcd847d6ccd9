"""The physical cards of a scenario: the order of the deck and what lies where. Plays no rule and tells nobody.

This is the truth the product may only sense; the order of the deck never leaves it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from table_controller.core.cards import DECK_SIZE, UNREAD, Card, HiddenCard
from table_controller.core.facts import OtherDeckCard
from table_controller.core.ids import Millis, PieceNo
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.rehearsal.scenario.player import ImpossibleError
from table_controller.rehearsal.scenario.words import CardName

_STRANGERS = 1 + DECK_SIZE
"""Piece number of the first card that is not one of the 52."""
OTHER = "other"
"""Name of the deck that cards written `Qh*` are of: registered, with another back, and never dealt from."""
_SECOND_DECK = 200
"""Added to the piece numbers of the deck that came in last."""
ARBITRARY: tuple[CardName, ...] = tuple(CardName(Card((23 * number + 17) % DECK_SIZE)) for number in range(DECK_SIZE))
"""The fixed order of cards whose order nobody said."""


class Physical(NamedTuple):
    """One card of cardboard. `tag`: of a card that is registered nowhere, else empty."""

    name: CardName
    piece: PieceNo

    @property
    def tag(self) -> str:
        """The unregistered tag it carries; empty for every card the table knows."""
        return f"e0{self.piece:014x}" if self.name.face == UNREAD else ""

    @property
    def hidden(self) -> HiddenCard:
        """As sensors tell it."""
        return HiddenCard(self.piece, self.name.face)


def made_of(named: Sequence[CardName], decks: int = 0) -> list[Physical]:
    """A deck in this order; cards not named follow in the arbitrary order, and each strange card takes the place of the last."""
    named = tuple(named)
    tail = [name for name in ARBITRARY if name not in named]
    whole = (*named, *tail)[:DECK_SIZE]
    deck: list[Physical] = []
    strangers = _STRANGERS
    for name in whole:
        piece = 1 + name.face if name.ordinary else strangers
        strangers += not name.ordinary
        deck.append(Physical(name, PieceNo(piece + decks * _SECOND_DECK)))
    return deck


def other_deck(to: Place, at: Millis, *, in_hand: bool) -> OtherDeckCard:
    """What sensors tell of a card of the other deck that lands: before a hand they see it at the mouth of the shoe."""
    return OtherDeckCard(at=at, place=to if in_hand else Place.SHOE, deck=OTHER, same_back=False)


def in_words(place: Place) -> str:
    """The place as the language writes it."""
    seat = SEAT_OF_PLACE.get(place)
    if seat is not None:
        return f"seat {seat}"
    return {Place.NOWHERE: "stuck", Place.SHOE: "deck"}.get(place, place.value)


class Cards:
    """`deck`: top first. `lying`: what lies in each place, in order of arrival."""

    def __init__(self, named: Sequence[CardName]) -> None:
        self.decks = 0
        self.deck = made_of(named)
        self.lying: dict[Place, list[Physical]] = {place: [] for place in Place if place is not Place.SHOE}

    @property
    def whole(self) -> bool:
        """No card is out of the deck."""
        return len(self.deck) == DECK_SIZE

    def draw(self, to: Place) -> Physical:
        """The top card lands there."""
        if not self.deck:
            raise ImpossibleError("no card is left in the deck")
        card = self.deck.pop(0)
        self.lying[to].append(card)
        return card

    def find(self, name: CardName, places: Sequence[Place]) -> tuple[Physical, Place]:
        """The card of that name in one of these places."""
        for place in places:
            for card in self.lying[place]:
                if card.name == name:
                    return card, place
        where = " or ".join(map(in_words, places)) if len(places) < 3 else "the table"
        raise ImpossibleError(f"{name} does not lie at {where}")

    def anywhere(self, name: CardName) -> tuple[Physical, Place]:
        """The card of that name, wherever it lies outside the deck."""
        return self.find(name, tuple(self.lying))

    def wherever(self, name: CardName) -> tuple[Physical, Place]:
        """The card of that name, in the deck too."""
        inside = next((card for card in self.deck if card.name == name), None)
        return self.anywhere(name) if inside is None else (inside, Place.SHOE)

    def move(self, card: Physical, source: Place, to: Place) -> None:
        """From where it lies to another place."""
        self.lying[source].remove(card)
        self.lying[to].append(card)

    def put_back(self, card: Physical, source: Place, *, top: bool) -> None:
        """Into the deck: on top, or below all others."""
        self.lying[source].remove(card)
        self.deck.insert(0 if top else len(self.deck), card)

    def shuffle(self, top: Sequence[CardName]) -> None:
        """A new order of what is in the deck: these first, the others arbitrarily."""
        by_name: dict[CardName, list[Physical]] = {}
        for card in self.deck:
            by_name.setdefault(card.name, []).append(card)
        named: list[Physical] = []
        for name in top:
            if not by_name.get(name):
                raise ImpossibleError(f"{name} is not in the deck that is shuffled")
            named.append(by_name[name].pop(0))
        others = sorted((card for cards in by_name.values() for card in cards), key=_arbitrarily)
        self.deck = [*named, *others]

    def swap(self, named: Sequence[CardName]) -> None:
        """Every card of the old deck leaves the table; another deck comes in."""
        self.decks += 1
        self._put_in(made_of(named, self.decks))

    def gather(self) -> None:
        """All cards go back; their order is then arbitrary."""
        everything = [*self.deck, *(card for cards in self.lying.values() for card in cards)]
        self._put_in(sorted(everything, key=_arbitrarily))

    def stack(self, named: Sequence[CardName]) -> None:
        """A whole deck in a new order. Cards that are not of the 52 come in and go out as the order says."""
        if not self.whole:
            raise ImpossibleError("cards still lie out")
        self._put_in(made_of(named, self.decks))

    def _put_in(self, deck: list[Physical]) -> None:
        self.deck = deck
        for cards in self.lying.values():
            cards.clear()


def _arbitrarily(card: Physical) -> int:
    return (23 * card.name.face + 17) % DECK_SIZE + (DECK_SIZE if not card.name.ordinary else 0)
