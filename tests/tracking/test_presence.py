"""Presence is a level: a card is where an antenna sees it, and silence moves nothing."""

from typing import Any

import pytest

from table_controller.core.events import HandEnded, HandStarted, HandVoided
from table_controller.core.facts import CardArrived, CardInTwoPlaces, CardMissing, UnboundSource, UnknownTag
from table_controller.core.ids import AttemptNo, HandNo, SeatNo
from table_controller.core.orders import Person, Role
from table_controller.core.readings import DeckState, InputLevel, TagId, TagPresent
from table_controller.tracking import Zone

from .conftest import SHOE

SEATS = (SeatNo(1), SeatNo(2), SeatNo(3))
STARTED = HandStarted(
    hand=HandNo(1), attempt=AttemptNo(1), button=SeatNo(3), small_blind=SeatNo(1), big_blind=SeatNo(2), dealt_in=SEATS
)
ENDED = HandEnded(hand=HandNo(1), attempt=AttemptNo(1), outcome="showdown")
VOIDED = HandVoided(hand=HandNo(1), attempt=AttemptNo(1), reason="", by=Person(Role.FLOOR))


def lying(table: Any, *where: Zone) -> None:
    table.recorded(STARTED)
    for card, zone in enumerate(where, 1):
        table.draw(card, zone)
    table.facts.clear()


def test_chatter_of_one_antenna_is_one_arrival(table: Any) -> None:
    """B4, B34: a resting card is not removed, a card that comes down is not placed twice."""
    table.draw(1, Zone.SEAT_1)
    for _ in range(20):
        table.tag_out(Zone.SEAT_1, 1)
        table.wait(40)
        table.tag_in(Zone.SEAT_1, 1)
        table.wait(30)
    assert len(table.facts) == 1


def test_a_card_moved_by_hand_comes_from_where_it_lay(table: Any) -> None:
    lying(table, Zone.SEAT_1)
    table.tag_out(Zone.SEAT_1, 1)
    table.wait(300)
    table.tag_in(Zone.MUCK, 1)
    assert table.arrivals() == [(1, "seat_1", "muck", 0)]


def test_a_card_seen_in_its_new_place_before_the_old_one_lets_it_go(table: Any) -> None:
    """B20, B23: told when the old antenna has let it go, not twice."""
    lying(table, Zone.SEAT_1)
    table.tag_in(Zone.MUCK, 1)
    assert table.facts == []
    table.wait(90)
    table.tag_out(Zone.SEAT_1, 1)
    assert table.arrivals() == [(1, "seat_1", "muck", 0)]


def test_the_slots_of_the_board_are_one_place(table: Any) -> None:
    lying(table, Zone.FLOP)
    table.tag_in(Zone.TURN, 1)
    table.tag_out(Zone.FLOP, 1)
    table.wait(10_000)
    assert table.facts == []


@pytest.mark.parametrize("seconds", [1, 60, 150])
def test_lifted_hole_cards_are_no_finding(table: Any, seconds: int) -> None:
    """CZ10, K40, B45: players look at their cards, for a minute and more."""
    lying(table, Zone.SEAT_1, Zone.SEAT_1)
    table.tag_out(Zone.SEAT_1, 1)
    table.tag_out(Zone.SEAT_1, 2)
    table.wait(seconds * 1000)
    table.tag_in(Zone.SEAT_1, 1)
    table.tag_in(Zone.SEAT_1, 2)
    table.wait(600_000)
    assert table.facts == []


def test_hole_cards_gone_for_three_minutes_are_missing(table: Any) -> None:
    lying(table, Zone.SEAT_1)
    table.tag_out(Zone.SEAT_1, 1)
    table.wait(179_000)
    assert table.facts == []
    table.wait(1_000)
    assert [(type(fact), fact.source.value) for fact in table.facts] == [(CardMissing, "seat_1")]


@pytest.mark.parametrize("zone", [Zone.BURN, Zone.FLOP, Zone.MUCK, Zone.HOLD, Zone.OUT])
def test_a_card_of_the_centre_is_missing_after_three_seconds(table: Any, zone: Zone) -> None:
    """H1, both sides of the three seconds."""
    lying(table, zone)
    table.tag_out(zone, 1)
    table.wait(2_900)
    assert table.facts == []
    table.wait(100)
    assert [type(fact) for fact in table.facts] == [CardMissing]
    table.wait(60_000)
    assert len(table.facts) == 1


def test_a_missing_card_comes_back_from_nowhere(table: Any) -> None:
    lying(table, Zone.BURN)
    table.tag_out(Zone.BURN, 1)
    table.wait(4_000)
    table.tag_in(Zone.BURN, 1)
    assert table.arrivals() == [(1, "nowhere", "burn", 1)]


@pytest.mark.parametrize("end", [ENDED, VOIDED])
def test_after_the_hand_cards_are_gathered_and_not_missed(table: Any, end: Any) -> None:
    lying(table, Zone.BURN, Zone.FLOP, Zone.MUCK)
    table.recorded(end)
    for card, zone in enumerate((Zone.BURN, Zone.FLOP, Zone.MUCK), 1):
        table.tag_out(zone, card)
    table.wait(120_000)
    assert table.facts == []


def test_a_card_that_lies_at_a_seat_for_an_hour_is_not_removed(table: Any) -> None:
    """B40: a long think is no event."""
    lying(table, Zone.SEAT_1)
    table.wait(3_600_000)
    assert table.facts == []


# --- two antennas (H3) ---


@pytest.mark.parametrize(("here", "there", "to"), [(4, 8, "seat_3"), (8, 4, "seat_2")])
def test_of_two_neighbours_the_one_with_more_hits_has_the_card(table: Any, here: int, there: int, to: str) -> None:
    """H3, B16, B21: decided after half a second."""
    table.leaves_shoe(1)
    table.lands(1, Zone.SEAT_2)
    table.facts.clear()
    table.leaves_shoe(2)
    table.tag_in(Zone.SEAT_2, 2)
    table.tag_in(Zone.SEAT_3, 2)
    table.hits(Zone.SEAT_2, 2, here)
    table.hits(Zone.SEAT_3, 2, there)
    table.wait(5_000)
    assert table.arrivals()[-1][2] in ("seat_2", to)
    assert table.said(CardInTwoPlaces) == []


@pytest.mark.parametrize(("here", "echo"), [(8, 4), (6, 7), (5, 8)])
def test_a_neighbour_s_echo_moves_no_card_that_lies(table: Any, here: int, echo: int) -> None:
    """H3: the card is heard by both; a little better by the neighbour is no proof that it was moved."""
    lying(table, Zone.SEAT_2)
    table.hits(Zone.SEAT_2, 1, here)
    table.tag_in(Zone.SEAT_3, 1)
    table.hits(Zone.SEAT_3, 1, echo)
    table.wait(60_000)
    table.tag_out(Zone.SEAT_3, 1)
    table.wait(60_000)
    assert table.said(CardArrived) == []


def test_a_card_slid_to_the_neighbour_follows_its_hits(table: Any) -> None:
    """H3: the old place hears it ever less, although it has not let it go."""
    lying(table, Zone.SEAT_2)
    table.hits(Zone.SEAT_2, 1, 8)
    table.tag_in(Zone.SEAT_3, 1)
    table.hits(Zone.SEAT_3, 1, 8)
    table.hits(Zone.SEAT_2, 1, 2)
    table.wait(600)
    assert table.arrivals() == [(1, "seat_2", "seat_3", 0)]


@pytest.mark.parametrize(("other", "after"), [(Zone.SEAT_3, 1_000), (Zone.SEAT_7, 1_000), (Zone.FLOP, 1_000)])
def test_one_card_fully_heard_in_two_places_is_a_conflict(table: Any, other: Zone, after: int) -> None:
    """H3, B47: a clone, told once and never guessed."""
    lying(table, Zone.SEAT_2)
    table.hits(Zone.SEAT_2, 1, 8)
    table.tag_in(other, 1)
    table.hits(other, 1, 8)
    table.wait(after - 1)
    assert table.facts == []
    table.wait(1)
    table.wait(60_000)
    assert [type(fact) for fact in table.facts] == [CardInTwoPlaces]
    assert {place.value for place in table.facts[0].places} == {"seat_2", "board" if other is Zone.FLOP else f"seat_{int(other)}"}


@pytest.mark.parametrize("ends", [True, False], ids=["it had left", "it is there"])
def test_what_an_antenna_saw_before_it_fell_silent_is_no_conflict(table: Any, ends: bool) -> None:
    """H6: a card moved out of the field of a reader that is away; whether it is in two places is known when that one is back."""
    lying(table, Zone.SEAT_2)
    table.silent(SHOE)
    table.tag_in(Zone.MUCK, 1)
    table.wait(60_000)
    assert table.said(CardInTwoPlaces) == []
    if ends:
        table.tag_out(Zone.SEAT_2, 1)
    table.up(SHOE)
    table.wait(1_000)
    assert len(table.said(CardInTwoPlaces)) == (0 if ends else 1)


def test_a_conflict_that_ends_is_an_ordinary_move(table: Any) -> None:
    lying(table, Zone.SEAT_2)
    table.tag_in(Zone.SEAT_7, 1)
    table.wait(2_000)
    table.tag_out(Zone.SEAT_2, 1)
    assert table.arrivals() == [(1, "seat_2", "seat_7", 0)]


# --- tags and sources nobody knows ---


def unknown(table: Any, zone: Zone) -> None:
    table.say(TagPresent(**table._of(zone, None), tag=TagId(b"\xe0\x04\x99\0\0\0\0\x01")))


def test_an_unknown_tag_is_never_a_card(table: Any) -> None:
    """H4, B16: told once for each place, with its name."""
    unknown(table, Zone.SEAT_1)
    unknown(table, Zone.SEAT_1)
    unknown(table, Zone.SEAT_2)
    assert [(fact.tag, fact.place.value) for fact in table.said(UnknownTag)] == [
        ("e004990000000001", "seat_1"),
        ("e004990000000001", "seat_2"),
    ]
    assert table.said(CardArrived) == []


def test_a_heap_of_unknown_tags_in_one_place_is_told_by_its_number_and_no_more(table: Any) -> None:
    for number in range(200):
        table.say(TagPresent(**table._of(Zone.SEAT_1, None), tag=TagId(b"\xe0" + number.to_bytes(7, "big"))))
    unknown(table, Zone.SEAT_2)
    told = [(fact.place.value, fact.count) for fact in table.said(UnknownTag)]
    assert told == [*(("seat_1", count) for count in range(1, 9)), ("seat_2", 1)]


def test_an_unbound_source_is_told_once_and_never_guessed(table: Any) -> None:
    for _ in range(3):
        table.say(TagPresent(device="00000000000000a1", at=table.now, antenna=99, tag=TagId(b"x")))
        table.say(InputLevel(device="00000000000000ff", at=table.now, index=1, level=True))
    assert [fact.what for fact in table.said(UnboundSource)] == ["antenna 99", "input 1"]


def test_an_unwired_input_that_rests_low_says_nothing(table: Any) -> None:
    table.say(InputLevel(device="00000000000000a1", at=table.now, index=99, level=False))
    assert table.facts == []


def test_a_board_to_which_no_shoe_is_wired_says_nothing_of_a_deck(table: Any) -> None:
    for state in (0, 1, 1):
        table.say(DeckState(device="00000000000000a1", at=table.now, state=state, tags=0))
    assert [fact.what for fact in table.said(UnboundSource)] == ["deck 0"]  # of the one that is there
