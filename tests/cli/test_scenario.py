"""`burnturn scenario run`: exit codes, the named line, and the report that programs read."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table_controller.cli.scenario import scenario

HEAD = "rules tda_2024\nlimit no 5/10\nseats 1=100 2=100 3=100\nbutton 1\n"
GOOD = HEAD + "deal\nexpect actor 1\n"
BAD = HEAD + "deal\ndraw seat 2\nexpect actor 2\n"
WRONG = HEAD + "dael\n"


def scenario_run(folder: Path, *arguments: str, **texts: str) -> Result:
    """Runs the command on files of these names and texts."""
    files = []
    for name, text in texts.items():
        file = folder / f"{name}.table"
        file.write_text(text)
        files.append(str(file))
    return CliRunner().invoke(scenario, ["run", *files, *arguments])


@pytest.mark.parametrize(
    ("texts", "code"),
    [({"good": GOOD}, 0), ({"good": GOOD, "bad": BAD}, 1), ({"good": GOOD, "bad": BAD, "wrong": WRONG}, 2)],
)
def test_the_exit_code_says_what_came_of_it(texts: dict[str, str], code: int, tmp_path: Path) -> None:
    assert scenario_run(tmp_path, **texts).exit_code == code


def test_the_line_that_does_not_hold_is_named(tmp_path: Path) -> None:
    said = scenario_run(tmp_path, good=GOOD, bad=BAD, wrong=WRONG).stdout
    assert "good.table: all well" in said
    assert "bad.table:7: expect actor 2: the actor is 1" in said
    assert "wrong.table:5: 'dael' is no word of the language here" in said


def test_the_report_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    result = scenario_run(tmp_path, "--json", good=GOOD, bad=BAD, wrong=WRONG)
    report = json.loads(result.stdout.splitlines()[-1])
    assert (report["files"], report["passed"]) == (3, 1)
    assert [(Path(one["file"]).stem, one["line"]) for one in report["failed"]] == [("wrong", 5), ("bad", 7)]
    good, bad = report["runs"]
    (finding,) = bad["findings"]
    assert (good["findings"], good["steps"], good["final"]["hand"]["actor"]) == ([], [], 1)
    assert set(finding) == {"line", "code", "level", "clauses", "procedure"}
    assert (finding["line"], finding["code"], finding["level"]) == (6, "hole_extra_one_after_deal", 2)
    assert good["prompts"][-1] == {"line": 5, "key": "action_on", "args": ["1"], "text": "Action on seat 1"}


def test_a_run_of_one_file_shows_its_prompts(tmp_path: Path) -> None:
    said = scenario_run(tmp_path, "--lang", "sk", good=GOOD).stdout
    assert said.splitlines()[0].startswith("   1  ")
    assert len(said.splitlines()) > 2


def test_nothing_hidden_is_in_the_report(tmp_path: Path) -> None:
    text = HEAD + "deck Ts 2s 9s Ah 5c 4s\ndeal\nexpect holes 2 Kd Kh\n"
    said = scenario_run(tmp_path, "--json", hidden=text).stdout
    assert not [card for card in ("Ts", "2s", "9s", "Ah", "5c", "4s") if f'"{card}"' in said or f" {card}" in said]


def test_through_serial_the_same_is_found_and_reported(tmp_path: Path) -> None:
    straight, serial = (
        scenario_run(tmp_path, "--json", *through, good=GOOD, bad=BAD, wrong=WRONG) for through in ((), ("--through", "serial"))
    )
    one, other = (json.loads(result.stdout.splitlines()[-1]) for result in (straight, serial))
    assert (serial.exit_code, other["failed"], other["passed"]) == (2, one["failed"], 1)
    for run, same in zip(one["runs"], other["runs"], strict=True):
        assert [run[key] for key in ("findings", "steps", "prompts")] == [same[key] for key in ("findings", "steps", "prompts")]
        assert (run.keys(), run["final"].keys()) == (same.keys(), same["final"].keys())
