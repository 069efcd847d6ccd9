"""The cards of a scenario as pieces of cardboard with tags, and what the table's registry knows of them.

Every card that any line brings in is made before the table begins: the first deck lies in the shoe, the others in a box. Faces
and tags are the simulated table's secret truth.
"""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple

from hardware.protocol.events import UID_BYTES, Uid
from hardware.simulator.pieces import PhysicalCard, SimulatedDeck, deck_of
from table_controller.core.cards import DECK_SIZE, FULL_DECK, Card
from table_controller.core.ids import PieceNo
from table_controller.decks import NO_DECK, DeckLabel, DeckMap, EnrolledCard
from table_controller.rehearsal.scenario import Scenario
from table_controller.rehearsal.scenario.deck import OTHER, Physical, made_of
from table_controller.rehearsal.scenario.motions import Clone, StackDeck, SwapDeck
from table_controller.rehearsal.scenario.stage import drawn_cards
from table_controller.rehearsal.scenario.words import CardName

_MAKER = b"\xe0\x04\x01"
"""How ISO 15693 tags of one maker begin."""
_SPREAD = 0x9E3779B97F
"""Odd, so that no number of 40 bits comes twice: tags of simulated cards need not be secret, only different."""


class ScenarioDeck(NamedTuple):
    """`pieces`: the simulator's number of each card. `known`: the registry's number of each registered one."""

    cards: SimulatedDeck
    registry: DeckMap
    pieces: Mapping[Physical, int]
    known: Mapping[Physical, PieceNo]
    clones: Mapping[Physical, int] = {}
    """The simulator's number of the card with a copied tag."""


def deck_for(scenario: Scenario) -> ScenarioDeck:
    """The cards of this scenario."""
    first = made_of(scenario.setting.deck)
    cards = tuple(dict.fromkeys((*first, *_others(scenario))))
    tags = dict(zip(cards, _tags(), strict=False))
    tags |= {card: bytes.fromhex(card.tag) for card in cards if card.tag}
    simulated = deck_of([card.name.face for card in cards], [tags[card] for card in cards], simulated=True)
    cloned = [card for card in cards if card.name in {step.card for step in scenario.steps if isinstance(step, Clone)}]
    clones = {card: len(cards) + number for number, card in enumerate(cloned, start=1)}
    forged = (PhysicalCard(piece, Uid(tags[card]), card.name.face, forged=True) for card, piece in clones.items())
    simulated = SimulatedDeck((*simulated.cards, *forged), simulated=True)
    registered = [card for card in cards if not card.tag]
    own = _own(first, registered)
    numbers = {card: 0 if card in own else 1 if card.name.ordinary else 2 if card.name.other else NO_DECK for card in registered}
    entries = (EnrolledCard(tags[card], card.name.face, numbers[card]) for card in registered)
    registry = DeckMap(entries, simulated=True, labels={2: DeckLabel(OTHER, "another back", usable=False)})
    known = {card: PieceNo(number) for number, card in enumerate(registered, start=1)}
    return ScenarioDeck(simulated, registry, {card: number for number, card in enumerate(cards, start=1)}, known, clones)


def _others(scenario: Scenario) -> Iterator[Physical]:
    yield from drawn_cards(scenario.setting)
    decks = 0
    for step in scenario.steps:
        if isinstance(step, SwapDeck | StackDeck):
            decks += isinstance(step, SwapDeck)
            yield from made_of(step.deck, decks)
    yield from map(_ordinary, FULL_DECK)


def _ordinary(face: Card) -> Physical:
    """The card of this face that a sound deck has."""
    return Physical(CardName(face), PieceNo(1 + face))


def _own(first: list[Physical], registered: list[Physical]) -> frozenset[Physical]:
    """The 52 cards the house registered as this deck: where a foreign card lies in it, one of its own is missing."""
    own = [card for card in first if not card.tag and not card.name.other]
    missing = [card for card in registered if card not in own and card == _ordinary(card.name.face)]
    return frozenset((*own, *missing[: DECK_SIZE - len(own)]))


def _tags() -> Iterator[bytes]:
    tail = UID_BYTES - len(_MAKER)
    for number in count(1):
        yield _MAKER + (number * _SPREAD % (1 << 8 * tail)).to_bytes(tail, "big")
