"""Text to a scenario, complete or not at all: the first line that is wrong is named with file, number and reason.

Sizes are bounded before anything is read; no text whatever makes it fail in another way than `ScenarioError`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from table_controller.rehearsal.scenario.grammar import HAPPENINGS
from table_controller.rehearsal.scenario.grammar_expect import WISHES
from table_controller.rehearsal.scenario.grammar_setting import SETTINGS, deck_of, setting_of
from table_controller.rehearsal.scenario.motions import Happening, NextHand, StackDeck
from table_controller.rehearsal.scenario.setting import Setting
from table_controller.rehearsal.scenario.wishes import Expect
from table_controller.rehearsal.scenario.words import Words, WrongWordError, shortened

T = TypeVar("T")

MOST_CHARACTERS = 256 * 1024
MOST_LINES = 10_000
MOST_IN_LINE = 2_000
MOST_TOLD = 80


class ScenarioError(ValueError):
    """A scenario file is wrong. `str()` reads `FILE:LINE: WHY`. Attributes: file, line (from 1), why."""

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"{file}:{line}: {why}")
        self.file = file
        self.line = line
        self.why = why


class Scenario(msgspec.Struct, frozen=True):
    """A file that has been read. `file` is the name it was given under, `lines` its text."""

    file: str
    setting: Setting
    steps: tuple[Happening | Expect, ...]
    lines: tuple[str, ...]

    def said(self, line: int) -> str:
        """The statement on a line as it may stand in a message: without comment, cut short where it is long."""
        words = " ".join(self.lines[line - 1].partition("#")[0].split())
        return words if len(words) <= MOST_TOLD else words[: MOST_TOLD - 3] + "..."


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file. ScenarioError when it is wrong, OSError when it cannot be read."""
    with path.open("rb") as file:
        data = file.read(4 * MOST_CHARACTERS + 1)
    try:
        return parse(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise ScenarioError(str(path), data[: wrong.start].count(b"\n") + 1, "not UTF-8") from None


def parse(file: str, text: str) -> Scenario:
    """The scenario in a text; `file` is only a name for messages. ScenarioError names the first line that is wrong."""
    if len(text) > MOST_CHARACTERS:
        raise ScenarioError(file, 1, f"longer than {MOST_CHARACTERS} characters")
    reading = _Reading()
    lines = tuple(text.split("\n"))
    number = 1
    try:
        for number, line in enumerate(lines, start=1):
            reading.read(number, line)
        return Scenario(file, setting_of(reading.said, reading.lines), tuple(reading.steps), lines)
    except WrongWordError as wrong:
        raise ScenarioError(file, number, str(wrong)) from None


class _Reading:
    """What has been read so far."""

    def __init__(self) -> None:
        self.said: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.steps: list[Happening | Expect] = []
        self.last: Happening | None = None

    def read(self, number: int, line: str) -> None:
        """One more line. WrongWordError when it is none of the language."""
        if number > MOST_LINES or len(line) > MOST_IN_LINE:
            raise WrongWordError(f"more than {MOST_LINES} lines" if number > MOST_LINES else "a line of this length")
        head, *others = line.partition("#")[0].split() or [""]
        words = Words(tuple(others))
        if head == "expect":
            self.steps.append(Expect(number, _reader(WISHES, words.take("what must be so"))(words)))
        elif head in SETTINGS and self.last is None:
            self._set(number, head, words)
        elif head:
            self._happens(number, head, words)
        words.end()

    def _set(self, number: int, head: str, words: Words) -> None:
        if head in self.lines:
            raise WrongWordError(f"{head} was said on line {self.lines[head]}")
        self.said.update(SETTINGS[head](words))
        self.lines[head] = number

    def _happens(self, number: int, head: str, words: Words) -> None:
        if head == "deck" and isinstance(self.last, NextHand):
            happening: Happening = StackDeck(line=number, deck=deck_of(words))
        elif head in SETTINGS:
            where = "right after next_hand" if head == "deck" else "only once, before anything happens"
            raise WrongWordError(f"{head} is said {where}")
        else:
            happening = _reader(HAPPENINGS, head)(words, number)
        self.steps.append(happening)
        self.last = happening


def _reader(readers: Mapping[str, T], word: str) -> T:
    if word not in readers:
        raise WrongWordError(f"{shortened(word)} is no word of the language here")
    return readers[word]
