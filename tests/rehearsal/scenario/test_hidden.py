"""A card that is not public stands in no view, whatever antenna it touches (RULEBOOK 4, note 6)."""

import msgspec
import pytest

from tests.rehearsal.scenario.conftest import Scenes

TOUCHES = {
    "a hole card before the flop": ("deal\nmove 9s seat 3 -> board", "9s"),
    "a hole card beside the flop": ("deal\n@calls\nflop\nmove 9s seat 3 -> board", "9s"),
    "a mucked card": ("deal\nact 3 fold\nmove Qs muck -> board", "Qs"),
    "a burn of an earlier street": ("deal\n@calls\nflop\n@checks\nmove Ad burn -> board", "Ad"),
    "a burn of this street": ("deal\n@calls\nflop\n@checks\nburn\nmove 5s burn -> board", "5s"),
    "a hole card that was nowhere for a while": ("deal\nmove 9s seat 3 -> hold\nmove 9s hold -> board", "9s"),
    "a hole card while another error is put right": (
        "deal\n@calls\nflop\nturn\nkey floor\nkey ok\nmove 9s seat 3 -> board",
        "9s",
    ),
    "a hole card and what the floor takes back": (
        "deal\nmove 9s seat 3 -> board\nkey floor\nkey ok\nmove 2s seat 2 -> board",
        "2s",
    ),
}


@pytest.mark.parametrize("name", TOUCHES)
def test_a_hidden_card_on_the_board_antenna_is_counted_and_not_named(both_ways: Scenes, name: str) -> None:
    body, card = TOUCHES[name]
    final = both_ways(body).final
    assert final.hand is not None
    assert "XX" in final.hand.board
    assert f'"{card}"' not in msgspec.json.encode(final).decode()


REPAIRED = """
deal
@calls
flop
@checks
burn
burn
draw board
expect finding burn_double
"""


@pytest.mark.parametrize("signed", [("key ok\n", ""), ("", "key ok\n")], ids=("signed first", "laid first"))
def test_a_burn_that_a_repair_lays_on_the_board_is_open_there(both_ways: Scenes, signed: tuple[str, str]) -> None:
    moves = "return Jc top\nmove 3d burn -> board\n"
    final = both_ways(REPAIRED + signed[0] + moves + signed[1], rules="roberts_v11").final
    assert final.hand is not None
    assert final.hand.board == ("7s", "Qc", "5d", "3d")
    assert final.hand.street == "turn"


def test_a_card_that_is_not_open_on_the_board_opens_no_street(both_ways: Scenes) -> None:
    assert both_ways.why("deal\n@calls\nflop\n@checks\nmove Ad burn -> board\nexpect street flop") == ""
    assert (
        both_ways.why("deal\nact 3 fold\n@calls\nburn\ndraw board\ndraw board\nmove Qs muck -> board\nexpect street preflop")
        == ""
    )
