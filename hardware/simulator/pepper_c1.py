"""A simulated Eccel Pepper C1: binary frames with a CRC, up to eight antennas, one tag an answer.

Sans-I/O: `receive` what it is told, `take` what it says by now. Owns its frames, written from the maker's manual and apart from
the driver's, and when each is answered. Knows nothing of cards.
"""

from collections.abc import Callable
from typing import Final

from hardware.protocol.events import Uid
from hardware.simulator.air import inventory_us
from hardware.simulator.radio import Radio
from hardware.simulator.reader_voice import SWITCH_MS, ReaderVoice

ANTENNAS: Final = range(1, 9)
ANSWER_MS: Final = 1
"""What it needs for an answer that asks no tag (assumed)."""
REBOOT_MS: Final = 1_000
"""It takes no command for so long after it began to boot (manual)."""
COUNTED: Final = 5
"""Tags its simple search finds at most (manual)."""
_ACK, _ERROR = 0x00, 0xFF
_ICODE: Final = 0x11
"""Its number for this kind of tag (assumed)."""
_LAYER, _NO_ANSWER = 0x02, 0x01
"""Bytes of an error: the layer it comes from, no tag answered (manual)."""
_WRONG: Final = 0x05
"""And a wrong value or command (assumed)."""


class PepperReader(ReaderVoice):
    """One reader."""

    def __init__(self, *, seed: int = 1, radio: Radio | None = None, firmware: str = "2.4 Mar 02 2026 10:00:00") -> None:
        super().__init__(radio or Radio(seed=seed), seed)
        self.firmware = firmware
        self._buffer = b""
        self._antenna = self._used = ANTENNAS.start
        self._found: list[Uid] = []
        self._deaf_until = 0
        self._commands: dict[int, Callable[[bytes, int], None]] = {
            0x01: lambda _fields, now: self._ack(0x01, b"", now),
            0x02: self._count,
            0x03: self._uid,
            0x06: lambda _fields, now: self._ack(0x06, b"", now),
            0x0A: self._reboot,
            0x0B: lambda _fields, now: self._ack(0x0B, self.firmware.encode(), now),
            0x0F: self._use_antenna,
            0x90: self._start,
            0x91: self._next,
            0x92: lambda _fields, now: self._ack(0x92, b"", now),
        }

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host."""
        if self.hangs or now_ms < self._deaf_until:
            return
        self._buffer += data
        while (payload := self._payload()) is not None:
            if payload:
                self._commands.get(payload[0], self._refuse(payload[0]))(payload[1:], now_ms)

    def restart(self, now_ms: int) -> None:
        """Its power was away: it has forgotten all, and is deaf while it boots."""
        self.hush()
        self._buffer, self._found = b"", []
        self._antenna = ANTENNAS.start
        self._deaf_until = now_ms + REBOOT_MS

    def _payload(self) -> bytes | None:
        """The next payload; empty: something was no frame; None: more bytes are needed."""
        self._buffer = self._buffer[self._buffer.find(b"\xf5") :] if b"\xf5" in self._buffer else b""
        if len(self._buffer) < 5:
            return None
        low, high, not_low, not_high = self._buffer[1:5]
        size = low + 256 * high
        if (low ^ not_low, high ^ not_high) != (0xFF, 0xFF) or not 2 < size < 1_024:
            self._buffer = self._buffer[1:]
            return b""
        if len(self._buffer) < 5 + size:
            return None
        frame, self._buffer = self._buffer[5 : 5 + size], self._buffer[5 + size :]
        payload = frame[:-2]
        return payload if checksum(payload) == frame[-2] + 256 * frame[-1] else b""

    def _answer(self, payload: bytes, ready_ms: float) -> None:
        size, check = len(payload) + 2, checksum(payload)
        head = bytes([0xF5, size & 0xFF, size >> 8, size & 0xFF ^ 0xFF, size >> 8 ^ 0xFF])
        self.say(head + payload + bytes([check & 0xFF, check >> 8]), ready_ms)

    def _ack(self, command: int, fields: bytes, now_ms: float) -> None:
        self._answer(bytes([_ACK, command]) + fields, now_ms + ANSWER_MS)

    def _refuse(self, command: int, number: int = _WRONG) -> Callable[[bytes, float], None]:
        return lambda _fields, now_ms: self._answer(bytes([_ERROR, command, _LAYER, number]), now_ms + ANSWER_MS)

    def _reboot(self, _fields: bytes, now_ms: int) -> None:
        self.restart(now_ms)
        self._ack(0x0A, b"", now_ms)

    def _use_antenna(self, fields: bytes, now_ms: int) -> None:
        if len(fields) != 1 or fields[0] not in ANTENNAS:
            self._refuse(0x0F)(fields, now_ms)
            return
        self._antenna = fields[0]
        self._ack(0x0F, b"", now_ms)

    def _search(self, now_ms: int) -> float:
        """Finds the tags in the field; when that is done."""
        switching = SWITCH_MS if self._antenna != self._used else 0
        self._used = self._antenna
        self._found = self.radio.answers(self._antenna)
        self.inventories += 1
        return now_ms + switching + inventory_us(self._found) / 1000

    def _count(self, _fields: bytes, now_ms: int) -> None:
        done = self._search(now_ms)
        self._found = self._found[:COUNTED]
        self._ack(0x02, bytes([len(self._found)]), done)

    def _uid(self, fields: bytes, now_ms: int) -> None:
        if len(fields) != 1 or fields[0] >= len(self._found):
            self._refuse(0x03)(fields, now_ms)
            return
        self._ack(0x03, bytes([_ICODE, 0]) + self._found[fields[0]][::-1], now_ms)

    def _start(self, _fields: bytes, now_ms: int) -> None:
        self._one_tag(0x90, self._search(now_ms))

    def _next(self, _fields: bytes, now_ms: int) -> None:
        self._one_tag(0x91, now_ms)

    def _one_tag(self, command: int, ready_ms: float) -> None:
        if not self._found:
            self._refuse(command, _NO_ANSWER)(b"", ready_ms)
            return
        tag = self._found.pop(0)
        self._ack(command, tag[::-1] + bytes([0, len(self._found) > 0]), ready_ms)


def checksum(payload: bytes) -> int:
    """CRC-CCITT, first value FFFF, bit by bit."""
    value = 0xFFFF
    for byte in payload:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value
