"""A serial line that can be bad: faults as data, for each direction, changeable while it runs.

Owns what happens to bytes between a device and its host. Knows nothing of frames or of how the bytes are carried.
"""

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

KERNEL_BUFFER: Final = 20_480
"""Bytes the kernel keeps for a reader that does not read; what comes after them is lost."""


@dataclass(frozen=True, slots=True)
class WireFaults:
    """What one direction does to bytes. `drop`, `flip` (of one bit), `duplicate`: probabilities of each byte.

    silent: nothing arrives. stalled: nothing arrives until the stall is over, then all at once. delay_ms: time under
    way. Bytes keep their order whatever the delay.
    """

    drop: float = 0.0
    flip: float = 0.0
    duplicate: float = 0.0
    silent: bool = False
    stalled: bool = False
    delay_ms: int = 0


class Wire:
    """One direction of a line. `faults` may be replaced at any time."""

    def __init__(self, seed: int) -> None:
        """The same seed, bytes and faults give the same outcome."""
        self.faults = WireFaults()
        self.lost = 0
        """Bytes lost because nobody took them."""
        self._random = random.Random(seed)  # noqa: S311  (faults to repeat, not secrets)
        self._under_way: deque[tuple[int, bytes]] = deque()
        self._size = 0

    def put(self, data: bytes, now_ms: int) -> None:
        """Bytes go in."""
        faults = self.faults
        if faults.silent or not data:
            return
        if faults.drop or faults.flip or faults.duplicate:
            data = bytes(self._spoilt(data, faults))
        room = KERNEL_BUFFER - self._size
        self.lost += max(0, len(data) - room)
        data = data[:room]
        if data:
            self._under_way.append((now_ms + faults.delay_ms, data))
            self._size += len(data)

    def take(self, now_ms: int) -> bytes:
        """The bytes that have arrived."""
        if self.faults.stalled or not self._under_way:
            return b""
        arrived = []
        while self._under_way and self._under_way[0][0] <= now_ms:
            arrived.append(self._under_way.popleft()[1])
        data = b"".join(arrived)
        self._size -= len(data)
        return data

    def clear(self) -> None:
        """Lose what is under way."""
        self._under_way.clear()
        self._size = 0

    def next_deadline(self) -> int | None:
        """When the next bytes arrive, in ms; None when none is under way or a stall holds them."""
        return self._under_way[0][0] if self._under_way and not self.faults.stalled else None

    def _spoilt(self, data: bytes, faults: WireFaults) -> Iterator[int]:
        chance = self._random.random
        for byte in data:
            if chance() < faults.drop:
                continue
            out = byte ^ 1 << self._random.randrange(8) if chance() < faults.flip else byte
            yield out
            if chance() < faults.duplicate:
                yield out


class FaultyLine:
    """Both directions of a line."""

    def __init__(self, seed: int = 0) -> None:
        self.to_device = Wire(seed)
        self.to_host = Wire(seed + 1)

    def set_faults(self, faults: WireFaults) -> None:
        """The same faults for both directions from now on."""
        self.to_device.faults = self.to_host.faults = faults

    def clear(self) -> None:
        """Lose what is under way in both directions, as when the cable is pulled."""
        self.to_device.clear()
        self.to_host.clear()
