"""The one overwritten line a second in which a table process says that it lives; it says nothing about the hand.

A file of its own beside the journal, replaced by renaming: a reader sees the old line or the new one, never half of
one. It is not synced, because a heartbeat from before a power cut is worth nothing, and so it never holds up the
writing of events as a second transaction on the journal would. Owns the file, must not know what stands in the line.
"""

import os
from pathlib import Path

from table_controller.journal.faults import as_faults

MOST_BYTES = 65_536
_MODE = 0o640


def write_status(journal: Path, body: bytes) -> None:
    """Overwrite the status of this journal's table. ValueError beyond MOST_BYTES, JournalFault when it cannot be
    written."""
    if len(body) > MOST_BYTES:
        raise ValueError(f"a status has at most {MOST_BYTES} bytes")
    beside = journal.with_name(journal.name + ".status.new")
    with as_faults(journal):
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE)
        try:
            os.fchmod(descriptor, _MODE)
            os.write(descriptor, body)
        finally:
            os.close(descriptor)
        beside.rename(_status_file(journal))


def read_status(journal: Path) -> bytes | None:
    """The last status; None when there was never one. JournalFault when it may not be read."""
    with as_faults(journal):
        try:
            with _status_file(journal).open("rb") as file:
                return file.read(MOST_BYTES)
        except FileNotFoundError:
            return None


def _status_file(journal: Path) -> Path:
    return journal.with_name(journal.name + ".status")
