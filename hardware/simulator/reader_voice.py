"""What simulated tag readers of all makers share: they take time to answer, fall silent, and say what is not so when told to.

Owns answers under way and the mishaps that befall them. Sans-I/O: `take` what is said by now.
"""

import random
from collections import deque
from enum import StrEnum
from typing import Final

from hardware.protocol.events import Uid
from hardware.simulator.radio import Radio

BYTE_MS: Final = 1_000 * 10 / 115_200
"""A byte of ten bits at 115 200 baud."""
SWITCH_MS: Final = 5
"""Time to switch to another antenna until its field stands (assumed)."""


class Mishap(StrEnum):
    """What befalls one answer."""

    SHORT = "short"
    """Its second half is not said."""
    LONG = "long"
    """It does not end where it should."""
    ALL_FF = "all_ff"
    """Each byte is FF, as from a chip that does not answer its processor."""
    STALE = "stale"
    """The answer before it is said again instead."""
    LOST = "lost"
    """It is not said."""


class ReaderVoice:
    """`hangs`: it hears and says nothing. `flip`: chance of a wrong bit in each byte said. `mishaps`: of the next answers."""

    def __init__(self, radio: Radio, seed: int) -> None:
        self.radio = radio
        self.hangs = False
        self.flip = 0.0
        self.mishaps: deque[Mishap] = deque()
        self.inventories = 0
        self._random = random.Random(seed)  # noqa: S311  (faults to repeat, not secrets)
        self._said: deque[tuple[int, bytes]] = deque()
        self._before = b""

    @property
    def field(self) -> dict[int, list[Uid]]:
        """Tags by antenna."""
        return self.radio.field

    @field.setter
    def field(self, tags: dict[int, list[Uid]]) -> None:
        self.radio.field = tags

    def take(self, now_ms: int) -> bytes:
        """What it has said by now."""
        said = b""
        while self._said and self._said[0][0] <= now_ms:
            said += self._said.popleft()[1]
        return b"" if self.hangs else self._spoilt(said)

    def next_deadline(self) -> int | None:
        """When it has something to say, in ms; None: when it is asked."""
        return self._said[0][0] if self._said else None

    def hush(self) -> None:
        """What was to be said is not."""
        self._said.clear()

    def say(self, answer: bytes, ready_ms: float) -> None:
        """An answer that is ready at this time; it takes its time on the wire."""
        before, self._before = self._before, answer
        if self.mishaps:
            answer = _befallen(self.mishaps.popleft(), answer, before)
        if answer:
            self._said.append((round(ready_ms + len(answer) * BYTE_MS), answer))

    def _spoilt(self, said: bytes) -> bytes:
        if not self.flip:
            return said
        chance = self._random
        return bytes(byte ^ 1 << chance.randrange(8) if chance.random() < self.flip else byte for byte in said)


def _befallen(mishap: Mishap, answer: bytes, before: bytes) -> bytes:
    match mishap:
        case Mishap.SHORT:
            return answer[: len(answer) // 2]
        case Mishap.LONG:
            return answer[:-1] + answer * 20
        case Mishap.ALL_FF:
            return b"\xff" * len(answer)
        case Mishap.STALE:
            return before
        case Mishap.LOST:
            return b""
