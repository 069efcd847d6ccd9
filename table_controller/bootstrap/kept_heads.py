"""The table's journal, with a signed head put elsewhere whenever a hand is over and when the table stops."""

import logging
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from table_controller.core.codec import RecordCodec
from table_controller.core.events import AnyEvent, HandEnded, HandVoided, NodeStopped
from table_controller.core.ids import DeviceId, Seq, TableId
from table_controller.journal import DevicePosition, HeadsFile, JournalFault, Moment, OrderAnswer, Record, SqliteJournal
from table_controller.sealing import KeySlot, MasterKey, Signer

log = logging.getLogger("burnturn.table")

_ENDS: Final = (HandEnded, HandVoided, NodeStopped)


class JournalWithHeads(SqliteJournal[AnyEvent]):
    """See `SqliteJournal`. Heads that cannot be kept are no reason to stop a game: `heads_lost` says so, for an alarm."""

    def __init__(self, path: Path, table: TableId, master: MasterKey, heads: Path | None) -> None:
        super().__init__(path, table, master, RecordCodec())
        self._heads = None if heads is None else HeadsFile(heads, table, Signer(master, table))
        self.heads_lost = False

    def append(
        self,
        events: Sequence[AnyEvent],
        positions: Mapping[DeviceId, DevicePosition],
        tracker_state: bytes,
        now: Moment,
        order: OrderAnswer | None = None,
        gone: Collection[KeySlot] = (),
    ) -> list[Record]:
        """See `Journal.append`."""
        records = super().append(events, positions, tracker_state, now, order, gone)
        if any(isinstance(event, _ENDS) for event in events):
            self._keep(records[-1])
        return records

    def purge(self, up_to: Seq, event: AnyEvent, tracker_state: bytes, now: Moment) -> list[Record]:
        """See `SqliteJournal.purge`. Its record is signed, so that nobody else's passes for one."""
        records = super().purge(up_to, event, tracker_state, now)
        self._keep(records[-1])
        return records

    def sign_last(self) -> None:
        """Signs for the record as it is now."""
        last = self.record_at(self._head.sequence)
        if last is not None:
            self._keep(last)

    def _keep(self, record: Record) -> None:
        if self._heads is None:
            return
        try:
            self._heads.keep(record)
        except JournalFault as wrong:
            log.error("signed heads: %s", wrong)
            self.heads_lost = True
        else:
            self.heads_lost = False
