"""When a viewer may get its next message. Time comes in as a value."""

MIN_GAP_S = 0.2
"""At most five messages a second (HTTP contract)."""
HEARTBEAT_S = 10.0
"""Silence that proxies still take for a living connection."""
BEAT_S = 1.0
"""How often a page that asked for it hears which tables are alive."""


class Pace:
    """The clock of one viewer: gap between table messages, heartbeat comment, beat for pages. Times are monotonic seconds."""

    def __init__(self, now: float, *, beats: bool) -> None:
        self._tables_from = now
        self._heartbeat_at = now + HEARTBEAT_S
        self._beat_at = now + BEAT_S if beats else None

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
        """True once per `BEAT_S` for viewers that asked for beats."""
        if self._beat_at is None or now < self._beat_at:
            return False
        self._beat_at = now + BEAT_S
        return True

    def wait(self, now: float, *, tables_waiting: bool) -> float:
        """Seconds until something is due by the clock alone."""
        moments = [self._heartbeat_at]
        if self._beat_at is not None:
            moments.append(self._beat_at)
        if tables_waiting:
            moments.append(self._tables_from)
        return max(0.0, min(moments) - now)
