"""A table for tests of the engine: players sit, cards fall where they are wanted, keys are pressed, laws are checked throughout.

Knows how to move a table along; never what should come out.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK, Card, HiddenCard, cards
from table_controller.core.decide import advance
from table_controller.core.draft import Draft
from table_controller.core.events import AnyEvent, PotAwarded, TableOpened
from table_controller.core.expect import expected
from table_controller.core.facts import AnyFact
from table_controller.core.fold import fold
from table_controller.core.ids import Chips, Millis, PieceNo, SeatNo
from table_controller.core.invariants import broken
from table_controller.core.limits import LegalActs, legal
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.roles import MAY
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import TableState, empty_table

DEALER = Person(Role.DEALER)
FLOOR = Person(Role.FLOOR)
NO_LIMIT = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))


class RefusedError(AssertionError):
    """An order was refused that a test relies on."""


def usual(said: AnyFact | AnyOrder) -> Person:
    """Whose order it is."""
    return DEALER if DEALER.role in MAY.get(type(said), {DEALER.role}) else FLOOR


class Felt:
    """`state` now, `events` since the start, `last` the events of the latest input."""

    def __init__(self, stakes: Stakes = NO_LIMIT, rules: HouseRules | None = None, seats: int = 10, deck: str = "") -> None:
        opened = TableOpened(name="felt", rules=rules or HouseRules(), stakes=stakes, seats=seats, simulated=True)
        self.state: TableState = fold(empty_table(seats), opened)
        self.events: list[AnyEvent] = [opened]
        self.last: tuple[AnyEvent, ...] = ()
        self.shuffle(deck)

    def shuffle(self, deck: str = "") -> None:
        """A whole deck whose first cards are these; the others follow in a fixed order."""
        first = cards(deck)
        self.deck: list[Card] = [*first, *(card for card in FULL_DECK if card not in first)]
        self.draws = 0

    def say(self, said: AnyFact | AnyOrder, by: Person | None = None) -> Draft | Rejection:
        """A fact or order; a refusal changes nothing, what happens keeps every law."""
        result = advance(self.state, said, by or usual(said))
        if isinstance(result, Rejection):
            return result
        before = self.state
        for event, after in zip(result.events, result.states, strict=True):
            assert broken(after, before) == broken(after) == (), (event, broken(after))
            before = after
        self.state, self.last = result.state, tuple(result.events)
        self.events += result.events
        return result

    def do(self, *said: AnyFact | AnyOrder, by: Person | None = None) -> "Felt":
        """What must not be refused."""
        for one in said:
            result = self.say(one, by)
            if isinstance(result, Rejection):
                raise RefusedError(f"{one} was refused: {result.code} {result.params}")
        return self

    def refusal(self, said: AnyOrder, by: Person | None = None) -> str:
        """The code of the refusal; RefusedError if it was done."""
        before = self.state
        result = self.say(said, by)
        if not isinstance(result, Rejection):
            raise RefusedError(f"{said} was done")
        assert self.state is before
        return result.code

    def sit(self, stacks: Mapping[int, int], button: int | None = None, *, newcomer: bool = False) -> "Felt":
        """Players sit down, and the button is placed if it is named."""
        for seat, chips in stacks.items():
            self.do(ask.Seat(seat=SeatNo(seat), player=f"P{seat}", chips=Chips(chips), newcomer=newcomer), by=FLOOR)
        if button is not None:
            self.do(ask.PlaceButton(seat=SeatNo(button)), by=FLOOR)
        return self

    def card(self, to: Place, **more: Any) -> "Felt":
        """The next card of the deck lands there."""
        hidden = HiddenCard(PieceNo(self.draws + 1), self.deck[self.draws])
        self.draws += 1
        return self.do(seen.CardArrived(at=Millis(0), card=hidden, source=Place.SHOE, to=to, draw=self.draws, **more))

    def move(self, source: Place, to: Place, index: int = -1) -> "Felt":
        """A card is moved by hand; the last one of its place unless `index` says which."""
        hidden = self.state.at(source)[index].hidden
        assert hidden is not None
        return self.do(seen.CardArrived(at=Millis(0), card=hidden, source=source, to=to))

    def start(self) -> "Felt":
        """The hole cards."""
        place = expected(self.state).place
        assert place is not None, expected(self.state)
        self.card(place)
        while self.hand.street == "deal":
            wanted = expected(self.state).place
            assert wanted is not None
            self.card(wanted)
        return self

    def street(self) -> "Felt":
        """Burn and board cards of the next street."""
        street = self.hand.street
        while self.hand.street is street:
            wanted = expected(self.state).place
            assert wanted is not None, expected(self.state)
            self.card(wanted)
        return self

    def acts(self, line: str) -> "Felt":
        """Acts in turn: `f` fold, `x` check, `c` call, `a` all-in, a number bets or raises to it."""
        for word in line.split():
            self.do(_ACTS[word] if word in _ACTS else ask.BetOrRaise(to=Chips(int(word))))
        return self

    def run_out(self) -> "Felt":
        """The rest of the board, everybody shows, the pots are pushed."""
        while self.hand.street != "showdown":
            self.street()
        return self.show_down()

    def show_down(self) -> "Felt":
        """Everybody shows, the pots are pushed."""
        for seat in self.hand.show_order:
            if not self.state.seat(seat).tabled:
                self.do(ask.Show(seat=seat))
        return self.do(ask.Award())

    def check_down_to_showdown(self) -> "Felt":
        """Nobody bets any more; until hands are shown."""
        while self.hand.street != "showdown":
            if self.hand.actor is not None:
                self.do(ask.CheckOrCall())
            else:
                self.street()
        return self

    def check_down(self) -> "Felt":
        """Nobody bets any more; to the pushed pots."""
        return self.check_down_to_showdown().show_down()

    def again(self, deck: str = "") -> "Felt":
        """The cards are gathered and shuffled."""
        self.shuffle(deck)
        return self.do(seen.DeckSeen(at=Millis(0), present=True, count=52))

    @property
    def hand(self) -> Any:
        """The running or last hand."""
        assert self.state.hand is not None
        return self.state.hand

    @property
    def may(self) -> LegalActs:
        """What the actor may do."""
        found = legal(self.state)
        assert found is not None
        return found

    def stacks(self) -> dict[int, int]:
        """Stacks of the seats somebody owns."""
        return {seat.seat: seat.stack for seat in self.state.seats if seat.player is not None}

    def bets(self) -> dict[int, int]:
        """What lies on the line."""
        return {seat.seat: seat.bet for seat in self.state.seats if seat.bet}

    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Amounts and who can win them."""
        return [(pot.amount, pot.seats) for pot in self.hand.pots]

    def won(self) -> list[tuple[int, int, int]]:
        """(pot, seat, amount) as pushed."""
        return [(event.pot, event.seat, event.amount) for event in self.hand.awards]

    def kinds(self) -> list[str]:
        """Kinds of the events of the latest input."""
        return [type(event).__name__ for event in self.last]


_ACTS: dict[str, AnyOrder] = {"f": ask.Fold(), "x": ask.Check(), "c": ask.Call(), "a": ask.AllIn()}


def awarded(events: Iterable[AnyEvent]) -> list[PotAwarded]:
    """The pots pushed among these events."""
    return [event for event in events if isinstance(event, PotAwarded)]


def seat_place(seat: int) -> Place:
    """Where a seat's cards lie."""
    return SEAT_PLACES[SeatNo(seat)]


def stakes(limit: Limit = Limit.NO_LIMIT, small: int = 5, big: int = 10, **more: Any) -> Stakes:
    """A level."""
    return Stakes(limit=limit, small_blind=Chips(small), big_blind=Chips(big), **more)
