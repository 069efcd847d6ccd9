"""Faces of cards, and cards lying on the table with their faces masked from every text form.

A face is a number so that hands can be ranked quickly; the numbering is that of the table bus
(rank * 4 + suit, rank 0 = two ... 12 = ace, suits clubs, diamonds, hearts, spades).
"""

from collections.abc import Iterable
from typing import NewType

import msgspec

from table_controller.core.ids import PieceNo

Card = NewType("Card", int)
"""A face, 0..51; 52 is a joker and 53 a card nobody could name."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = Card(52)
UNREAD = Card(53)
FULL_DECK: tuple[Card, ...] = tuple(Card(n) for n in range(52))
DECK_SIZE = len(FULL_DECK)
_TEXTS: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "JK", "XX")
_BY_TEXT = {text: Card(number) for number, text in enumerate(_TEXTS)}


def card(text: str) -> Card:
    """The face written as rank then suit, `Ts`; `JK` and `XX` for joker and unknown. ValueError for anything else."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError("not a card: rank then suit is wanted, such as Ts") from None


def cards(text: str) -> tuple[Card, ...]:
    """Faces written one after another, with or without blanks: `Ts9h` or `Ts 9h`."""
    packed = text.replace(" ", "")
    return tuple(card(packed[at : at + 2]) for at in range(0, len(packed), 2))


def text_of(face: Card) -> str:
    """Two characters. Only for faces that everybody at the table may see."""
    return _TEXTS[face]


def texts_of(faces: Iterable[Card]) -> tuple[str, ...]:
    """`text_of` for each."""
    return tuple(_TEXTS[face] for face in faces)


def rank_of(face: Card) -> int:
    """0 = two ... 12 = ace."""
    return face >> 2


def suit_of(face: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades: also the order of the opening draw (SK23), lowest first."""
    return face & 3


class HiddenCard(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Which physical card and which face. Every text form is masked, so that it can stand in a traceback."""

    piece: PieceNo
    face: Card

    def __repr__(self) -> str:
        return "HiddenCard(··)"


class LyingCard(msgspec.Struct, frozen=True, gc=False):
    """A card lying somewhere. `hidden` is None where this process may not know which card it is.

    `up`: it lies face up, or everybody has seen it; only then may its face be shown.
    """

    hidden: HiddenCard | None
    up: bool = False
    draw: int = 0
    """Number of the draw since the last shuffle that brought it out of the deck; 0 when not known."""
    by_hand: bool = False
    """It lies here by the dealer's word, and no sensor has named it yet."""

    def __repr__(self) -> str:
        return f"LyingCard({'up' if self.up else 'down'})"

    @property
    def public(self) -> Card | None:
        """The face if everybody may see it."""
        return self.hidden.face if self.up and self.hidden is not None else None
