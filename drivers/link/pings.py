"""PINGs under way: their numbers and times.

Owns the matching of a PONG with the host's own PING (number and t_ms, so that the PONG of a host before this one is
never taken). Knows neither clock nor frames.
"""

from drivers.link.timing import CLOCK_SAMPLES
from hardware.protocol.sequence import wrap32


class Pings:
    """Numbers run 1..65535; `first` differs from host to host."""

    def __init__(self, first: int) -> None:
        self._number = first
        self._sent: dict[int, int] = {}

    def send(self, now: int) -> int:
        """Number of a PING sent now."""
        self._number = self._number % 0xFFFF + 1
        self.sent(self._number, now)
        return self._number

    def sent(self, number: int, now: int) -> None:
        """A PING of this number was sent now, from here or by the link whose wire is played back."""
        self._sent[number] = now
        if len(self._sent) > CLOCK_SAMPLES:
            del self._sent[next(iter(self._sent))]

    def under_way(self) -> tuple[tuple[int, int], ...]:
        """Numbers and times of the PINGs not answered yet."""
        return tuple(self._sent.items())

    def answered(self, number: int, t_ms: int | None) -> int | None:
        """When the PING of this PONG was sent; None when it is not one of ours under way."""
        sent = self._sent.get(number)
        if sent is None or t_ms != wrap32(sent):
            return None
        del self._sent[number]
        return sent

    def forget(self) -> None:
        """A new life: what was sent to the old one is never answered."""
        self._sent.clear()
