"""The page for people who write scenarios: its example plays, and no word of the language is left out."""

import re
from pathlib import Path

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.rehearsal.scenario import parse
from table_controller.rehearsal.scenario.doings import ActWord, KeyWord, PostWord
from table_controller.rehearsal.scenario.grammar import HAPPENINGS
from table_controller.rehearsal.scenario.grammar_expect import WISHES
from table_controller.rehearsal.scenario.grammar_setting import SETTINGS


@pytest.fixture
def guide(root: Path) -> str:
    return (root / "docs/scenarios.md").read_text(encoding="utf-8")


def test_the_example_of_the_guide_holds(guide: str) -> None:
    example = "\n".join(line[4:] for line in guide.splitlines() if line.startswith("    "))
    assert play(parse("guide", example + "\n"), None).failure is None


@pytest.mark.parametrize("words", [SETTINGS, HAPPENINGS], ids=["settings", "happenings"])
def test_every_first_word_is_told(guide: str, words: dict[str, object]) -> None:
    told = set(re.findall(r"`(\w+)", guide))
    assert set(words) - {"expect"} <= told


def test_every_act_key_and_blind_is_told(guide: str) -> None:
    told = set(re.findall(r"\w+", guide))
    assert {str(word.value) for kind in (ActWord, KeyWord, PostWord) for word in kind} <= told


def test_every_wish_is_told(guide: str) -> None:
    told = set(re.findall(r"`(\w+)", guide.split("## What must be so")[1]))
    assert set(WISHES) <= told
