"""Real hands dealt again through simulated devices: the stacks end where the source says, in the truth and on the screen."""

from pathlib import Path

import msgspec
import pytest

from table_controller.bootstrap.virtual_rehearsal import VirtualEyes, hands_of, run_script
from table_controller.core.ids import Chips, TableId
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.real_hands import HandRow, read_rows, script_of
from table_controller.rehearsal.replay_script import ReplayDealer, RowDiffersError
from tests.rehearsal.virtual_table import virtual

OWN_ROW = {
    "id": "own-1",
    "variant": "NT",
    "sb": 5,
    "bb": 10,
    "button": 3,
    "seats": [
        {"seat": 1, "stack": 200, "cards": "AsAd"},
        {"seat": 2, "stack": 100, "cards": "KsKd"},
        {"seat": 3, "stack": 300, "cards": None},
    ],
    "posts": [[1, "sb", 5], [2, "bb", 10]],
    "actions": [
        [3, "call", 10],
        [1, "raise", 40],
        [2, "raise", 100],
        [3, "fold"],
        [1, "call", 60],
        ["board", "2c7d9h"],
        ["board", "3s"],
        ["board", "Qd"],
        [1, "show"],
        [2, "show"],
    ],
    "board": "2c7d9h3sQd",
    "finish": {"1": 310, "2": 0, "3": 290},
}
SAMPLE = 12


def row(**changes: object) -> HandRow:
    return msgspec.convert(OWN_ROW | changes, HandRow)


def replayed(folder: Path, played: HandRow) -> tuple[dict[str, Chips], bool]:
    """The finishing stacks, and whether screen and truth agree without a finding or question."""
    script = script_of(played)
    table = virtual(folder, stakes=script.stakes, rules=script.rules, seats=script.seats)
    dealer = ReplayDealer(script, hands_of(table), VirtualEyes(table, TableId("t1")), Pace(1, None))
    run_script(table, dealer.script())
    chips, state = table.sim.truth.chips, table.node.state
    true = {seat: chips.stacks[seat] for seat in dealer.finish} == dealer.finish and not chips.pot
    finish = {str(seat): dealer.finish[seat] for seat in dealer.finish if str(seat) in played.finish}
    return finish, true and not state.finding_no and not state.question_no


def test_a_hand_ends_as_its_source_says_with_cards_where_they_fell(tmp_path: Path) -> None:
    assert replayed(tmp_path, row()) == (row().finish, True)


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        ([[1, "call", 5]], "waits for seat 3"),
        ([[3, "call", 7]], "the call adds 10"),
        ([[3, "fold"], [1, "fold"], [2, "fold"]], "goes on with"),
    ],
)
def test_a_row_the_table_cannot_follow_says_where(tmp_path: Path, actions: list[object], why: str) -> None:
    with pytest.raises(RowDiffersError, match=why):
        replayed(tmp_path, row(actions=actions))


@pytest.mark.shared
def test_a_sample_of_real_hands_ends_as_the_sources_say(tmp_path: Path, shared: Path) -> None:
    rows = list(read_rows(shared / "data" / "hands.jsonl"))
    for played in rows[:: len(rows) // SAMPLE]:
        assert replayed(tmp_path, played) == (played.finish, True), played.id
