"""A table played through `decide` and `record` as the node does it, card by card, without sensors."""

from collections.abc import Iterable

import pytest

from table_controller.core import orders as ask
from table_controller.core.cards import Card, HiddenCard, card
from table_controller.core.decide import decide
from table_controller.core.events import AnyEvent, FindingRaised, TableOpened
from table_controller.core.expect import card_expected
from table_controller.core.facts import AnyFact, CardArrived, CardMissing, DeckSeen, Fact
from table_controller.core.ids import Chips, Millis, PieceNo, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.roles import MAY
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import TableState, empty_table
from table_controller.house_rules import load_profile
from table_controller.recovery import record

AT = Millis(0)
DEALER = Person(Role.DEALER, via="keypad")
FLOOR = Person(Role.FLOOR, via="pit")
STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))
PLACES = {"burn": Place.BURN, "board": Place.BOARD, "muck": Place.MUCK, "hold": Place.HOLD, "out": Place.OUT}


class Playing:
    """Six seats, button at 6, seat 1 small blind, seat 2 big blind, first to act seat 3, like the worked examples.

    `to("1 2 burn board")` draws a card to each of these places. `found` has every finding raised so far.
    """

    def __init__(self, rules: HouseRules, seats: Iterable[int] = range(1, 7), button: int = 6) -> None:
        self.state: TableState = empty_table(10)
        self.found: list[FindingRaised] = []
        self.draws = 0
        self.pieces = 0
        self._happen(TableOpened(name="T", rules=rules, stakes=STAKES, seats=10, simulated=True))
        for number in seats:
            self.order(ask.Seat(seat=SeatNo(number), player=f"P{number}", chips=Chips(1000), newcomer=False), FLOOR)
        self.order(ask.PlaceButton(seat=SeatNo(button)), FLOOR)
        self.players = tuple(seats)

    # --- what happens ---

    def fact(self, fact: AnyFact) -> None:
        decision = decide(self.state, fact, DEALER)
        assert not isinstance(decision, Rejection)
        self._happen(*decision)

    def order(self, order: AnyOrder, by: Person | None = None) -> Rejection | None:
        usual = Role.DEALER if Role.DEALER in MAY[type(order)] else Role.FLOOR
        decision = decide(self.state, order, by or Person(usual))
        if isinstance(decision, Rejection):
            return decision
        self._happen(*decision)
        return None

    def must(self, order: AnyOrder, by: Person | None = None) -> None:
        refused = self.order(order, by)
        assert refused is None, refused

    def _happen(self, *decided: AnyEvent) -> None:
        recorded = record(self.state, decided)
        self.state = recorded.state
        self.found += [event for event in recorded.events if isinstance(event, FindingRaised)]

    # --- hands of the dealer ---

    def to(
        self, spots: str, *, face: Card | None = None, piece: int | None = None, found: bool = False, up: bool | None = None
    ) -> None:
        """The next cards leave the deck and land there; `found`: nobody saw where from; `up`: a sensor sees which side."""
        source = Place.NOWHERE if found else Place.SHOE
        for spot in spots.split():
            self.draws += 1
            card, place = self._card(face, piece), self._place(spot)
            self.fact(CardArrived(at=AT, card=card, source=source, to=place, draw=self.draws, found=found, up=up))

    def lost(self) -> None:
        """The next card leaves the deck and lies nowhere."""
        self.draws += 1
        self.fact(CardMissing(at=AT, card=self._card(None, None), source=Place.SHOE, draw=self.draws))

    def move(self, source: str, to: str) -> None:
        """The card that lies last in `source` is moved."""
        hidden = self.state.at(self._place(source))[-1].hidden
        assert hidden is not None
        target = Place.SHOE if to == "shoe" else self._place(to)
        self.fact(CardArrived(at=AT, card=hidden, source=self._place(source), to=target))

    def deal(self, *, short: int = 0) -> None:
        """The whole deal as it should go, less the last `short` cards."""
        for _ in range(2 * len(self.players) - short):
            self.to(str(self.expected_seat()))

    def expected_seat(self) -> int:
        """Where the rules want the next card."""
        seat = card_expected(self.state).seat
        assert seat is not None
        return int(seat)

    def calls(self) -> None:
        """Everybody calls or checks until the round is over."""
        hand = self.state.hand
        street = None if hand is None else hand.street
        while self.state.hand is not None and self.state.hand.street is street and self.state.hand.actor is not None:
            self.must(ask.CheckOrCall())

    def check(self) -> None:
        self.must(ask.Check())

    def all_fold(self) -> None:
        """Everybody but the last folds."""
        while self.state.hand is not None and self.state.hand.actor is not None:
            self.must(ask.Fold())

    def all_in(self) -> None:
        while self.state.hand is not None and self.state.hand.actor is not None:
            self.must(ask.AllIn())

    def award(self) -> None:
        """Everybody shows, the pots are pushed."""
        while self.order(ask.Show()) is None:
            pass
        self.must(ask.Award())

    def deal_done(self) -> None:
        self.must(ask.DealDone())

    def draw_for_button(self) -> None:
        self.must(ask.DrawForButton())

    def resume(self) -> None:
        """The floor lets play go on as things lie."""
        self.must(ask.Resume(reason="test"), FLOOR)

    def void(self) -> None:
        self.must(ask.VoidHand(reason="test"), FLOOR)

    def play_to(self, street: str) -> None:
        """A clean hand until the betting of this street is open."""
        self.deal()
        for name, cards in (("flop", "burn board board board"), ("turn", "burn board"), ("river", "burn board")):
            if street in ("preflop", f"{name} due"):
                break
            self.calls()
            if street == f"before {name}":
                break
            self.to(cards)
            if street == name:
                break
        if street == "showdown":
            self.calls()

    def gather(self, count: int | None = 52) -> None:
        """The deck is taken out and comes back with so many cards."""
        self.draws = self.pieces = 0
        self.fact(DeckSeen(at=AT, present=False))
        self.fact(DeckSeen(at=AT, present=True, count=count))

    # --- what was found ---

    def codes(self) -> list[str]:
        return [finding.code for finding in self.found]

    def open_codes(self) -> list[str]:
        return [finding.code for finding in self.state.findings]

    def _card(self, face: Card | None, piece: int | None) -> HiddenCard:
        self.pieces += 1
        number = self.pieces if piece is None else piece
        return HiddenCard(PieceNo(number), Card((number - 1) % 52) if face is None else face)

    @staticmethod
    def _place(spot: str) -> Place:
        return PLACES[spot] if spot in PLACES else SEAT_PLACES[SeatNo(int(spot))]


class Tables:
    """Makes tables by profile."""

    def __call__(self, profile: str = "tda_2024", seats: Iterable[int] = range(1, 7), button: int = 6) -> Playing:
        return Playing(load_profile(profile).rules, seats, button)

    fact = Fact
    card = staticmethod(card)


@pytest.fixture
def table() -> Tables:
    return Tables()
