"""Physical cards and decks of a simulated table.

Owns what a card is to the simulator: a numbered piece with a tag in it and a face on it. Knows nothing of hands or rules.
Faces and tags are the simulator's secret truth and never show in a repr.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from hardware.protocol.events import UID_BYTES, Uid

DECK_SIZE: Final = 52
_ICODE: Final = b"\xe0\x04\x01"
"""ISO 15693 tag identities begin with E0 and the maker's code (04: NXP; 01: ICODE)."""


class NotSimulatedError(ValueError):
    """The deck is not marked simulated: a simulator must never hold the tags of cards that real people play with."""


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """One piece. `face`: rank * 4 + suit (0..51), 52 a joker, 53 not in any registry. `forged`: its tag copies another card's."""

    piece: int
    uid: Uid = field(repr=False)
    face: int = field(repr=False)
    forged: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True)
class SimulatedDeck:
    """The cards of a deck, first piece first, and whether it is marked as a deck for simulation."""

    cards: tuple[PhysicalCard, ...] = field(repr=False)
    simulated: bool

    def checked(self) -> "SimulatedDeck":
        """This deck. NotSimulatedError unless it is marked simulated; ValueError when a piece or a tag comes twice."""
        if not self.simulated:
            raise NotSimulatedError("the simulator plays only with a deck that is marked simulated")
        tags = [card.uid for card in self.cards if not card.forged]
        if len({card.piece for card in self.cards}) != len(self.cards) or len(set(tags)) != len(tags):
            raise ValueError("a piece number or a tag comes twice in the deck")
        return self


def deck_of(faces: Sequence[int], uids: Sequence[bytes], *, simulated: bool) -> SimulatedDeck:
    """A deck of these faces and tags, pieces numbered from 1. ValueError when the two differ in length."""
    pairs = zip(faces, uids, strict=True)
    return SimulatedDeck(tuple(PhysicalCard(n, Uid(uid), face) for n, (face, uid) in enumerate(pairs, 1)), simulated)


def make_deck(seed: int) -> SimulatedDeck:
    """A deck of 52 marked simulated, its tags drawn from the seed."""
    return _of_faces(range(DECK_SIZE), seed)


TWIN, JOKER, FOREIGN = range(DECK_SIZE + 1, DECK_SIZE + 4)
"""Pieces that come with a deck and do not belong to it: a second card with the face of its first, a joker, a card of no deck."""


def make_deck_with_strangers(seed: int) -> SimulatedDeck:
    """The deck that `make_deck` makes, and beside it TWIN, JOKER and FOREIGN."""
    return _of_faces((*range(DECK_SIZE), 0, 52, 53), seed)


def _of_faces(faces: Sequence[int], seed: int) -> SimulatedDeck:
    rng = random.Random(f"deck {seed}")  # noqa: S311  tags of a simulated deck are no secret
    numbers = rng.sample(range(1 << 40), len(faces))
    tail = UID_BYTES - len(_ICODE)
    return deck_of(faces, [_ICODE + number.to_bytes(tail, "big") for number in numbers], simulated=True)
