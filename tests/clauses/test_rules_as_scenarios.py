"""The scenarios of rules that are kept: each holds, straight and through simulated devices."""

from pathlib import Path

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.rehearsal.scenario import read_scenario

FILES = {file.stem: file for file in sorted((Path(__file__).parents[1] / "scenarios" / "rules").glob("*.table"))}


@pytest.mark.parametrize("through", [None, "serial"], ids=["straight", "serial"])
@pytest.mark.parametrize("name", FILES)
def test_a_rule_is_kept(name: str, through: str | None) -> None:
    failure = play(read_scenario(FILES[name]), through).failure
    assert failure is None, f"line {failure.line}: {failure.why}"


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_says_what_it_shows_and_in_which_house(name: str) -> None:
    title, clauses, rules, *_ = FILES[name].read_text(encoding="utf-8").split("\n")
    assert title.startswith("# ")
    assert clauses.startswith("# clause: ")
    assert rules.split()[:2] == ["rules", name.split("__")[1]]
