"""Whatever hands and readers do, within reason: one place a card, one fact a happening, draws in their order."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_controller.core.events import DealCompleted, HandStarted
from table_controller.core.facts import CardArrived, CardInTwoPlaces, CardMissing
from table_controller.core.ids import AttemptNo, HandNo, SeatNo
from table_controller.tracking import Zone, deadline
from table_controller.tracking.bindings import PLACE_OF_ZONE

PLACES = [Zone.SEAT_1, Zone.SEAT_2, Zone.SEAT_5, Zone.BURN, Zone.FLOP, Zone.TURN, Zone.MUCK, Zone.HOLD]
STARTED = HandStarted(
    hand=HandNo(1),
    attempt=AttemptNo(1),
    button=SeatNo(2),
    small_blind=SeatNo(1),
    big_blind=SeatNo(2),
    dealt_in=(SeatNo(1), SeatNo(2)),
)
ROUNDS = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("draw"), st.sampled_from(PLACES), st.integers(0, 900)),
        st.tuples(st.just("move"), st.sampled_from(PLACES), st.integers(0, 50)),
        st.tuples(st.just("back"), st.none(), st.integers(0, 50)),
        st.tuples(st.just("lift"), st.none(), st.integers(0, 50)),
        st.tuples(st.just("chatter"), st.none(), st.integers(0, 50)),
        st.tuples(st.just("again"), st.none(), st.integers(0, 50)),
    ),
    max_size=25,
)


class World:
    """The truth beside the tracker: where each card really lies."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.lies: dict[int, Zone] = {}
        self.deck = list(range(1, 53))
        self.drawn: list[int] = []
        self.awaited: list[tuple[int, Zone]] = []
        table.recorded(STARTED, DealCompleted())

    def draw(self, zone: Zone, flight: int) -> None:
        """Leaves the shoe; lands when its flight is over, perhaps after others."""
        if not self.deck:
            return
        card = self.deck.pop(0)
        self.drawn.append(card)
        self.table.leaves_shoe(card)
        self.awaited.append((card, zone))
        if flight < 500:
            self.land_all()

    def land_all(self) -> None:
        for card, zone in reversed(self.awaited):
            self.table.lands(card, zone)
            self.lies[card] = zone
        self.awaited.clear()

    def _pick(self, number: int) -> int | None:
        cards = sorted(self.lies)
        return cards[number % len(cards)] if cards else None

    def do(self, what: str, zone: Zone | None, number: int) -> None:
        if what == "draw" and zone is not None:
            self.draw(zone, number)
            return
        self.land_all()
        card = self._pick(number)
        if card is not None:
            getattr(self, f"_{what}")(card, zone)

    def _move(self, card: int, zone: Zone) -> None:
        here = self.lies[card]
        if here is zone:
            return
        self.table.tag_in(zone, card)
        self.table.wait(60)
        self.table.tag_out(here, card)
        self.table.wait(300)
        self.lies[card] = zone

    def _back(self, card: int, _zone: None) -> None:
        self.table.back_through_mouth(card, self.lies.pop(card))
        self.deck.insert(0, card)

    def _lift(self, card: int, _zone: None) -> None:
        here = self.lies[card]
        self.table.tag_out(here, card)
        self.table.wait(60_000 if here in (Zone.SEAT_1, Zone.SEAT_2, Zone.SEAT_5) else 2_000)
        self.table.tag_in(here, card)

    def _chatter(self, card: int, _zone: None) -> None:
        for _ in range(3):
            self.table.tag_out(self.lies[card], card)
            self.table.tag_in(self.lies[card], card)

    def _again(self, card: int, _zone: None) -> None:
        """A reading that comes twice, and one of a place it has left long ago."""
        self.table.tag_in(self.lies[card], card)
        elsewhere = next(zone for zone in PLACES if zone is not self.lies[card])
        self.table.tag_out(elsewhere, card)


def played(table: Any, actions: list[tuple[str, Any, int]]) -> World:
    table.__init__()
    world = World(table)
    for action in actions:
        world.do(*action)
    world.land_all()
    table.wait(4_000)
    return world


@ROUNDS
@given(actions=ACTIONS)
def test_every_card_is_where_it_was_told_last_and_nowhere_else(table: Any, actions: list[tuple[str, Any, int]]) -> None:
    world = played(table, actions)
    told: dict[int, Any] = {}
    for fact in table.said(CardArrived):
        assert told.get(fact.card.piece, "shoe") == fact.source.value, "a card comes from where it lay"
        assert fact.source != fact.to, "no fact twice"
        told[fact.card.piece] = fact.to.value
    there = {card: place for card, place in told.items() if place != "shoe"}
    assert there == {card: PLACE_OF_ZONE[zone].value for card, zone in world.lies.items()}
    assert table.said(CardMissing) == []
    assert table.said(CardInTwoPlaces) == []


@ROUNDS
@given(actions=ACTIONS)
def test_draws_are_told_in_the_order_in_which_they_left_the_deck(table: Any, actions: list[tuple[str, Any, int]]) -> None:
    world = played(table, actions)
    dealt = [(fact.card.piece, fact.draw) for fact in table.said(CardArrived) if fact.source.value == "shoe"]
    assert [card for card, _ in dealt] == world.drawn
    assert [draw for _, draw in dealt] == list(range(1, len(dealt) + 1))


@ROUNDS
@given(actions=ACTIONS)
def test_quiet_tables_stay_quiet(table: Any, actions: list[tuple[str, Any, int]]) -> None:
    """Nothing more is said when nothing more happens, however long it lasts."""
    played(table, actions)
    count = len(table.facts)
    table.wait(3_600_000)
    assert len(table.facts) == count
    assert deadline(table.state) is None


@ROUNDS
@given(actions=ACTIONS, at=st.integers(0, 24))
def test_a_kill_in_between_changes_nothing_that_is_told(table: Any, actions: list[tuple[str, Any, int]], at: int) -> None:
    whole = played(table, actions)
    expected = list(table.arrivals())
    table.__init__()
    world = World(table)
    for number, action in enumerate(actions):
        if number == at:
            table.restart(away=20_000)
            for device in table.ground.bindings.names:
                table.up(device)
        world.do(*action)
    world.land_all()
    table.wait(4_000)
    assert table.arrivals() == expected
    assert world.lies == whole.lies
