"""Which tag is which piece, and which face a piece bears. Lives in clear in the table process only.

Every text form is masked: after one showdown a tag is a card's name. Knows nothing of files and nothing of where cards lie.
"""

from collections.abc import Iterable

import msgspec

from table_controller.core.cards import JOKER, Card, HiddenCard
from table_controller.core.ids import PieceNo
from table_controller.core.readings import TagId


class EnrolledCard(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One registered card: its tag (8 bytes), its face (0..51, 52 a joker) and the number of the deck it belongs to."""

    tag: bytes
    face: Card
    deck: int = 0

    def __repr__(self) -> str:
        return "EnrolledCard(··)"


class DeckMap:
    """All registered cards of a table. Pieces are numbered from 1 in the order of enrolment, over all decks.

    `simulated`: cards of a simulator, with which nobody plays for money. ValueError for a tag that comes twice, an empty tag, or
    a face no registered card can have. Two cards of one face are not refused: that a deck is fouled is found at the table.
    """

    def __init__(self, cards: Iterable[EnrolledCard], *, simulated: bool) -> None:
        self.cards = tuple(cards)
        self.simulated = simulated
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

    def only_piece(self, face: Card) -> PieceNo | None:
        """The piece with this face, for a shoe that sees faces; None when there is none or more than one: never guessed."""
        pieces = self._by_face.get(face, [])
        return pieces[0] if len(pieces) == 1 else None

    def size(self, deck: int = 0) -> int:
        """How many cards of this deck are registered."""
        return sum(1 for entry in self.cards if entry.deck == deck)

    def __repr__(self) -> str:
        return f"DeckMap({len(self.cards)} cards{', simulated' if self.simulated else ''})"


def simulated_deck(cards: Iterable[tuple[bytes, int]]) -> DeckMap:
    """A deck of a simulator from its tags and faces."""
    return DeckMap((EnrolledCard(tag, Card(face)) for tag, face in cards), simulated=True)
