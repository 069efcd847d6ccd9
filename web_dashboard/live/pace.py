"""When a viewer may get its next message. Time comes in as a value."""

import math

MIN_GAP_S = 0.2
"""At most five messages a second (HTTP contract)."""
HEARTBEAT_S = 10.0
"""Silence that proxies still take for a living connection."""
BEAT_S = 1.0
"""How often a page that asked for it hears which tables are alive."""
STEP_S = 0.5
"""How often a page that is drawn in steps hears it, and what has changed: no eye follows forty tables any quicker."""


class Pace:
    """The clock of one viewer: gap between table messages, heartbeat comment, beat for pages every `beat_s`, None: never.

    Times are monotonic seconds. Beats come at whole multiples of `beat_s`.
    """

    def __init__(self, now: float, beat_s: float | None = None) -> None:
        self._tables_from = now
        self._heartbeat_at = now + HEARTBEAT_S
        self._beat_s = beat_s
        self._beat_at = _after(now, beat_s)

    def tables_due(self, now: float) -> bool:
        """Whether changed tables may be sent."""
        return now >= self._tables_from

    def sent_tables(self, now: float) -> None:
        self._tables_from = now + MIN_GAP_S

    def take_heartbeat(self, now: float) -> bool:
        """True once per `HEARTBEAT_S`."""
        if now < self._heartbeat_at:
            return False
        self._heartbeat_at = now + HEARTBEAT_S
        return True

    def take_beat(self, now: float) -> bool:
        """True once per beat; where there are beats there is no silence."""
        if now < self._beat_at:
            return False
        self._beat_at = _after(now, self._beat_s)
        self._heartbeat_at = now + HEARTBEAT_S
        return True

    def wait(self, now: float, *, tables_waiting: bool) -> float:
        """Seconds until something is due by the clock alone."""
        moments = [self._heartbeat_at, self._beat_at]
        if tables_waiting:
            moments.append(self._tables_from)
        return max(0.0, min(moments) - now)


def _after(now: float, beat_s: float | None) -> float:
    return math.inf if beat_s is None else (now // beat_s + 1) * beat_s
