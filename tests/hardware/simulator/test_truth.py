"""The truth of a simulated table: cards and chips go from hand to place and none appears, vanishes or is in two places."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hardware.protocol.events import Uid
from hardware.simulator.chips import NotThereError
from hardware.simulator.hand_times import QUICKEST
from hardware.simulator.hands import Hands
from hardware.simulator.pieces import (
    FOREIGN,
    JOKER,
    TWIN,
    NotSimulatedError,
    PhysicalCard,
    SimulatedDeck,
    deck_of,
    make_deck,
    make_deck_with_strangers,
)
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import FELT, Zone

SEATS = st.integers(1, 10)
ZONES = st.sampled_from(FELT)
STRANGE = st.sampled_from([TWIN, JOKER, FOREIGN])
AMOUNTS = st.integers(0, 500)


class AnyHands(RuleBasedStateMachine):
    """Whatever hands try, in whatever order, with movements still under way."""

    @initialize()
    def begin(self) -> None:
        self.now = 0
        self.table = PhysicalTable(make_deck_with_strangers(1))
        self.hands = Hands(self.table, lambda: self.now, QUICKEST)

    def attempt(self, movement: object, *args: object, **words: object) -> None:
        before = self.everything()
        try:
            movement(*args, **words)  # type: ignore[operator]
        except NotThereError:
            assert self.everything() == before, "a refused movement changes nothing"

    def everything(self) -> object:
        chips = self.table.chips
        return [self.table.zone(zone) for zone in Zone], chips.pot, chips.drop, dict(chips.stacks), dict(chips.bets)

    @rule(zone=ZONES, up=st.booleans())
    def draw(self, zone: Zone, up: bool) -> None:
        self.attempt(self.hands.draw, zone, up=up)

    @rule(source=ZONES, to=ZONES)
    def move_zone(self, source: Zone, to: Zone) -> None:
        self.attempt(self.hands.move_zone, source, to)

    @rule(source=ZONES, to=ZONES)
    def move_last(self, source: Zone, to: Zone) -> None:
        self.attempt(self.hands.move_last, source, to)

    @rule(source=ZONES)
    def return_top(self, source: Zone) -> None:
        self.attempt(self.hands.return_top, source)

    @rule(zone=ZONES)
    def return_zone(self, zone: Zone) -> None:
        self.attempt(self.hands.return_zones, zone)

    @rule(seed=st.integers())
    def gather(self, seed: int) -> None:
        self.hands.gather()
        self.hands.shuffle(str(seed))
        self.hands.insert_deck()

    @rule(zone=ZONES)
    def gather_but_one(self, zone: Zone) -> None:
        self.attempt(self.hands.gather_but, zone)

    @rule(to=ZONES)
    def leave_out(self, to: Zone) -> None:
        self.attempt(self.hands.leave_out, to)

    @rule(piece=STRANGE, nth=st.integers(0, 60))
    def slip_in(self, piece: int, nth: int) -> None:
        self.attempt(self.hands.slip_in, piece, nth)

    @rule(piece=STRANGE, to=ZONES)
    def lay(self, piece: int, to: Zone) -> None:
        self.hands.move(piece, to)

    @rule()
    def sort_out(self) -> None:
        self.hands.sort_out()
        assert sorted(card.piece for card in self.table.zone(Zone.BOX)) == [TWIN, JOKER, FOREIGN]

    @rule(faces=st.lists(st.integers(0, 51), unique=True, max_size=8))
    def stack(self, faces: list[int]) -> None:
        self.attempt(self.hands.stack, faces)

    @rule(ms=st.integers(0, 200))
    def pass_time(self, ms: int) -> None:
        end = self.now + ms
        while (due := self.hands.next_deadline()) is not None and due <= end:
            self.now = due
            self.hands.run_next()
        self.now = end

    @rule(seat=SEATS, amount=AMOUNTS)
    def sit(self, seat: int, amount: int) -> None:
        self.hands.sit(seat, amount)

    @rule(seat=SEATS)
    def stand_up(self, seat: int) -> None:
        self.hands.stand_up(seat)

    @rule(seat=SEATS, amount=AMOUNTS, what=st.sampled_from(["push", "pull_back", "collect_from", "pay"]))
    def chips(self, seat: int, amount: int, what: str) -> None:
        self.attempt(getattr(self.hands, what), seat, amount)

    @rule(amount=AMOUNTS)
    def rake(self, amount: int) -> None:
        self.attempt(self.hands.rake, amount)

    @precondition(lambda self: self.table.chips.bets)
    @rule()
    def collect(self) -> None:
        self.hands.collect()
        assert not sum(self.table.chips.bets.values())

    @invariant()
    def every_card_is_in_exactly_one_place(self) -> None:
        if hasattr(self, "table"):
            lying = [(card.piece, zone) for zone in Zone for card in self.table.zone(zone)]
            assert sorted(piece for piece, _ in lying) == [card.piece for card in self.table.cards]
            assert all(self.table.where(piece) is zone for piece, zone in lying)

    @invariant()
    def chips_add_up_and_none_is_negative(self) -> None:
        if hasattr(self, "table"):
            chips = self.table.chips
            assert chips.total() == 0
            assert min([chips.pot, chips.drop, *chips.stacks.values(), *chips.bets.values()]) >= 0


AnyHands.TestCase.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
test_conservation = AnyHands.TestCase


def test_a_deck_of_a_real_table_is_refused() -> None:
    real = SimulatedDeck(make_deck(1).cards, simulated=False)
    with pytest.raises(NotSimulatedError):
        PhysicalTable(real)


def test_a_tag_that_comes_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        PhysicalTable(deck_of([0, 1], [b"12345678", b"12345678"], simulated=True))


def test_faces_and_tags_stay_out_of_texts() -> None:
    card = PhysicalCard(7, Uid(b"SECRET!!"), 51)
    assert repr(card) == "PhysicalCard(piece=7)"
    assert "51" not in repr(SimulatedDeck((card,), simulated=True))


def test_the_deck_keeps_its_order() -> None:
    table = PhysicalTable(make_deck(1))
    table.stack([9, 4, 30])
    assert [table.draw(Zone.SEAT_1).piece for _ in range(3)] == [9, 4, 30]
    table.move(4, Zone.DECK)
    assert table.zone(Zone.DECK)[0].piece == 4, "a card returned lies on top"
    assert [card.piece for card in table.zone(Zone.SEAT_1)] == [9, 30], "the others keep their order"


def test_cards_beyond_52_lie_in_a_box_that_no_gathering_empties() -> None:
    table = PhysicalTable(deck_of(range(54), [bytes([number] * 8) for number in range(54)], simulated=True))
    hands = Hands(table, lambda: 0, QUICKEST)
    assert [card.face for card in table.zone(Zone.BOX)] == [52, 53]
    table.draw(Zone.SEAT_1)
    table.move(53, Zone.SEAT_2)
    hands.gather()
    assert [card.face for card in table.zone(Zone.HAND)] == [0, 52]
    assert table.gather() == 2
    assert (len(table.zone(Zone.DECK)), len(table.zone(Zone.BOX))) == (53, 1)


def test_a_card_that_does_not_belong_takes_the_place_of_another_until_the_deck_is_sorted_out() -> None:
    table = PhysicalTable(make_deck_with_strangers(1))
    hands = Hands(table, lambda: 0, QUICKEST)
    table.shuffle("any")
    replaced = table.zone(Zone.DECK)[2].piece
    hands.slip_in(JOKER, 3)
    assert table.zone(Zone.DECK)[2].piece == JOKER
    assert table.where(replaced) is Zone.BOX
    hands.sort_out()
    assert sorted(card.face for card in table.zone(Zone.DECK)) == list(range(52))
    hands.slip_in(TWIN, 3)
    deck = table.zone(Zone.DECK)
    assert (deck[0].face, deck[2].face, len(deck)) == (0, 0, 52), "two cards of one face will be dealt"


def test_strangers_change_no_tag_of_the_deck() -> None:
    assert make_deck_with_strangers(4).cards[:52] == make_deck(4).cards


def test_a_shuffle_depends_on_the_cards_and_the_seed_alone() -> None:
    one, other = PhysicalTable(make_deck(1)), PhysicalTable(make_deck(1))
    other.shuffle("something before")
    one.shuffle("a")
    other.shuffle("a")
    assert one.zone(Zone.DECK) == other.zone(Zone.DECK)
    other.shuffle("b")
    assert one.zone(Zone.DECK) != other.zone(Zone.DECK)


def test_a_stacked_deck_gives_the_named_faces_first_and_every_other_card_after() -> None:
    table = PhysicalTable(make_deck(1))
    hands = Hands(table, lambda: 0, QUICKEST)
    hands.stack([51, 0, 17])
    faces = [card.face for card in table.zone(Zone.DECK)]
    assert faces[:3] == [51, 0, 17]
    assert sorted(faces) == list(range(52))


def test_no_card_leaves_a_deck_that_is_not_in_the_shoe() -> None:
    table = PhysicalTable(make_deck(1))
    hands = Hands(table, lambda: 0, QUICKEST)
    hands.gather()
    with pytest.raises(NotThereError):
        hands.draw(Zone.SEAT_1)
