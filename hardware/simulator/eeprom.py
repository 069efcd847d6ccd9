"""The few bytes of a board that outlive its power, and the boot counter kept in them.

Owns the two cells of the boot counter (TABLE_BUS.md, Lives). A write can be torn by a power cut or not take at all,
as on a real part. Knows nothing of frames or events.
"""

import secrets
from collections.abc import Callable
from pathlib import Path
from struct import Struct
from typing import Final
from zlib import crc32

SIZE: Final = 64
_ERASED: Final = 0xFF
_CELLS: Final = (0, 8)
_CELL = Struct("<II")
# Erased bytes must not look like a counter, and the plain CRC-32 of FF FF FF FF is FF FF FF FF.
_SEED: Final = crc32(b"boot counter")


class PowerLostError(Exception):
    """Power went away in the middle of a write; the board is off from here on."""


class Eeprom:
    """64 bytes, in memory or in a file. A file is written in place: a killed process tears it as a power cut would."""

    def __init__(self, path: Path | None = None) -> None:
        """Bytes the file does not have are erased. Raises OSError when the file cannot be read or made."""
        self._path = path
        self._bytes = bytearray([_ERASED] * SIZE)
        self._left_to_tear: int | None = None
        self.worn = False
        """While True no write takes."""
        if path is not None:
            self._load(path)

    def read(self, address: int, length: int) -> bytes:
        """`length` bytes from an address."""
        return bytes(self._bytes[address : address + length])

    def write(self, address: int, data: bytes) -> None:
        """Write bytes. Raises PowerLostError when a tear was asked for, with only the first bytes written."""
        torn = self._left_to_tear is not None
        if self._left_to_tear is not None:
            data = data[: self._left_to_tear]
            self._left_to_tear = None
        if not self.worn:
            self._bytes[address : address + len(data)] = data
            self._store()
        if torn:
            raise PowerLostError

    def tear_next_write(self, after_bytes: int) -> None:
        """Power is lost in the next write, when this many of its bytes are written."""
        self._left_to_tear = after_bytes

    def erase(self) -> None:
        """All bytes as from the factory."""
        self._bytes[:] = bytes([_ERASED] * SIZE)
        self._store()

    def _load(self, path: Path) -> None:
        stored = path.read_bytes()[:SIZE] if path.exists() else b""
        self._bytes[: len(stored)] = stored
        if len(stored) < SIZE:
            path.write_bytes(self._bytes)

    def _store(self) -> None:
        if self._path is not None:
            with self._path.open("r+b") as file:
                file.write(self._bytes)


def next_boot_counter(eeprom: Eeprom, entropy: Callable[[], int] = lambda: secrets.randbits(32)) -> int:
    """The counter of the life that begins now, written to the older cell and read back before it is returned.

    Both cells bad, or a write that does not take: a u32 of `entropy`, for a counter that cannot be stored would come
    again at the next boot. Raises PowerLostError when the write is torn; no counter was used then.
    """
    counters = [_read_cell(eeprom, address) for address in _CELLS]
    newest = _newest(counters)
    counter = entropy() & 0xFFFFFFFF if newest is None else (newest + 1) & 0xFFFFFFFF
    older = _CELLS[1] if counters[0] == newest and newest is not None else _CELLS[0]
    eeprom.write(older, _CELL.pack(counter, _crc(counter)))
    return counter if _read_cell(eeprom, older) == counter else entropy() & 0xFFFFFFFF


def _newest(counters: list[int | None]) -> int | None:
    first, second = counters
    if first is None or second is None:
        return second if first is None else first
    return first if (first - second) & 0xFFFFFFFF < 0x80000000 else second


def _read_cell(eeprom: Eeprom, address: int) -> int | None:
    counter, crc = _CELL.unpack(eeprom.read(address, _CELL.size))
    return int(counter) if crc == _crc(counter) else None


def _crc(counter: int) -> int:
    return crc32(counter.to_bytes(4, "little"), _SEED)
