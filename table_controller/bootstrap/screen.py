"""The dealer's screen of a real table process, as the robot looks at it: the same journal, status and socket a dashboard uses."""

import time
import uuid
from pathlib import Path

import msgspec

from table_controller.core.ids import TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.journal import Changes, JournalFault, JournalReader, read_status
from table_controller.service.loop import Status
from table_controller.views.follow import TableFollower
from table_controller.views.shapes import DealerView
from web_dashboard.feed import Accepted, Refused
from web_dashboard.local_control import LocalControl

STALE_MS = 3_000
"""Without a heartbeat for so long the screen is dead and nobody acts on it (DASHBOARD 6.3)."""
UNREACHABLE = Rejection("unreachable")


class JournalEyes:
    """See `Eyes`. For one thread."""

    def __init__(self, folder: Path, table: TableId) -> None:
        self._journal = folder / f"{table}.journal"
        self._changes = Changes([self._journal])
        self._control = LocalControl(folder)
        self._table = table
        self._reader: JournalReader | None = None
        self._view: DealerView | None = None
        self._news = True
        self._asked: AnyOrder | None = None
        self._key = ""
        self.follower = TableFollower(table)

    def view(self) -> DealerView | None:
        """See `Eyes`."""
        if not self._alive():
            return None
        if self._news:
            self._news = not self._catch_up()
        return self._view

    def order(self, order: AnyOrder, role: Role) -> Rejection | None:
        """See `Eyes`. The same order object keeps its key however often it is asked, so nothing is done twice."""
        if order is not self._asked:
            self._asked, self._key = order, str(uuid.uuid4())
        person = Person(role, f"robot {role.value}", "rehearsal")
        for _ in range(3):
            answer = self._control.order(self._table, order, person, None, self._key)
            self._news = True
            if isinstance(answer, Accepted):
                return None
            if isinstance(answer, Refused):
                return answer.rejection
            time.sleep(0.2)
        return UNREACHABLE

    def wait_for_news(self, at_most_s: float) -> None:
        """Until the journal may hold something new, or the time is over."""
        if self._changes.wait(at_most_s):
            self._news = True

    def _catch_up(self) -> bool:
        try:
            if self._reader is None:
                self._reader = JournalReader.open(self._journal)
            if self.follower.catch_up(self._reader) or self._view is None:
                self._view = self.follower.dealer() if self.follower.seq else None
        except JournalFault:
            return False  # not there yet, or its writer is just being started: looked at again
        return True

    def _alive(self) -> bool:
        try:
            line = read_status(self._journal)
            status = None if line is None else msgspec.json.decode(line, type=Status)
        except (JournalFault, msgspec.MsgspecError):
            return False
        return status is not None and time.time_ns() // 1_000_000 - status.heartbeat < STALE_MS
