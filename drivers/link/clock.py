"""Maps the clock of one life of a device (u32 ms, wraps) to the host's monotonic milliseconds.

Owns the samples from PING and PONG, the drift, and the promise that the mapping never runs backwards. Knows neither
frames nor links.
"""

from bisect import bisect_left
from collections import deque
from typing import NamedTuple, TypeAlias

from drivers.link.timing import CLOCK_SAMPLES, DRIFT_SPAN
from hardware.protocol.sequence import difference32

_ANCHOR_EVERY = 2000
_SHORTEST_SPAN = 10_000
"""Below ten seconds a millisecond of jitter looks like more drift than any resonator has."""
_WORST_DRIFT = 0.01
_GOOD_ROUND_TRIP = 2
_REMEMBERED = 64


class _Sample(NamedTuple):
    round_trip: int
    device: int
    offset: float


ClockState: TypeAlias = tuple[
    int | None, int | None, tuple[_Sample, ...], tuple[_Sample, ...], tuple[tuple[int, int], ...], _Sample, float
]
"""All a clock knows: floor, the device's time, samples, anchors, stamps, the best sample, drift."""


class DeviceClock:
    """Clock of one life. `floor`: the latest stamp this device ever got, across lives and host restarts."""

    def __init__(self, floor: int | None = None) -> None:
        self._floor = floor
        self._now: int | None = None
        self._samples: deque[_Sample] = deque(maxlen=CLOCK_SAMPLES)
        self._anchors: deque[_Sample] = deque()
        self._stamped: list[tuple[int, int]] = []
        self._best = _Sample(0, 0, 0.0)
        self._drift = 0.0

    @property
    def drift(self) -> float:
        """Host ms gained on the device for each of its ms, over the last minute; 0.0 while not known."""
        return self._drift

    @property
    def known(self) -> bool:
        """Whether a PONG of this life has come."""
        return bool(self._samples)

    @property
    def floor(self) -> int | None:
        """The latest stamp given."""
        return self._stamped[-1][1] if self._stamped else self._floor

    def state(self) -> ClockState:
        """All it knows, as plain values."""
        return (
            self._floor,
            self._now,
            tuple(self._samples),
            tuple(self._anchors),
            tuple(self._stamped),
            self._best,
            self._drift,
        )

    @classmethod
    def of(cls, state: ClockState) -> "DeviceClock":
        """A clock that knows all this."""
        clock = cls(state[0])
        clock._now, clock._best, clock._drift = state[1], state[5], state[6]
        clock._samples.extend(state[2])
        clock._anchors.extend(state[3])
        clock._stamped.extend(state[4])
        return clock

    def notice(self, device_ms: int) -> None:
        """A frame bears the device's present time; its wraps are counted from these."""
        seen = self._unwrap(device_ms)
        self._now = seen if self._now is None else max(self._now, seen)

    def sample(self, sent: int, received: int, device_ms: int) -> None:
        """A PONG: host times of its PING and its arrival, device time between them."""
        self.notice(device_ms)
        device = self._unwrap(device_ms)
        taken = _Sample(received - sent, device, (sent + received) / 2 - device)
        self._samples.append(taken)
        self._anchor(taken)
        # Whole milliseconds tie often: of the quickest the latest, so that the drift has least to bridge.
        self._best = min(self._samples, key=lambda s: (s.round_trip, -s.device))
        self._drift = self._fit()

    def stamp(self, device_ms: int, now: int) -> tuple[int, bool]:
        """Host ms of a device time, and whether it is approximate (no PONG yet: the time of arrival, `now`)."""
        device = self._unwrap(device_ms)
        mapped = device + self._best.offset + self._drift * (device - self._best.device)
        wanted = min(now, round(mapped)) if self._samples else now
        return self._in_order(device, wanted), not self._samples

    def _fit(self) -> float:
        """Slope of the offset over the anchors that came quickly."""
        best = min(a.round_trip for a in self._anchors)
        good = [a for a in self._anchors if a.round_trip <= best + _GOOD_ROUND_TRIP]
        if good[-1].device - good[0].device < _SHORTEST_SPAN:
            return 0.0
        middle = sum(a.device for a in good) / len(good)
        mean = sum(a.offset for a in good) / len(good)
        spread = sum((a.device - middle) ** 2 for a in good)
        slope = sum((a.device - middle) * (a.offset - mean) for a in good) / spread
        return max(-_WORST_DRIFT, min(_WORST_DRIFT, slope))

    def _unwrap(self, device_ms: int) -> int:
        return device_ms if self._now is None else self._now + difference32(device_ms, self._now & 0xFFFFFFFF)

    def _anchor(self, taken: _Sample) -> None:
        """Keeps the quickest sample of every two seconds of the last minute."""
        last = self._anchors[-1] if self._anchors else None
        if last is None or taken.device - last.device >= _ANCHOR_EVERY:
            self._anchors.append(taken)
        elif taken.round_trip < last.round_trip:
            self._anchors[-1] = taken
        while taken.device - self._anchors[0].device > DRIFT_SPAN:
            self._anchors.popleft()

    def _in_order(self, device: int, wanted: int) -> int:
        """The wanted stamp, held between those of the device times before and after it."""
        place = bisect_left(self._stamped, (device, -(1 << 62)))
        floor = self._stamped[place - 1][1] if place else self._floor
        stamp = wanted if floor is None else max(wanted, floor)
        if place < len(self._stamped):
            stamp = min(stamp, self._stamped[place][1])
        self._stamped.insert(place, (device, stamp))
        if len(self._stamped) > _REMEMBERED:
            self._floor = self._stamped.pop(0)[1]
        return stamp
