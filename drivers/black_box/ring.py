"""A file of fixed size that holds the last blocks of something, each sealed by a function it is given.

Owns the file: a head, then slots of one length; block n lies in slot n modulo their number, its number in the clear before
it. A block may be written again as it fills. Must not know what is in a block, nor how it is sealed.
"""

import os
import stat
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeAlias

Seal: TypeAlias = Callable[[int, bytes], bytes]
"""Seals block n; the result has the same length for every block of at most `BLOCK_BYTES`."""
Unseal: TypeAlias = Callable[[int, bytes], bytes | None]
"""The plain block n; None when the bytes are not what was sealed there."""

BLOCK_BYTES: Final = 8192
HEAD_BYTES: Final = 512
_MAGIC: Final = b"burnturn-black-box-1\n"
_SHAPE: Final = struct.Struct("<IIH")
_NUMBER: Final = struct.Struct("<Q")
_MODE: Final = 0o600


class RingFault(OSError):
    """A file is no ring, or was cut. The text names it."""


class Ring:
    """Open from its making to `close`. All that writes raises OSError when the disk does not take it."""

    def __init__(self, path: Path, slots: int, note: bytes, sealed_bytes: int) -> None:
        """Opened for writing; made when it is not there. A ring of another shape is put aside as `NAME.old` first.

        `note`: bytes for whoever opens it later (a wrapped key), at most 400; those of a ring that is there stay.
        """
        self.path = path
        self.slots, self._slot_bytes = slots, _NUMBER.size + sealed_bytes
        self._file = _regular(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, _MODE))
        self.note = note
        if (shape := _shape(self._file)) is None or shape[:2] != (slots, self._slot_bytes):
            self._begin(aside=os.fstat(self._file).st_size > 0)
        else:
            self.note = shape[2]
        os.ftruncate(self._file, self._length())  # what was cut off later is seen by the length
        self.next_number = 1 + max((number for number, _ in _slots(self._file)), default=0)

    def write(self, number: int, sealed: bytes) -> None:
        """Block `number`, in the place of the one that lay there before. It is on its way to the disk when this returns."""
        os.pwrite(self._file, _NUMBER.pack(number) + sealed, HEAD_BYTES + number % self.slots * self._slot_bytes)

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)

    def _length(self) -> int:
        return HEAD_BYTES + self.slots * self._slot_bytes

    def _begin(self, *, aside: bool) -> None:
        if aside:
            os.close(self._file)
            self.path.rename(self.path.with_name(f"{self.path.name}.old"))
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE)
        head = _MAGIC + _SHAPE.pack(self.slots, self._slot_bytes, len(self.note)) + self.note
        os.pwrite(self._file, head.ljust(HEAD_BYTES, b"\0"), 0)


def read_note(path: Path) -> bytes:
    """The note of a ring. RingFault when it is none, OSError when it cannot be read."""
    with _opened(path) as file:
        return _shape_of(path, file)[2]


def read_blocks(path: Path, unseal: Unseal) -> Iterator[tuple[int, bytes | None]]:
    """Every block that is there, oldest first, with its number; None for one that does not open.

    RingFault at the end when the file was cut: then nobody knows what else was there.
    """
    with _opened(path) as file:
        slots, slot_bytes, _ = _shape_of(path, file)
        for number, at in sorted(_slots(file)):
            yield number, unseal(number, os.pread(file, slot_bytes - _NUMBER.size, at + _NUMBER.size))
        if os.fstat(file).st_size < HEAD_BYTES + slots * slot_bytes:
            raise RingFault(f"{path} was cut short")


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    file = _regular(path, os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK))
    try:
        yield file
    finally:
        os.close(file)


def _regular(path: Path, file: int) -> int:
    """The same file; RingFault when it is a pipe or device, at which one might wait for ever."""
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise RingFault(f"{path} is no regular file")
    return file


def _shape_of(path: Path, file: int) -> tuple[int, int, bytes]:
    shape = _shape(file)
    if shape is None:
        raise RingFault(f"{path} is no black box")
    return shape


def _shape(file: int) -> tuple[int, int, bytes] | None:
    head = os.pread(file, HEAD_BYTES, 0)
    if len(head) < HEAD_BYTES or not head.startswith(_MAGIC):
        return None
    slots, slot_bytes, note = _SHAPE.unpack_from(head, len(_MAGIC))
    start = len(_MAGIC) + _SHAPE.size
    return slots, slot_bytes, head[start : start + note]


def _slots(file: int) -> Iterator[tuple[int, int]]:
    """Number and place of every slot that was ever written."""
    shape = _shape(file)
    slots, slot_bytes = shape[:2] if shape else (0, 1)
    end = os.fstat(file).st_size
    for at in range(HEAD_BYTES, min(end, HEAD_BYTES + slots * slot_bytes), slot_bytes):
        number = os.pread(file, _NUMBER.size, at)
        if len(number) == _NUMBER.size and any(number):
            yield _NUMBER.unpack(number)[0], at
