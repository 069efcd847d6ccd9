"""The catalogue: every code of the rulebook is in it, and what it cites is a rule."""

import re
from pathlib import Path
from typing import Any

import pytest

from table_controller.house_rules import is_citation, load_profile
from table_controller.irregularities import CATALOGUE, By, cited
from table_controller.irregularities.allowed import ROWS
from table_controller.irregularities.counts import COUNT_ROWS
from table_controller.irregularities.judge import EXPLAINS, STANDS_ALONE
from table_controller.rehearsal.coverage import CAUSED, KEY, SENSOR


@pytest.mark.shared
def test_every_code_of_the_rulebook_is_in_the_catalogue(shared: Path) -> None:
    text = (shared / "rules" / "RULEBOOK.md").read_text(encoding="utf-8")
    section = text[text.index("## 6. Catalogue") : text.index("## 7. Worked examples")]
    heads = re.findall(
        r"^\*\*[A-H]\d+[^*]*\*\*|^\| [A-H]\d+ [^|]*\||\*\*F\d+ [^*]*\*\*|B1[01] `\w+`|D\d\d `\w+`|`\w+`", section, re.M
    )
    codes = {code for head in heads for code in re.findall(r"`([a-z]+_[a-z_]+)`", head)}
    settings = {"exposed_is_flop_burn", "cards_may_be_lifted"}
    assert codes - settings - CATALOGUE.keys() == set()


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.code)
def test_what_a_code_cites_is_a_rule(entry: Any) -> None:
    assert [clause for clause in entry.clauses if not is_citation(clause)] == []
    assert re.fullmatch(r"(M\d{1,2})?", entry.procedure)


def test_the_table_knows_only_codes_of_the_catalogue() -> None:
    used = {row.code for row in ROWS} | {code for _, code in COUNT_ROWS} | set(EXPLAINS) | set(STANDS_ALONE)
    used |= {code for codes in EXPLAINS.values() for code in codes}
    assert used - {"", "?"} - CATALOGUE.keys() == set()


@pytest.mark.parametrize(
    ("profile", "code", "clauses"),
    [
        ("slovak", "flop_too_many", ("SK40",)),
        ("hungarian", "flop_too_many", ("HU29", "HU30")),
        ("polish", "flop_too_many", ("TDA-39-A",)),
        ("ukrainian", "burn_double", ("RR-hold'em-5",)),
        ("czech", "burn_double", ("TDA-38",)),
        ("slovak", "deal_interrupted", ()),
    ],
)
def test_a_house_cites_its_own_text_or_that_of_its_family(profile: str, code: str, clauses: tuple[str, ...]) -> None:
    assert cited(CATALOGUE[code], load_profile(profile).rules) == clauses


def test_a_house_s_own_file_is_bound_by_the_text_it_builds_on(tmp_path: Path) -> None:
    """Also where the text alone makes it an irregularity (SK32)."""
    file = tmp_path / "grand.toml"
    file.write_text('name = "grand"\nbase = "slovak"\n', encoding="utf-8")
    rules = load_profile(file).rules
    assert cited(CATALOGUE["flop_too_many"], rules) == ("SK40",)
    assert cited(CATALOGUE["deck_laid_down"], rules) == ("SK32",)


def test_only_what_needs_no_repair_leaves_the_table_open() -> None:
    """RULEBOOK 4: from the floor's level on a finding locks; `burn_early` only warns."""
    assert not CATALOGUE["burn_early"].locks
    assert not CATALOGUE["player_exposes_cards"].locks
    assert CATALOGUE["burn_double"].locks
    assert all(entry.locks for entry in CATALOGUE.values() if entry.level > 1)


def test_what_only_a_key_or_only_sensors_say_in_a_rehearsal_the_catalogue_says_too() -> None:
    by_key = {code for code, found in CAUSED.items() if found == {KEY}}
    by_sensors = {code for code, found in CAUSED.items() if found == {SENSOR}}
    assert {code for code in by_key if CATALOGUE[code].by is By.SENSORS} == set()
    assert {code for code in by_sensors if CATALOGUE[code].by is By.KEY} == set()
