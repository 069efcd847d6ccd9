"""Cards out of the deck: numbered by the shoe, told where they land, in the order in which they left it."""

from typing import Any

import pytest

from table_controller.core.events import DealCompleted, DeckGathered, HandStarted
from table_controller.core.facts import CardArrived, CardMissing
from table_controller.core.ids import AttemptNo, HandNo, SeatNo
from table_controller.tracking import Zone

SEAT_1, SEAT_2, SEAT_3 = Zone.SEAT_1, Zone.SEAT_2, Zone.SEAT_3


def started() -> HandStarted:
    seats = (SeatNo(1), SeatNo(2), SeatNo(3))
    return HandStarted(
        hand=HandNo(1), attempt=AttemptNo(1), button=SeatNo(3), small_blind=SeatNo(1), big_blind=SeatNo(2), dealt_in=seats
    )


def test_a_card_is_told_when_and_where_it_lands(table: Any) -> None:
    table.leaves_shoe(7)
    assert table.facts == []
    table.lands(7, SEAT_2)
    assert table.arrivals() == [(7, "shoe", "seat_2", 1)]
    assert table.facts[0].card.face == 6
    assert table.facts[0].up is None
    assert not table.facts[0].found


def test_the_fact_bears_the_first_edge(table: Any) -> None:
    table.leaves_shoe(7)
    landed = table.now + 20
    table.wait(80)
    table.tag_in(SEAT_2, 7, at=landed)
    assert table.facts[0].at == landed


def test_draws_are_numbered_since_the_deck_was_whole(table: Any) -> None:
    for number, card in enumerate((7, 9, 30), 1):
        table.draw(card, SEAT_1)
        assert table.arrivals()[-1][3] == number
    table.recorded(DeckGathered(count=52))
    for card in (7, 9, 30):
        table.tag_out(SEAT_1, card)
    table.draw(9, SEAT_1)
    assert table.arrivals()[-1] == (9, "shoe", "seat_1", 1)


def test_the_same_card_at_the_same_seat_counts_in_the_next_hand(table: Any) -> None:
    """B33: "same as last" must never swallow it."""
    table.draw(7, SEAT_1)
    table.tag_out(SEAT_1, 7)
    table.recorded(DeckGathered(count=52))
    table.draw(7, SEAT_1)
    assert table.arrivals() == [(7, "shoe", "seat_1", 1)] * 2


def test_cards_landing_out_of_order_are_told_in_order(table: Any) -> None:
    table.leaves_shoe(7)
    table.leaves_shoe(8)
    table.lands(8, SEAT_2)
    assert table.facts == []
    table.lands(7, SEAT_1)
    assert table.arrivals() == [(7, "shoe", "seat_1", 1), (8, "shoe", "seat_2", 2)]


def test_waiting_for_an_earlier_card_has_an_end(table: Any) -> None:
    """H5: five seconds, then the missing card is told and the others follow."""
    table.recorded(started())
    table.recorded(DealCompleted())
    table.leaves_shoe(7)
    table.leaves_shoe(8)
    table.lands(8, SEAT_2)
    table.wait(4_700)
    assert table.facts == []
    table.wait(300)
    assert [type(fact) for fact in table.facts] == [CardMissing, CardArrived]
    assert table.facts[0].source.value == "shoe"
    assert table.arrivals() == [(8, "shoe", "seat_2", 2)]


def test_a_hole_card_is_missed_sooner(table: Any) -> None:
    """C7, X31: before the next seats have theirs."""
    table.recorded(started())
    table.leaves_shoe(7)
    table.wait(2_900)
    assert table.facts == []
    table.wait(200)
    assert [type(fact) for fact in table.facts] == [CardMissing]
    table.recorded(DealCompleted())
    table.leaves_shoe(8)
    table.wait(3_500)
    assert len(table.facts) == 1


def test_the_first_card_of_a_hand_is_a_hole_card(table: Any) -> None:
    """C7: nobody has begun the hand yet, and nothing but a hole card can begin it."""
    table.leaves_shoe(7)
    table.wait(3_100)
    assert [type(fact) for fact in table.facts] == [CardMissing]


def test_a_missing_card_that_turns_up_is_told_from_nowhere(table: Any) -> None:
    table.leaves_shoe(7)
    table.wait(6_000)
    table.lands(7, SEAT_3)
    table.wait(60_000)
    assert [type(fact) for fact in table.facts] == [CardMissing, CardArrived]
    assert table.arrivals() == [(7, "nowhere", "seat_3", 1)]


def test_a_card_the_shoe_did_not_read_is_numbered_when_it_has_lain_a_second(table: Any) -> None:
    table.draw(7, SEAT_1)
    table.lands(8, SEAT_2)
    assert len(table.arrivals()) == 1
    table.wait(1_000)
    assert table.arrivals()[-1] == (8, "shoe", "seat_2", 2)


def test_a_seat_that_is_quicker_than_the_shoe_changes_nothing(table: Any) -> None:
    """Two devices, two lines: the shoe's word may come after the seat's."""
    table.draw(7, SEAT_1)
    left = table.now
    table.wait(200)
    table.tag_in(SEAT_2, 8)
    table.tag_in(Zone.SHOE, 8, at=left)
    assert table.arrivals()[-1] == (8, "shoe", "seat_2", 2)


def test_the_shoe_s_word_after_all_is_over_is_no_second_draw(table: Any) -> None:
    left = table.now
    table.tag_in(SEAT_2, 8)
    table.wait(1_500)
    table.tag_in(Zone.SHOE, 8, at=left - 100)
    table.tag_out(Zone.SHOE, 8)
    table.wait(10_000)
    table.draw(9, SEAT_1)
    assert table.arrivals() == [(8, "shoe", "seat_2", 1), (9, "shoe", "seat_1", 2)]


def test_the_shoe_s_late_word_is_no_card_put_back(wired: Any) -> None:
    """Without a gate a card at the mouth has gone back, but not one that was there before it landed."""
    table = wired(gate=False)
    left = table.now
    table.tag_in(SEAT_2, 8)
    table.wait(1_500)
    table.tag_in(Zone.SHOE, 8, at=left - 100)
    assert table.arrivals() == [(8, "shoe", "seat_2", 1)]


def test_without_an_antenna_at_the_shoe_cards_are_numbered_as_they_land(wired: Any) -> None:
    table = wired(shoe=False, gate=False)
    table.lands(7, SEAT_1)
    table.lands(8, SEAT_2)
    assert table.arrivals() == [(7, "shoe", "seat_1", 1), (8, "shoe", "seat_2", 2)]


def test_an_optical_shoe_names_the_card(wired: Any) -> None:
    table = wired(shoe=False, gate=False, optical=True)
    table.optical(face=6)
    table.optical(face=8)
    table.lands(9, SEAT_2)
    assert table.facts == []
    table.lands(7, SEAT_1)
    assert table.arrivals() == [(7, "shoe", "seat_1", 1), (9, "shoe", "seat_2", 2)]


@pytest.mark.parametrize(("face", "confidence"), [(254, 255), (255, 255), (6, 20)])
def test_what_an_optical_shoe_cannot_name_is_numbered_as_it_lands(wired: Any, face: int, confidence: int) -> None:
    table = wired(shoe=False, gate=False, optical=True)
    table.optical(face=face, confidence=confidence)
    table.lands(7, SEAT_1)
    table.wait(1_000)
    assert table.arrivals() == [(7, "shoe", "seat_1", 1)]


def test_two_cards_stuck_together_are_two_draws(table: Any) -> None:
    """H2: one passage of the gate, two tags."""
    table.tag_in(Zone.SHOE, 7)
    table.tag_in(Zone.SHOE, 8)
    table.wait(150)
    table.gate()
    table.lands(7, SEAT_1)
    table.lands(8, SEAT_1)
    assert table.arrivals() == [(7, "shoe", "seat_1", 1), (8, "shoe", "seat_1", 2)]


# --- back into the shoe ---


def test_a_card_put_back_through_the_mouth_is_in_the_deck(table: Any) -> None:
    table.draw(7, SEAT_1)
    table.back_through_mouth(7, SEAT_1)
    assert table.arrivals()[-1] == (7, "seat_1", "shoe", 0)
    table.draw(7, SEAT_2)
    assert table.arrivals()[-1] == (7, "shoe", "seat_2", 2)


def test_a_gate_that_speaks_before_the_antenna_says_the_same(table: Any) -> None:
    table.draw(7, SEAT_1)
    table.tag_out(SEAT_1, 7)
    table.wait(200)
    table.gate(out=False, at=table.now - 60)
    table.tag_in(Zone.SHOE, 7)
    assert table.arrivals()[-1] == (7, "seat_1", "shoe", 0)


def test_a_card_that_passes_the_mouth_without_going_in_stays_out(table: Any) -> None:
    table.draw(7, SEAT_1)
    table.tag_in(Zone.SHOE, 7)
    table.wait(500)
    table.tag_out(Zone.SHOE, 7)
    table.wait(60_000)
    assert len(table.arrivals()) == 1


def test_without_a_gate_the_mouth_alone_says_that_a_card_went_back(wired: Any) -> None:
    table = wired(gate=False)
    table.draw(7, SEAT_1)
    table.tag_out(SEAT_1, 7)
    table.wait(200)
    table.tag_in(Zone.SHOE, 7)
    assert table.arrivals()[-1] == (7, "seat_1", "shoe", 0)


def test_a_card_pushed_back_before_it_lay_anywhere_was_never_drawn(table: Any) -> None:
    table.draw(6, SEAT_1)
    begun = table.now
    table.tag_in(Zone.SHOE, 7)
    table.wait(120)
    table.gate(out=False, at=begun)
    table.tag_out(Zone.SHOE, 7)
    table.wait(10_000)
    table.draw(7, SEAT_2)
    assert table.arrivals() == [(6, "shoe", "seat_1", 1), (7, "shoe", "seat_2", 2)]
    assert table.said(CardMissing) == []
