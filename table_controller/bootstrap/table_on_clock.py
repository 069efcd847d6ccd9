"""A table on a clock that jumps from deadline to deadline: what is common to the one with wires and the one without.

Owns the clock. Nothing sleeps and no thread runs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from hardware.simulator.hands import Hands
from hardware.simulator.table import SimulatedTable
from table_controller.core.events import AnyEvent
from table_controller.core.ids import Millis
from table_controller.journal import Moment
from table_controller.service.envelope import Answer, Envelope
from table_controller.service.node import Node

WALL_AT_START = 1_767_225_600_000
"""Wall clock of the virtual zero: an arbitrary fixed midnight, so that the same run gives the same record."""
MOST_ROUNDS = 1_000
"""Turns of the clock without time passing; more is a loop that would never end."""


class ClockStuck(RuntimeError):
    """Virtual time does not get on: something is due again and again at the same moment."""


class TableOnClock(ABC):
    """`run_until` moves time; `order` is the control link; `act` lets hands do something now."""

    sim: SimulatedTable
    node: Node

    def __init__(self, start: int) -> None:
        self.now = start
        self.on_events: Callable[[tuple[AnyEvent, ...]], None] = lambda _events: None

    def moment(self) -> Moment:
        """Both clocks."""
        return Moment(WALL_AT_START + self.now, Millis(self.now))

    def run_until(self, at: int) -> None:
        """Everything due up to `at` happens. ClockStuck when time does not get on."""
        rounds = 0
        while (due := self.due()) <= at:
            rounds = rounds + 1 if due <= self.now else 0
            if rounds > MOST_ROUNDS:
                raise ClockStuck(f"at {self.now} ms")
            self.now = max(self.now, due)
            self._turn()
        self.now = max(self.now, at)

    def _clock(self) -> int:
        return self.now

    @abstractmethod
    def due(self) -> int:
        """When something happens next by itself."""

    @abstractmethod
    def act(self) -> Hands:
        """The hands at the table, now."""

    @abstractmethod
    def order(self, envelope: Envelope, body: bytes = b"") -> Answer:
        """As through the control link, at once."""

    @abstractmethod
    def _turn(self) -> None:
        """What is due now happens."""
