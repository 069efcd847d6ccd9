"""A virtual table with trouble: its controller dies at chosen transactions and starts again, its devices fail at chosen times.

Owns the trouble, and the playing of a game in it. The people see a dead screen meanwhile and give an unanswered order again with
the same key, as real ones do.
"""

import itertools
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

import msgspec

from hardware.simulator.faults import Plug, Reboot, SpoilWire
from hardware.simulator.line import WireFaults
from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.bootstrap.simulated import DEVICES, SimulatedPlan, furnish
from table_controller.bootstrap.truth import SimulatedTruth
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.bootstrap.virtual_rehearsal import VirtualEyes, hands_of, run_script
from table_controller.core.events import AnyEvent
from table_controller.core.ids import DeviceId, Seq, TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.state import TableState
from table_controller.journal import DevicePosition, Moment, OrderAnswer, Record, Recovery, SqliteJournal
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.report import RehearsalReport
from table_controller.rehearsal.robot import Robot
from table_controller.rehearsal.score import Score
from table_controller.sealing import KeySlot, WrappedKey
from table_controller.service.envelope import Answer, Envelope
from table_controller.tracking.timing import ABSENT
from table_controller.views.shapes import DealerView

from .compare import Game, game_of

SETTLED_MS = 3_000
"""After this every sensor has said once what it feels, killed or not; only then do people come."""

MOST_KILLS = 2_000


class Killed(Exception):
    """The controller died in the middle of a transaction."""


class Death(NamedTuple):
    """How one transaction ends: `written` before the controller dies, and how long it stays dead."""

    written: bool
    dead_ms: int


Fate = Callable[[int, bool], Death | None]
"""Told the number of a transaction and whether it holds events: how the controller dies in it, if it does."""


class DeadlyJournal:
    """Asks `fate` at each transaction but those of a start whether, and how, the controller dies in it.

    `on_events` hears what has been written, each event once, also when the controller dies of it.
    """

    def __init__(self, open_again: Callable[[], SqliteJournal[AnyEvent]], fate: Fate) -> None:
        self.inner = open_again()
        self._open_again = open_again
        self.on_events: Callable[[Sequence[AnyEvent]], None] = lambda events: None
        self.kills = 0
        self.starting = True
        self.dead_ms = 0
        self._fate = fate
        self._count = itertools.count(1)

    def append(
        self,
        events: Sequence[AnyEvent],
        positions: Mapping[DeviceId, DevicePosition],
        tracker_state: bytes,
        now: Moment,
        order: OrderAnswer | None = None,
        gone: Collection[KeySlot] = (),
    ) -> list[Record]:
        death = None if self.starting else self._fate(next(self._count), bool(events))
        if death is not None and not death.written:
            self._die(death)
        records = self.inner.append(events, positions, tracker_state, now, order, gone)
        self.on_events(events)
        if death is not None:
            self._die(death)
        return records

    def _die(self, death: Death) -> None:
        self.kills += 1
        assert self.kills < MOST_KILLS, "it dies for ever"
        self.dead_ms = death.dead_ms
        raise Killed

    def open_again(self) -> None:
        """As another process would find it."""
        self.inner.close()
        self.inner = self._open_again()

    def check(self) -> None:
        self.inner.check()

    def held_keys(self) -> tuple[WrappedKey, ...]:
        return self.inner.held_keys()

    def record_at(self, sequence: Seq) -> Record | None:
        return self.inner.record_at(sequence)

    def recover(self) -> Recovery[AnyEvent]:
        return self.inner.recover()

    def answer_to(self, key: str, body: bytes, now: Moment) -> object:
        return self.inner.answer_to(key, body, now)

    def close(self) -> None:
        self.inner.close()


def lives(_number: int, _events: bool) -> Death | None:
    """The fate of a controller that does not die."""
    return None


class Trouble(NamedTuple):
    """Something done to the devices, so many ms after the people have come."""

    at_ms: int
    do: Callable[[SimulatedTable], None]


class MortalTable(VirtualTable):
    """Starts again by itself once its time of being dead is over."""

    def __init__(self, plan: SimulatedPlan, fate: Fate) -> None:
        furnish(plan)
        self.troubles: deque[Trouble] = deque()
        room = room_of(plan.config)
        self.journal = DeadlyJournal(room.open_journal, fate)
        self._back_at: int | None = None
        super().__init__(plan, room, self.journal)  # type: ignore[arg-type]

    @property
    def dead(self) -> bool:
        return self._back_at is not None

    def start(self) -> None:
        self.journal.starting = True
        self.journal.open_again()
        super().start()
        self.journal.starting = False

    def order(self, envelope: Envelope, body: bytes = b"") -> Answer:
        while True:
            if self._back_at is not None:
                self.run_until(self._back_at)
            try:
                return super().order(envelope, body)
            except Killed:
                self._die()

    def due(self) -> int:
        times = [super().due(), *(trouble.at_ms for trouble in list(self.troubles)[:1])]
        return min(times if self._back_at is None else (*times, self._back_at))

    def _turn(self) -> None:
        while self.troubles and self.troubles[0].at_ms <= self.now:
            self.troubles.popleft().do(self.sim)
            self._ports_due = [self.now] * len(self.ports)
        if self._back_at is not None and self._back_at <= self.now:
            self._back_at = None
            self.start()
        try:
            super()._turn()
        except Killed:
            self._die()

    def all_is_well(self) -> None:
        """Every cable in, every wire good, every board powered."""
        self.troubles.clear()
        for device in DEVICES:
            for remedy in (Plug(device), SpoilWire(device, WireFaults())):
                self.sim.order(remedy)
            if not self.sim.boards[device].device.powered:
                self.sim.order(Reboot(device))
        self._ports_due = [self.now] * len(self.ports)

    def _die(self) -> None:
        self.kill()
        self._back_at = self.now + self.journal.dead_ms


class MortalEyes(VirtualEyes):
    """A screen that goes dark with its table."""

    def __init__(self, table: MortalTable, name: TableId) -> None:
        super().__init__(table, name)
        self._mortal = table
        self._keys = itertools.count(1)

    def view(self) -> DealerView | None:
        return None if self._mortal.dead else super().view()

    def order(self, order: AnyOrder, role: Role) -> Rejection | None:
        envelope = Envelope(order, Person(role, "robot", "rehearsal"), key=f"order {next(self._keys)}")
        return self._mortal.order(envelope, msgspec.json.encode(envelope)).rejection


class Ended(NamedTuple):
    """What a rehearsal left: the game as recorded, what the node believed at the end, the referee's word, the kills, and how many
    ms it lasted."""

    game: Game
    state: TableState
    report: RehearsalReport
    kills: int
    lasted: int


def play(show: Show, number: int, fate: Fate = lives, troubles: Iterable[Trouble] = ()) -> Ended:
    """A rehearsal of table `number` of a demonstration, from the first hand to the last."""
    plan, robot_plan = show.plan(number)
    table = MortalTable(plan, fate)
    table.sim.hands.times = table.sim.hands.times.at_speed(1_000)
    log = ErrorLog()
    score = Score(SimulatedTruth(lambda question: question(table.sim)), log)
    robot = Robot(robot_plan, hands_of(table), MortalEyes(table, TableId(plan.id)), score, log)
    table.journal.on_events = robot.saw
    table.run_until(table.now + SETTLED_MS)
    table.troubles.extend(Trouble(table.now + trouble.at_ms, trouble.do) for trouble in sorted(troubles, key=itemgetter(0)))
    began = table.now
    run_script(table, robot.script())
    lasted = table.now - began
    table.all_is_well()
    table.run_until(table.now + SETTLED_MS + ABSENT)  # who has just got up is known to have left
    table.journal.close()
    return Ended(game_of(room_of(plan.config)), table.node.state, score.report(0), table.journal.kills, lasted)
