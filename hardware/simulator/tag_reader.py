"""A tag reader that hears what is there, each of its antennas in a rhythm of its own.

Owns the order of its antennas' inventories. What a board asks of it is in `sensors.FieldReader`.
"""

from collections.abc import Sequence

from hardware.protocol.events import Uid
from hardware.simulator.antenna import Antenna


class TagReader:
    """See `FieldReader`."""

    def __init__(self, antennas: Sequence[Antenna]) -> None:
        self.antennas = tuple(antenna.number for antenna in antennas)
        self.ok = True
        self._antennas = tuple(antennas)

    def start(self, now_ms: int) -> None:
        """See `FieldReader`."""
        for antenna in self._antennas:
            antenna.forget()
            antenna.scan(now_ms, wanted=True)

    def scan(self, mask: int, now_ms: int) -> None:
        """See `FieldReader`."""
        for antenna in self._antennas:
            antenna.scan(now_ms, wanted=bool(mask >> antenna.number & 1))

    def stir(self, antenna: int, now_ms: int) -> None:
        """See `FieldReader`."""
        for one in self._antennas:
            if one.number == antenna:
                one.stir(now_ms)

    def hang(self, now_ms: int, *, hangs: bool) -> bool:
        """See `FieldReader`. What it missed meanwhile is not made up for."""
        if self.ok != hangs:
            return False
        self.ok = not hangs
        for antenna in self._antennas:
            antenna.resume(now_ms)
        return True

    def next_deadline(self) -> int | None:
        """See `FieldReader`."""
        ticks = (antenna.next_tick for antenna in self._antennas if antenna.next_tick is not None)
        return min(ticks, default=None) if self.ok else None

    def run(self, now_ms: int) -> None:
        """See `FieldReader`."""
        while self.ok and (due := [one for one in self._antennas if one.next_tick is not None and one.next_tick <= now_ms]):
            min(due, key=lambda one: (one.next_tick, one.number)).tick()

    def present(self) -> list[tuple[int, Uid]]:
        """See `FieldReader`."""
        return [(antenna.number, uid) for antenna in self._antennas for uid in antenna.present()]

    def holds(self, antenna: int, uid: Uid) -> bool:
        """See `FieldReader`."""
        return any(one.holds(uid) for one in self._antennas if one.number == antenna)

    def twice(self, antenna: int, since_ms: int, now_ms: int) -> bool:
        """See `FieldReader`."""
        dues = (one.twice_after(since_ms) for one in self._antennas if one.number == antenna)
        return any(due is not None and due <= now_ms for due in dues)

    def twice_times(self, now_ms: int) -> list[int]:
        """See `FieldReader`."""
        times = (antenna.twice_after(now_ms) for antenna in self._antennas)
        return [at for at in times if at is not None] if self.ok else []
