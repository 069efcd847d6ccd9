"""`burnturn rules`: what it prints and with which exit code."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table_controller.cli.rules import rules
from table_controller.house_rules import PRESETS, SETTINGS

GOLDEN = Path(__file__).with_name("rules_show.golden.txt")
"""What `rules show` prints for all seven. To renew it: delete it, run this test, read the difference."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules, arguments)


def test_show_prints_every_setting_of_all_seven_with_its_source() -> None:
    shown = "\n".join(run("show", name).stdout for name in PRESETS)
    if not GOLDEN.exists():
        GOLDEN.write_text(shown, encoding="utf-8")
        pytest.fail(f"wrote {GOLDEN.name} anew")
    assert shown == GOLDEN.read_text(encoding="utf-8")


def test_show_gives_value_and_source_as_json() -> None:
    result = run("show", "hungarian", "--json")
    answer = json.loads(result.stdout)
    settings = {setting["key"]: setting for setting in answer["settings"]}
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    assert list(settings) == list(SETTINGS)
    assert settings["premature_turn"] | {"note": ""} == {
        "key": "premature_turn",
        "value": "river_becomes_turn",
        "source": "text",
        "clauses": ["HU31", "HU32", "HU33"],
        "family": None,
        "note": "",
    }
    assert settings["joker"]["family"] == "roberts_v11"


def test_list_names_all_seven() -> None:
    assert [line.split()[0] for line in run("list").stdout.splitlines()] == list(PRESETS)
    assert [profile["name"] for profile in json.loads(run("list", "--json").stdout)["profiles"]] == list(PRESETS)


def test_a_good_file_passes_the_check_and_can_be_shown(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\nbase = "polish"\n[settings]\nraise_cap = { value = 4, clause = "house" }\n', encoding="utf-8")
    assert run("check", str(file)).exit_code == 0
    assert json.loads(run("check", str(file), "--json").stdout)["ok"] is True
    shown = run("show", str(file)).stdout
    assert "built on polish" in shown.splitlines()[0]
    assert any(line.split() == ["raise_cap", "4", "house"] for line in shown.splitlines())


def test_a_bad_file_is_exit_2_with_file_line_and_field(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    mistake = 'raise_cap = { value = "four", clause = "house" }'
    file.write_text(f'name = "own"\nbase = "polish"\n[settings]\n{mistake}\n', encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 2
    assert f"{file}:4: settings.raise_cap.value" in result.stderr
    assert result.stdout == ""
    result = run("check", str(file), "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["line"] == 4


@pytest.mark.parametrize("arguments", [("show", "nobody"), ("show", "missing.toml"), ("check", "missing.toml"), ("show",)])
def test_wrong_usage_is_exit_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr
