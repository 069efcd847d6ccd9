"""The deck registry at work in the table's process: decks are shown, registered, checked, confirmed, retired, and hands counted.

Pure: the node keeps the `Keeping`, gives it the readings of a deck that is shown, and stores what changed. While a deck is shown
what antennas and shoe say is about that deck and goes nowhere else.
"""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK, Card
from table_controller.core.deck_events import DeckConfirmed, DeckEnrolled, DeckInspected, DeckRetired
from table_controller.core.deck_orders import DeckOrder
from table_controller.core.events import AnyEvent
from table_controller.core.ids import Millis
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person
from table_controller.core.persons import in_words
from table_controller.core.readings import (
    CardRead,
    DeckState,
    GatePassed,
    Reading,
    SnapshotValid,
    TagAbsent,
    TagHits,
    TagPresent,
)
from table_controller.decks import DeckRecord, DeckRefused, DeckStatus, Registry, inspection
from table_controller.decks import registry as shelf
from table_controller.tracking import Bindings, Zone

_OF_CARDS = (TagPresent, TagAbsent, TagHits, CardRead, GatePassed, DeckState)


class Task(msgspec.Struct, frozen=True):
    """A deck that is being shown in the zone `at`, and for what."""

    order: ask.EnrollDeck | ask.CheckDeck
    by: Person
    at: Zone
    shown: inspection.Inspection


class Keeping(msgspec.Struct, frozen=True):
    """The registry, and the deck that is being shown just now."""

    registry: Registry
    task: Task | None = None

    @property
    def due(self) -> Millis | None:
        """When the showing is over if nothing more comes, host monotonic ms."""
        return None if self.task is None else Millis(self.task.shown.due)


class Done(NamedTuple):
    keeping: Keeping
    events: tuple[AnyEvent, ...] = ()


def obey(keeping: Keeping, order: DeckOrder, by: Person, bindings: Bindings, mono: Millis, wall: int) -> Done | Rejection:
    """What an order that may be given now does."""
    try:
        match order:
            case ask.ConfirmDeck():
                registry = shelf.confirmed(keeping.registry, order.deck, in_words(by), wall)
                return Done(replace(keeping, registry=registry), (DeckConfirmed(deck=order.deck, by=by),))
            case ask.RetireDeck():
                registry = shelf.retired(keeping.registry, order.deck, in_words(by), wall, order.reason)
                final = registry.deck(order.deck).status is DeckStatus.RETIRED
                said = DeckRetired(deck=order.deck, reason=order.reason, by=by, final=final)
                return Done(replace(keeping, registry=registry), (said,))
            case ask.EnrollDeck() | ask.CheckDeck():
                return Done(_begin(keeping, order, by, bindings, mono))
    except DeckRefused as refused:
        return Rejection(refused.code)
    raise TypeError(type(order))


def _begin(keeping: Keeping, order: ask.EnrollDeck | ask.CheckDeck, by: Person, bindings: Bindings, mono: Millis) -> Keeping:
    if keeping.task is not None:
        raise DeckRefused("deck_being_shown")
    zone = _zone(order.at)
    if zone is None or zone not in bindings.zones():
        raise DeckRefused("no_antenna_there")
    if isinstance(order, ask.CheckDeck):
        keeping.registry.deck(order.deck)
    elif sorted(order.faces) != list(FULL_DECK):
        raise DeckRefused("not_52_faces")
    else:
        shelf.may_enroll(keeping.registry, order.deck)
    return replace(keeping, task=Task(order, by, zone, inspection.begun(mono)))


def _zone(name: str) -> Zone | None:
    return Zone.__members__.get(name.strip().upper().replace(" ", "_").removeprefix("BOARD_") or "SHOE")


def heard(keeping: Keeping, reading: Reading, bindings: Bindings) -> tuple[Keeping, Reading | None]:
    """A reading while a deck is shown: what is left of it for everybody else, None for nothing."""
    task = keeping.task
    if task is None:
        return keeping, reading
    if isinstance(reading, TagPresent | TagAbsent):
        zone = bindings.antennas.get((reading.device, reading.antenna))
        if zone is not None:
            change = inspection.seen if isinstance(reading, TagPresent) else inspection.let_go
            shown = change(task.shown, reading.tag.raw, int(zone), reading.at, shown=zone is task.at)
            keeping = replace(keeping, task=replace(task, shown=shown))
    if isinstance(reading, SnapshotValid):
        return keeping, replace(reading, tags=())
    return keeping, None if isinstance(reading, _OF_CARDS) else reading


def over(keeping: Keeping, now: Millis, wall: int) -> Done:
    """The showing ends when nothing more has come for long enough; what it showed is put on record."""
    task = keeping.task
    if task is None or now < task.shown.due:
        return Done(keeping)
    done = replace(keeping, task=None)
    return _enrolled(done, task, wall) if isinstance(task.order, ask.EnrollDeck) else _checked(done, task, wall)


def _enrolled(keeping: Keeping, task: Task, wall: int) -> Done:
    order, registry = task.order, keeping.registry
    assert isinstance(order, ask.EnrollDeck)
    why = "tag_twice" if task.shown.doubled else ""
    try:
        if not why:
            record = DeckRecord(
                name=order.deck,
                back=order.back,
                status=DeckStatus.ENROLLED,
                enrolled_by=in_words(task.by),
                enrolled_at=wall,
                supplier=order.supplier,
                note=order.note,
            )
            registry = shelf.enrolled(registry, record, task.shown.order, tuple(map(Card, order.faces)))
    except DeckRefused as refused:
        why = refused.code
    found = replace(_found(keeping.registry, task), why=why, ok=not why, missing=(), foreign=())
    if why:
        return Done(keeping, (found,))
    return _kept(keeping, registry, found, wall, DeckEnrolled(deck=order.deck, back=order.back, by=task.by))


def _checked(keeping: Keeping, task: Task, wall: int) -> Done:
    found = _found(keeping.registry, task)
    ok = not (found.missing or found.foreign or found.others or found.doubled)
    return _kept(keeping, keeping.registry, replace(found, ok=ok), wall)


def _kept(keeping: Keeping, registry: Registry, found: DeckInspected, wall: int, *events: AnyEvent) -> Done:
    counts = {"missing": len(found.missing), "foreign": len(found.foreign), "doubled": found.doubled}
    counts["others"] = sum(number for _, number in found.others)
    says = ", ".join(f"{what} {count}" for what, count in counts.items() if count)
    registry = shelf.checked(registry, found.deck, shelf.Checked(wall, in_words(found.by), found.ok, found.count, says))
    return Done(replace(keeping, registry=registry), (*events, found))


def _found(registry: Registry, task: Task) -> DeckInspected:
    """What was shown, compared with what is registered. Cards are named only where they are missing."""
    name, shown = task.order.deck, task.shown
    known = {card.tag: card for card in registry.cards}
    strange = tuple(tag.hex() for tag in shown.order if tag not in known)
    owners = [_owner(registry, known[tag].deck) for tag in shown.order if tag in known]
    others = {owner: owners.count(owner) for owner in owners if owner != name}
    own = [card for card in registry.cards if _owner(registry, card.deck) == name]
    missing = tuple(card.face for card in own if card.tag not in shown.order)
    return DeckInspected(
        deck=name,
        ok=False,
        count=shown.cards,
        by=task.by,
        missing=missing,
        foreign=strange,
        others=tuple(sorted(others.items())),
        doubled=len(shown.doubled),
    )


def _owner(registry: Registry, number: int) -> str:
    return registry.decks[number].name if number < len(registry.decks) else "-"


def played(keeping: Keeping, deck: str) -> Keeping:
    """One hand more began with this deck."""
    if all(record.name != deck for record in keeping.registry.decks):
        return keeping
    return replace(keeping, registry=shelf.played(keeping.registry, deck))
