"""Main and side pots, uncalled chips, odd chips, rake: P01-P05, G7, G10, FAULTS B69, B71, B73, B79, B81, B88."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.rules import HouseRules
from table_controller.core.showdown import split
from table_controller.core.stakes import AnteBy, Rake
from tests.core.felt import Felt, stakes

CLEAN = "Ts 2s 9s Ah 5c 4s Js 4d Qs 7c Jd 7h Ad 7s Qc 5d 5s 3d Jc Kc"


def test_p01_three_all_in_levels() -> None:
    felt = Felt(deck=CLEAN).sit({1: 40, 2: 95, 3: 200, 4: 200}, button=4).start().acts("a a a a")
    assert felt.pots() == [(160, (1, 2, 3, 4)), (165, (2, 3, 4)), (210, (3, 4))]
    assert felt.run_out().stacks() == {1: 0, 2: 0, 3: 535, 4: 0}


def test_p02_the_uncalled_part_goes_back() -> None:
    felt = Felt(deck=CLEAN).sit({1: 40, 2: 95, 3: 250}, button=3).start().acts("a a a")
    assert felt.hand.returned == ((3, 155),)
    assert felt.pots() == [(120, (1, 2, 3)), (110, (2, 3))]
    assert felt.run_out().stacks()[3] == 385


def test_p03_folded_chips_stay() -> None:
    felt = Felt().sit({1: 30, 2: 500, 3: 500, 4: 500}, button=2).start().acts("a 60 c c").street()
    felt.acts("40 f c")
    assert felt.pots() == [(120, (1, 2, 3)), (170, (2, 3))]


@pytest.mark.parametrize(
    ("chips", "winners", "chip", "shares"),
    [
        (101, (2, 5), 1, [(2, 51), (5, 50)]),
        (100, (6, 1, 4), 1, [(6, 34), (1, 33), (4, 33)]),
        (200, (6, 1, 4), 1, [(6, 67), (1, 67), (4, 66)]),
        (105, (2, 5), 5, [(2, 55), (5, 50)]),
        (103, (2, 5), 5, [(2, 53), (5, 50)]),
        (3, (2, 5), 5, [(2, 3)]),
    ],
)
def test_p04_odd_chips_go_one_each_from_the_left_of_the_button(
    chips: int, winners: tuple[int, ...], chip: int, shares: list[tuple[int, int]]
) -> None:
    given = split(chips, tuple(map(SeatNo, winners)), chip)
    assert [(seat, amount) for seat, amount, _ in given] == shares
    assert sum(amount for _, amount, _ in given) == chips


BOARD_PLAYS = "2c 2d 3c 3d 4c 4d 9c Ts Js Qs 9d Ks 9h As"
"""Three players with nothing, and a royal flush on the board."""


def test_p05_each_pot_is_split_alone() -> None:
    """Button 1; seats 2 and 3 share 45 and 25: 23/22 and 13/12. Added up first it would be 35/35."""
    level = stakes(small=1, big=2, ante=Chips(1), ante_by=AnteBy.BUTTON)
    felt = Felt(level, deck="Ac Ad 2c 4c Kd Kc 3d 5d 2d As Ks 9h 2h 8d 2s Qc")
    felt.sit({1: 12, 2: 500, 3: 500, 5: 500}, button=1).start().acts("12 a c 23 f c")
    assert felt.pots() == [(45, (1, 2, 3)), (25, (2, 3))]
    felt.check_down()
    assert felt.won() == [(0, 2, 23), (0, 3, 22), (1, 2, 13), (1, 3, 12)]


def test_b71_an_all_in_player_keeps_his_pot_while_others_fold() -> None:
    felt = Felt(deck="Ac 2d 3d 4d As 7c 8h 9h 2h Ad Kd 5h").sit({1: 20, 2: 900, 3: 900, 4: 900}, button=4)
    felt.start().acts("20 c a c").street().acts("50 f f")
    assert felt.pots() == [(80, (1, 2))]
    assert felt.run_out().stacks() == {1: 80, 2: 880, 3: 880, 4: 880}


def test_b81_tied_winners_of_the_second_side_pot_are_paid_from_it_alone() -> None:
    felt = Felt(deck="Ac 8c Kc Kd Ad 9d Ks Kh 9c 2h 2d 5s 9h 3s 9s 4h")
    felt.sit({1: 50, 2: 100, 3: 300, 4: 300}, button=4).start().acts("a a a a")
    assert felt.pots() == [(200, (1, 2, 3, 4)), (150, (2, 3, 4)), (400, (3, 4))]
    felt.run_out()
    assert felt.won() == [(0, 1, 200), (1, 3, 75), (1, 4, 75), (2, 3, 200), (2, 4, 200)]


def test_b88_antes_are_in_the_pot() -> None:
    felt = Felt(stakes(ante=Chips(2))).sit({1: 100, 2: 100, 3: 100}, button=3).start()
    assert felt.hand.middle == 21
    felt.acts("f f")
    assert felt.hand.returned == ((2, 5),)
    assert felt.do(ask.Award()).stacks() == {1: 93, 2: 109, 3: 98}


def test_a_short_ante_wins_its_like_of_each_ante() -> None:
    felt = Felt(stakes(ante=Chips(10))).sit({1: 100, 2: 100, 3: 4}, button=3).start().acts("c x")
    assert felt.pots() == [(12, (1, 2, 3)), (32, (1, 2))]


def test_dead_chips_belong_to_everybody() -> None:
    felt = Felt(stakes(ante=Chips(10), ante_by=AnteBy.BIG_BLIND)).sit({1: 100, 2: 100, 3: 5}, button=3).start()
    felt.acts("a c x")
    assert felt.pots() == [(25, (1, 2, 3)), (10, (1, 2))]


def test_b73_three_levels_one_chip_apart() -> None:
    """10,101, 10,100 and 10,099 all-in on a board everybody plays: nobody gains or loses but the uncalled chip."""
    felt = Felt(deck=BOARD_PLAYS).sit({1: 10101, 2: 10100, 3: 10099}, button=1).start().acts("a a a")
    assert felt.hand.returned == ((1, 1),)
    assert felt.run_out().stacks() == {1: 10101, 2: 10100, 3: 10099}


def test_odd_chips_are_of_the_smallest_chip_in_play() -> None:
    felt = Felt(stakes(chip=Chips(5)), deck="2c 2d 3c 3d 4c 4d 9c Ts Js Qs 9d Ks 9h As")
    felt.sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("20 f c").check_down()
    assert felt.won() == [(0, 2, 25), (0, 3, 20)]
    assert [event.odd for event in felt.hand.awards] == [5, 0]


@pytest.mark.parametrize(
    ("rake", "taken"),
    [
        (Rake(per_mille=50), 5),
        (Rake(per_mille=50, cap=Chips(3)), 3),
        (Rake(per_mille=55), 5),
        (Rake(per_mille=0), 0),
    ],
)
def test_rake_is_a_capped_share_rounded_down(rake: Rake, taken: int) -> None:
    felt = Felt(stakes(rake=rake)).sit({1: 500, 2: 500}, button=1).start().acts("50 c").street().acts("x 60 f")
    felt.do(ask.Award())
    assert felt.state.rake == taken
    assert sum(felt.stacks().values()) == 1000 - taken


@pytest.mark.parametrize(("no_drop", "taken"), [(True, 0), (False, 2)])
def test_g10_no_flop_no_drop(no_drop: bool, taken: int) -> None:
    felt = Felt(stakes(rake=Rake(per_mille=100, no_flop_no_drop=no_drop))).sit({1: 500, 2: 500}, button=1)
    felt.start().acts("c 30 f").do(ask.Award())
    assert felt.state.rake == taken


def test_rake_is_borne_by_all_pots_or_by_each() -> None:
    def raked(rake: Rake) -> list[int]:
        felt = Felt(stakes(rake=rake)).sit({1: 40, 2: 100, 3: 100}, button=3).start().acts("a a a").run_out()
        return [event.amount for event in felt.last if type(event).__name__ == "RakeTaken"]

    assert raked(Rake(per_mille=100)) == [12, 12]
    assert raked(Rake(per_mille=100, cap=Chips(15))) == [8, 7]
    assert raked(Rake(per_mille=100, cap=Chips(15), per_pot=True)) == [12, 3]


def test_the_last_player_wins_unshown_and_gets_his_uncalled_bet_back() -> None:
    felt = Felt(rules=HouseRules()).sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("40 f f")
    assert felt.kinds() == ["Folded", "UncalledReturned", "StreetClosed"]
    felt.do(ask.Award())
    assert felt.kinds() == ["PotAwarded", "HandEnded"]
    assert felt.hand.awards[0].best == ()
    assert (felt.hand.outcome, felt.stacks()) == ("uncontested", {1: 495, 2: 490, 3: 515})
