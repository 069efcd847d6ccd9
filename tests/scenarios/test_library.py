"""The library of training scenarios: every file holds, and every setting it names decides it.

`# decides: KEY=VALUE ...` at the top of a file names the settings without which it would end otherwise: with another value of the
key in its `rules` line, and nothing else changed, the file must fail.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.house_rules import SettingError
from table_controller.house_rules.settings import SETTINGS, value_as_text, value_from_text
from table_controller.irregularities import CATALOGUE
from table_controller.rehearsal.scenario import Scenario, parse, read_scenario

FILES = {file.stem: file for file in sorted(Path(__file__).parent.glob("*.table"))}

NO_FINDING: dict[str, str] = {
    "seat_draw_tie": "the draw is decided by the suits at once",
    "show_not_needed": "the last player takes the pot and nobody asks",
    "suit_tiebreak": "suits never decide a hand",
    "clock_skew": "a repeated reading is ignored and logged",
    "replay": "a repeated reading is ignored and logged",
    "dashboard_leak": "asked of the server, which refuses and logs; no table is wrong",
    "reader_down": "an event of the device with an alarm, and the table is locked; not a finding",
    "board_with_all_in_incomplete": "what comes too early is found by its street: flop, turn or river premature, or two streets",
}
"""Codes that are never raised, and why."""
ONE_VALUE: frozenset[str] = frozenset(
    key for key, kind in SETTINGS.items() if isinstance(kind, type) and issubclass(kind, StrEnum) and len(kind) == 1
)
"""Settings that can only be one thing: nothing can be flipped."""
NOT_OF_A_HAND: dict[str, str] = {"softened": "says how mildly a clause is applied, for people to read; the settings carry it out"}
"""Settings no scenario can decide by, and why."""
ORDINARY = frozenset({"cut_off", "rake", "short_blind", "side_pots"})
"""Rules that are neither a code nor a setting."""

DECIDES = re.compile(r"^# decides: (.+)$", re.MULTILINE)


@cache
def text_of(name: str) -> str:
    return FILES[name].read_text(encoding="utf-8")


def decided(name: str) -> dict[str, str]:
    """The settings a file names in its head, with the value it has them at."""
    pairs = (pair.partition("=") for line in DECIDES.findall(text_of(name)) for pair in line.split())
    return {key: value for key, _, value in pairs}


def with_setting(name: str, key: str, value: str) -> Scenario:
    """The file, with one setting at another value and everything else as it is."""
    line = next(line for line in text_of(name).split("\n") if line.startswith("rules "))
    words = [word for word in line.partition("#")[0].split() if not word.startswith(f"{key}=")]
    return parse(f"{name} {key}={value}", text_of(name).replace(line, " ".join((*words, f"{key}={value}")), 1))


def other_values(key: str, value: str) -> Iterator[str]:
    """What the setting may be instead: all of an enumeration; none, one more and one less of a number."""
    kind = SETTINGS[key]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        near: list[str] = list(kind)
    elif kind is bool:
        near = ["true", "false"]
    else:
        near = ["none", "3", *(str(int(value) + step) for step in (1, -1) if value != "none")]
    for other in near:
        if other != value and _possible(key, other):
            yield other


def _possible(key: str, value: str) -> bool:
    try:
        value_from_text(key, value)
    except SettingError:
        return False
    return True


@pytest.mark.parametrize("through", [None, "serial"], ids=["straight", "serial"])
@pytest.mark.parametrize("name", FILES)
def test_a_scenario_of_the_library_holds(name: str, through: str | None) -> None:
    failure = play(read_scenario(FILES[name]), through).failure
    assert failure is None, f"line {failure.line}: {failure.why}"


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in FILES for key in decided(name)])
def test_the_settings_a_scenario_names_decide_it(name: str, key: str) -> None:
    """The value is the one the file is played with, and with at least one other the file fails."""
    value = decided(name)[key]
    assert value_as_text(read_scenario(FILES[name]).setting.profile.value(key)) == value
    assert [other for other in other_values(key, value) if play(with_setting(name, key, other)).failure is not None]


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_is_named_by_its_rule_and_house_and_says_what_it_teaches(name: str) -> None:
    rule, house, *_variant = name.split("__")
    assert rule in CATALOGUE or rule in SETTINGS or rule in ORDINARY
    assert text_of(name).startswith("# ")
    assert f"\nrules {house}" in text_of(name)
    if rule in CATALOGUE and rule not in NO_FINDING:
        named = [other for other in FILES if other.startswith(f"{rule}__")]
        assert any(rule in found(other) for other in named), "some file of this code raises it, others show its other side"


def found(name: str) -> set[str]:
    """The findings a file expects."""
    return set(re.findall(r"^expect (?:only )?finding (\w+)", text_of(name), re.MULTILINE))


def test_every_code_has_a_scenario() -> None:
    wanted = CATALOGUE.keys() - NO_FINDING.keys()
    said = set().union(*map(found, FILES))
    assert wanted - said == set()


def test_every_setting_decides_a_scenario_at_each_of_its_values() -> None:
    """Of a number at least two values stand in the library; of all others every one."""
    said: dict[str, set[str]] = {key: set() for key in SETTINGS}
    for name in FILES:
        for key, value in decided(name).items():
            said[key].add(value)
    wanting = {key for key in SETTINGS if not _shown_at_each(key, said[key])}
    assert wanting == ONE_VALUE | NOT_OF_A_HAND.keys()


def _shown_at_each(key: str, values: set[str]) -> bool:
    kind = SETTINGS[key]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return values == set(kind)
    return values == {"true", "false"} if kind is bool else len(values) > 1
