"""66 real hands that depart from ordinary rules: each comes to its end, no chip is lost, and what is odd in it is said."""

from pathlib import Path
from typing import Any

import pytest

from table_controller.bootstrap.replay import replay, straight, through_virtual_devices
from table_controller.rehearsal import as_recorded
from table_controller.rehearsal.real_hands import read_rows
from tests.rehearsal.irregular_page import UNWRITTEN, page_for
from tests.rehearsal.test_real_hands import row

HANDS = 66
EVERY = 9
"""Of the hands every so manieth goes through virtual devices."""


@pytest.mark.shared
def test_the_page_says_what_the_product_says(shared: Path, root: Path) -> None:
    page = (root / "docs" / "irregular_hands.md").read_text("utf-8")
    assert page_for(read_rows(shared / "data" / "hands-irregular.jsonl"), page) == page
    assert f"| {UNWRITTEN} |" not in page
    assert f"nothing: {UNWRITTEN}" not in page


@pytest.mark.shared
def test_every_hand_comes_to_an_end_with_all_chips(shared: Path) -> None:
    """The dealer checks the laws after each event and raises for a hand without an end: both would be told as `different`."""
    rows = {one.id: one for one in read_rows(shared / "data" / "hands-irregular.jsonl")}
    result = replay([shared / "data" / "hands-irregular.jsonl"], "direct", None)
    assert result.hands == len(rows) == HANDS
    for different in result.different:
        assert different.what.startswith("finished")


@pytest.mark.shared
def test_virtual_devices_lead_to_the_same_words(shared: Path) -> None:
    for one in list(read_rows(shared / "data" / "hands-irregular.jsonl"))[::EVERY]:
        assert through_virtual_devices(one) == straight(one)


def _codes(**changes: Any) -> list[str]:
    came = straight(row(**changes))
    assert came.different is None or came.different.what.startswith("finished")
    return [] if came.said is None else [said.code for said in came.said.said]


@pytest.mark.parametrize(
    ("actions", "codes"),
    [
        ([[1, "fold"], [2, "call", 5]], ["out_of_turn", "fold_no_bet"]),
        ([[2, "raise", 11]], ["underraise", "action_on"]),
        ([[2, "raise", 500, "allin"], [1, "raise", 600]], ["stack_too_short", "more_than_stack", "action_on"]),
        ([[2, "fold"], ["board", "2c7d9h"]], ["no_more_cards_needed"]),
        ([[2, "call", 5], [1, "check"], [1, "fold"]], ["betting_not_open", "folded_over_line"]),
    ],
)
def test_what_is_odd_is_said(actions: list[Any], codes: list[str]) -> None:
    assert [code for code in _codes(actions=actions, collected=[[2, 20]], board="") if code not in _TO_THE_END] == codes


_TO_THE_END = {"burn", "deal_flop", "deal_turn", "deal_river"}


def test_a_pot_that_goes_to_the_loser_is_said() -> None:
    assert _codes() == []
    assert _codes(collected=[[2, 60]], finish={"1": 470, "2": 530}) == ["wrong_award"]


def test_a_hand_without_an_end_and_a_lost_chip_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(as_recorded, "broken", lambda _state: ("chips",))
    lost = straight(row())
    assert lost.different is not None
    assert "chips" in lost.different.what
    monkeypatch.undo()
    monkeypatch.setattr(as_recorded, "MOST_STEPS", 1)
    endless = straight(row(actions=[]))
    assert endless.different is not None
    assert "does not come to an end" in endless.different.what
