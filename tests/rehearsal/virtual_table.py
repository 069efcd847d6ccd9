"""Rehearsals at a virtual table: the real simulator, links, tracker, engine and journal, on a clock that jumps."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from hardware.simulator.hand_times import QUICKEST
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.bootstrap.truth import SimulatedTruth
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.bootstrap.virtual_rehearsal import VirtualEyes, hands_of, run_script
from table_controller.core.codec import RecordCodec
from table_controller.core.events import AnyEvent
from table_controller.core.ids import ALL_SEATS, Chips, HandNo, TableId
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Limit, Stakes
from table_controller.journal import MemoryJournal
from table_controller.rehearsal.errors import Ahead
from table_controller.rehearsal.mistakes import ErrorLog, ErrorPlan, PlannedError
from table_controller.rehearsal.pace import Pace
from table_controller.rehearsal.plan import RobotPlan
from table_controller.rehearsal.robot import Robot
from table_controller.rehearsal.score import Score

NO_LIMIT = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))


def virtual(
    folder: Path, *, stakes: Stakes = NO_LIMIT, rules: HouseRules | None = None, seats: int = 9, seed: int = 1
) -> VirtualTable:
    """A table nobody sits at; `rules` None: those of TDA 2024. Hands move as quickly as sensors allow."""
    plan = SimulatedPlan(folder=folder, number=1, stakes=stakes, seats=seats, seed=seed)
    furnish(plan)
    room = room_of(plan.config)
    if rules is not None:
        room = msgspec.structs.replace(room, rules=rules)
    table = VirtualTable(plan, room, MemoryJournal(room.config.id, room.master, RecordCodec()))
    table.sim.hands.times = QUICKEST
    return table


class _ToldPlan(ErrorPlan):
    """Tells of every hand it is asked about."""

    def __init__(self, rehearsal: "Rehearsal") -> None:
        super().__init__(rehearsal.plan.seed, rehearsal.plan.errors)
        self._rehearsal = rehearsal

    def of(self, hand: HandNo, ahead: Ahead) -> PlannedError | None:
        self._rehearsal.told_plan(hand, ahead)
        return super().of(hand, ahead)


class Rehearsal:
    """A robot at a virtual table and everything that can be asked about it afterwards."""

    def __init__(self, table: VirtualTable, players: int, **words: Any) -> None:
        self.table = table
        self.events: list[AnyEvent] = []
        self.log = ErrorLog()
        self.score = Score(SimulatedTruth(lambda question: question(table.sim)), self.log)
        self.plan = RobotPlan(
            **({"seed": 1, "hands": 8, "buy_in": Chips(500), "pace": Pace(1, None), "seats": 9} | words),
            players=ALL_SEATS[:players],
            rules=table.node.state.rules,
        )
        self.trouble: Callable[[AnyEvent], None] = lambda _event: None
        """Called with every event, to make trouble at a moment of the hand."""
        self.told_plan: Callable[[HandNo, Ahead], None] = lambda _hand, _ahead: None
        """Called with every hand that an error is planned for, or none."""
        self.eyes: VirtualEyes | None = None
        """Another screen than the usual one."""
        self.hands: Any = None
        """Other hands than the usual ones."""
        self.follow: Callable[[Sequence[AnyEvent]], None] = self.score.saw
        table.on_events = self._saw

    def _saw(self, events: tuple[AnyEvent, ...]) -> None:
        self.events += events
        self.follow(events)
        for event in events:
            self.trouble(event)

    def play(self) -> "Rehearsal":
        hands, eyes = self.hands or hands_of(self.table), self.eyes or VirtualEyes(self.table, TableId("t1"))
        robot = Robot(self.plan, hands, eyes, self.score, self.log)
        robot.slips.plan = _ToldPlan(self)
        self.follow = robot.saw
        run_script(self.table, robot.script())
        return self

    def of(self, *kinds: type) -> Iterator[AnyEvent]:
        return (event for event in self.events if isinstance(event, kinds))


@contextmanager
def trouble(rehearsal: Rehearsal, make: Callable[[AnyEvent], None]) -> Iterator[None]:
    """Let something happen at chosen events."""
    rehearsal.trouble = make
    yield
    rehearsal.trouble = lambda _event: None
