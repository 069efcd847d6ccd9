"""A file of lines beside the journal that only grows: its first line says whose it is, each other one is whole or not there.

Owns the appending and the reading. Each writing opens the file anew: the disk may come and go while the table plays.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from table_controller.journal.faults import FaultReason, JournalFault, as_faults

LONGEST_LINE = 1_000


def append_lines(path: Path, first: bytes, lines: Iterable[bytes], what: str, mode: int) -> None:
    """Writes these after the last whole line, on the disk when this returns; a new file begins with `first`.

    JournalFault, naming the file, when it cannot. What is no file of ours (`what`) is left as it is.
    """
    text = b"".join(line + b"\n" for line in lines)
    with as_faults(path):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        try:
            end = _place(path, descriptor, first + b"\n", what)
            os.pwrite(descriptor, text if end else first + b"\n" + text, end)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def whole_lines(path: Path) -> list[bytes]:
    """All but a last one that a power cut has cut short. OSError when it cannot be read."""
    with path.open("rb") as file:
        lines = list(iter(lambda: file.readline(LONGEST_LINE), b""))
    return lines[:-1] if len(lines) > 1 and not lines[-1].endswith(b"\n") else lines


def _place(path: Path, descriptor: int, first: bytes, what: str) -> int:
    """Where the next line goes. JournalFault where what lies there is none of ours."""
    begun = os.pread(descriptor, LONGEST_LINE, 0)
    if begun.startswith(first):
        return _end_of_lines(descriptor)
    if first.startswith(begun):  # new, or a power cut left no whole line
        return 0
    raise JournalFault(path, FaultReason.NOT_A_JOURNAL, f"is no file of {what}")


def _end_of_lines(descriptor: int) -> int:
    """Where the last whole line ends. What a power cut left behind it is written over, and what is longer is no line."""
    size = os.fstat(descriptor).st_size
    tail = os.pread(descriptor, LONGEST_LINE, max(0, size - LONGEST_LINE))
    return size - len(tail) + tail.rfind(b"\n") + 1
