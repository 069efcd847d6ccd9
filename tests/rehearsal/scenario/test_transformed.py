"""Scenarios told otherwise mean the same: other chairs, suits, chips, strangers who sit out, a sister house."""

import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.rehearsal.scenario import parse
from tests.rehearsal.scenario import transform as told

SHARED = Path(os.environ.get("BURNTURN_SHARED", Path(__file__).parents[4] / "shared"))
EXAMPLES = sorted((SHARED / "rules" / "examples").glob("*.table"))
LIBRARY = sorted((Path(__file__).parents[2] / "scenarios").glob("**/*.table"))
MANY = 12
"""Times each file is told otherwise in the long run."""


def _chairs(text: str, rng: random.Random) -> str:
    seats = told.seats_of(text)
    return told.other_chairs(text, rng.sample(told.SEATS, len(seats)), rng.randrange(len(seats)))


def _suits(text: str, rng: random.Random) -> str:
    """In the opening draw suits count."""
    return text if re.search(r"^button draw", text, re.MULTILINE) else told.other_suits(text, "".join(rng.sample("shdc", 4)))


def _chips(text: str, rng: random.Random) -> str:
    return told.other_chips(text, rng.choice((2, 10)))


def _strangers(text: str, rng: random.Random) -> str:
    free = sorted(set(told.SEATS) - set(told.seats_of(text)))
    return told.with_strangers(text, rng.sample(free, rng.randint(1, len(free)))) if free else text


def _sister(text: str, _rng: random.Random) -> str:
    return told.under_the_sister(text)


ONE_BY_ONE = (_chairs, _suits, _chips, _strangers, _sister)


def _otherwise(text: str, seed: str) -> Iterator[str]:
    """One change alone, and all of them together."""
    rng = random.Random(seed)
    yield rng.choice(ONE_BY_ONE)(text, rng)
    for change in ONE_BY_ONE:
        text = change(text, rng)
    yield text


def _why(text: str, through: str | None = None) -> str:
    failure = play(parse("told otherwise", text + "\n"), through).failure
    return "" if failure is None else f"line {failure.line}: {failure.why}\n{text}"


def _named(path: Path) -> str:
    return path.stem


@pytest.mark.shared
@pytest.mark.parametrize("path", EXAMPLES, ids=_named)
def test_a_worked_example_told_otherwise_passes(path: Path) -> None:
    for text in _otherwise(path.read_text("utf-8"), path.stem):
        assert _why(text) == ""


@pytest.mark.parametrize("path", LIBRARY, ids=_named)
def test_a_scenario_of_the_library_told_otherwise_passes(path: Path) -> None:
    *_, text = _otherwise(path.read_text("utf-8"), path.stem)
    assert _why(text) == ""


@pytest.mark.soak
@pytest.mark.parametrize("path", [*EXAMPLES, *LIBRARY], ids=_named)
def test_each_scenario_told_in_many_ways_passes(path: Path) -> None:
    for seed in range(MANY):
        for text in _otherwise(path.read_text("utf-8"), f"{path.stem} {seed}"):
            assert _why(text) == ""
    assert _why(text, "serial") == ""


# --- the changes themselves ----------------------------------------------------------------------------------------------

SMALL = """rules ukrainian ante=2
limit no 5/10
seats 1=1000 3=500:new 4=350
last_hand button=4 sb=none bb=3
deck Ts 2s 9s # five more
draw seat 3 up
move Ts seat 3 -> burn
act 3 bet 40
push 3 60 chips 25 10x3 5
wait 4s
rule hole_wrong_count kill 4
push_pot main 3
expect pot main 160 1 3 4
expect winner main 3 4
expect may_not 4 raise
expect prompt deal_seat 3
expect finding hole_exposed_first level 2 clause UA27
expect sb none
expect stack 3 1200
expect question board 2"""


def test_every_word_keeps_its_place() -> None:
    assert told.changed(SMALL, told.Changes(told.same, told.same, told.same)) == SMALL.replace(" # five more", "")


def test_seats_chips_and_suits_are_told_apart() -> None:
    text = told.changed(SMALL, told.Changes(lambda seat: f"{seat}0", lambda chips: f"{chips}9", lambda card: card[0] + "h"))
    assert text == (
        SMALL.replace(" # five more", "")
        .replace("=2", "=29")
        .replace("5/10", "59/109")
        .replace("1=1000 3=500:new 4=350", "10=10009 30=5009:new 40=3509")
        .replace("button=4 sb=none bb=3", "button=40 sb=none bb=30")
        .replace("Ts 2s 9s", "Th 2h 9h")
        .replace("seat 3", "seat 30")
        .replace("move Ts", "move Th")
        .replace("act 3 bet 40", "act 30 bet 409")
        .replace("push 3 60 chips 25 10x3 5", "push 30 609 chips 259 109x3 59")
        .replace("kill 4", "kill 40")
        .replace("push_pot main 3", "push_pot main 30")
        .replace("pot main 160 1 3 4", "pot main 1609 10 30 40")
        .replace("winner main 3 4", "winner main 30 40")
        .replace("may_not 4", "may_not 40")
        .replace("stack 3 1200", "stack 30 12009")
    )


def test_chairs_keep_their_order_around_the_table() -> None:
    assert told.seats_of(told.other_chairs(SMALL, (2, 7, 9), 1)) == (2, 7, 9)
    assert "seats 7=1000 9=500:new 2=350" in told.other_chairs(SMALL, (2, 7, 9), 1)


def test_the_cards_of_an_opening_draw_go_with_their_seats() -> None:
    text = "seats 1=10 2=10:sitting_out 5=10\nbutton draw Ks 9d"
    assert told.other_chairs(text, (1, 2, 3), 1) == "seats 2=10 3=10:sitting_out 1=10\nbutton draw 9d Ks"


def test_other_chips_have_a_smallest_one() -> None:
    assert "chip 10\nlimit no 50/100" in told.other_chips(SMALL, 10)


def test_a_sister_house_keeps_what_is_its_own_out() -> None:
    text = told.under_the_sister(SMALL)
    assert text.startswith("rules hungarian raise_cap=4 show_order=called_player_first play_board=declare ante=2\n")
    assert "clause" not in text


@pytest.mark.shared
@pytest.mark.parametrize("change", [_chairs, _suits, _chips], ids=["chairs", "suits", "chips"])
def test_wishes_left_as_they_were_do_not_hold(change: Callable[[str, random.Random], str]) -> None:
    """So the changes reach the table, and the wishes would notice."""
    path = next(path for path in EXAMPLES if path.stem.startswith("X04"))
    text = told.whole_decks(path.read_text("utf-8"))
    other = [line for line in change(text, random.Random(3)).splitlines() if not line.startswith("chip ")]
    lines = zip(text.splitlines(), other, strict=True)
    assert _why("\n".join(old if old.startswith("expect") else new for old, new in lines))
