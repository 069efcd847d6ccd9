"""Statements about cards do to the physical table what they say, and the product hears it as sensors would tell it."""

import pytest

from table_controller.core.cards import card
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.rehearsal.scenario.deck import Cards, made_of
from table_controller.rehearsal.scenario.player import ImpossibleError
from table_controller.rehearsal.scenario.words import CardName, card_name
from tests.rehearsal.scenario.conftest import Scenes


def named(text: str) -> tuple[CardName, ...]:
    return tuple(map(card_name, text.split()))


def test_deal_goes_twice_round_the_table(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nexpect holes 1 Ts Js\nexpect holes 6 4s 7h\nexpect stub 40\nexpect street preflop")


def test_deal_takes_a_full_deck(both_ways: Scenes) -> None:
    assert both_ways.why("draw seat 1\ndeal") == "deal: a deal takes a full deck and empty seats"


def test_draws_land_where_they_are_said_to(both_ways: Scenes) -> None:
    body = "deal\n@calls\nflop\nexpect burns Ad\nexpect board 7s Qc 5d\n@checks\nturn\nexpect board 7s Qc 5d 3d"
    assert not both_ways.why(body)
    assert not both_ways.why("deal\n@calls\ndraw out\ndraw hold\nexpect out Ad\nexpect stub 38")


def test_a_card_dealt_face_up_is_keyed(both_ways: Scenes) -> None:
    assert not both_ways.why("draw seat 1 up\nexpect finding hole_exposed_first")
    assert not both_ways.why("draw seat 1\nexpect clean")


def test_a_dropped_card_is_missed_after_its_time_only(both_ways: Scenes) -> None:
    body = "draw seat 1\ndraw dropped\nwait 2.9s\nexpect clean\nwait 0.1s\nexpect finding hole_off_table"
    assert not both_ways.why(body)


def test_time_passes_before_the_card_behind_a_dropped_one_is_known(both_ways: Scenes) -> None:
    assert not both_ways.why("draw seat 1\ndraw dropped\ndraw seat 2\nexpect finding hole_off_table\nexpect holes 2 9s")


def test_a_card_found_in_time_was_never_missing(both_ways: Scenes) -> None:
    body = "draw seat 1\ndraw {how}\nwait 2s\nfound 2s seat 2\nwait 10s\nexpect clean\nexpect holes 2 2s"
    for how in ("dropped", "stuck"):
        assert not both_ways.why(body.replace("{how}", how))


def test_cards_behind_a_stuck_one_are_told_after_it(both_ways: Scenes) -> None:
    """Two cards stuck together land at one seat: the seat gets two in a row."""
    body = "draw seat 1\ndraw stuck\ndraw seat 2\nexpect holes 2\nfound 2s seat 2\nexpect holes 2 2s 9s"
    assert not both_ways.why(body + "\nexpect finding hole_extra_mid_deal")


def test_a_missing_card_is_taken_up_from_where_it_fell(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\n@calls\ndraw dropped\nwait 5s\nmove Ad dropped -> burn\nexpect burns Ad")


def test_a_card_that_falls_from_the_board_is_missed(both_ways: Scenes) -> None:
    body = "deal\n@calls\nflop\nmove 7s board -> dropped\n"
    assert not both_ways.why(body + "wait 3s\nexpect finding missing_uid\nexpect board Qc 5d")
    assert not both_ways.why(body + "wait 2s\nmove 7s dropped -> board\nwait 9s\nexpect clean")


def test_a_card_or_a_whole_zone_is_moved(both_ways: Scenes) -> None:
    body = "deal\n@calls\nflop\nmove Qc board -> hold\nexpect board 7s 5d\nmove board -> out\nexpect board\nexpect out 7s 5d"
    assert not both_ways.why(body)


def test_a_card_moves_only_from_where_it_lies(both_ways: Scenes) -> None:
    assert both_ways.why("deal\nmove Ad seat 5 -> burn") == "move Ad seat 5 -> burn: Ad does not lie at seat 5"
    assert both_ways.why("found Ad seat 3") == "found Ad seat 3: Ad does not lie at dropped or stuck"


def test_a_card_returned_on_top_comes_next(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\n@calls\nburn\nreturn Ad top\nexpect burns\nexpect stub 40\nburn\nexpect burns Ad")


def test_a_zone_returned_is_shuffled_in(both_ways: Scenes) -> None:
    body = "deal\n@calls\nflop\nreturn board\nexpect board\nshuffle 5d Kc\nexpect pool 39\ndraw board\nexpect board 5d"
    assert not both_ways.why(body)


def test_only_what_is_in_the_deck_is_shuffled(both_ways: Scenes) -> None:
    assert both_ways.why("deal\nshuffle Ts") == "shuffle Ts: Ts is not in the deck that is shuffled"


def test_a_whole_deck_counts_its_draws_anew(both_ways: Scenes) -> None:
    body = (
        "draw seat 1\nrule x void\nreturn seat 1\nshuffle 9d\ndraw seat 1 up\nexpect attempt 2\nexpect finding hole_exposed_first"
    )
    assert not both_ways.why(body, rules="ukrainian")


def test_the_stub_that_falls_loses_its_order(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\n@calls\ndrop stub\nshuffle Ad\nexpect pool 40\nburn\nexpect burns Ad")
    assert "other cards" in both_ways.why("deal\n@calls\ndrop stub\nburn\nexpect burns Ad")


def test_a_second_deck_takes_every_card_of_the_first_away(both_ways: Scenes) -> None:
    body = "deal\nrule x void\nswap_deck 2c 2d 2h\nexpect holes 1\nexpect pool 52\ndeal\nexpect attempt 2\nexpect holes 1 2c ARB"
    why = both_ways.why(body.replace(" ARB", " Ts"))
    assert why == "expect holes 1 2c Ts: seat 1 holds other cards (2 of them)"
    assert "while no hand runs" in both_ways.why("deal\nswap_deck")


def test_the_next_hand_is_dealt_from_a_new_deck_line(both_ways: Scenes) -> None:
    folds = "\n".join(f"act {seat} fold" for seat in (3, 4, 5, 6, 1))
    body = f"deal\n{folds}\naward\nnext_hand\ndeck As Ks\nexpect hand_number 2\nexpect button 1\ndraw seat 2\ndraw seat 3"
    assert not both_ways.why(f"{body}\nexpect holes 2 As\nexpect holes 3 Ks\nexpect stub 50\nexpect clean")


def test_the_next_hand_waits_for_the_end_of_this_one(both_ways: Scenes) -> None:
    assert not both_ways.why("deal\nnext_hand\nexpect refused\nexpect stub 40")


def test_a_joker_and_an_unknown_tag_come_out_of_the_deck(both_ways: Scenes) -> None:
    head = "rules tda_2024\nlimit no 5/10\nseats 1=100 2=100\nbutton 1\n"
    assert not both_ways.why("draw seat 2\nexpect finding joker_or_foreign", head=head + "deck JK\n")
    assert not both_ways.why("draw seat 2\nexpect finding joker_or_foreign\nexpect holes 2", head=head + "deck XX\n")


def test_a_second_card_with_one_face_fouls_the_deck(both_ways: Scenes) -> None:
    head = "rules tda_2024\nlimit no 5/10\nseats 1=100 2=100\nbutton 1\ndeck Qh Qh' 2c 3c\n"
    assert not both_ways.why("deal\nexpect finding deck_fouled level 3", head=head)


def test_a_silent_device_locks_the_table_until_it_is_back(both_ways: Scenes) -> None:
    body = "deal\nlost shoe\nexpect state locked\nexpect alarm reader_down priority 1\nfound shoe\nexpect state open"
    assert not both_ways.why(body)


@pytest.mark.parametrize("text", ["", "Ts 2s 9s", "Qh Qh' JK XX"])
def test_a_deck_always_counts_52(text: str) -> None:
    deck = made_of(named(text))
    assert [card.name for card in deck[: len(named(text))]] == list(named(text))
    assert len({card.piece for card in deck}) == 52


def test_each_strange_card_takes_the_place_of_the_last_not_named() -> None:
    plain, strange = made_of(named("Qh")), made_of(named("Qh Qh' JK"))
    assert [card.name for card in strange[3:]] == [card.name for card in plain[1:50]]


def test_no_card_lies_twice_or_is_lost() -> None:
    cards = Cards(named("Ts 2s"))
    first, second = cards.draw(SEAT_PLACES[1]), cards.draw(Place.BURN)
    cards.move(first, SEAT_PLACES[1], Place.HOLD)
    cards.put_back(second, Place.BURN, top=True)
    assert cards.lying[Place.HOLD] == [first]
    assert cards.draw(Place.BOARD) is second
    assert len(cards.deck) + sum(map(len, cards.lying.values())) == 52
    with pytest.raises(ImpossibleError):
        cards.find(CardName(card("Ts")), (Place.BURN,))
