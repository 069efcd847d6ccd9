"""A camera over the shoe's mouth: it names cards as they leave, and never against a tag."""

from typing import Any

import pytest

from table_controller.core.facts import CardMissing, ReadersDisagree
from table_controller.core.places import Place
from table_controller.tracking import Zone

SEAT_1, SEAT_2 = Zone.SEAT_1, Zone.SEAT_2


@pytest.fixture
def seen(wired: Any) -> Any:
    """A shoe with gate and camera, without an antenna."""
    return wired(shoe=False, optical=True)


def leaves(table: Any, card: int, *, named: int | None = None, unread: bool = False) -> None:
    """`named`: what the camera says instead."""
    if unread:
        table.optical(face=254, confidence=0)
    else:
        table.optical(face=(named or card) - 1)
    table.wait(150)
    table.gate()


def test_draws_are_told_in_the_order_the_camera_saw_them(seen: Any) -> None:
    leaves(seen, 7)
    seen.wait(200)
    leaves(seen, 9)
    seen.lands(9, SEAT_2)
    assert seen.arrivals() == []
    seen.lands(7, SEAT_1)
    assert seen.arrivals() == [(7, "shoe", "seat_1", 1), (9, "shoe", "seat_2", 2)]


def test_a_card_it_could_not_read_is_named_by_its_tag_where_it_lands(seen: Any) -> None:
    leaves(seen, 7, unread=True)
    seen.lands(7, SEAT_1)
    seen.wait(1_000)
    leaves(seen, 9)
    seen.lands(9, SEAT_2)
    assert seen.arrivals() == [(7, "shoe", "seat_1", 1), (9, "shoe", "seat_2", 2)]
    assert seen.said(ReadersDisagree) == []


def test_its_word_may_come_after_the_tag_s(seen: Any) -> None:
    seen.gate()
    seen.lands(7, SEAT_1)
    seen.wait(200)
    assert seen.arrivals() == []
    seen.optical(face=6)
    assert seen.arrivals() == [(7, "shoe", "seat_1", 1)]


def test_what_it_saw_long_ago_is_not_taken(seen: Any) -> None:
    seen.optical(face=6, ago=2_500)
    seen.wait(6_000)
    assert seen.said(CardMissing) == []


def test_a_card_named_for_another_is_a_conflict_and_no_missing_card(seen: Any) -> None:
    """D20: which of the two is right nobody knows; the tag is what lies there."""
    leaves(seen, 7, named=20)
    seen.lands(7, SEAT_1)
    seen.wait(6_000)
    assert [fact.place for fact in seen.said(ReadersDisagree)] == [Place.SEAT_1]
    assert seen.said(CardMissing) == []
    assert seen.arrivals() == [(7, "shoe", "seat_1", 1)]
    leaves(seen, 9)
    seen.lands(9, SEAT_2)
    assert seen.arrivals()[-1] == (9, "shoe", "seat_2", 2)


def test_a_card_it_named_that_lands_nowhere_is_missing(seen: Any) -> None:
    leaves(seen, 7)
    seen.wait(6_000)
    assert len(seen.said(CardMissing)) == 1
    assert seen.said(ReadersDisagree) == []


def test_where_the_shoe_has_an_antenna_too_the_tag_is_believed_and_the_camera_contradicted(wired: Any) -> None:
    table = wired(optical=True)
    table.tag_in(Zone.SHOE, 7)
    table.wait(60)
    table.optical(face=19)
    table.wait(60)
    table.gate()
    table.tag_out(Zone.SHOE, 7)
    table.lands(7, SEAT_1)
    assert [fact.place for fact in table.said(ReadersDisagree)] == [Place.SHOE]
    assert table.arrivals() == [(7, "shoe", "seat_1", 1)]
    table.wait(6_000)
    assert table.said(CardMissing) == []


def test_both_may_say_the_same(wired: Any) -> None:
    table = wired(optical=True)
    table.tag_in(Zone.SHOE, 7)
    table.wait(60)
    table.optical(face=6)
    table.gate()
    table.tag_out(Zone.SHOE, 7)
    table.lands(7, SEAT_1)
    table.wait(6_000)
    assert table.arrivals() == [(7, "shoe", "seat_1", 1)]
    assert table.said(ReadersDisagree) == []


def test_a_card_that_is_pushed_back_before_it_lies_has_not_been_drawn(seen: Any) -> None:
    leaves(seen, 7)
    seen.wait(200)
    seen.gate(out=False)
    seen.optical(face=6)
    seen.wait(6_000)
    assert seen.facts == []
    leaves(seen, 9)
    seen.lands(9, SEAT_1)
    assert seen.arrivals() == [(9, "shoe", "seat_1", 1)]


def test_a_card_put_back_through_the_mouth_is_in_the_deck(seen: Any) -> None:
    leaves(seen, 7)
    seen.lands(7, SEAT_1)
    seen.tag_out(SEAT_1, 7)
    seen.wait(200)
    seen.gate(out=False)
    seen.optical(face=6)
    assert seen.arrivals()[-1] == (7, "seat_1", "shoe", 0)


def test_a_card_that_lies_out_cannot_leave_the_deck(seen: Any) -> None:
    """Each card once: such a word is none, and what really came out is named by its tag."""
    leaves(seen, 7)
    seen.lands(7, SEAT_1)
    seen.wait(300)
    leaves(seen, 9, named=7)
    seen.lands(9, SEAT_2)
    seen.wait(3_000)
    assert seen.arrivals() == [(7, "shoe", "seat_1", 1), (9, "shoe", "seat_2", 2)]
