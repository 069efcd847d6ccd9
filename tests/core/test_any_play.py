"""Random legal and illegal play: chips and cards conserved after each event, every refusal has a reason and changes nothing.

One machine plays whatever comes to its mind: sits down and leaves, deals rightly and wrongly, moves cards about, presses
keys in and out of turn, calls the floor. A second state is folded beside it from the same events with hidden cards unknown.
"""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.cards import HiddenCard
from table_controller.core.expect import card_expected, expected
from table_controller.core.facts import AnyFact
from table_controller.core.fold import fold, fold_all
from table_controller.core.ids import Chips, Millis, SeatNo
from table_controller.core.limits import legal
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person
from table_controller.core.places import Place
from table_controller.core.rules import ButtonMode, HouseRules, MinRaise, MissedBlinds, NewcomerPost, SeatTaking, StraddleRule
from table_controller.core.stakes import AnteBy, Limit, Rake
from table_controller.core.state import TableState, empty_table
from tests.core.felt import DEALER, FLOOR, Felt, stakes
from tests.core.public import public_event, public_state

SEATS = 5
NOW = Millis(0)
seats = st.integers(-1, SEATS + 2).map(SeatNo)
maybe_seat = st.none() | seats
chips = st.integers(-5, 260).map(Chips)
places = st.sampled_from(list(Place))
levels = st.builds(
    stakes,
    st.sampled_from(list(Limit)),
    st.just(5),
    st.just(10),
    ante=st.sampled_from([0, 0, 3]).map(Chips),
    ante_by=st.sampled_from(list(AnteBy)),
    straddle=st.sampled_from([0, 20]).map(Chips),
    chip=st.sampled_from([1, 5]).map(Chips),
    rake=st.sampled_from([Rake(), Rake(per_mille=50, cap=Chips(7)), Rake(per_mille=100, no_flop_no_drop=False, per_pot=True)]),
)
houses = st.builds(
    HouseRules,
    button_mode=st.sampled_from(list(ButtonMode)),
    straddle=st.sampled_from(list(StraddleRule)),
    min_raise=st.sampled_from(list(MinRaise)),
    newcomer_post=st.sampled_from(list(NewcomerPost)),
    missed_blinds=st.sampled_from(list(MissedBlinds)),
    seat_taking=st.sampled_from(list(SeatTaking)),
    bb_option=st.booleans(),
    raise_cap=st.sampled_from([None, 1, 3]),
)
acts = st.one_of(
    st.builds(ask.Fold, seat=maybe_seat),
    st.builds(ask.Check, seat=maybe_seat),
    st.builds(ask.Call, seat=maybe_seat),
    st.builds(ask.Bet, seat=maybe_seat, to=chips),
    st.builds(ask.Raise, seat=maybe_seat, to=chips),
    st.builds(ask.BetOrRaise, seat=maybe_seat, to=st.none() | chips),
    st.builds(ask.AllIn, seat=maybe_seat),
    st.builds(ask.Show, seat=maybe_seat),
    st.builds(ask.Muck, seat=maybe_seat),
    st.builds(ask.PlayingBoard, seat=maybe_seat),
)
keys = st.one_of(
    st.builds(ask.Undo),
    st.builds(ask.Undo),
    st.builds(ask.DealDone),
    st.builds(ask.ConfirmStep),
    st.builds(ask.CallFloor),
    st.builds(ask.Misdeal),
    st.builds(ask.Exposed, seat=maybe_seat),
    st.builds(ask.Boxed),
    st.builds(ask.Clock, seat=maybe_seat),
    st.builds(ask.Award),
    st.builds(ask.AnswerQuestion, question=st.integers(0, 3), answer=st.just("yes")),
)
table_orders = st.one_of(
    st.builds(ask.Seat, seat=seats, player=st.just("P"), chips=chips, owes_big=st.booleans(), owes_small=st.booleans()),
    st.builds(ask.Leave, seat=seats),
    st.builds(ask.Absent, seat=seats),
    st.builds(ask.SitOut, seat=seats),
    st.builds(ask.Back, seat=seats),
    st.builds(ask.TopUp, seat=seats, amount=chips),
    st.builds(ask.PostBlind, seat=seats, what=st.sampled_from(["sb", "bb", "both", "dead_sb", "extra_bb", "straddle", "?"])),
    st.builds(ask.PlaceButton, seat=seats, small_blind=maybe_seat, big_blind=maybe_seat, no_small_blind=st.booleans()),
    st.builds(ask.LastHand, button=seats, small_blind=maybe_seat, big_blind=seats),
    st.builds(ask.DrawForButton),
    st.builds(ask.Resume, reason=st.just("as it lies")),
    st.builds(ask.VoidHand, reason=st.just("misdeal")),
    st.builds(ask.PauseTable),
    st.builds(ask.OpenTable),
    st.builds(ask.CloseTable),
)
signs = st.one_of(
    st.builds(seen.ButtonSeen, at=st.just(NOW), seat=maybe_seat),
    st.builds(seen.SeatSensed, at=st.just(NOW), seat=seats, present=st.booleans()),
    st.builds(seen.ChipsCrossed, at=st.just(NOW), seat=seats),
    st.builds(seen.ChipsUnexplained, at=st.just(NOW), seat=seats, keyed=st.booleans()),
    st.builds(seen.UnknownTag, at=st.just(NOW), tag=st.just("E0"), place=places),
    st.builds(seen.DeckSeen, at=st.just(NOW), present=st.booleans(), count=st.sampled_from([None, 30, 51])),
)


class AnyPlay(RuleBasedStateMachine):
    """The table, and beside it what somebody sees who may not know hidden cards."""

    def __init__(self) -> None:
        super().__init__()
        self.felt = Felt()
        self.seen: TableState = empty_table(SEATS)
        self.folded = 0

    @initialize(level=levels, house=houses, stacks=st.lists(st.integers(1, 250), min_size=2, max_size=SEATS))
    def sit(self, level: Any, house: HouseRules, stacks: list[int]) -> None:
        self.felt = Felt(level, house, seats=SEATS)
        self.felt.sit({number + 1: amount for number, amount in enumerate(stacks)}, button=1)

    def say(self, said: AnyFact | AnyOrder, by: Person = DEALER) -> None:
        before = self.felt.state
        result = self.felt.say(said, by)
        if isinstance(result, Rejection):
            assert result.code
            assert self.felt.state is before

    @rule(order=acts)
    def acts(self, order: AnyOrder) -> None:
        self.say(order)

    @precondition(lambda self: legal(self.felt.state) is not None)
    @rule(data=st.data())
    def legal_act(self, data: st.DataObject) -> None:
        """What is said to be legal is never refused, and what lies beyond it always is."""
        may = legal(self.felt.state)
        assert may is not None
        if self.felt.state.locked or self.felt.state.paused is not None:
            return
        if may.may_raise and data.draw(st.booleans()):
            to = data.draw(st.integers(may.min_to, may.max_to)) if not self.felt.hand.limit_bet else may.max_to
            assert self.felt.refusal(ask.BetOrRaise(to=Chips(may.all_in_to + 1))) in ("more_than_stack", "above_maximum")
            self.felt.do(ask.BetOrRaise(to=Chips(to)))
        else:
            self.felt.do(data.draw(st.sampled_from([ask.Fold(), ask.CheckOrCall(), ask.CheckOrCall()])))

    @rule(order=keys)
    def presses(self, order: AnyOrder) -> None:
        self.say(order)

    @rule(order=table_orders)
    def orders(self, order: AnyOrder) -> None:
        self.say(order, FLOOR)

    @rule(fact=signs)
    def senses(self, fact: AnyFact) -> None:
        self.felt.do(fact)

    @precondition(lambda self: self.felt.draws < 50)
    @rule(count=st.integers(1, 12))
    def deals_rightly(self, count: int) -> None:
        for _ in range(count):
            place = card_expected(self.felt.state).place
            if place is None or self.felt.draws >= 50:
                return
            self.felt.card(place)

    @precondition(lambda self: self.felt.draws < 50)
    @rule(place=places.filter(lambda place: place is not Place.SHOE))
    def deals_anywhere(self, place: Place) -> None:
        self.felt.card(place)

    @rule(data=st.data(), to=places)
    def moves_a_card(self, data: st.DataObject, to: Place) -> None:
        full = [place for place in Place if self.felt.state.at(place)]
        if full:
            self.felt.move(data.draw(st.sampled_from(full)), to, data.draw(st.integers(-1, 0)))

    @rule(data=st.data())
    def loses_a_card(self, data: st.DataObject) -> None:
        lying = [(place, card.hidden) for place in Place for card in self.felt.state.at(place)]
        if lying:
            place, hidden = data.draw(st.sampled_from(lying))
            assert isinstance(hidden, HiddenCard)
            self.felt.do(seen.CardMissing(at=NOW, card=hidden, source=place))

    @precondition(lambda self: self.felt.state.in_hand)
    @rule()
    def plays_on_to_the_end(self) -> None:
        """Whatever has happened, the floor can bring the table to the next hand."""
        felt = self.felt
        if felt.state.findings or felt.state.floor_called:
            self.say(ask.Resume(reason="go on"), FLOOR)
        self.say(ask.VoidHand(reason="cannot be mended"), FLOOR)
        assert not felt.state.in_hand

    @precondition(lambda self: not self.felt.state.in_hand)
    @rule()
    def gathers(self) -> None:
        self.felt.again()
        assert self.felt.state.ready or self.felt.state.drawing

    @invariant()
    def the_same_for_who_may_not_know(self) -> None:
        for event in self.felt.events[self.folded :]:
            self.seen = fold(self.seen, public_event(event))
        self.folded = len(self.felt.events)
        assert self.seen == public_state(self.felt.state)
        assert expected(self.seen) == expected(self.felt.state)

    @invariant()
    def chips_are_conserved(self) -> None:
        state = self.felt.state
        middle = 0 if state.hand is None else state.hand.middle
        assert sum(seat.stack for seat in state.seats) + middle == state.bank
        assert all(seat.stack >= 0 and seat.bet >= 0 for seat in state.seats)

    def teardown(self) -> None:
        assert fold_all(empty_table(SEATS), self.felt.events) == self.felt.state


AnyPlay.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestAnyPlay = AnyPlay.TestCase
