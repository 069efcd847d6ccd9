"""What only a person can see: exposed and boxed cards, a called misdeal, the floor called for a short flop."""

from typing import Any

import pytest

from table_controller.core import orders as ask


def exposing(playing: Any, dealt: int) -> Any:
    playing.deal(short=12 - dealt)
    playing.must(ask.Exposed())
    return playing


@pytest.mark.parametrize(
    ("profile", "dealt", "code", "level", "clause"),
    [
        ("slovak", 1, "hole_exposed_single", 1, "SK30"),
        ("slovak", 2, "hole_exposed_single", 1, "SK30"),
        ("slovak", 5, "hole_exposed_single", 1, "SK30"),
        ("slovak", 12, "hole_exposed_last", 1, "SK30"),
        ("hungarian", 1, "hole_exposed_first", 2, "HU25"),
        ("hungarian", 2, "hole_exposed_second", 1, "HU26"),
        ("hungarian", 3, "hole_exposed_single", 1, "HU26"),
        ("ukrainian", 1, "hole_exposed_first", 2, "UA27"),
        ("ukrainian", 12, "hole_exposed_last", 1, "UA28"),
        ("tda_2024", 1, "hole_exposed_first", 2, "TDA-35-A7"),
        ("tda_2024", 2, "hole_exposed_second", 2, "TDA-35-A7"),
        ("tda_2024", 3, "hole_exposed_single", 1, "TDA-35-A7"),
        ("roberts_v11", 2, "hole_exposed_second", 2, "RR-hold'em-1"),
        ("roberts_v11", 11, "hole_exposed_single", 1, "RR-hold'em-1"),
        ("czech", 1, "hole_exposed_first", 2, "TDA-35-A7"),
    ],
)
def test_an_exposed_card_by_its_number_in_the_deal(
    table: Any, profile: str, dealt: int, code: str, level: int, clause: str
) -> None:
    """C1-C4, K01: the house's leading cards are a misdeal, later ones are swapped."""
    finding = exposing(table(profile), dealt).found[0]
    assert (finding.code, finding.level) == (code, level)
    assert clause in finding.clauses
    assert (finding.sensed, finding.seat) == (False, (dealt - 1) % 6 + 1)


@pytest.mark.parametrize(
    ("profile", "clause"), [("slovak", "SK31"), ("ukrainian", "UA29"), ("hungarian", "HU28"), ("roberts_v11", "RR-misdeal-b")]
)
def test_a_second_exposed_card_is_a_misdeal(table: Any, profile: str, clause: str) -> None:
    """C6, X10: it takes the place of the first finding."""
    playing = exposing(table(profile), 4)
    playing.to("5")
    playing.must(ask.Exposed())
    assert playing.codes() == ["hole_exposed_single", "hole_exposed_multiple"]
    assert playing.open_codes() == ["hole_exposed_multiple"]
    assert clause in playing.found[-1].clauses
    assert playing.found[-1].level == 2


def test_an_exposed_card_moved_to_the_burns_still_counts(table: Any) -> None:
    """C6, X10 in a Slovak house: swapped at once, and then another."""
    playing = exposing(table("slovak"), 4)
    playing.move("4", "burn")
    playing.must(ask.ConfirmStep())
    playing.to("4 5")
    playing.must(ask.Exposed())
    assert playing.codes()[-1] == "hole_exposed_multiple"


def test_a_player_who_shows_later_is_warned(table: Any) -> None:
    """F6, SK33, SK82, TDA-68: the hand lives, the table stays open."""
    playing = table("slovak")
    playing.play_to("flop")
    playing.must(ask.Exposed(seat=3))
    assert [(finding.code, finding.level, finding.locks) for finding in playing.found] == [("player_exposes_cards", 1, False)]


@pytest.mark.parametrize(("profile", "clause"), [("roberts_v11", "RR-irregularity-7"), ("tda_2024", "TDA-35-A1")])
def test_a_boxed_card_is_scrapped(table: Any, profile: str, clause: str) -> None:
    """A5, X29."""
    playing = table(profile)
    playing.play_to("before flop")
    playing.must(ask.Boxed())
    assert [(finding.code, finding.level, clause in finding.clauses) for finding in playing.found] == [("boxed_one", 1, True)]


def test_a_second_boxed_card_on_the_deal_is_a_misdeal(table: Any) -> None:
    """A5, TDA-35-A1, RR-misdeal-c."""
    playing = table("roberts_v11")
    playing.to("1 2")
    playing.must(ask.Boxed())
    playing.to("out")
    playing.must(ask.ConfirmStep())
    playing.must(ask.Boxed())
    assert playing.codes() == ["boxed_one", "boxed_many"]
    assert playing.found[-1].level == 2


def test_a_second_boxed_card_after_the_deal_is_scrapped_too(table: Any) -> None:
    """A5: only the initial deal counts."""
    playing = table()
    playing.play_to("before flop")
    playing.must(ask.Boxed())
    playing.to("out")
    playing.must(ask.ConfirmStep())
    playing.must(ask.Boxed())
    assert playing.codes() == ["boxed_one", "boxed_one"]


def test_a_called_misdeal_waits_for_the_floor(table: Any) -> None:
    """C17: the key alone voids nothing."""
    playing = table()
    playing.to("1 2 3")
    playing.must(ask.Misdeal())
    assert [(finding.code, finding.level, finding.sensed) for finding in playing.found] == [("deal_interrupted", 2, False)]
    assert playing.state.in_hand


@pytest.mark.parametrize(
    ("spots", "codes"), [("burn", []), ("burn board", ["flop_too_few"]), ("burn board board", ["flop_too_few"])]
)
def test_the_floor_called_for_a_short_flop(table: Any, spots: str, codes: list[str]) -> None:
    """D5, M16."""
    playing = table()
    playing.play_to("before flop")
    playing.to(spots)
    playing.must(ask.CallFloor())
    assert playing.codes() == codes
