"""Where button and blinds go: table B3 for every mode (P11), heads-up both ways (B5, B75), dead blinds, newcomers (B78)."""

import pytest

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.button import plan
from table_controller.core.ids import Millis, SeatNo
from table_controller.core.rules import ButtonMode, HouseRules, MissedBlinds, NewcomerPost, SeatTaking
from tests.core.felt import FLOOR, Felt

SK = HouseRules(
    button_mode=ButtonMode.STAYS_IF_SMALL_BLIND_LEFT,
    seat_taking=SeatTaking.NOT_BETWEEN_BLINDS_NOR_BUTTON,
    newcomer_post=NewcomerPost.BIG_BLIND_OR_WAIT,
    missed_blinds=MissedBlinds.BIG_LIVE_SMALL_DEAD,
)


def coming(felt: Felt) -> tuple[int, int | None, int | None]:
    """Button, small blind, big blind of the next hand."""
    found = plan(felt.state)
    assert found is not None
    return found.positions.button, found.positions.small_blind, found.positions.big_blind


def dealt_in(felt: Felt) -> tuple[int, ...]:
    found = plan(felt.state)
    assert found is not None
    return found.order


def after_last_hand(mode: ButtonMode, gone: tuple[int, ...]) -> Felt:
    seats = {seat: 500 for seat in range(1, 7) if seat not in gone}
    felt = Felt(rules=HouseRules(button_mode=mode)).sit(seats)
    return felt.do(ask.LastHand(button=SeatNo(6), small_blind=SeatNo(1), big_blind=SeatNo(2)), by=FLOOR)


DEAD, STAYS = ButtonMode.DEAD_BUTTON, ButtonMode.STAYS_IF_SMALL_BLIND_LEFT
SIMPLE = (ButtonMode.NEXT_PLAYER, ButtonMode.MOVING)
B3 = [
    ((), {DEAD: (1, 2, 3), STAYS: (1, 2, 3), "simple": (1, 2, 3)}),
    ((1,), {DEAD: (1, 2, 3), STAYS: (6, 2, 3), "simple": (2, 3, 4)}),
    ((2,), {DEAD: (1, None, 3), STAYS: (1, 3, 4), "simple": (1, 3, 4)}),
    ((1, 2), {DEAD: (1, None, 3), STAYS: (6, 3, 4), "simple": (3, 4, 5)}),
    ((6,), {DEAD: (1, 2, 3), STAYS: (1, 2, 3), "simple": (1, 2, 3)}),
]


@pytest.mark.parametrize(("gone", "expected"), B3)
@pytest.mark.parametrize("mode", list(ButtonMode))
def test_p11_table_b3(mode: ButtonMode, gone: tuple[int, ...], expected: dict[object, tuple[int, int | None, int]]) -> None:
    assert coming(after_last_hand(mode, gone)) == expected["simple" if mode in SIMPLE else mode]


def play(felt: Felt) -> Felt:
    """A hand in which everybody folds to the last."""
    felt.start()
    while felt.hand.actor is not None:
        felt.acts("f")
    return felt.do(ask.Award()).again()


@pytest.mark.parametrize("mode", list(ButtonMode))
def test_sk25_everybody_stays_and_the_button_goes_round(mode: ButtonMode) -> None:
    felt = Felt(rules=HouseRules(button_mode=mode)).sit({1: 500, 4: 500, 7: 500}, button=1)
    seen = []
    for _ in range(4):
        play(felt)
        seen.append((felt.hand.button, felt.hand.small_blind, felt.hand.big_blind))
    assert seen == [(1, 4, 7), (4, 7, 1), (7, 1, 4), (1, 4, 7)]


def test_a_dead_small_blind_makes_a_dead_button_in_the_hand_after() -> None:
    felt = after_last_hand(DEAD, (2,))
    play(felt)
    assert coming(felt) == (2, 3, 4)
    play(felt)
    assert coming(felt) == (3, 4, 5)


def test_b5_heads_up_the_button_is_the_small_blind_and_gets_the_last_card() -> None:
    felt = Felt().sit({2: 500, 5: 500}, button=5)
    assert coming(felt) == (5, 5, 2)
    assert dealt_in(felt) == (2, 5)
    assert felt.start().hand.actor == 5
    felt.acts("c x").street()
    assert felt.hand.actor == 2


@pytest.mark.parametrize("mode", list(ButtonMode))
@pytest.mark.parametrize(("gone", "wanted"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))])
def test_b75_three_to_two_nobody_is_big_blind_twice_in_a_row(mode: ButtonMode, gone: int, wanted: tuple[int, int, int]) -> None:
    """Last hand: button 1, small blind 2, big blind 3."""
    felt = Felt(rules=HouseRules(button_mode=mode)).sit({seat: 500 for seat in (1, 2, 3) if seat != gone})
    felt.do(ask.LastHand(button=SeatNo(1), small_blind=SeatNo(2), big_blind=SeatNo(3)), by=FLOOR)
    assert coming(felt) == wanted
    assert coming(felt)[2] != 3 or gone == 3


@pytest.mark.parametrize("mode", list(ButtonMode))
def test_b75_heads_up_the_blinds_alternate(mode: ButtonMode) -> None:
    felt = Felt(rules=HouseRules(button_mode=mode)).sit({1: 500, 2: 500}, button=1)
    seen = []
    for _ in range(3):
        play(felt)
        seen.append((felt.hand.button, felt.hand.small_blind, felt.hand.big_blind))
    assert seen == [(1, 1, 2), (2, 2, 1), (1, 1, 2)]


def test_b5_two_to_three_a_newcomer_left_of_the_big_blind_is_dealt_in() -> None:
    felt = play(Felt().sit({2: 500, 6: 500}, button=6)).sit({4: 500}, newcomer=True)
    assert coming(felt) == (6, 2, 4)
    assert dealt_in(felt) == (2, 4, 6)


def test_b5_two_to_three_a_newcomer_right_of_the_big_blind_waits_one_hand() -> None:
    felt = play(Felt().sit({2: 500, 6: 500}, button=6)).sit({1: 500}, newcomer=True)
    assert coming(felt) == (2, 2, 6)
    assert dealt_in(felt) == (6, 2)
    play(felt)
    assert coming(felt) == (2, 6, 1)
    assert dealt_in(felt) == (6, 1, 2)


def test_sk68_a_newcomer_waits_for_the_big_blind() -> None:
    felt = play(Felt(rules=SK).sit({1: 500, 2: 500, 3: 500, 5: 500}, button=5)).sit({4: 500}, newcomer=True)
    assert coming(felt) == (1, 2, 3)
    assert dealt_in(felt) == (2, 3, 5, 1)
    play(felt)
    assert coming(felt) == (2, 3, 4)
    assert dealt_in(felt) == (3, 4, 5, 1, 2)
    play(felt)
    assert not felt.state.seat(SeatNo(4)).newcomer


def test_sk68_or_posts_one() -> None:
    felt = play(Felt(rules=SK).sit({1: 500, 2: 500, 3: 500, 5: 500}, button=5)).sit({4: 500}, newcomer=True)
    felt.do(ask.PostBlind(seat=SeatNo(4), what="extra_bb"))
    assert dealt_in(felt) == (2, 3, 4, 5, 1)
    felt.start()
    assert felt.bets() == {2: 5, 3: 10, 4: 10}
    assert (felt.hand.actor, felt.may.may_check) == (4, True)


@pytest.mark.parametrize("newcomer", [1, 4, 8])
@pytest.mark.parametrize("mode", list(ButtonMode))
def test_with_two_dealt_in_and_a_third_waiting_the_button_is_the_small_blind(mode: ButtonMode, newcomer: int) -> None:
    rules = HouseRules(button_mode=mode, newcomer_post=NewcomerPost.BIG_BLIND_OR_WAIT)
    felt = play(Felt(rules=rules).sit({2: 500, 6: 500}, button=6)).sit({newcomer: 500}, newcomer=True)
    button, small, big = coming(felt)
    assert (len(dealt_in(felt)) == 2) is (small == button)
    assert big == dealt_in(felt)[0 if small == button else 1]


def test_sk69_a_newcomer_between_the_blinds_waits_even_where_he_need_not_post() -> None:
    rules = HouseRules(button_mode=STAYS, seat_taking=SeatTaking.NOT_BETWEEN_BLINDS_NOR_BUTTON)
    felt = play(Felt(rules=rules).sit({1: 500, 2: 500, 4: 500, 6: 500}, button=6)).sit({3: 500}, newcomer=True)
    assert coming(felt) == (1, 2, 3)
    assert 3 in dealt_in(felt), "the big blind itself is no place between the blinds"


def test_tda_10_a_newcomer_between_button_and_small_blind_waits() -> None:
    felt = play(Felt().sit({1: 500, 3: 500, 4: 500, 5: 500}, button=5))
    felt.sit({2: 500}, newcomer=True)
    assert coming(felt) == (1, 3, 4)
    assert dealt_in(felt) == (3, 4, 5, 1)


def test_sk71_a_seat_the_blinds_pass_owes_them() -> None:
    felt = play(Felt(rules=SK).sit({1: 500, 2: 500, 3: 500, 4: 500, 5: 500}, button=5))
    felt.do(ask.SitOut(seat=SeatNo(3)), by=FLOOR)
    play(felt)
    assert (felt.hand.small_blind, felt.hand.big_blind) == (2, 4)
    owes = felt.state.seat(SeatNo(3))
    assert (owes.owes_big, owes.owes_small) == (True, False)
    play(felt)
    assert (felt.hand.small_blind, felt.hand.big_blind) == (4, 5)
    owes = felt.state.seat(SeatNo(3))
    assert (owes.owes_big, owes.owes_small) == (True, True)


def test_b84_a_placed_button_is_for_one_hand() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=2)
    play(felt)
    assert felt.state.button_placed is None
    assert coming(felt) == (3, 1, 2)


def test_nobody_knows_the_button_no_hand() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500})
    assert plan(felt.state) is None


def test_after_a_void_a_player_who_left_is_not_dealt_to() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500, 4: 500}, button=4).start()
    felt.do(ask.VoidHand(reason="misdeal"), by=FLOOR).again()
    felt.do(ask.Leave(seat=SeatNo(3)), by=FLOOR)
    assert coming(felt) == (4, 1, 2)
    assert dealt_in(felt) == (1, 2, 4)
    felt.do(ask.Leave(seat=SeatNo(2)), by=FLOOR)
    assert dealt_in(felt) == (1, 4)
    assert coming(felt) == (4, 4, 1)


@pytest.mark.parametrize(
    ("rule", "waits"),
    [
        (SeatTaking.FREE, set()),
        (SeatTaking.NOT_BETWEEN_SMALL_BLIND_AND_BUTTON, {7}),
        (SeatTaking.NOT_BETWEEN_BIG_BLIND_AND_BUTTON, {7, 9}),
        (SeatTaking.NOT_BETWEEN_BLINDS_NOR_BUTTON, {6, 9}),
    ],
)
def test_b6_where_a_newcomer_has_to_wait(rule: SeatTaking, waits: set[int]) -> None:
    """The button is put at seat 6, the blinds at 8 and 10; newcomers sit on the button and between all of them."""
    rules = HouseRules(seat_taking=rule)
    felt = Felt(rules=rules).sit({4: 500, 8: 500, 10: 500}, button=4)
    felt.sit({6: 500, 7: 500, 9: 500, 3: 500}, newcomer=True)
    felt.do(ask.PlaceButton(seat=SeatNo(6), small_blind=SeatNo(8), big_blind=SeatNo(10)), by=FLOOR)
    assert set(dealt_in(felt)) == {3, 4, 6, 7, 8, 9, 10} - waits


def test_where_nobody_knows_the_last_small_blind_the_button_lies_right_of_it() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500, 4: 500})
    felt.do(ask.LastHand(button=SeatNo(1), small_blind=None, big_blind=SeatNo(3)), by=FLOOR)
    assert coming(felt) == (2, 3, 4)
    felt = Felt(seats=6).sit({1: 500, 2: 500, 3: 500})
    felt.do(ask.LastHand(button=SeatNo(5), small_blind=None, big_blind=SeatNo(1)), by=FLOOR)
    assert coming(felt) == (6, 1, 2)


def test_a_button_the_sensors_see_will_do_for_the_first_hand_only() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}).do(seen.ButtonSeen(at=Millis(0), seat=SeatNo(2)))
    assert coming(felt) == (2, 3, 1)
    play(felt)
    assert coming(felt) == (3, 1, 2)


def test_a_button_put_by_hand_makes_two_of_three_heads_up_from_it() -> None:
    felt = play(Felt(rules=SK).sit({2: 500, 6: 500}, button=6)).sit({8: 500}, newcomer=True)
    felt.do(ask.PlaceButton(seat=SeatNo(6)), by=FLOOR)
    assert (coming(felt), dealt_in(felt)) == ((6, 6, 2), (2, 6))


def test_blinds_put_by_hand_stand_with_two_players_too() -> None:
    felt = Felt().sit({2: 500, 6: 500})
    felt.do(ask.PlaceButton(seat=SeatNo(2), small_blind=SeatNo(6), big_blind=SeatNo(2)), by=FLOOR)
    assert coming(felt) == (2, 6, 2)


def test_a_button_put_by_hand_makes_nobody_owe() -> None:
    felt = play(Felt(rules=SK).sit({1: 500, 2: 500, 3: 500, 4: 500, 5: 500}, button=5))
    felt.do(ask.SitOut(seat=SeatNo(3)), ask.PlaceButton(seat=SeatNo(1)), by=FLOOR)
    play(felt)
    assert not felt.state.seat(SeatNo(3)).owes_big
