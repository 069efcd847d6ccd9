"""Scenario files played straight, on a table of the product's own composition, or through simulated devices.

Straight: decide, fold, judge and alarms as the node does it, without journal and devices; the tracker goes along unasked.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from table_controller.alarms import Alarms
from table_controller.bootstrap.serial_stage import Table, live_stage, virtual_stage
from table_controller.bootstrap.table_on_clock import WALL_AT_START
from table_controller.core.events import AnyEvent, TableOpened
from table_controller.core.facts import AnyFact
from table_controller.core.ids import Millis
from table_controller.core.messages import Message, Rejection
from table_controller.core.orders import AnyOrder, Person
from table_controller.core.state import TableState, empty_table
from table_controller.decks import DeckMap
from table_controller.messages import MessageFault, text
from table_controller.rehearsal.scenario import Run, Scenario, ScenarioError, read_scenario, run
from table_controller.rehearsal.scenario.expect import prompt_args
from table_controller.rehearsal.scenario.scene import TABLE
from table_controller.rehearsal.scenario.senses import Senses
from table_controller.rehearsal.scenario.stage import opened
from table_controller.service.draft import SENSORS, Draft
from table_controller.tracking import Bindings, Ground, TrackerState


class DirectStage:
    """One table in memory, as this opens it. See `Stage`."""

    def __init__(self, opening: TableOpened) -> None:
        self.now = Millis(0)
        self.events: list[AnyEvent] = []
        self.state: TableState = empty_table(opening.seats)
        self.alarms = Alarms()
        self._tracker = TrackerState()
        self._ground = Ground(Bindings(), DeckMap((), simulated=True))
        draft = self._draft()
        draft.happen(opening)
        self._keep(draft)
        self.felt = Senses(self)

    @property
    def wall(self) -> int:
        """From a fixed midnight on, so that the same file gives the same report."""
        return WALL_AT_START + self.now

    def give(self, order: AnyOrder, by: Person) -> Rejection | None:
        """Decided and kept, or refused and nothing kept."""
        return self._decide(order, by)

    def tell(self, fact: AnyFact) -> None:
        """Never refused."""
        self._decide(fact, SENSORS)

    def _decide(self, said: AnyFact | AnyOrder, by: Person) -> Rejection | None:
        draft = self._draft()
        refused = draft.decide(said, by)
        if refused is None:
            self._keep(draft)
        return refused

    def pass_time(self, ms: int) -> None:
        """Nothing here is due by itself."""
        self.now = Millis(self.now + ms)

    def _draft(self) -> Draft:
        return Draft(self.state, self._tracker, self.alarms, self._ground, self.now, self.wall)

    def _keep(self, draft: Draft) -> None:
        self.state, self._tracker, self.alarms = draft.state, draft.tracker, draft.alarms
        self.events += draft.events


def direct_stage(scenario: Scenario) -> DirectStage:
    """The table of a scenario."""
    return DirectStage(opened(scenario.setting, TABLE))


# --- files -----------------------------------------------------------------------------------------------------------


class Wrong(msgspec.Struct, frozen=True):
    """A file that did not pass: the line on which it ended, and why."""

    file: str
    line: int
    why: str


class Played(msgspec.Struct, frozen=True):
    """What came of some files. `unread`: those that are no scenarios; they are not among `runs`."""

    runs: tuple[Run, ...]
    unread: tuple[Wrong, ...]

    @property
    def failed(self) -> tuple[Wrong, ...]:
        """Every file that did not pass."""
        played = (Wrong(one.file, one.failure.line, one.failure.why) for one in self.runs if one.failure is not None)
        return (*self.unread, *played)


THROUGH: Mapping[str, Table] = {"serial": virtual_stage, "pty": live_stage}
"""Ways to play that are not straight: the serial protocol on a clock that jumps, or over pseudo terminals in real time."""


def play(scenario: Scenario, through: str | None = None) -> Run:
    """On a table of its own. `through`: one of `THROUGH`, None straight."""
    if through is None:
        return run(scenario, direct_stage)
    with THROUGH[through](scenario) as stage:
        return run(scenario, lambda _: stage)


def play_files(files: Iterable[Path], through: str | None = None) -> Played:
    """Every file on a table of its own. OSError when a file cannot be read."""
    runs: list[Run] = []
    unread: list[Wrong] = []
    for path in files:
        try:
            runs.append(play(read_scenario(path), through))
        except ScenarioError as wrong:
            unread.append(Wrong(wrong.file, wrong.line, wrong.why))
    return Played(tuple(runs), tuple(unread))


def report(played: Played, language: str) -> dict[str, Any]:
    """The machine-readable report of the command line contract, prompts in this language where it has them."""
    failed = played.failed
    return {
        "files": len(played.runs) + len(played.unread),
        "passed": len(played.runs) + len(played.unread) - len(failed),
        "failed": [msgspec.to_builtins(one) for one in failed],
        "runs": [_run_report(one, language) for one in played.runs],
    }


def _run_report(one: Run, language: str) -> dict[str, Any]:
    seen = one.history
    return {
        "file": one.file,
        "findings": [
            {
                "line": finding.line,
                "code": finding.raised.code,
                "level": finding.raised.level,
                "clauses": finding.raised.clauses,
                "procedure": finding.procedure,
            }
            for finding in seen.findings
        ],
        "steps": [msgspec.to_builtins(step) for step in seen.steps],
        "prompts": [_prompt_report(prompt.line, prompt.prompt, language) for prompt in seen.prompts],
        "final": msgspec.to_builtins(one.final),
    }


def _prompt_report(line: int, prompt: Message, language: str) -> dict[str, Any]:
    return {"line": line, "key": prompt.key, "args": list(prompt_args(prompt)), "text": in_words(prompt, language)}


def in_words(message: Message, language: str, room: str = "prompt") -> str:
    """The message's text; in English where the language has none, and its key where nobody has one."""
    for tongue in (language, "en"):
        try:
            return text(message, tongue, room)
        except MessageFault:
            continue
    return message.key
