"""Every check of a clause is needed: without it the tests that name the clause fail."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from table_controller.house_rules.kept import KEPT
from tests.clauses.conftest import Bench
from tests.clauses.removal_bench import ALL_FAILED, ONE_PASSED, Removal

FILE = Path(__file__).with_name("removals.toml")
REMOVALS = msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8"))["removal"], tuple[Removal, ...])


def named(removal: Removal) -> str:
    return f"{removal.clauses[0]}-{removal.module.rpartition('.')[2]}"


@pytest.mark.parametrize("removal", REMOVALS, ids=named)
def test_without_its_check_a_clause_is_not_kept(removal: Removal, bench: Bench) -> None:
    answer = bench(removal)
    assert answer.code == ALL_FAILED, answer.said


def test_every_clause_that_is_enforced_or_detected_has_its_check_removed() -> None:
    removed = {clause for removal in REMOVALS for clause in removal.clauses}
    assert removed == {id for id, kept in KEPT.items() if kept.how in ("enforced", "detected")}


def test_what_fails_is_a_test_of_the_clause() -> None:
    for removal in REMOVALS:
        for clause in removal.clauses:
            assert set(removal.tests) & set(KEPT[clause].tests), f"{clause}: none of {removal.tests}"


def test_the_bench_notices_a_removal_that_changes_nothing(bench: Bench) -> None:
    spared = msgspec.structs.replace(REMOVALS[0], new=REMOVALS[0].old)
    assert bench(spared).code == ONE_PASSED


@pytest.mark.parametrize(("old", "new"), [("no such line", ""), ('"""', '"')])
def test_the_bench_takes_no_removal_that_cannot_be_made(old: str, new: str, bench: Bench) -> None:
    """What does not stand there once cannot be taken away, and a module that does not import proves nothing."""
    assert bench(msgspec.structs.replace(REMOVALS[0], old=old, new=new)).code not in (ALL_FAILED, ONE_PASSED)
