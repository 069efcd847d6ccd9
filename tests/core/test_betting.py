"""Whose turn it is, which acts are refused, when a round is over, undo: E1, E11, E12, E19, FAULTS B75, B84, B87."""

import pytest

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.events import FindingRaised
from table_controller.core.fold import fold
from table_controller.core.ids import Chips, Millis, SeatNo
from table_controller.core.orders import AnyOrder
from table_controller.core.places import Place
from tests.core.felt import FLOOR, Felt, seat_place

ACTS: list[AnyOrder] = [ask.Fold(), ask.Check(), ask.Call(), ask.CheckOrCall(), ask.BetOrRaise(to=Chips(50)), ask.AllIn()]


def four() -> Felt:
    return Felt().sit({1: 500, 2: 500, 3: 500, 4: 500}, button=4).start()


def test_sk35_before_the_flop_left_of_the_big_blind_speaks_first() -> None:
    assert four().hand.actor == 3


def test_k24_later_the_first_live_player_left_of_the_button() -> None:
    felt = four().acts("c c f x").street()
    assert felt.hand.actor == 2


@pytest.mark.parametrize("order", ACTS, ids=lambda order: type(order).__name__)
def test_no_act_before_the_deal_is_complete_or_after_the_hand(order: AnyOrder) -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1)
    assert felt.refusal(order) == "no_hand"
    felt.card(seat_place(2))
    assert felt.refusal(order) == "betting_not_open"
    felt.card(seat_place(1)).card(seat_place(2)).card(seat_place(1)).acts("f")
    assert felt.refusal(order) == "betting_not_open"
    felt.do(ask.Award())
    assert felt.refusal(order) == "no_hand"


def test_e1_an_act_of_a_seat_that_does_not_play_is_refused() -> None:
    felt = four()
    for order in (ask.Fold(seat=SeatNo(7)), ask.Call(seat=SeatNo(7)), ask.AllIn(seat=SeatNo(7))):
        assert felt.refusal(order) == "not_your_turn"
    felt.acts("f")
    assert felt.refusal(ask.Call(seat=SeatNo(3))) == "not_your_turn"


def test_amounts_that_are_none_are_refused() -> None:
    felt = four()
    assert felt.refusal(ask.Bet(to=Chips(30))) == "bet_facing_bet"
    assert felt.refusal(ask.BetOrRaise(to=Chips(10))) == "below_minimum"
    felt.acts("c f f x").street()
    assert felt.refusal(ask.BetOrRaise(to=Chips(9000))) == "more_than_stack"
    assert felt.refusal(ask.BetOrRaise(to=Chips(0))) == "below_minimum"


def test_e12_a_fold_facing_no_bet_is_a_fold() -> None:
    felt = four().acts("c c c x").street().acts("x f")
    assert (felt.last[0].facing, felt.hand.actor) == (0, 3)  # type: ignore[union-attr]


def test_e19_the_round_is_not_over_before_the_big_blind_has_spoken() -> None:
    felt = four().acts("c c c")
    assert (felt.hand.actor, felt.may.may_check, felt.may.may_raise) == (2, True, True)
    felt.acts("30")
    assert felt.hand.actor == 3


def test_one_key_checks_or_calls() -> None:
    felt = four().do(ask.CheckOrCall())
    assert felt.kinds() == ["Called"]
    felt.acts("f f").do(ask.CheckOrCall())
    assert felt.kinds() == ["Checked", "StreetClosed"]


def test_in_fixed_limit_the_bet_key_needs_no_amount() -> None:
    felt = four().do(ask.BetOrRaise())
    assert felt.bets()[3] == 20


def test_a_round_ends_when_the_bet_is_matched_all_round() -> None:
    felt = four().acts("30 c c 80 c f")
    assert felt.hand.actor == 1
    felt.acts("c")
    assert (felt.hand.actor, felt.bets(), felt.pots()) == (None, {}, [(270, (1, 2, 3))])


def test_no_bets_while_one_player_alone_has_chips() -> None:
    felt = Felt().sit({1: 50, 2: 50, 3: 500}, button=3).start().acts("60 a a").street()
    assert (felt.hand.street, felt.hand.actor) == ("flop", None)
    assert felt.hand.returned == ((3, 10),)


def locked() -> Felt:
    felt = four()
    felt.state = fold(felt.state, FindingRaised(number=1, code="turn_premature", level=2, clauses=("SK44",)))
    assert felt.state.locked
    return felt


def test_an_act_made_while_a_finding_waits_for_the_floor_was_made() -> None:
    """RULEBOOK 4, SCENARIO: what happened is recorded; only the cut-offs that it passes change the ruling."""
    felt = locked().acts("c")
    assert felt.hand.acts == 1


@pytest.mark.parametrize("order", [ask.Show(), ask.Muck(), ask.Award(), ask.Undo()], ids=lambda order: type(order).__name__)
def test_a_finding_that_waits_for_the_floor_stops_what_is_no_act(order: AnyOrder) -> None:
    assert locked().refusal(order) in ("table_locked", "no_showdown", "nothing_to_undo", "hand_not_over")


def test_a_silent_device_the_hand_needs_stops_acts_until_it_is_back() -> None:
    felt = four().do(seen.DeviceLost(at=Millis(0), device="0" * 16, name="shoe"))  # type: ignore[arg-type]
    assert felt.refusal(ask.Call()) == "table_locked"
    felt.do(seen.DeviceBack(at=Millis(0), device="0" * 16, name="shoe"))  # type: ignore[arg-type]
    felt.acts("c")


def test_a_pause_stops_acts_and_a_hand_that_has_begun_goes_on_after_it() -> None:
    felt = four().do(ask.PauseTable(reason="break"), by=FLOOR)
    assert felt.refusal(ask.Call()) == "table_paused"
    felt.do(ask.OpenTable(), by=FLOOR).acts("c")


@pytest.mark.parametrize("line", ["f", "c", "40", "a", "c c", "c c c 60"])
def test_undo_takes_the_last_act_back_exactly(line: str) -> None:
    *before, last = line.split()
    felt = four().acts(" ".join(before))
    was = felt.state
    felt.acts(last)
    felt.do(ask.Undo())
    assert felt.state == was


def test_undo_takes_back_what_followed_from_the_act() -> None:
    felt = four().acts("40 f f")
    was = felt.state
    felt.acts("f")
    assert felt.hand.returned
    felt.do(ask.Undo())
    assert felt.state == was
    felt.do(ask.Undo(), ask.Undo(), ask.Undo())
    assert felt.hand.acts == 0
    assert felt.refusal(ask.Undo()) == "nothing_to_undo"


def test_undo_ends_with_the_next_card() -> None:
    felt = four().acts("c c c x").card(Place.BURN)
    assert felt.refusal(ask.Undo()) == "nothing_to_undo"


def test_undo_of_a_fold_ends_when_its_cards_are_in_the_muck_not_when_an_earlier_fold_s_are() -> None:
    felt = four().acts("f f")
    felt.move(seat_place(3), Place.MUCK).move(seat_place(3), Place.MUCK)
    felt.do(ask.Undo()).acts("f")
    felt.move(seat_place(4), Place.MUCK)
    assert felt.refusal(ask.Undo()) == "nothing_to_undo"


def test_a_wrong_key_is_undone_though_the_cards_of_the_fold_that_was_meant_come_to_the_muck_after_it() -> None:
    felt = four().acts("c")
    felt.move(seat_place(3), Place.MUCK).move(seat_place(3), Place.MUCK)
    felt.do(ask.Undo()).acts("f")
    assert felt.hand.actor == 4


def test_undo_leaves_alone_who_came_and_went_meanwhile() -> None:
    felt = four().acts("c")
    felt.do(seen.SeatSensed(at=Millis(0), seat=SeatNo(1), present=True)).do(ask.Absent(seat=SeatNo(2)))
    felt.do(ask.Undo())
    assert (felt.state.seat(SeatNo(1)).present, felt.state.seat(SeatNo(2)).away) == (True, True)


def test_chips_that_came_or_left_make_the_last_act_stand() -> None:
    felt = four().acts("f").do(ask.Leave(seat=SeatNo(3)), by=FLOOR)
    assert felt.refusal(ask.Undo()) == "nothing_to_undo"


def test_b87_repeated_and_late_keys_pay_nobody_twice() -> None:
    felt = four().acts("f f f")
    felt.do(ask.Award())
    stacks = felt.stacks()
    for order in (ask.Award(), ask.Fold(), ask.Show(), ask.Muck()):
        felt.refusal(order)
    assert felt.stacks() == stacks


def test_b84_nothing_of_the_last_hand_is_left_in_the_next() -> None:
    felt = four().acts("40 c c c").street().acts("50 f f f").do(ask.Award())
    felt.again()
    felt.start()
    hand = felt.hand
    assert (hand.number, hand.attempt, hand.bet, hand.wagers, hand.acts, hand.pots, hand.awards) == (2, 1, 10, 1, 0, (), ())
    assert all(not seat.acted and not seat.tabled and seat.paid == seat.bet for seat in felt.state.seats)
