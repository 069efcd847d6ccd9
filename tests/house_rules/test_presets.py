"""The seven profiles: every setting has a value its key allows, and a source that exists."""

import re
from pathlib import Path

import pytest

from table_controller.core.rules import Fallback, HouseRules
from table_controller.house_rules import PRESETS, SETTINGS, Source, is_citation, load_profile
from table_controller.house_rules.settings import allowed, value_as_text, value_from_text

FAMILIES = tuple(family.value for family in Fallback)


@pytest.mark.parametrize("name", PRESETS)
def test_every_setting_has_a_value_and_a_source(name: str) -> None:
    profile = load_profile(name)
    assert profile.name == profile.rules.name == name
    assert tuple(profile.provenance) == tuple(SETTINGS)
    assert {*HouseRules.__struct_fields__} - {"name", "base", "own"} <= {*SETTINGS}


@pytest.mark.parametrize("name", PRESETS)
def test_every_source_exists(name: str) -> None:
    own = {"slovak": "SK", "czech": "CZ", "polish": "PL", "ukrainian": "UA", "hungarian": "HU"}.get(name)
    for key, provenance in load_profile(name).provenance.items():
        assert all(is_citation(clause) for clause in provenance.clauses), key
        match provenance.source:
            case Source.TEXT if own:
                assert provenance.clauses[0].startswith(own), key
            case Source.TEXT:
                assert provenance.clauses[0].startswith(("TDA-", "RR-")), key
            case Source.FAMILY:
                assert provenance.family == load_profile(name).rules.fallback, key
            case source:
                assert source is Source.UNWRITTEN, key


@pytest.mark.parametrize("name", FAMILIES)
def test_a_fallback_family_leaves_nothing_open(name: str) -> None:
    assert not any(written.silent for written in load_profile(name).written.values())


@pytest.mark.parametrize("name", [name for name in PRESETS if name not in FAMILIES])
def test_what_the_text_leaves_silent_is_the_value_of_the_family(name: str) -> None:
    profile = load_profile(name)
    family = load_profile(profile.rules.fallback)
    silent = [key for key, provenance in profile.provenance.items() if provenance.source is Source.FAMILY]
    assert len(silent) > 10
    for key in silent:
        assert profile.value(key) == family.value(key), key
        assert profile.provenance[key].clauses == family.provenance[key].clauses, key


@pytest.mark.parametrize("name", PRESETS)
def test_a_value_survives_being_written_as_text(name: str) -> None:
    profile = load_profile(name)
    for key in SETTINGS:
        assert value_from_text(key, value_as_text(profile.value(key))) == profile.value(key), key


@pytest.mark.shared
def test_the_values_a_setting_may_take_are_those_of_the_rulebook(shared: Path) -> None:
    book = (shared / "rules" / "RULEBOOK.md").read_text(encoding="utf-8")
    section = book.split("### 3.1")[1].split("Values where")[0]
    rows = dict(re.findall(r"^\| ([\w, ]+) \| ([\w, ]+) \|$", section, re.MULTILINE))
    checked = 0
    for keys, values in rows.items():
        for key in keys.split(", "):
            if key in SETTINGS and re.fullmatch(r"[a-z_]+(, [a-z_]+)*", values):
                assert allowed(key) == values, key
                checked += 1
    assert checked >= 30


@pytest.mark.shared
def test_the_named_values_of_the_rulebook_stand(shared: Path) -> None:
    """The paragraph "Values where the matrix is not one word", read as it is written."""
    book = (shared / "rules" / "RULEBOOK.md").read_text(encoding="utf-8")
    paragraph = book.split("Values where the matrix is not one word. ")[1].split("What\n`rules show`")[0]
    checked = 0
    for names, pairs in re.findall(r"([\w, ]+): (.+?)\.(?=\s)", re.sub(r" \(.*?\)", "", paragraph.replace("\n", " "))):
        for name in PRESETS if names.strip() == "All" else names.strip().split(", "):
            for key, value in (pair.split(" ") for pair in pairs.split(", ")):
                assert value_as_text(load_profile(name).value(key)) == value, (name, key)
                checked += 1
    assert checked >= 40


@pytest.mark.shared
def test_the_clauses_worked_examples_cite_are_those_of_a_setting(shared: Path) -> None:
    """Where an example names a setting's clause, the profile names it too, so that the finding can cite it."""
    decided = 0
    for file in sorted((shared / "rules" / "examples").glob("*.table")):
        text = file.read_text(encoding="utf-8")
        profile = re.search(r"^rules (\w+)", text, re.MULTILINE)
        sources = load_profile(profile[1]).provenance.values() if profile else ()
        cited = {clause for source in sources for clause in source.clauses}
        for clause in re.findall(r"clause (\S+)", text):
            if clause != "TDA-35-A2":  # the first card to a wrong seat: no setting decides it
                assert clause in cited, (file.name, clause)
                decided += 1
    assert decided >= 40


def test_the_documentation_lists_every_setting(root: Path) -> None:
    page = (root / "docs" / "house_rules.md").read_text(encoding="utf-8").split("## The settings")[1]
    documented = {key for row in page.splitlines() for key in re.findall(r"`(\w+)`", row.split("|")[1] if "|" in row else "")}
    assert documented == {*SETTINGS} - {"fallback", "softened"}


def test_the_defaults_of_the_core_are_the_profile_of_the_tda() -> None:
    assert load_profile("tda_2024").rules == HouseRules()
