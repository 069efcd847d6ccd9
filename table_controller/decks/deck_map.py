"""Which tag is which piece, and which face a piece bears. Lives in clear in the table process only.

Every text form is masked: after one showdown a tag is a card's name. Knows nothing of files and nothing of where cards lie.
"""

from collections.abc import Iterable, Mapping

import msgspec

from table_controller.core.cards import DECK_SIZE, JOKER, Card, HiddenCard
from table_controller.core.ids import PieceNo
from table_controller.core.readings import TagId


class EnrolledCard(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One registered card: its tag (8 bytes), its face (0..51, 52 a joker) and the number of the deck it belongs to."""

    tag: bytes
    face: Card
    deck: int = 0

    def __repr__(self) -> str:
        return "EnrolledCard(··)"


class DeckLabel(msgspec.Struct, frozen=True):
    """What people know of a deck. `usable`: two persons have said that it may be dealt from."""

    name: str
    back: str = ""
    usable: bool = True


NO_DECK = 255
"""The deck number of a registered card that is of no deck: a joker, a cut card, a second card of one face."""


class DeckMap:
    """All registered cards of a table. Pieces are numbered from 1 in the order of enrolment, over all decks.

    `simulated`: cards of a simulator, with which nobody plays for money. `labels`: the decks by their numbers; of those that have
    none the back is the same. ValueError for a tag that comes twice, an empty tag, or a face no registered card can have. Two
    cards of one face are not refused: that a deck is fouled is found at the table.
    """

    def __init__(self, cards: Iterable[EnrolledCard], *, simulated: bool, labels: Mapping[int, DeckLabel] | None = None) -> None:
        self.cards = tuple(cards)
        self.simulated = simulated
        self._labels = dict(labels or {})
        self._pieces = {entry.tag: PieceNo(number) for number, entry in enumerate(self.cards, 1)}
        self._hidden = tuple(HiddenCard(PieceNo(number), entry.face) for number, entry in enumerate(self.cards, 1))
        if len(self._pieces) != len(self.cards) or b"" in self._pieces:
            raise ValueError("a tag comes twice or is empty")
        if any(not 0 <= entry.face <= JOKER for entry in self.cards):
            raise ValueError("a registered card has a face from 0 to 52")
        self._by_face: dict[Card, list[PieceNo]] = {}
        for entry, hidden in zip(self.cards, self._hidden, strict=True):
            self._by_face.setdefault(entry.face, []).append(hidden.piece)

    def find(self, tag: TagId) -> PieceNo | None:
        """The piece that bears this tag; None for a tag that is not registered."""
        return self._pieces.get(tag.raw)

    def hidden(self, piece: PieceNo) -> HiddenCard:
        """Piece and face as facts carry them."""
        return self._hidden[piece - 1]

    def deck_of(self, piece: PieceNo) -> int:
        """The number of the deck the piece belongs to."""
        return self.cards[piece - 1].deck

    def label(self, piece: PieceNo) -> DeckLabel | None:
        """The deck the piece belongs to; None for a card of no deck."""
        number = self.deck_of(piece)
        return None if number == NO_DECK else self._label(number)

    def named(self, name: str) -> DeckLabel | None:
        """The deck of this name."""
        decks = {entry.deck for entry in self.cards} - {NO_DECK}
        return next((label for label in map(self._label, sorted(decks)) if label.name == name), None)

    def only(self) -> DeckLabel | None:
        """The one registered deck; None when there is none or more than one."""
        decks = {entry.deck for entry in self.cards} - {NO_DECK}
        return self._label(decks.pop()) if len(decks) == 1 else None

    def _label(self, number: int) -> DeckLabel:
        return self._labels.get(number) or DeckLabel(f"deck {number + 1}")

    def only_piece(self, face: Card) -> PieceNo | None:
        """The piece with this face, for a shoe that sees faces; None when there is none or more than one: never guessed."""
        pieces = self._by_face.get(face, [])
        return pieces[0] if len(pieces) == 1 else None

    def size(self, deck: int = 0) -> int:
        """How many cards of this deck are registered; of a table with no deck yet, how many one has."""
        return sum(1 for entry in self.cards if entry.deck == deck) or DECK_SIZE

    def __repr__(self) -> str:
        return f"DeckMap({len(self.cards)} cards{', simulated' if self.simulated else ''})"


def simulated_deck(cards: Iterable[tuple[bytes, int]]) -> DeckMap:
    """A deck of a simulator from its tags and faces."""
    return DeckMap((EnrolledCard(tag, Card(face)) for tag, face in cards), simulated=True)
