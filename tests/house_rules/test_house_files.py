"""A house's own file: built on a preset, closed, and its mistakes named with file, line and field."""

from pathlib import Path

import pytest

from table_controller.core.rules import Fallback, PrematureTurn, StraddleRule
from table_controller.core.toml_lines import TomlError
from table_controller.house_rules import SettingError, Source, load_profile

GOOD = """\
name = "grand"
title = "Grand Casino"
base = "slovak"
softened = ["SK55", "SK78"]

[settings]
straddle = { value = "utg", clause = "house", note = "on Fridays" }
raise_cap = { value = "none", clause = "house" }
rake_percent = { value = 2.5, clause = "house" }
premature_turn = { value = "river_becomes_turn", clause = ["UA32", "UA33"] }
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "grand.toml"
    file.write_text(text, encoding="utf-8")
    return file


def fault(folder: Path, old: str, new: str) -> TomlError:
    assert old in GOOD
    with pytest.raises(TomlError) as caught:
        load_profile(written(folder, GOOD.replace(old, new)))
    assert str(folder / "grand.toml") in str(caught.value)
    return caught.value


def test_a_house_overrides_what_it_writes_and_keeps_the_rest(tmp_path: Path) -> None:
    house, base = load_profile(written(tmp_path, GOOD)), load_profile("slovak")
    assert (house.name, house.base) == ("grand", "slovak")
    assert house.rules.straddle is StraddleRule.UTG
    assert house.rules.raise_cap is None
    assert house.money.rake().per_mille == 25
    assert house.rules.premature_turn is PrematureTurn.RIVER_BECOMES_TURN
    changed = {"straddle", "raise_cap", "rake_percent", "premature_turn", "softened"}
    same = base.provenance.keys() - changed
    assert {key: house.value(key) for key in same} == {key: base.value(key) for key in same}
    assert {key: house.provenance[key] for key in same} == {key: base.provenance[key] for key in same}


def test_what_a_house_changed_says_so(tmp_path: Path) -> None:
    house = load_profile(written(tmp_path, GOOD))
    assert (house.provenance["straddle"].source, house.provenance["straddle"].note) == (Source.HOUSE, "on Fridays")
    assert house.provenance["premature_turn"].clauses == ("UA32", "UA33")
    assert house.rules.softened == ("SK55", "SK78")


def test_another_fallback_fills_the_silent_settings_anew(tmp_path: Path) -> None:
    house = load_profile(written(tmp_path, GOOD.replace("softened", 'fallback = "roberts_v11"\nsoftened')))
    assert house.rules.fallback is Fallback.ROBERTS_V11
    assert house.rules.joker == load_profile("roberts_v11").rules.joker
    assert house.provenance["joker"].family is Fallback.ROBERTS_V11


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ('name = "grand"', 'name = "Grand!"', 1, "name"),
        ('name = "grand"', 'name = "slovak"', 1, "name"),
        ('base = "slovak"', 'base = "slovakian"', 3, "base"),
        ('base = "slovak"', 'bass = "slovak"', 3, "bass"),
        ('["SK55", "SK78"]', '["SK55", "SK99"]', 4, "softened"),
        ('["SK55", "SK78"]', "7", 4, "softened"),
        ("straddle =", "stradle =", 7, "settings.stradle"),
        ('value = "utg"', 'value = "under the gun"', 7, "settings.straddle.value"),
        ('clause = "house", ', "", 7, "settings.straddle"),
        ('clause = "house", ', "silent = true, clause = 'house', ", 7, "settings.straddle"),
        ('value = "utg", ', "", 7, "settings.straddle"),
        ("note =", "because =", 7, "settings.straddle.because"),
        ('value = "none"', "value = 0", 8, "settings.raise_cap.value"),
        ('value = "none"', "value = true", 8, "settings.raise_cap.value"),
        ("value = 2.5", "value = 2.55", 9, "settings.rake_percent.value"),
        ("value = 2.5", "value = inf", 9, "settings.rake_percent.value"),
        ('"UA33"', '"UA41"', 10, "settings.premature_turn.clause"),
        ("[settings]", "[settings", 6, ""),
        ("raise_cap =", 'fallback = { value = "tda_2024", clause = "house" }\nraise_cap =', 8, "settings.fallback"),
        ('{ value = "none", clause = "house" }', '"none"', 8, "settings.raise_cap"),
    ],
)
def test_a_mistake_is_named_with_line_and_field(tmp_path: Path, old: str, new: str, line: int, field: str) -> None:
    error = fault(tmp_path, old, new)
    assert (error.line, error.field) == (line, field)


def test_without_a_base_every_setting_must_be_there(tmp_path: Path) -> None:
    error = fault(tmp_path, 'base = "slovak"\n', 'fallback = "tda_2024"\n')
    assert (error.field, error.why) == ("settings.first_exposed_misdeal_n", "missing")
    assert fault(tmp_path, 'base = "slovak"\n', "").field == "fallback"


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(b'name = "x"\n\xff')
    with pytest.raises(TomlError, match=r"bad\.toml:2: not UTF-8"):
        load_profile(file)


def test_a_name_that_is_neither_preset_nor_file_is_refused() -> None:
    with pytest.raises(SettingError, match="slovak"):
        load_profile("slovakian")
