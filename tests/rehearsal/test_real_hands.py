"""Real hands, played straight into the engine, end with the stacks their sources give; PokerKit agrees where it can be asked."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from table_controller.bootstrap.replay import replay, straight
from table_controller.core.cards import FULL_DECK
from table_controller.rehearsal import bench_engine
from table_controller.rehearsal.bench_engine import NoPokerKitError
from table_controller.rehearsal.direct import UnplayableError, play
from table_controller.rehearsal.real_hands import HandRow, read_rows, script_of

HANDS, ASKED = 1999, 1956
FOLDED_FOR_NOTHING = 6


def row(**changes: Any) -> HandRow:
    """A made-up hand: seat 1 bets the flop and shows a pair of aces."""
    given = {
        "id": "made-up",
        "variant": "NT",
        "button": 2,
        "sb": 5,
        "bb": 10,
        "seats": [{"seat": 1, "stack": 500, "cards": "AsAd"}, {"seat": 2, "stack": 500, "cards": "KsQd"}],
        "posts": [[2, "sb", 5], [1, "bb", 10]],
        "actions": [
            [2, "call", 5], [1, "check"], ["board", "2c7d9h"], [1, "bet", 20], [2, "call", 20],
            ["board", "3s"], [1, "check"], [2, "check"], ["board", "4s"], [1, "check"], [2, "check"], [1, "show"], [2, "muck"],
        ],
        "board": "2c7d9h3s4s",
        "finish": {"1": 530, "2": 470},
        **changes,
    }  # fmt: skip
    return msgspec.convert(given, HandRow)


@pytest.mark.shared
def test_every_real_hand_ends_as_its_source_says(shared: Path) -> None:
    """And the whole product has nothing to say to them but to a fold for nothing, which six of them have."""
    told: list[tuple[int, int]] = []
    result = replay([shared / "data" / "hands.jsonl"], "direct", None, lambda done, of: told.append((done, of)))
    assert told == [(done, HANDS) for done in range(1, HANDS + 1)]
    assert result.different == ()
    assert (result.hands, result.equal) == (HANDS, HANDS)
    assert [word.code for one in result.said for word in one.said] == ["fold_no_bet"] * FOLDED_FOR_NOTHING
    assert result.seconds < 60


@pytest.mark.shared
@pytest.mark.slow
def test_pokerkit_plays_the_same_hands_to_the_same_stacks(shared: Path) -> None:
    pairs, rows = bench_engine._pairs(bench_engine._pokerkit(), shared / "data" / "hands.jsonl")
    assert (rows, len(pairs)) == (HANDS, ASKED)


def test_a_made_up_hand_is_equal_and_a_wrong_one_is_named() -> None:
    assert straight(row()).different is None
    wrong = straight(row(finish={"1": 531, "2": 469})).different
    assert wrong is not None
    assert wrong.row == "made-up"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"actions": [[1, "call", 5]]}, "not_your_turn"),
        ({"actions": [[2, "call", 6]]}, "added 6"),
        ({"actions": [[2, "raise", 11]]}, "below_minimum"),
    ],
)
def test_what_the_engine_would_not_have_is_no_ordinary_hand(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(UnplayableError, match=word):
        play(script_of(row(**changes)))


def test_a_row_that_no_deck_can_deal_is_told_as_a_difference() -> None:
    wrong = straight(row(board="As7d9h3s4s")).different
    assert wrong is not None
    assert "named twice" in wrong.what


def test_known_cards_fall_where_they_fell_and_the_deck_is_whole() -> None:
    script = script_of(row())
    assert sorted(script.deck) == sorted(FULL_DECK)
    assert script.shows == (1,)


def test_a_row_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"id": "x"}\n')
    with pytest.raises(msgspec.ValidationError):
        list(read_rows(file))


def test_the_comparison_says_what_it_measured(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(msgspec.json.encode(row()) + b"\n" + msgspec.json.encode(row(variant="PT")) + b"\n")
    result = bench_engine.bench_engine(file, rounds=3)
    assert (result.hands, result.left_out, result.rounds) == (1, 1, 3)
    assert result.ours_hands_per_s > 0 < result.pokerkit_hands_per_s
    assert result.ratio > 1


def test_without_pokerkit_the_comparison_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(_name: str) -> None:
        raise ImportError

    monkeypatch.setattr(bench_engine.importlib, "import_module", missing)
    with pytest.raises(NoPokerKitError, match="install"):
        bench_engine.bench_engine(tmp_path / "rows.jsonl")
