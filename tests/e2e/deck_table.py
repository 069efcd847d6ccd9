"""A virtual table with three registered decks: red, another red, and blue. Same bytes, links, tracking and node as elsewhere."""

from pathlib import Path

import msgspec

from hardware.protocol.events import Uid
from hardware.simulator.hand_times import QUICKEST
from hardware.simulator.pieces import PhysicalCard, SimulatedDeck
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import SEAT_ZONES, Zone
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.core import events as did
from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK, Card
from table_controller.core.codec import RecordCodec
from table_controller.core.deck_events import DeckInspected
from table_controller.core.events import AnyEvent
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.stakes import Limit, Stakes
from table_controller.decks import DeckLabel, DeckRecord, DeckStatus, EnrolledCard, Registry
from table_controller.journal import MemoryJournal
from table_controller.service.envelope import Envelope

STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))
DECKS = (DeckLabel("red", "red"), DeckLabel("blue", "blue"), DeckLabel("spare", "red"))
FLOOR, SECOND = Person(Role.FLOOR, "eva"), Person(Role.SURVEILLANCE, "jan")
RED, BLUE, SPARE = 0, 52, 104
STRANGER, CLONE = 157, 158
"""Pieces: `RED + face + 1` and so on are cards of the decks; one card of no registry, and one whose tag copies a red card's."""
CLONED = Card(20)


def _tag(number: int) -> Uid:
    return Uid(b"\xe0\x04\x01" + number.to_bytes(5, "big"))


def _cards() -> SimulatedDeck:
    decks = [PhysicalCard(at + face + 1, _tag(at + face + 1), face) for at in (RED, BLUE, SPARE) for face in FULL_DECK]
    clone = PhysicalCard(CLONE, _tag(RED + CLONED + 1), CLONED, forged=True)
    return SimulatedDeck((*decks, PhysicalCard(STRANGER, _tag(999), 53), clone), simulated=True)


def registry_of(decks: int) -> Registry:
    """The first decks of `DECKS`, confirmed."""
    cards = tuple(EnrolledCard(_tag(n * 52 + face + 1), face, n) for n in range(decks) for face in FULL_DECK)
    records = (
        DeckRecord(name=one.name, back=one.back, status=DeckStatus.READY, enrolled_by="floor:eva", enrolled_at=0) for one in DECKS
    )
    return Registry(True, tuple(records)[:decks], cards)


class DeckTable:
    """Three players, the button at seat 3, the red deck in the shoe. Hands move as quickly as sensors allow."""

    def __init__(self, folder: Path, decks: int = 3) -> None:
        plan = SimulatedPlan(folder=folder, number=1, stakes=STAKES)
        furnish(plan)
        self.registry = registry_of(decks)
        room = msgspec.structs.replace(room_of(plan.config), registry=self.registry, decks=self.registry.deck_map())
        plan = msgspec.structs.replace(plan, cards=_cards())
        self.table = VirtualTable(plan, room, MemoryJournal(room.config.id, room.master, RecordCodec()))
        self.table.sim.hands.times = QUICKEST
        self.events: list[AnyEvent] = []
        self.table.on_events = self.events.extend
        self.rest()
        for seat in (1, 2, 3):
            self.floor(ask.Seat(seat=SeatNo(seat), player=f"p{seat}", chips=Chips(1000), newcomer=False))
            self.truth.present.add(seat)
        self.floor(ask.PlaceButton(seat=SeatNo(3)))

    @property
    def truth(self) -> PhysicalTable:
        return self.table.sim.truth

    def rest(self, ms: int = 3_000) -> None:
        self.table.run_until(self.table.now + ms)

    def order(self, order: AnyOrder, by: Person) -> Rejection | None:
        rejection = self.table.order(Envelope(order, by)).rejection
        self.rest(300)
        return rejection

    def floor(self, order: AnyOrder) -> None:
        assert self.order(order, FLOOR) is None, order

    def play_deck(self, *pieces: int) -> None:
        """The deck is taken out, made of these cards with the first on top, and put in again."""
        self.table.act().take_out_deck()
        self.rest(500)
        wanted = set(pieces)
        for card in self.truth.zone(Zone.DECK):
            if card.piece not in wanted:
                self.truth.move(card.piece, Zone.BOX)
        for piece in pieces:
            if self.truth.where(piece) is Zone.BOX:
                self.truth.move(piece, Zone.DECK)
        self.truth.order(pieces)
        self.table.act().insert_deck()
        self.rest()

    def draw(self, seat: int) -> None:
        self.table.act().draw(SEAT_ZONES[seat])
        self.rest(500)

    def show(self, *pieces: int, to: Zone = Zone.MUCK) -> None:
        """A deck of these cards comes into the shoe, and is dealt once in this order, all to one place."""
        self.play_deck(*pieces)
        for _ in pieces:
            self.table.act().draw(to)
            self.rest(250)

    def wait_for_result(self) -> DeckInspected:
        """What a deck that was shown is on record as."""
        self.rest(20_000)
        return next(event for event in reversed(self.events) if isinstance(event, DeckInspected))

    def deal(self) -> None:
        """One round, as a hand begins; then everything lands."""
        for seat in (1, 2, 3):
            self.draw(seat)
        self.rest()

    def found(self) -> set[str]:
        return {event.code for event in self.events if isinstance(event, did.FindingRaised)}

    def hands(self) -> int:
        return sum(isinstance(event, did.HandStarted) for event in self.events)


def deck(at: int) -> list[int]:
    """All pieces of a deck."""
    return list(range(at + 1, at + 53))
