"""`burnturn journal backup`: the record copied without keys while the table plays, and that it was copied put on record."""

from pathlib import Path
from typing import NamedTuple

from table_controller.bootstrap.record_desk import RecordDesk
from table_controller.core.ids import Seq
from table_controller.core.orders import NoteCopy, Person
from table_controller.journal.copying import copy_records


class Backup(NamedTuple):
    """`records` up to `up_to` are in it; `noted`: the record that says so, which is not."""

    file: str
    records: int
    up_to: Seq
    noted: Seq


def back_up(desk: RecordDesk, file: Path, by: Person) -> Backup:
    """JournalFault when it cannot be made, NotDone when it was made and could not be put on record."""
    head = desk.reader.head()
    first = desk.reader.beginning().sequence
    copied = copy_records(desk.reader, file, head.sequence, backup=True)
    noted = desk.order(NoteCopy(up_to=copied.sequence, hash=copied.hash.hex()), by)
    return Backup(str(file), copied.sequence - first, copied.sequence, noted)
