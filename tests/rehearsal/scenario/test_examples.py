"""The worked examples as scenarios: all of them are read, and those not listed in `examples_not_yet.txt` pass.

A line of the list is the name of a file and what is missing. A listed example that passes fails: its line must go.
"""

import os
from pathlib import Path

import pytest

from table_controller.bootstrap.scenario import DirectStage
from table_controller.rehearsal.scenario import read_scenario, run

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("BURNTURN_SHARED", HERE.parents[3] / "shared"))
NOT_YET = dict(line.split(maxsplit=1) for line in (HERE / "examples_not_yet.txt").read_text("utf-8").splitlines())
NAMES = sorted(path.stem for path in (SHARED / "rules" / "examples").glob("*.table"))

pytestmark = pytest.mark.shared


def _example(name: str) -> object:
    missing = NOT_YET.get(name)
    return pytest.param(name, marks=[] if missing is None else [pytest.mark.xfail(strict=True, reason=missing)])


@pytest.mark.parametrize("name", [_example(name) for name in NAMES])
def test_a_worked_example_passes(name: str, shared: Path) -> None:
    failure = run(read_scenario(shared / "rules" / "examples" / f"{name}.table"), DirectStage).failure
    assert failure is None, f"line {failure.line}: {failure.why}"


def test_all_examples_are_there_and_the_list_names_no_other(shared: Path) -> None:
    assert len(list((shared / "rules" / "examples").glob("*.table"))) == 130
    assert set(NOT_YET) <= set(NAMES)
