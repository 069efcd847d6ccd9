"""What robot players and the floor decide, what the chips do, and which errors are made: by seed, hand and attempt alone."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.core.ids import Chips, HandNo, SeatNo
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Limit
from table_controller.rehearsal.error_kinds import KINDS
from table_controller.rehearsal.errors import Ahead, Category, Moment
from table_controller.rehearsal.mistakes import ErrorPlan, PlannedError, is_due
from table_controller.rehearsal.players import PASSIVE, USUAL, Act, ActKind, choose
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import Script, ScriptRunner
from tests.rehearsal.screens import NotingHands, award, hand, keys, screen, seat


def play(script: Script) -> None:
    """Run a script to its end, whatever time it takes."""
    runner = ScriptRunner(script, 0)
    now = 0
    while not runner.done:
        runner.advance(now)
        now = runner.next_deadline() or now


@given(
    call=st.none() | st.integers(1, 500),
    wager=st.sampled_from([None, "bet", "raise"]),
    sizes=st.tuples(st.integers(10, 300), st.integers(300, 500)),
    seed=st.integers(),
)
def test_players_do_only_what_the_screen_offers(call: int | None, wager: str | None, sizes: tuple[int, int], seed: int) -> None:
    least, most = sizes if wager else (None, None)
    offered = keys(check=call is None, call=call, wager=wager, min_to=least, max_to=most, pot_to=100, all_in_to=500)
    act = choose(offered, Chips(0), Chips(500), USUAL, random.Random(seed))
    legal = {ActKind.ALL_IN} | ({ActKind.CHECK} if call is None else {ActKind.CALL, ActKind.FOLD})
    assert act.kind in legal | ({ActKind.WAGER} if wager else set())
    if act.kind is ActKind.WAGER:
        assert (least or 0) <= act.to <= (most or 0)
    assert 0 <= act.adds <= 500
    assert act == choose(offered, Chips(0), Chips(500), USUAL, random.Random(seed))


def test_a_passive_player_stays_in_and_bets_nothing() -> None:
    facing = keys(call=20, wager="raise", min_to=40, max_to=500, all_in_to=500)
    free = keys(check=True, wager="bet", min_to=10, max_to=500, all_in_to=500)
    for seed in range(50):
        assert choose(facing, Chips(0), Chips(500), PASSIVE, random.Random(seed)) == Act(ActKind.CALL, adds=Chips(20))
        assert choose(free, Chips(0), Chips(500), PASSIVE, random.Random(seed)).kind is ActKind.CHECK


def test_who_may_only_go_all_in_or_fold_does_one_of_them() -> None:
    short = keys(all_in_to=7)
    acts = {choose(short, Chips(0), Chips(7), PASSIVE, random.Random(seed)).kind for seed in range(40)}
    assert acts == {ActKind.ALL_IN, ActKind.FOLD}


class Chair:
    """A purse of three players with 500 each."""

    def __init__(self) -> None:
        self.hands = NotingHands()
        self.purse = Purse(self.hands)
        for number in (1, 2, 3):
            self.purse.bring(SeatNo(number), Chips(500))
        self.hands.done.clear()

    def total(self) -> int:
        purse = self.purse
        return sum(purse.stacks.values()) + sum(purse.bets.values()) + purse.pot + purse.raked


def test_blinds_are_put_in_as_the_screen_says_dead_chips_straight_to_the_pot() -> None:
    chair = Chair()
    posted = screen(running=hand(seats=(seat(1, 495, 5), seat(2, 485, 10), seat(3, 500))))
    play(chair.purse.post(posted))
    assert chair.hands.done == [("push", 1, 5), ("push", 2, 15), ("collect_from", 2, 5)]
    assert chair.purse.bets == {1: 5, 2: 10}
    assert chair.purse.pot == 5
    assert chair.total() == 1500


def test_what_nobody_called_goes_back_before_the_rest_goes_into_the_pot() -> None:
    chair = Chair()
    for number, amount in ((1, 40), (2, 100), (3, 40)):
        chair.purse.push(SeatNo(number), Chips(amount))
    chair.hands.done.clear()
    play(chair.purse.close_round())
    assert chair.hands.done == [("pull_back", 2, 60), ("collect",)]
    assert chair.purse.pot == 120
    assert chair.purse.put_in == {1: 40, 2: 40, 3: 40}
    assert chair.total() == 1500


def test_winners_are_paid_what_the_screen_says_after_the_rake() -> None:
    chair = Chair()
    chair.purse.push(SeatNo(1), Chips(50))
    chair.purse.push(SeatNo(2), Chips(50))
    play(chair.purse.close_round())
    paid = (seat(1, 498), seat(2, 450), seat(3, 548))
    over = screen(running=hand(street="over", seats=paid, winners=(award(1, 48), award(3, 48))), rake_taken=Chips(4))
    play(chair.purse.pay_out(over))
    assert chair.purse.pot == 0
    assert chair.purse.stacks == {1: 498, 2: 450, 3: 548}
    assert chair.total() == 1500


def test_a_void_hand_gives_everybody_back_what_was_put_in() -> None:
    chair = Chair()
    for number, amount in ((1, 40), (2, 100), (3, 40)):
        chair.purse.push(SeatNo(number), Chips(amount))
    play(chair.purse.close_round())
    chair.purse.push(SeatNo(3), Chips(25))
    play(chair.purse.undo_hand())
    assert chair.purse.stacks == {1: 500, 2: 500, 3: 500}
    assert chair.purse.pot == 0


def ahead(players: int = 6, *, empty: bool = True, limit: Limit = Limit.NO_LIMIT) -> Ahead:
    return Ahead(HouseRules(name="tda_2024"), players, empty, limit)


def planned(rate: float, hands: int, *, seed: int = 3, players: int = 6, empty: bool = True) -> list[PlannedError]:
    plan = ErrorPlan(seed, rate)
    errors = [plan.of(HandNo(number), ahead(players, empty=empty)) for number in range(1, hands + 1)]
    return [error for error in errors if error is not None]


def test_errors_depend_on_the_seed_alone() -> None:
    assert planned(0.3, 200) == planned(0.3, 200)
    assert planned(0.3, 200, seed=4) != planned(0.3, 200, seed=3)


def test_errors_are_made_as_often_as_asked_and_evenly_over_the_codes_possible() -> None:
    made = planned(0.3, 2000)
    assert 500 < len(made) < 700
    codes = Counter((plan.kind.category, plan.kind.accepts[0], plan.kind.turns) for plan in made)
    assert set(codes) == {(kind.category, kind.accepts[0], kind.turns) for kind in KINDS if kind.may_come(ahead())}
    per_turn = [count / turns for (_category, _code, turns), count in codes.items()]
    assert max(per_turn) - min(per_turn) <= 1


def test_an_error_that_could_not_be_made_comes_again_soon() -> None:
    plan = ErrorPlan(3, 1.0)
    first = plan.of(HandNo(1), ahead())
    assert first is not None
    plan.not_made(first.kind)
    soon = [plan.of(HandNo(number), ahead()) for number in range(2, 9)]
    assert first.kind.accepts in [one.kind.accepts for one in soon if one is not None]


def test_what_one_game_alone_knows_waits_for_it() -> None:
    plan = ErrorPlan(3, 1.0)
    no_limit = [plan.of(HandNo(number), ahead()) for number in range(1, 200)]
    pot_limit = [plan.of(HandNo(number), ahead(limit=Limit.POT_LIMIT)) for number in range(200, 210)]
    assert all(one is not None and "pot_limit_over" not in one.kind.accepts for one in no_limit)
    assert any(one is not None and "pot_limit_over" in one.kind.accepts for one in pot_limit)


@pytest.mark.parametrize("seed", range(20))
def test_every_category_is_among_the_first_errors(seed: int) -> None:
    assert {plan.kind.category for plan in planned(1.0, len(Category), seed=seed)} == set(Category)


def test_errors_of_the_deal_come_with_any_card_but_the_first_and_the_last() -> None:
    cards = {plan.card for plan in planned(1.0, 900, players=4) if plan.kind.moment is Moment.DEAL}
    assert cards == set(range(2, 8))
    assert len({kind.name for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(("players", "empty"), [(2, False), (2, True), (9, False)])
def test_only_errors_that_are_possible_at_this_table_are_made(players: int, empty: bool) -> None:
    made = planned(1.0, 300, players=players, empty=empty)
    assert len(made) == 300
    assert all(plan.kind.players <= players and (empty or not plan.kind.empty_seat) for plan in made)


def test_an_error_of_a_street_is_made_on_that_street_only() -> None:
    plan = next(plan for plan in planned(1.0, 500) if plan.kind.name == "turn_without_burn")
    assert is_due(plan, Moment.BURN, "flop", 13, 6)
    assert not is_due(plan, Moment.BURN, "preflop", 13, 6)
    assert not is_due(plan, Moment.BOARD, "flop", 13, 6)
