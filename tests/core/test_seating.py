"""Sitting down, leaving, being away, topping up (SK13-SK19, SK84, B7, B9)."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.events import PlayerLeft
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.rules import HalfBuyIn, HouseRules, MissedBlinds
from tests.core.felt import FLOOR, Felt, stakes

HALF = HouseRules(rebuy_min=HalfBuyIn.HALF_MIN_BUY_IN, topup_min=HalfBuyIn.HALF_MIN_BUY_IN)
SEAT_2_WINS = "Ac 2d As 7h 3c Kc Ks 9d 3d 4s 3h Jc"
"""Heads-up with the button at seat 1."""
BUY_IN = stakes(min_buy_in=Chips(200), max_buy_in=Chips(1000))


def seat(number: int, chips: int) -> ask.Seat:
    return ask.Seat(seat=SeatNo(number), player="P", chips=Chips(chips))


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (seat(1, 199), "below_buy_in"),
        (seat(1, 1001), "above_buy_in"),
        (seat(1, 0), "below_buy_in"),
        (seat(2, 500), "seat_taken"),
        (seat(7, 500), "no_such_seat"),
        (seat(0, 500), "no_such_seat"),
        (seat(-1, 500), "no_such_seat"),
        (ask.Seat(seat=SeatNo(1), player=" ", chips=Chips(500)), "name_needed"),
    ],
)
def test_sk13_a_seat_costs_the_minimum_and_must_be_free(order: ask.Seat, code: str) -> None:
    felt = Felt(BUY_IN, seats=6).sit({2: 500})
    assert felt.refusal(order, FLOOR) == code


def test_the_bank_is_what_was_brought_less_what_was_carried_away() -> None:
    felt = Felt().sit({1: 500, 2: 300}, button=1)
    assert felt.state.bank == 800
    felt.do(ask.Leave(seat=SeatNo(1)), by=FLOOR)
    assert felt.last == (PlayerLeft(seat=SeatNo(1), chips=Chips(500)),)
    assert felt.state.bank == 300


@pytest.mark.parametrize(("amount", "refused"), [(99, True), (100, False)])
def test_sk17_who_lost_everything_needs_half_the_buy_in(amount: int, refused: bool) -> None:
    felt = Felt(BUY_IN, HALF, deck=SEAT_2_WINS).sit({1: 200, 2: 500}, button=1).start().acts("a c").run_out()
    assert felt.stacks() == {1: 0, 2: 700}
    order = ask.TopUp(seat=SeatNo(1), amount=Chips(amount))
    if refused:
        assert felt.refusal(order, FLOOR) == "below_half_buy_in"
    else:
        felt.do(order, by=FLOOR)


@pytest.mark.parametrize(
    ("rules", "stack", "amount", "code"),
    [
        (HALF, 200, 50, ""),
        (HALF, 200, 801, "above_buy_in"),
        (HouseRules(), 200, 1, ""),
        (HALF, 200, 0, "no_amount"),
        (HALF, 200, -5, "no_amount"),
    ],
)
def test_sk19_top_ups_between_hands(rules: HouseRules, stack: int, amount: int, code: str) -> None:
    felt = Felt(BUY_IN, rules).sit({1: stack, 2: 500})
    order = ask.TopUp(seat=SeatNo(1), amount=Chips(amount))
    if code:
        assert felt.refusal(order, FLOOR) == code
    else:
        assert felt.do(order, by=FLOOR).stacks()[1] == stack + amount


def test_sk19_a_short_stack_must_be_topped_up_to_half_the_buy_in() -> None:
    felt = Felt(BUY_IN, HALF, deck=SEAT_2_WINS).sit({1: 200, 2: 500}, button=1).start().acts("190 c").check_down()
    assert felt.stacks()[1] == 10
    assert felt.refusal(ask.TopUp(seat=SeatNo(1), amount=Chips(89)), FLOOR) == "below_half_buy_in"
    felt.do(ask.TopUp(seat=SeatNo(1), amount=Chips(90)), by=FLOOR)


def test_sk18_a_player_may_stay_with_less() -> None:
    felt = Felt(BUY_IN, HALF, deck=SEAT_2_WINS).sit({1: 200, 2: 500}, button=1).start().acts("190 c").check_down()
    felt.again().start()
    assert len(felt.hand.order) == 2


@pytest.mark.parametrize("seat_no", [1, 2, 3])
def test_sk15_the_stake_is_locked_from_the_first_card_to_the_pushed_pot(seat_no: int) -> None:
    felt = Felt(BUY_IN).sit({1: 500, 2: 500, 3: 500}, button=3)
    order = ask.TopUp(seat=SeatNo(seat_no), amount=Chips(100))
    felt.do(order, by=FLOOR).start()
    assert felt.refusal(order, FLOOR) == "stake_locked"
    felt.acts("f f")
    assert felt.refusal(order, FLOOR) == "stake_locked"
    felt.do(ask.Award()).do(order, by=FLOOR)


def test_who_is_not_in_the_hand_may_buy_meanwhile() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1).start().sit({3: 500}, newcomer=True)
    felt.do(ask.TopUp(seat=SeatNo(3), amount=Chips(100)), by=FLOOR)
    assert felt.stacks()[3] == 600
    assert 3 not in felt.hand.order


def test_nobody_leaves_while_he_can_win_a_pot() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("f")
    assert felt.refusal(ask.Leave(seat=SeatNo(1)), FLOOR) == "hand_running"
    felt.do(ask.Leave(seat=SeatNo(3)), by=FLOOR)
    felt.acts("f").do(ask.Award())


def test_chips_that_come_back_to_a_seat_whose_player_left_are_carried_after_him() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("20 f")
    felt.do(ask.Leave(seat=SeatNo(1)), by=FLOOR).do(ask.VoidHand(reason="fouled deck"), by=FLOOR)
    assert felt.state.seat(SeatNo(1)).stack == 5
    assert felt.refusal(seat(1, 500), FLOOR) == "seat_taken"
    felt.do(ask.Leave(seat=SeatNo(1)), by=FLOOR)
    assert felt.state.bank == 1000


def test_sitting_out_is_not_dealt_in_and_being_away_is() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500, 4: 500}, button=4)
    felt.do(ask.SitOut(seat=SeatNo(2)), ask.Absent(seat=SeatNo(3)), by=FLOOR).start()
    assert felt.hand.order == (1, 3, 4)
    assert felt.refusal(ask.SitOut(seat=SeatNo(2)), FLOOR) == "already_away"
    felt.do(ask.Back(seat=SeatNo(2)), ask.Back(seat=SeatNo(3)), by=FLOOR)
    assert felt.refusal(ask.Back(seat=SeatNo(3)), FLOOR) == "not_away"


@pytest.mark.parametrize(("rule", "owes"), [(MissedBlinds.BIG_LIVE_SMALL_DEAD, True), (MissedBlinds.NONE, False)])
def test_sk71_who_comes_back_owes_what_he_missed_where_the_house_asks_for_it(rule: MissedBlinds, owes: bool) -> None:
    felt = Felt(rules=HouseRules(missed_blinds=rule)).sit({1: 500, 2: 500, 3: 500, 4: 500}, button=4)
    felt.start().acts("f f f").do(ask.Award()).again().do(ask.SitOut(seat=SeatNo(3)), by=FLOOR)
    felt.start().acts("f f").do(ask.Award()).again().do(ask.Back(seat=SeatNo(3)), by=FLOOR)
    assert felt.state.seat(SeatNo(3)).owes_big is owes


@pytest.mark.parametrize("order", [ask.Leave, ask.Absent, ask.SitOut, ask.Back])
def test_an_empty_seat_has_nobody_to_leave_or_come(order: type[ask.Leave]) -> None:
    assert Felt(seats=6).refusal(order(seat=SeatNo(2)), FLOOR) == "seat_empty"
    assert Felt(seats=6).refusal(order(seat=SeatNo(7)), FLOOR) == "no_such_seat"


@pytest.mark.parametrize("begun", ["placed", "played", "told"])
def test_sk68_who_sits_down_after_the_button_is_settled_is_a_newcomer(begun: str) -> None:
    felt = Felt().sit({1: 500, 2: 500}, newcomer=True)
    assert not felt.state.seat(SeatNo(1)).newcomer
    if begun == "told":
        felt.do(ask.LastHand(button=SeatNo(1), small_blind=SeatNo(1), big_blind=SeatNo(2)), by=FLOOR)
    else:
        felt.do(ask.PlaceButton(seat=SeatNo(1)), by=FLOOR)
    if begun == "played":
        felt.start().acts("f").do(ask.Award())
    felt.sit({3: 500}, newcomer=True).sit({4: 500}, newcomer=False)
    assert [felt.state.seat(SeatNo(n)).newcomer for n in (3, 4)] == [True, False]


def test_a_stake_may_reach_the_maximum_exactly() -> None:
    felt = Felt(BUY_IN).sit({1: 1000, 2: 600})
    felt.do(ask.TopUp(seat=SeatNo(2), amount=Chips(400)), by=FLOOR)
    assert felt.stacks() == {1: 1000, 2: 1000}


def test_who_missed_nothing_owes_nothing() -> None:
    felt = Felt(rules=HouseRules(missed_blinds=MissedBlinds.BIG_LIVE_SMALL_DEAD)).sit({1: 500, 2: 500}, button=1)
    felt.do(ask.SitOut(seat=SeatNo(2)), ask.Back(seat=SeatNo(2)), by=FLOOR)
    back = felt.state.seat(SeatNo(2))
    assert (back.owes_big, back.owes_small, back.sitting_out) == (False, False, False)
