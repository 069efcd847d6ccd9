"""Counters of one tag reader, in the form of those of a device.

Owns the numbers and which of a device's counters they stand under; what a reader has no counter for is 0.
"""

from dataclasses import dataclass

from drivers.counters import DeviceCounters, Tally


@dataclass(slots=True)
class ReaderTally:
    """What a reader's link counts while it runs."""

    visits: int = 0
    torn: int = 0
    """Inventories that proved nothing: told as malformed."""
    timeouts: int = 0
    """Questions without an answer: told as commands resent."""
    held_back: int = 0
    """Visits put off because the owner did not take what was read."""
    opened: int = 0
    visit_ms: int | None = None
    """How long the last whole visit took: told as the round trip."""

    def counters(self, told: Tally, bad: int) -> DeviceCounters:
        """As they stand. `told`: of what was told so far. `bad`: lines or frames that were none."""
        return DeviceCounters(
            bad_frames=bad,
            events=told.events,
            doubled=0,
            gaps=0,
            lost=0,
            losses=0,
            lives=self.opened,
            negative_acks=0,
            foreign=0,
            malformed=self.torn,
            held_back=self.held_back,
            reopened=max(0, self.opened - 1),
            commands_resent=self.timeouts,
            states_refused=0,
            round_trip_ms=self.visit_ms,
            heartbeat=None,
            antennas=tuple((number, one.came, one.hits) for number, one in sorted(told.antennas.items())),
            silent_readers=tuple(sorted(told.silent_readers)),
        )
