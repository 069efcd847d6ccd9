"""How long to wait before a port is opened again.

Owns the doubling from 50 ms to 1 s; knows nothing of ports.
"""

from dataclasses import dataclass

from drivers.link.timing import BACKOFF_FIRST, BACKOFF_LIMIT


@dataclass(slots=True)
class Backoff:
    """Waiting times that double until something works."""

    _next: int = BACKOFF_FIRST

    def take(self) -> int:
        """The next waiting time in ms."""
        wait = self._next
        self._next = min(2 * wait, BACKOFF_LIMIT)
        return wait

    def reset(self) -> None:
        """A device answered: the next trouble starts at 50 ms again."""
        self._next = BACKOFF_FIRST
