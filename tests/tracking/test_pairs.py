"""Cards that left the deck in one draw (H2), and tags that are in the deck and on the felt (H3): from gate and antennas alone."""

from typing import Any

import pytest

from table_controller.core.facts import CardArrived, CardInTwoPlaces
from table_controller.core.ids import Millis
from table_controller.core.places import Place
from table_controller.core.readings import GatePassed
from table_controller.tracking import Zone

from .conftest import SHOE, Sensing, bindings


def passage(table: Any, ms: int, *, double: bool) -> None:
    table.say(GatePassed(device=SHOE, at=Millis(table.now - ms), out=True, duration_ms=ms, double=double))


def draw(table: Any, zone: Zone, *cards: int, ms: int = 150, double: bool = False) -> None:
    """All in one passage; then they land."""
    for card in cards:
        table.tag_in(Zone.SHOE, card)
        table.wait(30)
    table.wait(ms - 30 * len(cards))
    passage(table, ms, double=double)
    for card in cards:
        table.tag_out(Zone.SHOE, card)
        table.tag_in(zone, card)


def stuck(table: Any) -> list[bool]:
    return [fact.stuck for fact in table.facts if isinstance(fact, CardArrived)]


def test_two_tags_in_one_passage_are_one_draw_of_two_cards(table: Any) -> None:
    draw(table, Zone.SEAT_1, 5, 6)
    assert stuck(table) == [False, True]


def test_two_passages_are_two_draws_however_quick(table: Any) -> None:
    draw(table, Zone.SEAT_1, 5, ms=75)
    draw(table, Zone.SEAT_2, 6, ms=75)
    assert stuck(table) == [False, False]


def test_a_long_passage_and_a_card_of_which_no_tag_was_read_are_a_pair(table: Any) -> None:
    draw(table, Zone.SEAT_1, 5, ms=450, double=True)
    table.tag_in(Zone.SEAT_1, 6)
    table.wait(3_000)
    assert stuck(table) == [False, True]


def test_a_long_passage_alone_is_a_card_that_was_drawn_slowly(table: Any) -> None:
    draw(table, Zone.SEAT_1, 5, ms=450, double=True)
    table.wait(10_000)
    assert stuck(table) == [False]


def test_a_gate_that_speaks_before_the_second_tag_says_the_same(table: Any) -> None:
    table.tag_in(Zone.SHOE, 5)
    table.wait(150)
    passage(table, 150, double=False)
    table.tag_in(Zone.SHOE, 6, at=table.now - 60)
    table.tag_in(Zone.SEAT_1, 5)
    table.tag_in(Zone.SEAT_1, 6)
    assert stuck(table) == [False, True]


@pytest.mark.parametrize(("apart", "pair"), [(60, True), (200, False)])
def test_without_a_gate_the_time_between_two_tags_tells(apart: int, pair: bool) -> None:
    table = Sensing(bindings(gate=False))
    table.tag_in(Zone.SHOE, 5)
    table.wait(apart)
    table.tag_in(Zone.SHOE, 6)
    for card in (5, 6):
        table.tag_out(Zone.SHOE, card)
        table.tag_in(Zone.SEAT_1, card)
    assert stuck(table) == [False, pair]


def test_a_card_that_lies_out_while_the_shoe_counts_all_and_let_none_out_is_in_both(table: Any) -> None:
    table.deck(1, 52)
    table.tag_in(Zone.SEAT_4, 9)
    table.wait(2_000)
    (told,) = [fact for fact in table.facts if isinstance(fact, CardInTwoPlaces)]
    assert told.places == (Place.SHOE, Place.SEAT_4)
    assert not any(isinstance(fact, CardArrived) for fact in table.facts)


def test_a_card_whose_tag_the_shoe_missed_is_drawn_when_something_passed_the_gate(table: Any) -> None:
    table.deck(1, 52)
    passage(table, 150, double=False)
    table.tag_in(Zone.SEAT_4, 9)
    table.wait(2_000)
    assert stuck(table) == [False]
    assert not any(isinstance(fact, CardInTwoPlaces) for fact in table.facts)


def test_a_passage_whose_time_is_not_known_holds_no_pair(table: Any) -> None:
    """After a restart what the shoe kept comes all at once, stamped when it arrives."""
    table.tag_in(Zone.SHOE, 5)
    table.tag_in(Zone.SHOE, 6)
    table.say(GatePassed(device=SHOE, at=table.now, out=True, duration_ms=150, double=False, approximate=True))
    for card in (5, 6):
        table.tag_in(Zone.SEAT_1, card)
    assert stuck(table) == [False, False]
