"""How much may be bet: worked examples P06, P07, P08, P12, P14, the addendum to TDA 47, FAULTS B68, B82, B83."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.limits import legal_for
from table_controller.core.rules import HouseRules, MinRaise, StraddleMinRaise, StraddleRule
from table_controller.core.stakes import Limit
from tests.core.felt import Felt, stakes

FIXED = stakes(Limit.FIXED_LIMIT, 10, 20, small_bet=Chips(20), big_bet=Chips(40))


def may_raise(felt: Felt, seat: int) -> bool:
    return legal_for(felt.state, felt.hand, felt.state.seat(SeatNo(seat))).may_raise


def test_p06_short_all_ins_add_up_for_the_first_raiser_only() -> None:
    felt = Felt().sit({1: 55, 2: 900, 3: 900, 4: 900, 5: 42, 6: 900}, button=6).start()
    felt.acts("30 f a c a")
    assert (felt.may.seat, felt.may.min_to, felt.may.may_raise) == (2, 75, True)
    felt.acts("f")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise, felt.may.min_to) == (3, 25, True, 75)
    felt.acts("c")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise, felt.may.why_not) == (6, 13, False, "betting_not_reopened")
    assert felt.refusal(ask.BetOrRaise(to=Chips(75))) == "betting_not_reopened"
    assert felt.refusal(ask.AllIn()) == "betting_not_reopened"
    felt.acts("c")
    assert felt.pots() == [(178, (1, 3, 5, 6)), (39, (1, 3, 6))]


def test_tda_47_example_1_a_full_raise_in_sum_reopens() -> None:
    """Blinds 50/100; A bets 100, B all-in 125, C calls, D all-in 200, E calls: A faces 100 and may raise, C faces 75 and not."""
    felt = Felt(stakes(small=50, big=100)).sit({1: 9000, 2: 225, 3: 9000, 4: 300, 5: 9000}, button=5).start()
    felt.acts("c c c c x").street()
    felt.acts("100 a c a c")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise, felt.may.min_to) == (1, 100, True, 300)
    felt.acts("c")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise) == (3, 75, False)


def test_tda_47_example_1_b_a_minimum_raise_reopens_for_everybody() -> None:
    felt = Felt(stakes(small=50, big=100)).sit({1: 9000, 2: 225, 3: 9000, 4: 300, 5: 9000}, button=5).start()
    felt.acts("c c c c x").street()
    felt.acts("100 a c a c 300")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise) == (3, 175, True)


def test_tda_47_example_2_the_minimum_is_the_last_full_raise() -> None:
    """Blinds 100/200; A bets 300, then all-ins of 500, 650 and 800, a call: A faces 500, and at least 1,100 is a raise."""
    felt = Felt(stakes(small=100, big=200)).sit({1: 9000, 2: 700, 3: 850, 4: 1000, 5: 9000}, button=5).start()
    felt.acts("c c c c x").street()
    felt.acts("300 a a a c")
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise, felt.may.min_to) == (1, 500, True, 1100)


@pytest.mark.parametrize(("big_blind_acts", "faces", "reopened"), [("c", 3500, False), ("11500", 7500, True)])
def test_tda_47_example_3_the_limper_may_raise_only_after_a_full_raise(big_blind_acts: str, faces: int, reopened: bool) -> None:
    """Blinds 2,000/4,000; A calls, C is all-in for 7,500: the big blind may raise to 11,500; A only if he does."""
    felt = Felt(stakes(small=2000, big=4000)).sit({1: 90000, 2: 90000, 3: 90000, 4: 7500}, button=4).start()
    felt.acts("c a f")
    assert (felt.may.seat, felt.may.min_to) == (2, 11500)
    felt.acts(big_blind_acts)
    assert (felt.may.seat, felt.may.to_call, felt.may.may_raise) == (3, faces, reopened)


@pytest.mark.parametrize(("stack", "reopened"), [(59, False), (60, True)])
def test_b68_an_all_in_reopens_only_from_a_full_raise_on(stack: int, reopened: bool) -> None:
    """A bet of 25: an all-in of 49 is short of a raise by one, 50 is full."""
    felt = Felt().sit({1: stack, 2: 900, 3: 900}, button=3).start()
    felt.acts("c c x").street()
    felt.acts("x 25 c a")
    assert may_raise(felt, 2) is reopened


def test_b82_all_in_below_the_minimum_is_always_allowed() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 14}, button=3).start()
    assert (felt.may.min_to, felt.may.may_raise) == (14, True)
    assert felt.acts("a").bets()[3] == 14


@pytest.mark.parametrize(
    ("line", "short", "accepted"),
    [("", 19, 20), ("25", 39, 40), ("20 50", 79, 80)],
)
def test_b83_the_smallest_raise_is_the_last_one_and_an_opening_is_no_raise(line: str, short: int, accepted: int) -> None:
    felt = Felt().sit({1: 900, 2: 900, 3: 900, 4: 900}, button=4).start().acts(line)
    assert felt.may.min_to == accepted
    assert "AmountWrong" not in felt.acts(str(accepted)).kinds()
    assert "AmountWrong" in felt.do(ask.Undo()).acts(str(short)).kinds()


def test_the_smallest_bet_of_a_later_round_is_the_big_blind() -> None:
    felt = Felt().sit({1: 900, 2: 900}, button=1).start().acts("40 c").street()
    assert "AmountWrong" in felt.do(ask.Bet(to=Chips(9))).kinds()
    assert "AmountWrong" not in felt.do(ask.Undo(), ask.Bet(to=Chips(10))).kinds()


def test_sk46_a_house_may_let_every_raise_be_one_big_blind() -> None:
    felt = Felt(rules=HouseRules(min_raise=MinRaise.BIG_BLIND)).sit({1: 900, 2: 900, 3: 900}, button=3).start().acts("50")
    assert felt.may.min_to == 60


@pytest.mark.parametrize(("stack", "to_call", "next_raise"), [(35, 15, 35), (29, 9, 20), (30, 10, 30)])
def test_p07_half_a_bet_or_more_counts_as_a_bet(stack: int, to_call: int, next_raise: int) -> None:
    felt = Felt(FIXED).sit({1: stack, 2: 900, 3: 900}, button=3).start().acts("c c x").street()
    felt.acts("a f")
    assert (felt.may.to_call, felt.may.min_to, felt.may.max_to) == (to_call, next_raise, next_raise)


@pytest.mark.parametrize(("stack", "reopened", "next_raise", "wagers"), [(50, True, 60, 2), (49, False, 40, 1)])
def test_p07_half_a_bet_over_a_bet_counts_as_a_raise(stack: int, reopened: bool, next_raise: int, wagers: int) -> None:
    felt = Felt(FIXED).sit({1: 900, 2: 900, 3: stack}, button=3).start().acts("c c x").street()
    felt.acts("20 c a")
    assert (felt.may.may_raise, felt.may.min_to, felt.hand.wagers) == (reopened, next_raise, wagers)


def test_a_short_raise_that_counts_is_completed_before_the_next() -> None:
    """Bet 20, all-in 35: more than half a bet over it stands for a raise to 40, the next goes to 60."""
    felt = Felt(FIXED).sit({1: 900, 2: 55, 3: 900}, button=3).start().acts("c c x").street()
    felt.acts("20 a")
    assert (felt.may.to_call, felt.may.min_to) == (35, 60)


@pytest.mark.parametrize(("counts_call", "most"), [(True, 700), (False, 500)])
def test_p08_pot_limit_opening_in_both_readings(counts_call: bool, most: int) -> None:
    table = Felt(stakes(Limit.POT_LIMIT, 100, 200), HouseRules(pot_limit_counts_call=counts_call))
    felt = table.sit({1: 9000, 2: 9000, 3: 9000, 4: 9000}, button=4).start()
    assert felt.may.max_to == most
    assert felt.refusal(ask.BetOrRaise(to=Chips(most + 1))) == "above_maximum"
    felt.acts(str(most))


@pytest.mark.parametrize(("counts_call", "most"), [(True, 120), (False, 100)])
def test_p08_pot_limit_raise_over_a_bet(counts_call: bool, most: int) -> None:
    table = Felt(stakes(Limit.POT_LIMIT), HouseRules(pot_limit_counts_call=counts_call))
    felt = table.sit({1: 900, 2: 900, 3: 900}, button=3).start().acts("20 c c").street()
    felt.acts("20")
    assert felt.may.max_to == most


def test_p08_what_lies_before_the_seat_is_part_of_its_call() -> None:
    """Blinds 5/10, one call: the small blind calls 5, the pot is then 30, so 40 in all."""
    felt = Felt(stakes(Limit.POT_LIMIT)).sit({1: 900, 2: 900, 3: 900}, button=3).start().acts("c")
    assert (felt.may.seat, felt.may.max_to) == (1, 40)


@pytest.mark.parametrize("short", [1, 2])
def test_tda_54_b_a_short_blind_does_not_make_the_pot_smaller(short: int) -> None:
    felt = Felt(stakes(Limit.POT_LIMIT, 100, 200)).sit({1: 9000, 2: 9000, 3: 9000, 4: 9000, short: 60}, button=4).start()
    assert (felt.may.to_call, felt.may.max_to) == (200, 700)


def test_tda_54_b_nor_does_a_dead_small_blind() -> None:
    felt = Felt(stakes(Limit.POT_LIMIT, 100, 200)).sit({2: 9000, 3: 9000, 4: 9000})
    felt.do(ask.PlaceButton(seat=SeatNo(1), big_blind=SeatNo(2), no_small_blind=True)).start()
    assert (felt.may.to_call, felt.may.max_to) == (200, 700)


def test_after_the_first_raise_only_what_lies_counts() -> None:
    felt = Felt(stakes(Limit.POT_LIMIT, 100, 200)).sit({1: 9000, 2: 60, 3: 9000, 4: 9000}, button=4).start().acts("700")
    assert felt.may.max_to == 700 + 100 + 60 + 700 + 700


@pytest.mark.parametrize(("cap", "highest"), [(3, 80), (4, 100), (None, 120)])
def test_p12_the_cap_counts_raises_after_the_bet(cap: int | None, highest: int) -> None:
    felt = Felt(FIXED, HouseRules(raise_cap=cap)).sit({1: 900, 2: 900, 3: 900}, button=3).start().acts("c c x").street()
    to = 20
    felt.acts("20")
    while to < highest:
        to += 20
        felt.acts(str(to))
    assert felt.may.may_raise is (cap is None)
    if cap is not None:
        assert felt.refusal(ask.BetOrRaise()) == "raise_cap"


def test_the_big_blind_is_the_first_bet_of_the_cap() -> None:
    felt = Felt(FIXED).sit({1: 900, 2: 900, 3: 900}, button=3).start().acts("40 60 80")
    assert not felt.may.may_raise


def test_rr_there_is_no_cap_when_two_play_from_before_it() -> None:
    rules = HouseRules(raise_cap_heads_up=False)
    felt = Felt(FIXED, rules).sit({1: 900, 2: 900}, button=1).start().acts("40 60 80 100 120")
    assert felt.may.may_raise


def test_rr_the_cap_stands_when_the_third_player_folds_after_it() -> None:
    rules = HouseRules(raise_cap_heads_up=False)
    felt = Felt(FIXED, rules).sit({1: 900, 2: 900, 3: 900}, button=3).start().acts("40 60 80 f")
    assert not felt.may.may_raise


def test_sk37_the_cap_may_count_for_each_player() -> None:
    rules = HouseRules(raise_cap=2, raise_cap_per_player=True)
    felt = Felt(FIXED, rules).sit({1: 900, 2: 900, 3: 900}, button=3).start().acts("40 60 80 100")
    assert not may_raise(felt, 3)
    assert may_raise(felt, 2)


@pytest.mark.parametrize(("double", "turn"), [(True, 40), (False, 20)])
def test_k14_the_bet_doubles_on_the_turn_and_stays(double: bool, turn: int) -> None:
    felt = Felt(FIXED, HouseRules(limit_turn_double=double)).sit({1: 900, 2: 900}, button=1).start().acts("c x")
    sizes = []
    for _ in range(3):
        felt.street()
        sizes.append(felt.may.min_to)
        felt.acts("x x")
    assert sizes == [20, turn, turn]


@pytest.mark.parametrize(("rule", "least"), [(StraddleMinRaise.BRING_IN, 40), (StraddleMinRaise.LAST_BLIND_STEP, 30)])
def test_p14_the_smallest_raise_over_a_straddle(rule: StraddleMinRaise, least: int) -> None:
    rules = HouseRules(straddle=StraddleRule.UTG, straddle_min_raise=rule)
    felt = Felt(stakes(straddle=Chips(20)), rules).sit(dict.fromkeys(range(1, 6), 900), button=5).start()
    assert (felt.may.seat, felt.may.to_call, felt.may.min_to) == (4, 20, least)


def test_nobody_raises_somebody_who_cannot_answer() -> None:
    felt = Felt().sit({1: 40, 2: 900}, button=1).start().acts("a")
    assert (felt.may.may_raise, felt.may.why_not) == (False, "all_others_all_in")
    assert felt.acts("a").bets() == {}
    assert felt.stacks()[2] == 860
