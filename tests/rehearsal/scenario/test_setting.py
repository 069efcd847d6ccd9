"""The table stands as the lines before the first action say."""

from table_controller.rehearsal.scenario import parse
from table_controller.rehearsal.scenario.stage import stakes_of
from tests.rehearsal.scenario.conftest import Scenes

SEATS = "seats 1=100 2=100 3=100\n"
HEAD = "rules {rules}\nlimit no 5/10\n" + SEATS + "button 1\n"


def test_fixed_limit_names_its_bets_and_half_the_small_one_is_the_small_blind() -> None:
    stakes = stakes_of(parse("f", "rules tda_2024\nlimit fixed 10/20\n" + SEATS + "button 1").setting)
    assert (stakes.small_blind, stakes.big_blind, stakes.small_bet, stakes.big_bet) == (5, 10, 10, 20)


def test_chip_ante_and_rake_go_into_the_stakes() -> None:
    text = "rules tda_2024 rake_percent=5 rake_cap=9 ante=3\nlimit pot 5/10\n" + SEATS + "button 1\nchip 5\n"
    stakes = stakes_of(parse("f", text).setting)
    assert (stakes.chip, stakes.ante, stakes.rake.per_mille, stakes.rake.cap) == (5, 3, 50, 9)
    assert stakes_of(parse("f", text + "ante 2").setting).ante == 2


def test_overrides_change_the_rules_of_the_table(play: Scenes) -> None:
    assert not play.why("draw seat 2 up\nexpect finding hole_exposed_first", "ukrainian", HEAD)
    assert not play.why("draw seat 2 up\nexpect finding hole_exposed_single", "ukrainian first_exposed_misdeal_n=0", HEAD)


def test_seats_stand_by_their_flags(play: Scenes) -> None:
    head = "rules tda_2024\nlimit no 5/10\nseats 1=100 2=100:sitting_out 3=100 4=100:absent\nbutton 1\n"
    run = play("expect sb 3\nexpect bb 4\ndeal\nexpect holes 2\nexpect bet 4 10", head=head)
    assert run.failure is None
    assert {seat.seat: seat.status for seat in run.final.seats} == {1: "live", 2: "sitting_out", 3: "live", 4: "absent"}
    assert {seat.seat: seat.present for seat in run.final.seats} == {1: True, 2: True, 3: True, 4: False}


def test_the_opening_draw_gives_the_button_to_the_right_of_the_highest_card(play: Scenes) -> None:
    head = "rules slovak\nlimit no 5/10\n" + SEATS + "button draw 9s Kh Ks\ndeck Ts 2s\n"
    assert not play.why("expect button 2\nexpect sb 3\ndraw seat 3\nexpect holes 3 Ts\nexpect clean", head=head)


def test_blinds_follow_from_the_last_hand(play: Scenes) -> None:
    head = "rules tda_2024\nlimit no 5/10\nseats 2=100 3=100 4=100\nlast_hand button=6 sb=1 bb=2\n"
    assert not play.why("expect button 1\nexpect sb 2\nexpect bb 3", head=head)


def test_a_table_the_product_does_not_take_is_named(play: Scenes) -> None:
    head = "rules slovak\nlimit no 5/10\nseats 1=100 2=100:sitting_out\nbutton draw Ks\n"
    assert play.why("deal", head=head) == "seats 1=100 2=100:sitting_out: the table cannot be set like this: too_few_players"
    head = "rules slovak\nlimit no 5/10\nseats 1=100\nbutton 1\n"
    assert "too few play" in play.why("deal", head=head)
