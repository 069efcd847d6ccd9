"""Checks of a record on demand: in a thread of their own, one at a time in this server, the last result of each table kept.

Owns the waiting and the results. Must not know how a record is checked.
"""

import logging
import threading
import time
from collections.abc import Callable

import msgspec

from table_controller.core.ids import TableId
from table_controller.journal import JournalFault, VerifyReport

log = logging.getLogger(__name__)


class Check(msgspec.Struct, frozen=True):
    """`at`: when it began, wall clock, UTC ms. Neither `report` nor `fault`: it runs. `fault`: it could not be read at all."""

    at: int
    seconds: float = 0.0
    report: VerifyReport | None = None
    fault: str = ""

    @property
    def running(self) -> bool:
        """Whether it is not over yet."""
        return self.report is None and not self.fault


class Checks:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: dict[TableId, Check] = {}
        self._busy = False

    def of(self, table: TableId) -> Check | None:
        """The last check of this table; None: nobody asked for one since the server began."""
        with self._lock:
            return self._done.get(table)

    def begin(self, table: TableId, check: Callable[[TableId], VerifyReport | None]) -> bool:
        """Begins to check this table. False: another check is running, and nothing was begun."""
        with self._lock:
            if self._busy:
                return False
            self._busy = True
            self._done[table] = Check(time.time_ns() // 1_000_000)
        threading.Thread(target=self._run, args=(table, check), name="check", daemon=True).start()
        return True

    def _run(self, table: TableId, check: Callable[[TableId], VerifyReport | None]) -> None:
        began, report, fault = time.monotonic(), None, ""
        try:
            report = check(table)
            fault = "" if report is not None else "gone"
        except (JournalFault, OSError) as wrong:
            log.warning("check of %s: %s", table, wrong)
            fault = str(wrong)
        finally:
            with self._lock:
                self._busy = False
                at = self._done[table].at
                self._done[table] = Check(at, round(time.monotonic() - began, 1), report, fault or ("" if report else "stopped"))
