"""Orders about the deck registry: a deck is shown and registered, checked, confirmed by a second person, retired, swapped."""

from typing import Annotated

import msgspec

from table_controller.core.order_base import LINES, Order, Word

Name = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$(?!\n)")]
"""What a deck is called in its table's registry."""
Note = Annotated[str, msgspec.Meta(max_length=200, pattern=LINES)]
Face = Annotated[int, msgspec.Meta(ge=0, le=51)]


class DeckOrder(Order, frozen=True, kw_only=True):
    """Base: `deck` is the name of the deck it is about."""

    deck: Name


class EnrollDeck(DeckOrder, frozen=True, kw_only=True):
    """A deck is shown card by card in the order of `faces`, and registered. `at`: a place with an antenna; empty: the shoe."""

    back: Word
    faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=52)]
    supplier: Word = ""
    note: Note = ""
    at: Word = ""

    def __repr__(self) -> str:
        return f"EnrollDeck({self.deck})"


class CheckDeck(DeckOrder, frozen=True, kw_only=True):
    """A registered deck is shown card by card, in any order, and counted."""

    at: Word = ""


class ConfirmDeck(DeckOrder, frozen=True, kw_only=True):
    """The second person: the deck may be dealt from."""


class RetireDeck(DeckOrder, frozen=True, kw_only=True):
    """The deck is never dealt from again: at once with the first person's word, for good with the second's."""

    reason: Note


class SwapDeck(Order, frozen=True, kw_only=True):
    """Another registered deck is dealt from, from the next hand on. `deck`: its name; empty: the next card tells."""

    deck: Word = ""


AnyDeckOrder = SwapDeck | EnrollDeck | CheckDeck | ConfirmDeck | RetireDeck
