"""Following one table's journal from outside: folds its records, hidden cards unknown, into the views.

Owns the fold; must not know where records come from (any `Feed`) nor who looks at the views.
"""

from collections.abc import Callable, Iterable

from table_controller.alarms import Alarms, fold_alarm
from table_controller.core.codec import join
from table_controller.core.events import AnyEvent
from table_controller.core.fold import fold
from table_controller.core.ids import Seq, TableId
from table_controller.core.state import TableState
from table_controller.journal import Feed, Record
from table_controller.views.dealer import dealer_view
from table_controller.views.pit import pit_view
from table_controller.views.shapes import DealerView, PitView

AT_ONCE = 2_000
"""Records read in one go while catching up."""
LAST_FACTS = 20


class TableFollower:
    """What the journal of `table` says so far. Not for several threads at once."""

    def __init__(self, table: TableId) -> None:
        self.table = table
        self.state = TableState()
        self.alarms = Alarms()
        self.seq = Seq(0)
        self.wall = 0
        self.facts: tuple[tuple[int, int, AnyEvent], ...] = ()
        """The last events as (sequence, wall clock ms, event), newest last."""
        self.told: Callable[[AnyEvent], None] = lambda _event: None
        """Called with each event once it is folded."""

    def catch_up(self, feed: Feed) -> bool:
        """Reads everything new. True when there was something. JournalFault from the feed passes through; ask again later."""
        if self.seq == 0:
            self.seq = Seq((feed.last_checkpoint() or Seq(1)) - 1)
        moved = False
        while records := feed.tail(self.seq, AT_ONCE):
            self.take(records)
            moved = True
        return moved

    def take(self, records: Iterable[Record]) -> None:
        """The next records, in order."""
        for record in records:
            event = join(record.kind, record.version, record.public, None)
            self.state = fold(self.state, event)
            self.alarms = fold_alarm(self.alarms, event, record.wall_ms)
            self.seq, self.wall = record.sequence, record.wall_ms
            self.facts = (*self.facts[1 - LAST_FACTS :], (record.sequence, record.wall_ms, event))
            self.told(event)

    def pit(self) -> PitView:
        """The pit view as of the last record."""
        return pit_view(self.table, self.seq, self.wall, self.state, self.alarms)

    def dealer(self) -> DealerView:
        """The dealer's view as of the last record."""
        return dealer_view(self.table, self.state, self.pit())
