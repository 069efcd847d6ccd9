"""What the dashboard stands on: a feed of what is so at each table, and a link that carries orders to it.

Both are protocols with a local form (`local_feed`, `local_control`); many tables over a network will bring another form and
nothing else here changes. Must not know Flask, files or sockets.
"""

from collections.abc import Callable
from typing import Protocol

import msgspec

from table_controller.alarms.figures import Change
from table_controller.core.events import AnyEvent
from table_controller.core.ids import AttemptNo, Chips, HandNo, Seq, TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person
from table_controller.journal import Feed as Record
from table_controller.journal import VerifyReport
from table_controller.views.shapes import DealerView, PitView, TableSummary
from web_dashboard.devices.health import HealthTold

STALE_AFTER_S = 3.0
"""A table that has not been heard for this long must look so (DASHBOARD 6.3)."""


def by_number(table: TableId) -> tuple[str, int, str]:
    """The order of tables: T2 before T10."""
    letters = table.rstrip("0123456789")
    digits = table[len(letters) :]
    return letters, int(digits or 0), table


Listener = Callable[[PitView], None]
"""Called in the feed's own thread for every new view; must return at once."""


class HandSummary(msgspec.Struct, frozen=True):
    """A finished hand in the list. `outcome`: showdown, uncontested or void. `pots`: amounts pushed, main first."""

    number: HandNo
    attempt: AttemptNo
    outcome: str
    irregularities: tuple[str, ...]
    pots: tuple[Chips, ...]


class Recorded(msgspec.Struct, frozen=True):
    """One event with its place in the journal. `at`: wall clock, UTC milliseconds. Hidden cards are unknown here."""

    seq: Seq
    at: int
    event: AnyEvent


class HandRecord(msgspec.Struct, frozen=True):
    """One attempt of one hand, from its first event to its last."""

    number: HandNo
    attempt: AttemptNo
    events: tuple[Recorded, ...]


class Feed(Protocol):
    """What is so. Every call answers at once from memory, or by a short read of the journal (`hands`, `hand`)."""

    def tables(self) -> tuple[TableSummary, ...]:
        """Every known table, in the order of their numbers."""
        ...

    def view(self, table: TableId) -> PitView | None:
        """The latest view; None for an unknown table."""
        ...

    def dealer_view(self, table: TableId) -> DealerView | None:
        """What the dealer of that table needs now."""
        ...

    def state_since(self, table: TableId) -> int | None:
        """Wall clock, UTC ms, at which the state word became what it is."""
        ...

    def facts(self, table: TableId) -> tuple[Recorded, ...]:
        """The last events, newest first; a bounded number."""
        ...

    def hands(self, table: TableId, before: HandNo | None, limit: int) -> tuple[HandSummary, ...]:
        """Finished attempts, newest first, with numbers below `before`."""
        ...

    def hand(self, table: TableId, number: HandNo, attempt: AttemptNo | None) -> HandRecord | None:
        """One attempt, the last one when none is named; None when there is no such hand."""
        ...

    def record(self, table: TableId) -> Record | None:
        """The table's journal, for what is told of hands and shifts long past; sealed parts stay sealed."""

    def alarm_changes(self, table: TableId) -> tuple[Change, ...]:
        """What became of the table's alarms, oldest first; a bounded number."""
        ...

    def check(self, table: TableId) -> VerifyReport | None:
        """Walks the whole record and says whether it is whole; takes its time. None for an unknown table."""
        ...

    def health(self, table: TableId) -> HealthTold | None:
        """How well the table's devices were heard lately."""
        ...

    def ages(self) -> dict[TableId, float | None]:
        """Seconds since each table process was last heard; None: never."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have every later view given to `listener`; the answer ends that.

        A view is given again when its table turns stale or fresh.
        """
        ...

    def trouble(self) -> str | None:
        """Why the feed as a whole no longer follows; None while it does."""
        ...


class Accepted(msgspec.Struct, frozen=True):
    """The controller decided. `seq`: the journal's position after it."""

    seq: Seq


class Refused(msgspec.Struct, frozen=True):
    """Nothing has changed, and why."""

    rejection: Rejection


class KeyReused(msgspec.Struct, frozen=True):
    """The key was used before with another body."""


class Unanswered(msgspec.Struct, frozen=True):
    """No answer within two seconds: it may or may not have been done; the same key may be sent again."""


Answer = Accepted | Refused | KeyReused | Unanswered


class ControlLink(Protocol):
    """Where orders go."""

    def order(self, table: TableId, order: AnyOrder, person: Person, seen: Seq | None, key: str) -> Answer:
        """Gives one order. Returns within two seconds; repeating it with the same key does nothing twice."""
        ...
