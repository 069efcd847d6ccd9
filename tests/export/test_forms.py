"""Finished hands for other programs: PokerKit reads what we write and comes to the same stacks, and nothing unseen is in it."""

import csv
import io
import json
import re
from pathlib import Path

import msgspec
import pokerkit
import pytest
from real import played, scene

from table_controller.core.ids import SeatNo
from table_controller.export import ToldHand, csv_head, csv_row, ohh_text, phh_text, tell
from table_controller.rehearsal.real_hands import read_rows

EVERY = 40
"""Of the real hands every so-manieth is looked at here; `make soak` looks at all."""
FACE = r"[2-9TJQKA][cdhs]"
SHOWDOWN = """@round, @round, @calls, flop, act 1 bet 20, act 2 call, act 3 fold, act 4 fold, act 5 fold, act 6 fold,
turn, act 1 check, act 2 check, river, act 1 check, act 2 check, act 1 show, act 2 muck, award"""


def agree(hand: ToldHand) -> str:
    """Why PokerKit does not come to the same stacks; empty when it does. It takes no rake: there the winners have it."""
    read = pokerkit.HandHistory.loads(phh_text(hand))
    state = list(read)[-1]
    ours, rake = [seat.end for seat in hand.seats], sum(amount for _, amount in hand.rake)
    winners = {award.seat for award in hand.awards}
    for seat, stack in zip(hand.seats, state.stacks, strict=True):
        if stack != seat.end and not (rake and seat.seat in winners):
            return f"{seat}: {stack}"
    return "" if sum(state.stacks) - sum(ours) == rake and not state.status else f"{state.stacks} {ours} {rake}"


def seen(hand: ToldHand) -> set[str]:
    """Cards everybody saw."""
    return set(hand.board).union(*(seat.shown for seat in hand.seats))


def check(rows: Path, every: int) -> int:
    looked_at = 0
    for number, row in enumerate(read_rows(rows)):
        if number % every == 0:
            hand = tell(played(row))
            assert agree(hand) == "", row.id
            for text in (phh_text(hand), ohh_text(hand), csv_row(hand)):
                words = re.sub(r'"(?:name|display)":"[^"]*"', "", text)
                assert set(re.findall(rf"(?<![A-Za-z]){FACE}(?={FACE}|\b)", words)) <= seen(hand), row.id
            looked_at += 1
    return looked_at


@pytest.mark.shared
def test_pokerkit_reads_real_hands_back_to_the_same_stacks(shared: Path) -> None:
    assert check(shared / "data" / "hands.jsonl", EVERY) == 50


@pytest.mark.shared
@pytest.mark.soak
def test_pokerkit_reads_every_real_hand_back(shared: Path) -> None:
    assert check(shared / "data" / "hands.jsonl", 1) == 1999


def test_cards_nobody_saw_are_unknown_and_the_shown_ones_are_there() -> None:
    hand = tell(scene(SHOWDOWN))
    text = phh_text(hand)
    assert agree(hand) == ""
    assert text.count("????") == 5
    assert re.search(r'"d dh p1 (\w{4})".*"p1 sm \1", "p2 sm"', text)
    assert [seat.seat for seat in hand.seats if seat.shown] == [1]


def test_an_act_that_was_taken_back_is_not_told() -> None:
    hand = tell(scene("@round, @round, act 3 raise 30, key undo, act 3 fold"))
    assert [(act.kind, act.seat) for act in hand.rounds[0].acts] == [("fold", SeatNo(3))]
    assert hand.outcome == ""


def test_a_name_cannot_end_its_text() -> None:
    hand = tell(scene(SHOWDOWN))
    name = 'Eve"\n=cmd\\'
    eve = msgspec.structs.replace(hand, seats=(msgspec.structs.replace(hand.seats[0], player=name), *hand.seats[1:]))
    assert pokerkit.HandHistory.loads(phh_text(eve)).players[0] == 'Eve" =cmd\\'


def test_ohh_has_every_object_of_its_text_and_the_chips_add_up() -> None:
    hand = tell(scene(SHOWDOWN))
    told = json.loads(ohh_text(hand))["ohh"]
    assert told["spec_version"] == "1.4.6"
    assert told["hero_player_id"] is None
    assert told["bet_limit"] == {"bet_type": "NL", "bet_cap": 0}
    assert [one["street"] for one in told["rounds"]] == ["Preflop", "Flop", "Turn", "River", "Showdown"]
    actions = [action for one in told["rounds"] for action in one["actions"]]
    assert [action["action_number"] for action in actions] == list(range(len(actions)))
    assert {action["action"] for action in actions} == {
        "Post SB", "Post BB", "Dealt Cards", "Call", "Check", "Bet", "Fold", "Shows Cards", "Mucks Cards",
    }  # fmt: skip
    put = sum(action.get("amount", 0) for action in actions)
    assert put == sum(pot["amount"] for pot in told["pots"]) == 100
    assert told["pots"][0]["player_wins"] == [{"player_id": 1, "win_amount": 100}]


def test_a_spreadsheet_takes_no_name_for_a_formula() -> None:
    hand = tell(scene(SHOWDOWN))
    head, line = csv.reader(io.StringIO(csv_head() + csv_row(hand)))
    row = dict(zip(head, line, strict=True))
    assert (row["winners"], row["pots"], row["outcome"]) == ("1:100", "100", "showdown")
    eve = msgspec.structs.replace(hand, seats=(msgspec.structs.replace(hand.seats[0], player="=1+1"),))
    assert "'=1+1" in csv_row(eve)
