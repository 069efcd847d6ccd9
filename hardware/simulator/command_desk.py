"""Runs a board's commands once: by number, with the cached answer for a repeated one, and never an old one.

Owns command numbers and the age of orders (TABLE_BUS.md, Commands). What a command does is not known here.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from hardware.protocol.sequence import difference32

OLDEST_ORDER_MS: Final = 1500
_BUCKET_MS: Final = 5000
_BUCKETS: Final = 12


class OrderAge:
    """How old an order is, measured against the quickest frame since HELLO_REQ or in the last minute.

    The minute is counted in time with frames in it. By the calendar, frames held up for longer than a minute would
    come out as quick ones, and with them a command long given up.
    """

    def __init__(self) -> None:
        self._reference: int | None = None
        self._quickest: deque[tuple[int, int]] = deque(maxlen=_BUCKETS)

    def restart(self) -> None:
        """Forget all frames, as at a HELLO_REQ: another host has another clock."""
        self._reference = None
        self._quickest.clear()

    def note(self, t_ms: int, device_ms: int, now_ms: int) -> None:
        """A frame with the host's clock `t_ms` came when the device's clock showed `device_ms`."""
        delay = self._delay(t_ms, device_ms)
        bucket = now_ms // _BUCKET_MS
        if self._quickest and self._quickest[-1][0] == bucket:
            delay = min(delay, self._quickest.pop()[1])
        self._quickest.append((bucket, delay))

    def of(self, t_ms: int, device_ms: int) -> int:
        """Age in ms of an order given at `t_ms` of the host's clock."""
        delay = self._delay(t_ms, device_ms)
        return delay - min((quick for _, quick in self._quickest), default=delay)

    def _delay(self, t_ms: int, device_ms: int) -> int:
        offset = device_ms - t_ms
        if self._reference is None:
            self._reference = offset
        return difference32(offset, self._reference)


class CommandDesk:
    """The last command of this life and its answer."""

    def __init__(self, execute: Callable[[bytes], bytes]) -> None:
        """`execute`: runs the payload of a command and returns the payload of its answer."""
        self._execute = execute
        self._answer = b""
        self.last_number = 0
        """Number of the last command executed in this life, 0 if none."""

    def answer(self, number: int, payload: bytes, age_ms: int) -> bytes | None:
        """The answer to a command, run now unless it is the last one again; None when it is too old and dropped."""
        if number != self.last_number:
            if age_ms > OLDEST_ORDER_MS:
                return None
            self._answer = self._execute(payload)
            self.last_number = number
        return self._answer
