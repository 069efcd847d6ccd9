"""`burnturn explain`: every code in every house, one finding of a journal, and what it answers to what does not exist."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from table_controller.bootstrap.explain import explain as explain_code
from table_controller.cli.explain import explain
from table_controller.core import events as did
from table_controller.house_rules import PRESETS, SETTINGS
from table_controller.irregularities import CATALOGUE
from table_controller.messages import catalogue
from table_controller.rehearsal.examples import example_of
from tests.web_dashboard.journal_of_hands import FLOOR, Table

SCENELESS = frozenset(code for code, entry in CATALOGUE.items() if not entry.found) | {
    "board_with_all_in_incomplete",
    "ghost_card",
    "reader_down",
}
"""Codes without a scene of their own: never said as such, or what the scenario language cannot show."""
FACE = re.compile(r"\b(?:[2-9TJQK][cdhs]|A[cdh]|[2-9TJQKA][♣♦♥♠])(?!\w)")
"""A card as texts write it; the ace of spades would be the English word."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(explain, arguments)


def told(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return answer


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_is_explained_in_every_house(code: str) -> None:
    entry, answer = CATALOGUE[code], explain_code(code, PRESETS, "en")
    keys = catalogue("en").keys()
    assert {f"irregularity.{code}", f"trigger.{code}", f"code.{code}"} <= keys
    assert (answer.level, answer.procedure, answer.found_by) == (entry.level, entry.procedure, entry.by.value)
    assert [one.rules for one in answer.rulings] == (list(PRESETS) if entry.found else [])
    for one in answer.rulings:
        assert bool(one.steps) <= bool(one.procedure)
        assert {setting.key for setting in one.settings} <= set(SETTINGS)
    assert not FACE.search(repr(answer)), "a card is named"


@pytest.mark.parametrize("code", sorted(CATALOGUE.keys() - SCENELESS))
def test_the_scene_of_a_code_shows_that_code_in_some_house(code: str) -> None:
    assert code in {one.taken_as for one in explain_code(code, PRESETS, "en").rulings}


def test_only_what_no_scene_shows_is_without_one() -> None:
    from table_controller.house_rules import load_profile

    assert {code for code in CATALOGUE if example_of(code, load_profile("tda_2024")) is None} == SCENELESS


def test_each_house_decides_by_its_own_clause_and_setting() -> None:
    ruled = {one["rules"]: one for one in told("turn_premature")["rulings"]}
    assert (ruled["slovak"]["procedure"], ruled["ukrainian"]["procedure"]) == ("M7", "M6")
    assert [clause["id"] for clause in ruled["hungarian"]["clauses"]] == ["HU31", "HU32", "HU33"]
    assert ruled["hungarian"]["clauses"][0]["text"].startswith("A turn shown before")
    assert ruled["slovak"]["settings"] == [
        {"key": "premature_turn", "value": "reshuffle_now", "source": "text", "clauses": ["SK44"]}
    ]
    assert "Burn one; the next card is the turn" in ruled["ukrainian"]["steps"]


def test_a_house_that_takes_it_for_something_else_says_so() -> None:
    said = run("hole_exposed_first", "--rules", "slovak").stdout
    assert "slovak: taken as hole_exposed_single, level 1, M3" in said
    assert "clause   SK30: " in said
    assert "setting  first_exposed_misdeal_n = 0 (text, SK30)" in said
    assert "    2. Put the exposed card of seat" in said


def test_the_table_of_all_houses_tells_each_way_once() -> None:
    said = run("turn_premature").stdout
    assert said.count("M6: ukrainian, hungarian, roberts_v11\n") == 1
    assert said.count("M7: slovak, czech, polish, tda_2024\n") == 1


def test_a_house_s_own_file_can_be_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    changed = 'premature_turn = { value = "river_becomes_turn", clause = "house" }'
    file.write_text(f'name = "own"\nbase = "slovak"\n[settings]\n{changed}\n', encoding="utf-8")
    (ruled,) = told("turn_premature", "--rules", str(file))["rulings"]
    assert (ruled["rules"], ruled["procedure"], ruled["settings"][0]["source"]) == ("own", "M6", "house")
    assert [clause["id"] for clause in ruled["clauses"]] == ["house"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("turn_prematur",), "nearest: turn_premature"),
        (("turn_premature", "--rules", "nobody"), "no profile 'nobody'"),
        (("7",), "--journal"),
        ((), "Missing argument"),
        (("7", "--journal", "nowhere.journal"), "does not exist"),
    ],
)
def test_what_does_not_exist_is_exit_2(arguments: tuple[str, ...], why: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stdout == ""


# --- a finding -------------------------------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Two hands; in the second, finding 2, and the hand was voided."""
    table = Table(tmp_path)
    table.open_with_two()
    table.begin(1)
    table.end(1)
    table.begin(2)
    table.void(2)
    table.journal.close()
    return table.path


def test_a_finding_is_explained_by_its_number(journal: Path) -> None:
    answer = told("2", "--journal", str(journal))
    assert (answer["number"], answer["hand"], answer["attempt"], answer["level"]) == (2, 2, 1, 2)
    assert answer["irregularity"]["code"] == "deal_first_wrong_seat"
    assert [clause["id"] for clause in answer["clauses"]] == ["SK29"]
    assert (answer["closed"], answer["replaced_by"]) == ("", None)


def test_a_finding_in_words_names_no_card(journal: Path) -> None:
    said = run("2", "--journal", str(journal)).stdout
    assert said.startswith("Finding 2, ")
    assert "hand 2 attempt 1" in said
    assert "clause   SK29: " in said
    assert "still open" in said
    assert not FACE.search(said)


def test_what_became_of_a_finding_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.open_with_two()
    table.begin(1)
    table.write(did.FindingRaised(number=1, code="turn_premature", level=2, clauses=("SK44",)))
    table.write(did.FindingRaised(number=2, code="board_two_streets", level=2, clauses=("SK44",), replaces=1))
    table.write(did.FindingClosed(number=2, how="stands", by=FLOOR))
    table.journal.close()
    assert told("1", "--journal", str(table.path))["replaced_by"] == 2
    assert "replaced by finding 2" in run("1", "--journal", str(table.path)).stdout
    assert "closed: stands, by floor" in run("2", "--journal", str(table.path)).stdout


@pytest.mark.parametrize(("asked", "why"), [("9", "the last is 2"), ("turn_premature", "number"), ("1", "no finding 1")])
def test_a_finding_that_is_not_there_is_exit_2(asked: str, why: str, journal: Path) -> None:
    result = run(asked, "--journal", str(journal))
    assert result.exit_code == 2
    assert why in result.stderr


def test_a_file_that_is_no_journal_is_exit_2(tmp_path: Path) -> None:
    file = tmp_path / "no.journal"
    file.write_text("nothing", encoding="utf-8")
    result = run("1", "--journal", str(file))
    assert result.exit_code == 2
    assert result.stdout == ""
