"""A table that does what a scenario says, line by line, over pseudo terminals in real time, with the dashboard beside it.

Table loop, journal and control socket are those of a real table, in a thread here; the dashboard is a process of its own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap.processes import Child
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.serial_deck import deck_for
from table_controller.bootstrap.serial_felt import SerialFelt
from table_controller.bootstrap.serial_rigs import live_rig
from table_controller.bootstrap.serial_stage import SerialStage
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core.events import AnyEvent
from table_controller.core.ids import MAX_SEATS
from table_controller.rehearsal.scenario import parse
from table_controller.rehearsal.scenario.play_direct import DirectPlayer
from table_controller.rehearsal.scenario.stage import set_table, stakes_of
from table_controller.rehearsal.scenario.wishes import Expect
from tests.recovery.scenes import DECK, HEAD, SHORT, SIX

from .demo_process import free_port

T = TypeVar("T")


class ToldTable:
    """Made by `told_table`. `pages`: the address of the dashboard's front page. `console`: that of the dealer's console."""

    def __init__(self, stage: SerialStage, head: str, pages: str, console: str) -> None:
        self.pages, self.console = pages, console
        self._stage = stage
        self._head = head
        self._player = DirectPlayer(stage, parse("head", head).setting)

    def does(self, lines: str) -> None:
        """Statements, separated by commas; each lasts until the table has come to rest, and none may be refused."""
        for word, stands_for in SHORT.items():
            lines = lines.replace(word, stands_for)
        for line in lines.split(","):
            (step,) = parse("line", f"{self._head}{line.strip()}\n").steps
            assert not isinstance(step, Expect)
            assert step.play(self._player) is None, line

    def look(self, question: Callable[[SimulatedTable], T]) -> T:
        """Asks the simulated table at this moment."""
        return self._stage.rig.look(question)

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """Everything on record."""
        return tuple(self._stage.events)


@contextmanager
def told_table(folder: Path, rules: str) -> Iterator[ToldTable]:
    """Six seats, button at 6, the deck of the worked examples. Nothing of it is left running afterwards."""
    head = HEAD.format(rules=rules, limit="no 5/10", seats=SIX, button=6, deck=DECK)
    scenario = parse("head", head)
    deck, port = deck_for(scenario), free_port()
    plan = SimulatedPlan(folder, 1, stakes_of(scenario.setting), seats=MAX_SEATS, console=(console := free_port()))
    furnish(plan)
    pit = folder / "pit.toml"
    pit.write_text(f'[pit]\njournals = "journals"\n\n[dashboard]\nport = {port}\n', encoding="utf-8")
    dashboard = Child(["pit", str(pit)])
    try:
        room = msgspec.structs.replace(room_of(plan.config), rules=scenario.setting.profile.rules, decks=deck.registry)
        with live_rig(msgspec.structs.replace(plan, cards=deck.cards), room) as rig:
            stage = SerialStage(rig, SerialFelt(rig, deck))
            set_table(stage, scenario.setting)
            yield ToldTable(stage, head, f"http://127.0.0.1:{port}/", f"http://127.0.0.1:{console}/")
    finally:
        dashboard.stop()
