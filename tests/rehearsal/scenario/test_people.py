"""Statements about acts, chips, seats, keys and rulings become the orders and facts they stand for."""

import pytest

from tests.rehearsal.scenario.conftest import Scenes

THREE = "rules {rules}\nlimit no 5/10\nseats 1=1000 2=1000 3=1000 5=1000:EXTRA\nbutton 1\n"


def test_folded_cards_go_to_the_muck(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nact 3 fold\nexpect muck 2\nexpect holes 3\nexpect actor 4")


def test_a_refused_act_moves_neither_chips_nor_cards(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nact 3 muck\nexpect refused\nexpect muck 0\nexpect actor 3")
    assert not both_ways.why("deal\nact 3 raise 5000\nexpect refused\nexpect bet 3 0\nact 3 raise 20\nexpect bet 3 20")


def test_the_key_alone_leaves_the_cards(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nkey_only 3 fold\nexpect muck 0\nexpect holes 3 9s Qs\nexpect actor 4")


def test_the_third_key_in_a_row_without_chips_becomes_a_question(both_ways: Scenes) -> None:
    body = (
        "deal\nkey_only 3 call\nwait 60s\nexpect question none\nact 4 raise 30\nact 5 fold\nact 6 fold\nact 1 fold\nact 2 fold\n"
        "key_only 3 raise 50\nwait 60s\nexpect question none\nact 4 raise 70\n"
        "key_only 3 call\nwait 7.9s\nexpect question none\nwait 0.1s\nexpect question seat 3"
    )
    assert not both_ways.why(body)
    assert not both_ways.why("deal\nact 3 call\nwait 60s\nexpect question none")
    assert not both_ways.why("deal\nkey_only 3 call\nwait 7s\npush 3 10\nwait 60s\nexpect question none")


def test_shown_cards_stay_and_mucked_ones_go(both_ways: Scenes) -> None:
    body = (
        "deal\n@calls\nflop\n@checks\nturn\n@checks\nriver\n@checks\nact 1 show\nact 2 muck\nexpect muck 2\nexpect holes 1 Ts Js"
    )
    assert not both_ways.why(body)


def test_all_in_is_all_of_the_stack(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nact 3 allin\nexpect bet 3 1000\nexpect stack 3 0")


def test_silent_chips_are_the_act_the_rules_make_of_them(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\npush 3 100 chips 100\nexpect bet 3 10\npush 4 25 chips 10 10x1 5\nexpect bet 4 25")
    assert not both_ways.why("deal\npush 3 16\nexpect bet 3 20")


def test_a_missed_blind_is_posted_by_hand(both_ways: Scenes) -> None:
    head = THREE.replace("EXTRA", "missed_both")
    assert not both_ways.why("expect owes 5 bb dead_sb\npost 5 both\ndeal\nexpect bet 5 10\nexpect stack 5 985", "slovak", head)
    assert not both_ways.why("deal\nexpect holes 5\nexpect stack 5 1000", "slovak", head)
    assert not both_ways.why("expect owes 5\ndeal\nexpect actor 5", "tda_2024", head)


def test_a_newcomer_posts_or_waits_for_the_big_blind(both_ways: Scenes) -> None:
    head = THREE.replace("EXTRA", "new")
    assert not both_ways.why("deal\nexpect holes 5\nexpect bet 5 0", "slovak", head)
    assert not both_ways.why("post 5 bb\ndeal\nexpect bet 5 10\nexpect bb 3\nexpect actor 5", "slovak", head)


def test_a_blind_posted_by_the_blind_itself_is_no_other_one(both_ways: Scenes) -> None:
    assert not both_ways.why("post 1 sb\npost 2 bb\ndeal\nexpect bet 1 5\nexpect bet 2 10\nexpect actor 3")


def test_blinds_are_left_to_hands_where_the_scenario_says_so(both_ways: Scenes) -> None:
    head = "rules tda_2024\nlimit no 5/10\nseats 1=1000 2=1000 3=1000\nbutton 1\nblinds_posted no\n"
    assert not both_ways.why("post 3 bb\ndeal\nexpect bet 2 0\nexpect bet 3 10\nexpect to_call 1 10", head=head)


def test_blinds_ante_and_straddle_are_posted_before_every_attempt(both_ways: Scenes) -> None:
    head = "rules ukrainian\nlimit no 5/10\nseats 1=1000 2=1000 3=1000 4=1000\nbutton 1\nante 1\nstraddle 20\n"
    posted = "expect stack 1 999\nexpect stack 2 994\nexpect stack 3 989\nexpect stack 4 979\n"
    back = "rule x void\nexpect stack 4 1000\nexpect returned 4 21\n"
    back += "".join(f"return seat {seat}\n" for seat in range(1, 5)) + "shuffle\n"
    assert not both_ways.why(f"deal\n{posted}{back}deal\n{posted}expect attempt 2\nexpect actor 1", head=head)


def test_players_sit_down_leave_and_add_chips_between_hands(both_ways: Scenes) -> None:
    body = "leave 4\nexpect stack 4 0\nsit 4 500\nexpect stack 4 500\ntopup 4 200\nexpect stack 4 700\n"
    assert not both_ways.why(body + "deal\ntopup 4 5\nexpect refused")
    assert not both_ways.why("deal\nleave 4\nexpect refused\nsit 4 500\nexpect refused")


def test_who_walks_away_is_seen_and_may_be_keyed(both_ways: Scenes) -> None:
    seat = both_ways("absent 4").final.seats[3]
    assert (seat.present, seat.status) == (False, "live")
    seat = both_ways("key absent 4").final.seats[3]
    assert (seat.present, seat.status) == (True, "absent")
    seat = both_ways("absent 4\nkey absent 4\nback 4").final.seats[3]
    assert (seat.present, seat.status) == (True, "live")


def test_a_button_that_lies_wrong_is_found_at_the_first_card(both_ways: Scenes) -> None:
    assert not both_ways.why("button_at 5\nexpect prompt place_button 6\ndraw seat 1\nexpect finding button_misplaced")
    assert not both_ways.why("button_at 5\nbutton_at 6\ndraw seat 1\nexpect clean")


def test_the_button_moves_with_the_next_hand(both_ways: Scenes) -> None:
    folds = "\n".join(f"act {seat} fold" for seat in (3, 4, 5, 6, 1))
    assert not both_ways.why(f"button_at 6\ndeal\n{folds}\naward\nnext_hand\ndeal\nexpect clean\nexpect button 1")


def test_keys_are_orders_of_the_dealer(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nact 3 call\nkey undo\nexpect actor 3\nexpect bet 3 0")
    assert not both_ways.why("deal\nkey boxed\nexpect finding boxed_one")
    assert not both_ways.why("deal\nkey misdeal\nexpect finding deal_interrupted")
    assert not both_ways.why("deal\nkey exposed 3\nexpect finding hole_exposed_single")
    assert not both_ways.why("draw seat 1\ndraw seat 2\nkey deal_done\nexpect finding deal_missed_seat")
    assert not both_ways.why("deal\nkey clock 4\nexpect refused\nkey clock 3\nexpect actor 3")


def test_ok_with_nothing_open_does_nothing(both_ways: Scenes) -> None:
    folds = "\n".join(f"act {seat} fold" for seat in (3, 4, 5, 6, 1))
    assert not both_ways.why(f"deal\n{folds}\nkey ok\nexpect hand live\naward\nexpect hand over")


def test_the_floor_signs_on_for_the_next_ok(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nkey floor\nexpect alarm floor_called")


@pytest.mark.parametrize(("ruling", "hand"), [("stands", "live"), ("void", "void")])
def test_the_floor_lets_play_go_on_or_voids_the_hand(ruling: str, hand: str, both_ways: Scenes) -> None:
    body = f"deal\nkey misdeal\nexpect state locked\nrule deal_interrupted {ruling}\nexpect state open\nexpect hand {hand}"
    assert not both_ways.why(body)
