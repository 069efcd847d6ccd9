"""Every part of detection is needed: without any one row, detector or code some scenario of the project fails.

In this process and put back afterwards: a row is left out of its table, a detector finds nothing, findings of a code are dropped.
Scenarios that speak of the code come first, and the first that fails is enough.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.core.state import TableState
from table_controller.irregularities import CATALOGUE, Finding, allowed, betting, counts, detectors, hands, money
from table_controller.recovery import runner
from table_controller.rehearsal.scenario import Scenario, read_scenario
from tests.clauses.conftest import Bench
from tests.clauses.removal_bench import ALL_FAILED, Removal

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = tuple(sorted(FOLDER.rglob("*.table")))
NEVER_FOUND = frozenset(code for code, entry in CATALOGUE.items() if not entry.found) | {
    "reader_down",  # an event of the device
    "board_with_all_in_incomplete",  # found as the early street that it is
}
"""Codes that are no finding."""

NO_SCENARIO: dict[str, tuple[str, str, str]] = {
    # what is left out: module, where it stands, a test of pytest that fails then; each is nothing a scenario can show
    "found_lying": (  # a snapshot finds the card
        "allowed",
        '    Row((Phase.IDLE,), _ANYWHERE, ask.found_lying, "leftover_card"),  # A8\n',
        "test_allowed.py::test_what_differs_has_its_code",
    ),
    "DRAW": (  # the opening draw is part of the setting
        "allowed",
        '    Row((Phase.DRAW,), _ANYWHERE, ask.always, "deal_out_of_sequence"),  # C9\n',
        "test_allowed.py::test_what_differs_has_its_code",
    ),
    "dealt_up": (  # a sensor sees the side
        "judge",
        "    if (shown := detectors.dealt_up(before, event, after)) is not None:\n        yield shown\n",
        "test_faces.py::test_a_hole_card_that_a_sensor_sees_land_face_up_is_exposed",
    ),
    "burned_up": (  # a sensor sees the side
        "judge",
        "    if (shown := detectors.burned_up(before, event, after)) is not None:\n        yield shown\n",
        "test_faces.py::test_a_burn_that_a_sensor_sees_land_face_up_is_named",
    ),
    "readers_disagreed": (  # it takes a camera over the shoe
        "judge",
        "    did.ReadersDisagreed: _one(detectors.readers_disagreed),\n",
        "test_cards_themselves.py::test_camera_and_tag_that_name_two_cards_are_a_conflict_where_they_did",
    ),
}

judge: Any = sys.modules["table_controller.irregularities.judge"]


@cache
def read(file: Path) -> Scenario:
    return read_scenario(file)


@cache
def expected_in(file: Path) -> frozenset[str]:
    """The codes that a scenario speaks of."""
    found = re.findall(r"^expect (?:only )?(?:finding|alarm) (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(found) | {file.stem.split("__")[0]}


def some_scenario_fails(codes: Iterable[str]) -> bool:
    """Whether one does, those first that speak of one of the codes."""
    wanted = frozenset(codes)
    return any(not holds(file) for file in sorted(FILES, key=lambda file: not wanted & expected_in(file)))


def holds(file: Path) -> bool:
    return play(read(file)).failure is None


def test_with_all_of_detection_every_scenario_holds() -> None:
    assert [file.stem for file in FILES if not holds(file)] == []
    assert len(FILES) > 90


def in_scenarios(*names: str) -> bool:
    return not NO_SCENARIO.keys() & set(names)


@pytest.mark.parametrize("name", NO_SCENARIO)
def test_what_no_scenario_shows_has_a_test_of_its_own(name: str, bench: Bench) -> None:
    module, old, test = NO_SCENARIO[name]
    whole = f"table_controller.irregularities.{module}"
    answer = bench(Removal((), whole, old, "", (f"tests/irregularities/{test}",)))
    assert answer.code == ALL_FAILED, answer.said


ROWS = [row for row in allowed.ROWS if in_scenarios(row.when.__name__, row.phases[0].name)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.phases[0].name}-{row.landed[0].name}-{row.when.__name__}")
def test_no_row_of_the_table_of_allowed_events_can_be_left_out(row: allowed.Row, monkeypatch: pytest.MonkeyPatch) -> None:
    without = {key: tuple(one for one in rows if one is not row) for key, rows in allowed._ROWS_OF.items()}
    monkeypatch.setattr(allowed, "_ROWS_OF", without)
    assert some_scenario_fails({row.code})


@pytest.mark.parametrize("row", counts.COUNT_ROWS, ids=lambda row: f"{row[1]}-{row[0].__name__}")
def test_no_row_of_the_counts_can_be_left_out(row: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "COUNT_ROWS", tuple(one for one in counts.COUNT_ROWS if one is not row))
    assert some_scenario_fails({row[1]})


def wired() -> Iterator[FunctionType]:
    """Every function of the four modules that gives findings."""
    for module in (detectors, betting, hands, money):
        for name, function in vars(module).items():
            own = isinstance(function, FunctionType) and function.__module__ == module.__name__ and not name.startswith("_")
            if own and "Finding" in str(function.__annotations__["return"]):
                yield function


def _finds_nothing(*_what: Any) -> tuple[Finding, ...]:
    return ()


def _finds_none(*_what: Any) -> None:
    return None


@pytest.mark.parametrize(
    "detector",
    [one for one in wired() if in_scenarios(one.__name__)],
    ids=lambda one: f"{one.__module__.rpartition('.')[2]}.{one.__name__}",
)
def test_no_detector_can_be_left_out(detector: FunctionType, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = set(re.findall(r'"(\w+)"', inspect.getsource(detector))) & CATALOGUE.keys()
    one_at_most = "None" in str(detector.__annotations__["return"])
    monkeypatch.setattr(detector, "__code__", (_finds_none if one_at_most else _finds_nothing).__code__)
    assert some_scenario_fails(codes)


@pytest.mark.parametrize("code", sorted(CATALOGUE.keys() - NEVER_FOUND))
def test_no_code_can_be_left_out(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    standing: Callable[[TableState, Finding], Finding | None] = judge._standing
    monkeypatch.setattr(judge, "_standing", lambda before, found: None if found.code == code else standing(before, found))
    monkeypatch.setattr(runner, "_ACTED_ON", {old: new for old, new in runner._ACTED_ON.items() if new != code})
    assert some_scenario_fails({code})
