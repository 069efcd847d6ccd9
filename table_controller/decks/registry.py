"""The deck registry of a table: which decks there are, who let them in and out, what inspections found; and their cards.

Pure values. Who may change what is for `core`; how the registry lies on disk for `registry_file`. What people may know
(`DeckRecord`) can be read without the cards.
"""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from table_controller.core.cards import DECK_SIZE, Card
from table_controller.core.persons import same_in_words
from table_controller.decks.deck_map import NO_DECK, DeckLabel, DeckMap, EnrolledCard

CHECKS_KEPT = 10
"""Inspections remembered for each deck; all of them stand in the journal."""
MOST_DECKS = 40


class DeckRefused(Exception):
    """The registry says no. `code`: a rejection's. `deck`: another deck this is about."""

    def __init__(self, code: str, deck: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.deck = deck


class DeckStatus(StrEnum):
    ENROLLED = "enrolled"
    """One person has shown it; a second one has yet to confirm it."""
    READY = "ready"
    RETIRING = "retiring"
    """Out of use by one person's word."""
    RETIRED = "retired"


class Checked(msgspec.Struct, frozen=True):
    """One inspection. `at`: UTC ms. `says`: in words for programs, such as `missing 2`; empty when all was well."""

    at: int
    by: str
    ok: bool
    cards: int
    says: str = ""


class DeckRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What people may know of a deck. Times in UTC ms. `hands`: how many began with it."""

    name: str
    back: str
    status: DeckStatus
    enrolled_by: str
    enrolled_at: int
    supplier: str = ""
    note: str = ""
    confirmed_by: str = ""
    confirmed_at: int = 0
    retired_by: tuple[str, ...] = ()
    retired_at: int = 0
    reason: str = ""
    hands: int = 0
    checks: tuple[Checked, ...] = ()


class Registry(msgspec.Struct, frozen=True):
    """Decks by their numbers, from 0. A number is never given to another deck, so that pieces keep theirs."""

    simulated: bool
    decks: tuple[DeckRecord, ...] = ()
    cards: tuple[EnrolledCard, ...] = ()

    def __repr__(self) -> str:
        return f"Registry({len(self.decks)} decks)"

    def number(self, name: str) -> int:
        """DeckRefused for a deck that is not registered."""
        for number, record in enumerate(self.decks):
            if record.name == name:
                return number
        raise DeckRefused("no_such_deck")

    def deck(self, name: str) -> DeckRecord:
        """DeckRefused for a deck that is not registered."""
        return self.decks[self.number(name)]

    def deck_map(self, accepted: frozenset[str] | None = None) -> DeckMap:
        """The cards as the table looks them up. `accepted`: the decks its camera can read, and no other is used."""
        ready = {n: one.status is DeckStatus.READY and _readable(one, accepted) for n, one in enumerate(self.decks)}
        labels = {n: DeckLabel(one.name, one.back, ready[n]) for n, one in enumerate(self.decks)}
        return DeckMap(self.cards, simulated=self.simulated, labels=labels)


def enrolled(registry: Registry, record: DeckRecord, tags: tuple[bytes, ...], faces: tuple[Card, ...]) -> Registry:
    """With this deck in it. One that nobody has confirmed yet may be enrolled anew. DeckRefused as in `fault_of`."""
    number = _place(registry, record.name)
    if (fault := fault_of(registry, record.name, tags)) is not None:
        raise fault
    new = [EnrolledCard(tag, face, number) for tag, face in zip(tags, faces, strict=True)]
    if number < len(registry.decks):
        old = iter(new)
        cards = tuple(next(old) if card.deck == number else card for card in registry.cards)
        decks = tuple(record if n == number else one for n, one in enumerate(registry.decks))
        return replace(registry, decks=decks, cards=cards)
    return replace(registry, decks=(*registry.decks, record), cards=(*registry.cards, *new))


def may_enroll(registry: Registry, name: str) -> None:
    """DeckRefused when the name is taken or the registry is full."""
    _place(registry, name)


def _place(registry: Registry, name: str) -> int:
    for number, one in enumerate(registry.decks):
        if one.name == name:
            if one.status is not DeckStatus.ENROLLED:
                raise DeckRefused("deck_name_taken")
            return number
    if len(registry.decks) >= MOST_DECKS:
        raise DeckRefused("registry_full")
    return len(registry.decks)


def fault_of(registry: Registry, name: str, tags: tuple[bytes, ...]) -> DeckRefused | None:
    """What is wrong with the tags of a deck that is to be enrolled: not 52, one twice, or one of another deck."""
    if len(set(tags)) != len(tags):
        return DeckRefused("tag_twice")
    owners = {card.tag: card.deck for card in registry.cards}
    for tag in tags:
        owner = owners.get(tag)
        if owner is not None and (owner == NO_DECK or registry.decks[owner].name != name):
            return DeckRefused("tag_of_another_deck", "" if owner == NO_DECK else registry.decks[owner].name)
    return DeckRefused("not_52_cards") if len(tags) != DECK_SIZE else None


def confirmed(registry: Registry, name: str, by: str, at: int) -> Registry:
    """The second person has confirmed it."""
    record = registry.deck(name)
    if record.status is not DeckStatus.ENROLLED:
        raise DeckRefused("deck_not_waiting")
    if same_in_words(record.enrolled_by, by):
        raise DeckRefused("second_person_needed")
    return _with(registry, replace(record, status=DeckStatus.READY, confirmed_by=by, confirmed_at=at))


def retired(registry: Registry, name: str, by: str, at: int, reason: str) -> Registry:
    """One person more says that it is out of use."""
    record = registry.deck(name)
    if record.status is DeckStatus.RETIRED:
        raise DeckRefused("deck_retired")
    if any(same_in_words(by, one) for one in record.retired_by):
        raise DeckRefused("second_person_needed")
    people = (*record.retired_by, by)
    status = DeckStatus.RETIRED if len(people) > 1 else DeckStatus.RETIRING
    first = record.reason or reason
    return _with(registry, replace(record, status=status, retired_by=people, retired_at=at, reason=first))


def behind(registry: Registry, told: tuple[tuple[str, str], ...]) -> str | None:
    """A deck of which the record knows more than this registry does: an older registry was put in place. None: there is none.

    `told`: what the record says of each deck. The registry is written first, so it may be ahead.
    """
    order = list(DeckStatus)
    known = {record.name: record.status for record in registry.decks}
    for name, word in told:
        if name not in known or order.index(known[name]) < order.index(DeckStatus(word)):
            return name
    return None


def checked(registry: Registry, name: str, check: Checked) -> Registry:
    """With an inspection on record."""
    record = registry.deck(name)
    return _with(registry, replace(record, checks=(*record.checks[1 - CHECKS_KEPT :], check)))


def played(registry: Registry, name: str) -> Registry:
    """One hand more began with it."""
    record = registry.deck(name)
    return _with(registry, replace(record, hands=record.hands + 1))


def _readable(record: DeckRecord, accepted: frozenset[str] | None) -> bool:
    return accepted is None or record.name in accepted


def _with(registry: Registry, record: DeckRecord) -> Registry:
    return replace(registry, decks=tuple(record if one.name == record.name else one for one in registry.decks))
