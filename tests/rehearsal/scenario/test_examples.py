"""The worked examples as scenarios: all of them pass, straight and through simulated devices."""

import os
from pathlib import Path

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.rehearsal.scenario import read_scenario

SHARED = Path(os.environ.get("BURNTURN_SHARED", Path(__file__).parents[4] / "shared"))
NAMES = sorted(path.stem for path in (SHARED / "rules" / "examples").glob("*.table"))

pytestmark = pytest.mark.shared


@pytest.mark.parametrize("through", [None, "serial"], ids=["straight", "serial"])
@pytest.mark.parametrize("name", NAMES)
def test_a_worked_example_passes(name: str, through: str | None, shared: Path) -> None:
    failure = play(read_scenario(shared / "rules" / "examples" / f"{name}.table"), through).failure
    assert failure is None, f"line {failure.line}: {failure.why}"


def test_all_examples_are_there(shared: Path) -> None:
    assert len(list((shared / "rules" / "examples").glob("*.table"))) == 130
