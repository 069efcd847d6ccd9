"""The events of one life that are not yet acknowledged, and the window in which they are sent.

Owns event numbers, overflow and the times of sending again (TABLE_BUS.md, Events). Knows nothing of frames or of what
an event says.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from hardware.protocol.hello import WINDOW
from hardware.protocol.sequence import distance16, within16

DROPPED_AT_ONCE: Final = 32
_SLOWEST_MS: Final = 480


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event that waits: its number modulo 2^16, the device's clock at its first edge, its payload (never shown)."""

    number: int
    t_ms: int
    payload: bytes = field(repr=False)


class EventRing:
    """Events waiting for their acknowledgement. Numbers in here are never wrapped, so that they can be compared."""

    def __init__(self, first: int, size: int = 128) -> None:
        """`first`: number of the first event of the life. Raises ValueError when size is no power of two from 128."""
        if size < 128 or size & (size - 1):
            raise ValueError("the event ring holds 128 events at least, a power of two")
        self.size = size
        self.first = first
        self.dropped = 0
        """Events dropped in this life."""
        self.dropped_since_ack = 0
        self._events: deque[HeldEvent] = deque(maxlen=size)

    @property
    def next(self) -> int:
        """Number of the event to come."""
        return self.first + len(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def append(self, t_ms: int, payload: bytes) -> None:
        """Take an event in; when there is no room the oldest 32 go at once."""
        if len(self._events) == self.size:
            for _ in range(DROPPED_AT_ONCE):
                self._events.popleft()
            self.first += DROPPED_AT_ONCE
            self.dropped += DROPPED_AT_ONCE
            self.dropped_since_ack += DROPPED_AT_ONCE
        self._events.append(HeldEvent(self.next & 0xFFFF, t_ms, payload))

    def covers(self, number: int) -> bool:
        """Whether an event number, modulo 2^16, is held or the one to come."""
        return within16(number, self.first & 0xFFFF, self.next & 0xFFFF)

    def release(self, number: int) -> bool:
        """Let go all events before this number, which the ring covers; True when there were any."""
        steps = distance16(self.first & 0xFFFF, number)
        for _ in range(steps):
            self._events.popleft()
        self.first += steps
        self.dropped_since_ack = 0
        return steps > 0

    def between(self, start: int, end: int) -> Iterator[HeldEvent]:
        """The events start..end-1, unwrapped numbers that are held."""
        return islice(self._events, start - self.first, end - self.first)


class SendWindow:
    """Which events of a ring go on the wire now: in order, 8 under way at most, all again when nothing moves."""

    def __init__(self, ring: EventRing, resend_ms: int) -> None:
        self._ring = ring
        self._shortest_ms = self._wait_ms = resend_ms
        self._pointer = ring.first
        self._highest = ring.first
        self._since_ms = 0
        self.resent = 0
        """Events sent again in this life."""

    def progress(self, now_ms: int) -> None:
        """An acknowledgement released events."""
        self._wait_ms = self._shortest_ms
        self._since_ms = now_ms

    def restart(self) -> None:
        """Go on at the oldest event held."""
        self._pointer = self._ring.first

    def take(self, now_ms: int) -> list[HeldEvent]:
        """The events to send now."""
        ring = self._ring
        self._pointer = max(self._pointer, ring.first)
        if self._pointer > ring.first and now_ms - self._since_ms >= self._wait_ms:
            self._pointer = ring.first
            self._wait_ms = min(_SLOWEST_MS, 2 * self._wait_ms)
        end = min(ring.next, ring.first + WINDOW)
        if self._pointer >= end:
            return []
        if self._pointer == ring.first:
            self._since_ms = now_ms
        events = list(ring.between(self._pointer, end))
        self._count(end)
        return events

    def deadline(self) -> int | None:
        """When the events under way are sent again if nothing comes; None when none is."""
        return self._since_ms + self._wait_ms if self._pointer > self._ring.first else None

    def _count(self, end: int) -> None:
        self.resent += max(0, min(self._highest, end) - self._pointer)
        self._highest = max(self._highest, end)
        self._pointer = end
