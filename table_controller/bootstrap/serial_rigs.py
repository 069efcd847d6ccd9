"""A simulated table with its controller, as a scenario drives it: in virtual time, or over pseudo terminals in real time.

Owns how hands reach the table, how orders reach the controller, and how time passes. Knows no statement.
"""

import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Protocol, TypeVar

import msgspec

from hardware.simulator.hand_times import QUICKEST
from hardware.simulator.hands import Hands
from hardware.simulator.realtime import RealtimeTable, monotonic_ms
from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.room import Room
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.bootstrap.table import RunningTable
from table_controller.bootstrap.table_on_clock import WALL_AT_START
from table_controller.bootstrap.virtual import VirtualTable
from table_controller.core.codec import RecordCodec
from table_controller.core.events import AnyEvent
from table_controller.core.ids import TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person
from table_controller.journal import JournalReader, MemoryJournal
from table_controller.rehearsal.scenario.player import UnsettledError
from table_controller.service.envelope import Answer, Envelope, read_envelope
from table_controller.service.node import Node
from table_controller.views.follow import TableFollower
from web_dashboard.feed import Accepted, Refused
from web_dashboard.local_control import LocalControl

T = TypeVar("T")

_LOOK_AGAIN_S = 0.002
"""In real time: nobody tells when a table has come to rest, so it is looked at this often."""


class Rig(Protocol):
    """See the module. Times are host milliseconds of the table's clock."""

    @property
    def node(self) -> Node:
        """The controller. Only to look at what is so."""
        ...

    @property
    def now(self) -> int: ...

    @property
    def wall(self) -> int: ...

    @property
    def events(self) -> Sequence[AnyEvent]:
        """Everything recorded since the controller began."""
        ...

    def act(self, movement: Callable[[Hands], int]) -> int:
        """Hands begin a movement now; how many ms it takes."""
        ...

    def look(self, question: Callable[[SimulatedTable], T]) -> T:
        """Read or change the simulated table at this moment."""
        ...

    def order(self, order: AnyOrder, by: Person) -> Rejection | None:
        """Through the control link."""
        ...

    def go_on(self, until: int) -> None:
        """Time passes, till then or till something has happened."""
        ...


class VirtualRig:
    """On a clock that jumps: the same bytes through memory."""

    def __init__(self, plan: SimulatedPlan, room: Room) -> None:
        self._table = VirtualTable(plan, room, MemoryJournal(room.config.id, room.master, RecordCodec()))
        self._table.sim.hands.times = QUICKEST
        self.events: list[AnyEvent] = []
        self._table.on_events = self.events.extend

    @property
    def node(self) -> Node:
        """See `Rig`."""
        return self._table.node

    @property
    def now(self) -> int:
        """See `Rig`."""
        return self._table.now

    @property
    def wall(self) -> int:
        """See `Rig`."""
        return WALL_AT_START + self._table.now

    def act(self, movement: Callable[[Hands], int]) -> int:
        """See `Rig`."""
        return movement(self._table.act())

    def look(self, question: Callable[[SimulatedTable], T]) -> T:
        """See `Rig`."""
        return question(self._table.sim)

    def order(self, order: AnyOrder, by: Person) -> Rejection | None:
        """In the words of the control link."""
        line = msgspec.json.encode(Envelope(order, by))
        answer: Answer = self._table.order(read_envelope(line), line)
        return answer.rejection

    def go_on(self, until: int) -> None:
        """See `Rig`."""
        self._table.run_until(min(until, max(self._table.now, self._table.due())))


class LiveRig:
    """Pseudo terminals, ports, journal on disk and control socket, all in real time."""

    def __init__(self, plan: SimulatedPlan, simulated: RealtimeTable, running: RunningTable, reader: JournalReader) -> None:
        self._simulated = simulated
        self.node = running.node
        self._reader = reader
        self._control = LocalControl(plan.journals)
        self._events: list[AnyEvent] = []
        self._follower = TableFollower(TableId(plan.id))
        self._follower.told = self._events.append

    @property
    def now(self) -> int:
        """See `Rig`."""
        return monotonic_ms()

    @property
    def wall(self) -> int:
        """See `Rig`."""
        return time.time_ns() // 1_000_000

    @property
    def events(self) -> Sequence[AnyEvent]:
        """As the journal tells them to everybody: hidden cards are unknown."""
        self._follower.catch_up(self._reader)
        return self._events

    def act(self, movement: Callable[[Hands], int]) -> int:
        """See `Rig`."""
        return self._simulated.act(movement)

    def look(self, question: Callable[[SimulatedTable], T]) -> T:
        """See `Rig`."""
        return self._simulated.look(question)

    def order(self, order: AnyOrder, by: Person) -> Rejection | None:
        """See `Rig`. UnsettledError when nobody answers."""
        answer = self._control.order(self._follower.table, order, by, None, str(uuid.uuid4()))
        if isinstance(answer, Refused):
            return answer.rejection
        if not isinstance(answer, Accepted):
            raise UnsettledError("the control link does not answer")
        return None

    def go_on(self, until: int) -> None:
        """See `Rig`."""
        time.sleep(max(0.0, min(_LOOK_AGAIN_S, (until - monotonic_ms()) / 1000)))


@contextmanager
def live_rig(plan: SimulatedPlan, room: Room) -> Iterator[LiveRig]:
    """A rig in real time, its controller in a thread of this process, while the context lasts."""
    with closing(room.open_journal()) as journal, live_table(plan, None) as simulated, RunningTable(room, journal) as table:
        running = threading.Thread(target=table.loop.run, name="table")
        running.start()
        try:
            yield LiveRig(plan, simulated, table, JournalReader.open(room.config.journal_path))
        finally:
            table.loop.stop()
            running.join()
