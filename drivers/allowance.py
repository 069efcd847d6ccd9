"""How much may be taken from a port: as much as an honest device can send, however much a broken one sends.

Owns the sum and time it takes to fill again. What is not taken stays with the system and the device.
"""

from typing import Final

PER_SECOND: Final = 128 * 1024
"""Five times a wire at 250 000 Bd; the worst bytes take a tenth of a core at this rate."""
AT_ONCE: Final = PER_SECOND // 4
EACH: Final = 64
"""What a look at the port costs at least, so that single bytes are bounded too: 2 048 looks a second."""


class Allowance:
    """Filled by time, spent by reading. Times are the host's monotonic milliseconds."""

    def __init__(self) -> None:
        self._left = AT_ONCE
        self._at: int | None = None

    def spend(self, count: int, now: int) -> int:
        """So many bytes were read at `now`: ms until more may be read; 0: at once."""
        if self._at is not None:
            self._left = min(AT_ONCE, self._left + (now - self._at) * PER_SECOND // 1000)
        self._at = now
        if count:
            self._left -= max(EACH, count)
        return 0 if self._left > 0 else 1 + -self._left * 1000 // PER_SECOND
