"""How well each device of a table was heard in the last half hour, from the status its process overwrites each second.

Owns the history: counters of every ten seconds, a bounded number. Nothing here speaks of a hand, because a status does not.
"""

import threading
from collections import deque

import msgspec

BUCKET_MS = 10_000
BUCKETS = 180
"""Half an hour."""
MOST_HITS = 8
"""An antenna at its best hears a tag in eight of eight inventories."""


class DeviceHealth(msgspec.Struct, frozen=True):
    """See `table_controller.service.loop.DeviceHealth`; all numbers since the table's process began."""

    bad_frames: int = 0
    lost_events: int = 0
    resent: int = 0
    commands_resent: int = 0
    reconnects: int = 0
    restarts: int = 0
    round_trip_ms: int | None = None
    silent_readers: tuple[int, ...] = ()
    antennas: tuple[tuple[int, int, int], ...] = ()
    black_box: str | None = None
    places: tuple[tuple[int, str], ...] = ()


class DeviceNow(msgspec.Struct, frozen=True):
    """A device as its table sees it: `state` in the words of the wire, `age_ms` since it was last heard."""

    name: str
    state: str
    age_ms: int | None
    fault: str | None = None
    health: DeviceHealth | None = None


class _Status(msgspec.Struct, frozen=True):
    heartbeat: int
    alive_since: int = 0
    devices: tuple[DeviceNow, ...] = ()


class AntennaTold(msgspec.Struct, frozen=True):
    """One antenna. `reads`: tags since the process began; `hits`: of `MOST_HITS`; `rates`: reads of each ten seconds."""

    number: int
    place: str
    reads: int
    hits: int
    rates: tuple[int, ...]


class DeviceTold(msgspec.Struct, frozen=True):
    """One device. `rates`: reads of all its antennas in each ten seconds, the oldest first."""

    now: DeviceNow
    antennas: tuple[AntennaTold, ...]
    rates: tuple[int, ...]


class HealthTold(msgspec.Struct, frozen=True):
    """`since`, `until`: wall clock, UTC ms, of the rates. `alive_since`: when the table's process began; None: never heard."""

    alive_since: int | None
    since: int
    until: int
    bucket_s: int
    devices: tuple[DeviceTold, ...]


UNHEARD = HealthTold(None, 0, 0, BUCKET_MS // 1000, ())
"""Of a table whose process was never heard."""
_Key = tuple[str, int]
"""Device, antenna."""


class HealthHistory:
    """Fed by one thread (`take`), looked at by others (`told`)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._status: _Status | None = None
        self._buckets: deque[tuple[int, dict[_Key, int]]] = deque(maxlen=BUCKETS)
        self._reads: dict[_Key, int] = {}

    def take(self, line: bytes) -> None:
        """The next status. What is none is left out: it is looked at elsewhere."""
        try:
            status = msgspec.json.decode(line, type=_Status)
        except msgspec.MsgspecError:
            return
        with self._lock:
            known, self._status = self._status, status
            self._count(status, known)

    def _count(self, status: _Status, known: _Status | None) -> None:
        """Reads since the status known before. Another process counts from nothing; what was before we came has no time."""
        again = known is None or status.alive_since != known.alive_since
        start = status.heartbeat - status.heartbeat % BUCKET_MS
        self._open(start)
        came = self._buckets[-1][1]
        for device in status.devices:
            for number, reads, _hits in () if device.health is None else device.health.antennas:
                key = (device.name, number)
                before = 0 if again else self._reads.get(key, 0)
                if known is not None:
                    came[key] = came.get(key, 0) + max(0, reads - before)
                self._reads[key] = reads

    def _open(self, start: int) -> None:
        """A bucket for this moment, and empty ones for the time nothing was heard."""
        if not self._buckets or start < self._buckets[-1][0] or start - self._buckets[-1][0] > BUCKETS * BUCKET_MS:
            self._buckets.clear()
            self._buckets.append((start, {}))
        while self._buckets[-1][0] < start:
            self._buckets.append((self._buckets[-1][0] + BUCKET_MS, {}))

    def told(self) -> HealthTold:
        """What is known now."""
        with self._lock:
            status, buckets = self._status, [(start, dict(came)) for start, came in self._buckets]
        if status is None:
            return UNHEARD
        devices = tuple(_device(one, buckets) for one in status.devices)
        return HealthTold(status.alive_since, buckets[0][0], buckets[-1][0] + BUCKET_MS, BUCKET_MS // 1000, devices)


def _device(now: DeviceNow, buckets: list[tuple[int, dict[_Key, int]]]) -> DeviceTold:
    """Every antenna its table knows of, also one that has read nothing yet."""
    health = now.health or DeviceHealth()
    heard = {number: (reads, hits) for number, reads, hits in health.antennas}
    places = dict(health.places)
    antennas = tuple(
        AntennaTold(
            number,
            places.get(number, ""),
            *heard.get(number, (0, MOST_HITS)),
            tuple(came.get((now.name, number), 0) for _, came in buckets),
        )
        for number in sorted({*heard, *places})
    )
    rates = tuple(sum(antenna.rates[place] for antenna in antennas) for place in range(len(buckets)))
    return DeviceTold(now, antennas, rates)
