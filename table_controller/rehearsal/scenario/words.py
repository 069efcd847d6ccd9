"""One line of a scenario, word by word: what kind of word comes next, or what is wrong with it.

Owns how seats, amounts, cards and places are written. Must not know any statement.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from table_controller.core.cards import JOKER, UNREAD, Card, card, text_of
from table_controller.core.ids import MAX_SEATS, Chips, SeatNo
from table_controller.core.places import SEAT_PLACES, Place

T = TypeVar("T")

MOST_CHIPS = 1_000_000_000
MOST_DIGITS = 10

ZONES: dict[str, Place] = {
    "burn": Place.BURN,
    "board": Place.BOARD,
    "hold": Place.HOLD,
    "out": Place.OUT,
    "muck": Place.MUCK,
    "dropped": Place.DROPPED,
    "stuck": Place.NOWHERE,
}
"""Places by their words; a seat is two words, `seat 3`."""


class WrongWordError(ValueError):
    """What is wrong with a line; the reader of the file adds where it stands."""


class CardName(NamedTuple):
    """A card as a scenario names it. `copy`: a second card with that face, written `Qh'`. `other`: of the other deck, `Qh*`."""

    face: Card
    copy: bool = False
    other: bool = False

    @property
    def ordinary(self) -> bool:
        """One of the 52 of a sound deck."""
        return not self.copy and not self.other and self.face not in (JOKER, UNREAD)

    def __str__(self) -> str:
        return text_of(self.face) + ("'" if self.copy else "*" if self.other else "")


def card_name(word: str) -> CardName:
    """`Ts`, `Qh'`, `Qh*`, `JK`, `XX`. WrongWordError for anything else."""
    copy, other = word.endswith("'"), word.endswith("*")
    try:
        face = card(word[:-1] if copy or other else word)
    except ValueError:
        raise WrongWordError(f"{shortened(word)} is not a card; rank then suit is wanted, such as Ts") from None
    if copy and face == UNREAD:
        raise WrongWordError("an unknown tag has no second card with its face")
    if other and face in (JOKER, UNREAD):
        raise WrongWordError("only a card with a face is of the other deck")
    return CardName(face, copy, other)


def shortened(word: str) -> str:
    """A word of the file as it may stand in a message, whatever it holds."""
    return repr(word if len(word) <= 40 else word[:37] + "...")


def whole_number(word: str, what: str, low: int, high: int) -> int:
    """A number written with digits. WrongWordError when it is none or out of its bounds."""
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS):
        raise WrongWordError(f"{what} is a number, not {shortened(word)}")
    number = int(word)
    if not low <= number <= high:
        raise WrongWordError(f"{what} is {low} to {high}, not {number}")
    return number


class Words:
    """The words of one line that have not been read yet."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = words
        self._at = 0

    def more(self) -> bool:
        """Whether the line goes on."""
        return self._at < len(self._words)

    def next_is(self, *words: str) -> bool:
        """Whether the next word is one of these; it is not read by asking."""
        return self.more() and self._words[self._at] in words

    def next_is_card(self) -> bool:
        """Whether the next word names a card."""
        try:
            return self.more() and card_name(self._words[self._at]) is not None
        except WrongWordError:
            return False

    def next_is_number(self) -> bool:
        """Whether the next word is written with digits."""
        return self.more() and self._words[self._at].isdigit()

    def take(self, what: str) -> str:
        """The next word. `what`: what it should be, for the message when the line ends here."""
        if not self.more():
            raise WrongWordError(f"{what} is missing")
        self._at += 1
        return self._words[self._at - 1]

    def skip(self, word: str) -> bool:
        """Reads the next word if it is this one."""
        found = self.next_is(word)
        self._at += found
        return found

    def rest(self) -> tuple[str, ...]:
        """All words that are left."""
        left = self._words[self._at :]
        self._at = len(self._words)
        return left

    def end(self) -> None:
        """The line must end here."""
        if self.more():
            raise WrongWordError(f"nothing may follow here, but {shortened(self._words[self._at])} does")

    def choice(self, what: str, choices: Mapping[str, T]) -> T:
        """One of these words, as what it stands for."""
        word = self.take(what)
        if word not in choices:
            raise WrongWordError(f"{what} is one of {', '.join(choices)}, not {shortened(word)}")
        return choices[word]

    def number(self, what: str, low: int = 0, high: int = MOST_CHIPS) -> int:
        """A whole number."""
        return whole_number(self.take(what), what, low, high)

    def amount(self, what: str = "the amount") -> Chips:
        """Chips, in the smallest unit."""
        return Chips(self.number(what))

    def seat(self) -> SeatNo:
        """A seat number."""
        return SeatNo(self.number("the seat", 1, MAX_SEATS))

    def seats(self) -> tuple[SeatNo, ...]:
        """All words that are left, as seat numbers."""
        return tuple(SeatNo(whole_number(word, "the seat", 1, MAX_SEATS)) for word in self.rest())

    def card(self) -> CardName:
        """A card."""
        return card_name(self.take("the card"))

    def cards(self) -> tuple[CardName, ...]:
        """All words that are left, as cards."""
        return tuple(card_name(word) for word in self.rest())

    def place(self, *names: str) -> Place:
        """A seat, or one of these zones."""
        if self.skip("seat"):
            return SEAT_PLACES[self.seat()]
        word = self.take("the place")
        if word not in names:
            raise WrongWordError(f"the place is one of seat N, {', '.join(names)}, not {shortened(word)}")
        return ZONES[word]
