"""`burnturn clauses`: what it lists, and with which exit code."""

import json

import pytest
from click.testing import CliRunner, Result

from table_controller.cli.clauses import clauses
from table_controller.house_rules import CLAUSES


def run(*arguments: str) -> Result:
    return CliRunner().invoke(clauses, arguments)


def test_every_clause_is_listed_with_the_keys_of_the_contract() -> None:
    result = run("--json")
    listed = json.loads(result.stdout.splitlines()[-1])["clauses"]
    assert result.exit_code == 0
    assert [one["id"] for one in listed] == list(CLAUSES)
    assert {one["text"] for one in listed} == {clause.text for clause in CLAUSES.values()}
    for one in listed:
        assert set(one) - {"reason"} == {"id", "text", "how", "where", "tests"}
        assert ("reason" in one) == (one["how"] == "informational")
        assert one["tests"]


def test_some_clauses_a_whole_text_or_one_way_of_keeping_can_be_asked_for() -> None:
    assert [one["id"] for one in json.loads(run("SK30", "hu25", "--json").stdout)["clauses"]] == ["SK30", "HU25"]
    assert len(json.loads(run("pl", "--json").stdout)["clauses"]) == 17
    detected = json.loads(run("SK", "--how", "detected", "--json").stdout)["clauses"]
    assert {"SK30", "SK44"} <= {one["id"] for one in detected}
    assert {one["how"] for one in detected} == {"detected"}


def test_the_table_counts_and_an_asked_clause_is_told_in_full() -> None:
    table, full = run().stdout, run("SK30").stdout
    assert "216 clauses" in table
    assert "│ SK30" in table
    assert full.startswith("SK30: ")
    assert "  detected\n" in full
    assert "  where  table_controller.irregularities.detectors:exposed\n" in full
    assert "  tests  tests/scenarios/rules/exposed_card__slovak.table\n" in full


@pytest.mark.parametrize(("asked", "near"), [("SK94", "SK9"), ("KS30", "nearest")])
def test_an_unknown_clause_is_exit_2_with_the_nearest(asked: str, near: str) -> None:
    result = run(asked)
    assert result.exit_code == 2
    assert asked in result.stderr
    assert near in result.stderr
    assert result.stdout == ""
