"""A table whose cards are moved by whoever plays with it, and the laws that hold whatever happens there."""

import random

from table_controller.alarms import Alarms
from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.cards import Card, HiddenCard, LyingCard
from table_controller.core.decide import decide
from table_controller.core.events import AnyEvent, HandVoided, PotAwarded, TableOpened
from table_controller.core.facts import AnyFact
from table_controller.core.ids import Chips, Millis, PieceNo, SeatNo, Seq, TableId
from table_controller.core.invariants import broken
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.places import Place
from table_controller.core.procedure import to_be_mucked
from table_controller.core.signing import same
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import TableState, empty_table
from table_controller.house_rules import load_profile
from table_controller.recovery import record
from table_controller.views.dealer import dealer_view
from table_controller.views.pit import pit_view
from table_controller.views.shapes import PitView

AT = Millis(0)
DEALER = Person(Role.DEALER, via="keypad")
FLOOR = Person(Role.FLOOR, name="floor")
SECOND = Person(Role.SURVEILLANCE, name="second")
SENSORS = Person(Role.SYSTEM)


class Table:
    """`deck`: the cards in the deck, top first. `events`: everything recorded. Every event is held against the laws."""

    def __init__(self, rng: random.Random, rules: str, players: int) -> None:
        self.rng = rng
        self.state: TableState = empty_table(10)
        self.events: list[AnyEvent] = []
        stakes = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))
        opened = TableOpened(name="T", rules=load_profile(rules).rules, stakes=stakes, seats=10, simulated=True)
        self._record([opened])
        for seat in range(1, players + 1):
            chips = Chips(rng.choice((30, 200, 1000)))
            self.order(ask.Seat(seat=SeatNo(seat), player=f"P{seat}", chips=chips, newcomer=False), FLOOR)
        self.order(ask.PlaceButton(seat=SeatNo(players)), FLOOR)
        self.fresh_deck()

    def fresh_deck(self) -> None:
        self.deck = [HiddenCard(PieceNo(1 + face), Card(face)) for face in range(52)]
        self.rng.shuffle(self.deck)
        self.draws = 0

    # --- what happens ---

    def _record(self, decided: list[AnyEvent] | tuple[AnyEvent, ...]) -> None:
        recorded, before = record(self.state, decided), self.state
        for event, state in zip(recorded.events, recorded.states, strict=True):
            assert broken(state) == () == broken(state, before), event
            if isinstance(event, PotAwarded) and to_be_mucked(before) is not None:
                raise AssertionError("a dead hand lies at its seat, and a pot is pushed")
            if isinstance(event, HandVoided):
                assert rightly_voided(before, event), event
            self.events.append(event)
            before = state
        self.state = recorded.state

    def order(self, order: AnyOrder, by: Person) -> Rejection | None:
        decided = decide(self.state, order, by)
        if isinstance(decided, Rejection):
            return decided
        self._record(decided)
        return None

    def fact(self, fact: AnyFact) -> None:
        decided = decide(self.state, fact, SENSORS)
        assert not isinstance(decided, Rejection)
        self._record(decided)

    def look(self) -> None:
        """Everything that is shown can be shown."""
        dealer_view(TableId("T"), self.state, page(self.state))

    # --- hands ---

    def draw(self, to: Place) -> None:
        if self.deck:
            self.draws += 1
            card = self.deck.pop(0)
            self.fact(seen.CardArrived(at=AT, card=card, source=Place.SHOE, to=to, draw=self.draws))

    def lose(self) -> None:
        """A card leaves the deck and lies nowhere."""
        if self.deck:
            self.draws += 1
            self.fact(seen.CardMissing(at=AT, card=self.deck.pop(0), source=Place.SHOE, draw=self.draws))

    def lying(self) -> list[tuple[Place, LyingCard]]:
        return [(place, card) for place in Place for card in self.state.at(place)]

    def move(self, source: Place, card: LyingCard, to: Place) -> None:
        assert card.hidden is not None
        if source is to:
            return
        if to is Place.SHOE:
            self.deck.insert(0, card.hidden)
        self.fact(seen.CardArrived(at=AT, card=card.hidden, source=source, to=to))

    def shuffle(self) -> None:
        self.rng.shuffle(self.deck)
        self.fact(seen.DeckSeen(at=AT, present=False))
        self.fact(seen.DeckSeen(at=AT, present=True, count=len(self.deck)))

    def gather(self) -> None:
        self.fresh_deck()
        self.fact(seen.DeckSeen(at=AT, present=False))
        self.fact(seen.DeckSeen(at=AT, present=True, count=52))

    def sign(self) -> None:
        """The floor, and where that is not enough a second person."""
        self.order(ask.ConfirmStep(), FLOOR)
        if self.state.needs_floor:
            self.order(ask.ConfirmStep(), SECOND)


def page(state: TableState) -> PitView:
    """What the pit sees of it."""
    return pit_view(TableId("T"), Seq(1), 0, state, Alarms())


def rightly_voided(before: TableState, event: HandVoided) -> bool:
    """By floor or pit; with a second person while level 3 is open; never by a dealer."""
    if event.by.role not in (Role.FLOOR, Role.PIT, Role.SURVEILLANCE):
        return False
    for finding in before.findings:
        signed = [one.by for one in before.signed if one.finding == finding.number]
        others = [one for one in signed if not same(one, event.by)]
        if finding.level == 3 and not others:
            return False
    return True
