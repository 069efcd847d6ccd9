"""The record of one table: appended in transactions, chained by hashes, sealed, followed by others, verified.

Owns storage and proof. Knows events only through the codec it is given, and never opens a sealed part for a follower.
"""

from table_controller.journal.chain import BadLink
from table_controller.journal.changes import Changes
from table_controller.journal.faults import FaultReason, JournalFault
from table_controller.journal.heads import HeadsFault, HeadsFile, KeptHead, read_heads
from table_controller.journal.memory import MemoryJournal
from table_controller.journal.reader import JournalReader
from table_controller.journal.record import (
    DevicePosition,
    EventCodec,
    Feed,
    Head,
    Journal,
    Moment,
    OrderAnswer,
    OrderConflict,
    Record,
    Recovery,
    SplitEvent,
)
from table_controller.journal.sqlite import SqliteJournal
from table_controller.journal.status import read_status, write_status
from table_controller.journal.verify import VerifyReport, verify

__all__ = [
    "BadLink",
    "Changes",
    "DevicePosition",
    "EventCodec",
    "FaultReason",
    "Feed",
    "Head",
    "HeadsFault",
    "HeadsFile",
    "Journal",
    "JournalFault",
    "JournalReader",
    "KeptHead",
    "MemoryJournal",
    "Moment",
    "OrderAnswer",
    "OrderConflict",
    "Record",
    "Recovery",
    "SplitEvent",
    "SqliteJournal",
    "VerifyReport",
    "read_heads",
    "read_status",
    "verify",
    "write_status",
]
