"""The catalogue of clauses is whole, and each clause is where it says."""

import re
from collections import Counter
from pathlib import Path

import pytest

from table_controller.house_rules import CLAUSES, is_citation


def test_all_216_clauses_of_the_five_texts_are_there() -> None:
    assert Counter(id[:2] for id in CLAUSES) == {"SK": 93, "CZ": 28, "PL": 17, "UA": 40, "HU": 38}
    for family in ("SK", "CZ", "PL", "UA", "HU"):
        numbers = [id[2:] for id in CLAUSES if id.startswith(family)]
        assert numbers == [f"{n:02}" for n in range(1, len(numbers) + 1)]


def test_every_clause_says_something_of_its_own_in_one_line() -> None:
    for clause in CLAUSES.values():
        assert 10 < len(clause.text) <= 130, clause
        assert "\n" not in clause.text
        assert not clause.text.endswith("."), clause
    assert len({clause.text for clause in CLAUSES.values()}) == len(CLAUSES)


@pytest.mark.shared
def test_every_clause_stands_on_lines_that_have_text(shared: Path) -> None:
    for clause in CLAUSES.values():
        lines = (shared / "seeds" / clause.seed).read_text(encoding="utf-8").splitlines()
        first, _, last = clause.lines.partition("-")
        assert any(line.strip() for line in lines[int(first) - 1 : int(last or first)]), clause
        assert int(last or first) <= len(lines), clause


@pytest.mark.shared
def test_ids_and_lines_are_those_of_the_rulebook(shared: Path) -> None:
    book = (shared / "rules" / "RULEBOOK.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z]{2}\d\d) \| (\d{3}_[0-9a-f]+\.txt):([\d-]+) \|", book, re.MULTILINE)
    assert {(clause.id, clause.seed, clause.lines) for clause in CLAUSES.values()} == set(rows)


@pytest.mark.parametrize(
    "citation",
    ["SK30", "TDA-39-A", "TDA-35-A7", "TDA-RP-5-B", "TDA-22", "RR-hold'em-4", "RR-misdeal-h", "RR-irregularity-7", "RR-misdeal"],
)
def test_a_rule_is_cited_in_its_usual_form(citation: str) -> None:
    assert is_citation(citation)


@pytest.mark.parametrize("citation", ["SK94", "sk30", "TDA", "TDA-", "TDA-RP", "RR", "RR-holdem-4", "RR-misdeal-hh", "house", ""])
def test_anything_else_is_no_citation(citation: str) -> None:
    assert not is_citation(citation)
