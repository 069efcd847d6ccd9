"""What `burnturn clauses` says is so: each clause once, its places in the code exist, and its tests exist and name it."""

import importlib
from pathlib import Path

import pytest

from table_controller.house_rules import CLAUSES
from table_controller.house_rules.kept import KEPT
from tests.clauses.naming import named_by

INFORMATIONAL = [id for id, kept in KEPT.items() if kept.how == "informational"]


def test_every_clause_is_kept_in_one_way() -> None:
    assert list(KEPT) == list(CLAUSES)
    assert len(KEPT) == 216


@pytest.mark.parametrize("clause", KEPT)
def test_every_test_of_a_clause_exists_and_names_it(clause: str) -> None:
    assert KEPT[clause].tests, "no test names this clause"
    assert [test for test in KEPT[clause].tests if clause not in named_by(test)] == []
    assert len(set(KEPT[clause].tests)) == len(KEPT[clause].tests)


@pytest.mark.parametrize("clause", KEPT)
def test_every_place_of_a_clause_is_in_the_code(clause: str) -> None:
    for place in KEPT[clause].where:
        module, _, name = place.partition(":")
        assert callable(getattr(importlib.import_module(module), name)), place
    assert KEPT[clause].where or KEPT[clause].how == "informational"


@pytest.mark.parametrize("clause", INFORMATIONAL)
def test_what_is_only_information_says_why(clause: str) -> None:
    assert len(KEPT[clause].reason) > 20


def test_what_is_more_than_information_needs_no_excuse() -> None:
    assert {id for id, kept in KEPT.items() if kept.reason} == set(INFORMATIONAL)


def test_most_clauses_are_more_than_information() -> None:
    assert len(INFORMATIONAL) <= 11


def test_every_scenario_of_a_rule_is_listed_with_the_clauses_it_names(root: Path) -> None:
    for file in (root / "tests/scenarios/rules").glob("*.table"):
        test = file.relative_to(root).as_posix()
        assert {id for id, kept in KEPT.items() if test in kept.tests} == named_by(test), test
