"""`burnturn journal backup`: the record copied without keys while the table plays, and that it was copied put on record."""

from pathlib import Path
from typing import NamedTuple

from table_controller.bootstrap.record_desk import NotDone, RecordDesk
from table_controller.core.ids import Seq
from table_controller.core.orders import NoteCopy, Person
from table_controller.journal import FaultReason, JournalFault
from table_controller.journal.copying import copy_records


class Backup(NamedTuple):
    """`records` up to `up_to` are in it; `noted`: the record that says so, which is not."""

    file: str
    records: int
    up_to: Seq
    noted: Seq


def back_up(desk: RecordDesk, file: Path, by: Person) -> Backup:
    """JournalFault when it cannot be made; NotDone when a record is bad, or when it was made and could not be put on record."""
    last, first = desk.reader.head().sequence, desk.reader.beginning().sequence
    try:
        copied = copy_records(desk.reader, file, last, backup=True)
    except JournalFault as fault:
        if fault.reason is not FaultReason.DAMAGED:
            raise
        raise NotDone("bad_record", f"{fault}; keep the journal as it is, `burnturn verify` tells more") from None
    try:
        noted = desk.order(NoteCopy(up_to=copied.sequence, hash=copied.hash.hex()), by)
    except NotDone as trouble:
        raise NotDone(trouble.code, f"{file} is made, but not on record: {trouble}") from None
    return Backup(str(file), copied.sequence - first, copied.sequence, noted)
