"""The deal taken for complete, the button, and what is left over when a hand begins."""

from typing import Any

import pytest

from table_controller.core.facts import ButtonSeen
from table_controller.core.ids import Millis, SeatNo


@pytest.mark.parametrize(
    ("dealt", "code", "seat"),
    [
        ("1 2 3 4 5 6 1 2 3 4 5 6", "", None),
        ("1 2 3 4 5 6 1 2 3 4 5", "hole_too_few_button", 6),
        ("1 2 3 4 5 6 1 2 3 4", "hole_wrong_count", 5),
        ("1 2 3 4 5", "deal_missed_seat", 6),
        ("1", "deal_missed_seat", 2),
    ],
)
def test_counts_when_the_dealer_says_deal_done(table: Any, dealt: str, code: str, seat: int | None) -> None:
    """C11 TDA-35-A4, C15 SK85 SK86, C16 TDA-37: by who is short."""
    playing = table()
    playing.to(dealt)
    if code:
        playing.deal_done()
    assert playing.codes() == code.split()
    assert [finding.seat for finding in playing.found] == ([] if seat is None else [seat])


def test_one_seat_short_that_is_not_the_button(table: Any) -> None:
    """C15b, X16: seat 5 was passed over in the second round; found again when the deal is called complete."""
    playing = table()
    playing.to("1 2 3 4 5 6 1 2 3 4 6")
    assert playing.codes() == ["deal_out_of_sequence"]
    playing.resume()
    playing.deal_done()
    assert playing.codes() == ["deal_out_of_sequence", "hole_too_few_not_button"]
    assert playing.found[-1].seat == 5


def test_three_cards_at_a_seat_when_the_deal_is_complete(table: Any) -> None:
    """C15, RR-misdeal-e: the floor let a wrongly dealt card lie, and everybody else has two."""
    playing = table(profile="roberts_v11")
    playing.to("1 2 3 4 5 6 1 1")
    playing.resume()
    playing.to("2 3 4 5 6")
    assert playing.codes() == ["hole_extra_mid_deal", "hole_wrong_count"]
    assert (playing.found[-1].seat, playing.found[-1].level) == (1, 2)


@pytest.mark.parametrize(("sighted", "codes"), [(None, []), (6, []), (5, ["button_misplaced"]), (1, ["button_misplaced"])])
def test_button_is_looked_for_when_the_first_card_leaves(table: Any, sighted: int | None, codes: list[str]) -> None:
    """B1, SK74, TDA-34-A, RR-misdeal-g: a button nobody senses is no finding."""
    playing = table()
    if sighted is not None:
        playing.fact(ButtonSeen(at=Millis(0), seat=SeatNo(sighted)))
    assert playing.codes() == []
    playing.to("1")
    assert playing.codes() == codes
    assert [(finding.seat, finding.level) for finding in playing.found] == [(6, 2)] * len(codes)


def test_button_moved_after_the_first_card_is_not_looked_at_again(table: Any) -> None:
    """B1: only where it lay when the first card left counts."""
    playing = table()
    playing.to("1")
    playing.fact(ButtonSeen(at=Millis(0), seat=SeatNo(3)))
    playing.to("2 3")
    assert playing.codes() == []


def test_a_wrong_first_card_explained_by_the_button_is_not_said_twice(table: Any) -> None:
    """B1 before C8: the smallest code that explains everything."""
    playing = table()
    playing.fact(ButtonSeen(at=Millis(0), seat=SeatNo(1)))
    playing.to("2")
    assert playing.codes() == ["button_misplaced"]


def test_a_card_left_out_when_the_next_hand_begins(table: Any) -> None:
    """A8: the shoe does not count, one card still lies there, and the first card leaves."""
    playing = table()
    playing.play_to("showdown")
    playing.award()
    playing.draws = 0
    playing.to("2")
    assert playing.codes() == ["leftover_card"]
    assert playing.found[0].place is not None
