"""What a house decides in its own file is not said in the name of the text it builds on."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from table_controller.bootstrap.scenario import DirectStage, direct_stage
from table_controller.core.deciding import settings_of
from table_controller.core.events import FindingRaised
from table_controller.house_rules import HOUSE_CLAUSE, Profile, load_profile
from table_controller.rehearsal.scenario import Scenario, read_scenario, run

FOLDER = Path(__file__).parent
_DECIDES = re.compile(r"^# decides: (.*)$", re.MULTILINE)
FILES = sorted(file for file in FOLDER.rglob("*.table") if _DECIDES.search(file.read_text(encoding="utf-8")))


def settings(file: Path) -> dict[str, str]:
    """What the file says decides it."""
    said = " ".join(_DECIDES.findall(file.read_text(encoding="utf-8")))
    return dict(pair.split("=", 1) for pair in said.split())


def own_house(folder: Path, base: str, decided: dict[str, str]) -> Profile:
    """A house that writes those settings into a file of its own."""
    lines = [f'{key} = {{ value = {in_toml(value)}, clause = "house" }}' for key, value in decided.items() if key != "fallback"]
    file = folder / "own.toml"
    file.write_text("\n".join(['name = "own"', f'base = "{base}"', "[settings]", *lines]), encoding="utf-8")
    return load_profile(file)


def in_toml(value: str) -> str:
    return value if value in ("true", "false") or value.replace(".", "").isdigit() else f'"{value}"'


def findings(scenario: Scenario) -> list[FindingRaised]:
    stages: list[DirectStage] = []

    def make(one: Scenario) -> DirectStage:
        stages.append(direct_stage(one))
        return stages[-1]

    run(scenario, make)
    return [event for event in stages[0].events if isinstance(event, FindingRaised)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_finding_cites_the_house_where_its_file_decides(file: Path, tmp_path: Path) -> None:
    scenario, decided = read_scenario(file), settings(file)
    own = own_house(tmp_path, scenario.setting.profile.name, decided)
    for found in findings(replace(scenario, setting=replace(scenario.setting, profile=own))):
        assert (found.clauses == (HOUSE_CLAUSE,)) is bool(set(settings_of(found.code)) & set(decided)), found.code


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("turn_premature__slovak", "turn_premature"),
        ("hole_wrong_count__slovak__after_action", "hole_wrong_count"),
        ("show_order__czech", "show_order"),
    ],
)
def test_these_are_decided_by_the_settings_of_their_files(name: str, code: str, tmp_path: Path) -> None:
    file = FOLDER / f"{name}.table"
    scenario = read_scenario(file)
    own = own_house(tmp_path, scenario.setting.profile.name, settings(file))
    said = {found.code: found.clauses for found in findings(replace(scenario, setting=replace(scenario.setting, profile=own)))}
    assert said[code] == (HOUSE_CLAUSE,)
