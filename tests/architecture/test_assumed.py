"""What is assumed about real tables is listed on one page, with what has to be measured."""

import re
from pathlib import Path

SOURCES = (".py", ".c", ".h", ".toml")
ROW = re.compile(r"^\| `(?P<file>[^`]+)` \| `(?P<name>[^`]+)` \|", re.MULTILINE)
NAMES = re.compile(r"#define (\w+)|^(\w+)(?:: \w+)? =|^class (\w+)|^\[(\w+)\]")


def assumed(text: str) -> set[str]:
    """What the word stands at: the name on its line, or the nearest above it."""
    lines, found = text.splitlines(), set()
    for at, line in enumerate(lines):
        if re.search(r"\bassumed\b", line):
            around = [*reversed(lines[: at + 1]), *lines[at + 1 :]]
            found.add(next(name for match in map(NAMES.search, around) if match for name in match.groups() if name))
    return found


def test_every_assumed_number_is_listed_and_nothing_else(root: Path, tracked: list[str]) -> None:
    """If this fails: hardware/README.md lists what must be measured before anybody trusts it."""
    marked = set()
    for path in tracked:
        if path.endswith(SOURCES) and path.split("/")[0] in ("hardware", "drivers", "table_controller"):
            text = (root / path).read_text(encoding="utf-8")
            if "Made by `make generate`" not in text and not path.startswith("table_controller/rehearsal/"):
                marked |= {(path, name) for name in assumed(text)}
    listed = set(ROW.findall((root / "hardware" / "README.md").read_text(encoding="utf-8")))
    assert marked == listed
