"""The page of faults names tests and scenarios; each of them exists, and no row stands twice or without one."""

import re
from pathlib import Path

ROW = re.compile(r"^\| ([BS]\d+) \|.*\|$", re.MULTILINE)
SCENARIO = re.compile(r"`(tests/scenarios/[\w/]+\.table)`")
TEST = re.compile(r"`((?:tests|hardware)/[\w/]+\.(?:py|c))::(\w+)`")


def rows(root: Path) -> list[tuple[str, str]]:
    """Each row's number and text."""
    page = (root / "docs/faults.md").read_text(encoding="utf-8")
    return [(found[1], found[0]) for found in ROW.finditer(page)]


def exists(root: Path, path: str, name: str) -> bool:
    file = root / path
    form = rf"^def {name}\(" if path.endswith(".py") else rf"^static void {name}\("
    return file.is_file() and re.search(form, file.read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_every_test_the_page_names_exists(root: Path) -> None:
    named = [(number, path, name) for number, text in rows(root) for path, name in TEST.findall(text)]
    assert len(named) > 15
    assert [(number, path, name) for number, path, name in named if not exists(root, path, name)] == []
    scenarios = [(number, path) for number, text in rows(root) for path in SCENARIO.findall(text)]
    assert len(scenarios) > 10
    assert [(number, path) for number, path in scenarios if not (root / path).is_file()] == []


def test_every_row_stands_once_and_names_a_test(root: Path) -> None:
    numbers = [number for number, _ in rows(root)]
    assert [number for number in numbers if numbers.count(number) > 1] == []
    assert [number for number, text in rows(root) if not TEST.search(text) and not SCENARIO.search(text)] == []
