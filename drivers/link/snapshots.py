"""Snapshots as a wanted state: whether one is wanted, when to order it, and what a valid one named.

Owns every rule that voids a snapshot. Knows neither frames nor readings; what is ordered and what happens to events is
the link's.
"""

from dataclasses import dataclass, field

from drivers.link.orders import NoAnswer, Outcome
from drivers.link.recent import Recent
from drivers.link.timing import RETRY_AFTER, SNAPSHOT_PATIENCE
from hardware.protocol.commands import Snapshot, Status
from hardware.protocol.events import Event, Input, Reader, SnapshotBegin, SnapshotEnd, TagIn, TagOut, Uid
from hardware.protocol.sequence import distance16
from table_controller.core.ids import DeviceId

_ALL = frozenset(range(256))


@dataclass(slots=True)
class _Running:
    """What was named since BEGIN."""

    begun_at: int
    events: int = 0
    inputs: dict[int, bool] = field(default_factory=dict)
    tags: set[tuple[int, Uid]] = field(default_factory=set)
    lost_readers: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Named:
    """A valid snapshot: the levels at its END. `antennas` None: all were inventoried. `lost_readers`: every other one reads."""

    inputs: tuple[tuple[int, bool], ...]
    tags: tuple[tuple[int, Uid], ...] = field(repr=False)
    antennas: tuple[int, ...] | None
    lost_readers: tuple[int, ...] = ()


class Snapshots:
    """Keeps a snapshot wanted of each device until a valid END followed its last loss, new life or host start."""

    def __init__(self, first_id: int) -> None:
        self._id = first_id
        self._covered: Recent[DeviceId, frozenset[int]] = Recent()
        """Antennas that were inventoried in valid snapshots since the last loss, of devices that had one."""
        self._device: DeviceId | None = None
        self._due_at: int | None = None
        self._running: _Running | None = None
        self._scans: dict[int, int] = {}

    @property
    def due_at(self) -> int | None:
        """When the next order is due; None when none is wanted."""
        return self._due_at

    def hello(self, device: DeviceId, lost: bool, now: int) -> None:
        """A HELLO, after a loss or not. Another device's snapshot is void with it."""
        if lost:
            self._covered.drop(device)
        if lost or device != self._device:
            self._running = None
            self._due_at = None if device in self._covered else now
        self._device = device

    def want(self, now: int) -> None:
        """Somebody wants one now."""
        if self._device is not None:
            self._void(now)

    def scanning(self, scans: dict[int, int], now: int) -> None:
        """The device visits these antennas now. Of one no snapshot covered it tells what comes, and not what is gone."""
        covered = self._covered.get(self._device) if self._device else None
        if covered is not None and any(not _in_mask(mask) <= covered for mask in scans.values()):
            self._void(now)

    def order(self, now: int) -> Snapshot:
        """The order that is due. From here on only BEGIN and END of its id are heeded."""
        snapshot = Snapshot(self._id % 0xFF + 1)
        self.ordered(snapshot, now)
        return snapshot

    def ordered(self, snapshot: Snapshot, now: int) -> None:
        """This was ordered, here or by the link whose wire is played back."""
        self._id = snapshot.id
        self._due_at = now + SNAPSHOT_PATIENCE
        self._running = None

    @property
    def standing(self) -> tuple[int, bool] | None:
        """The id ordered last, and whether a snapshot is wanted; None while one is coming in."""
        return None if self._running else (self._id, self._due_at is not None)

    def resume(self, device: DeviceId, last_id: int, wanted: bool) -> None:
        """Goes on as a link of this standing."""
        self._device, self._id = device, last_id
        self._due_at = 0 if wanted else None
        if not wanted:
            self._covered.put(device, _ALL)

    def ended(self, ordered: Snapshot, outcome: Outcome, now: int) -> None:
        """How the command ended; what the device will never do is tried again after a minute."""
        unanswered = isinstance(outcome, NoAnswer) or outcome.status is Status.BUSY
        if ordered.id == self._id and self._due_at is not None and unanswered:
            self._due_at = min(self._due_at, now + RETRY_AFTER)

    def see(self, event: Event | None, number: int, scans: dict[int, int], now: int) -> Named | None:
        """An event taken in order, None for one not understood. A valid END gives what was named."""
        if isinstance(event, SnapshotBegin) and event.id == self._id and self._due_at is not None:
            self._begin(number, scans, now)
        elif isinstance(event, SnapshotEnd) and event.id == self._id and self._running:
            return self._end(event, number, scans, now)
        elif self._running:
            self._name(self._running, event)
        elif isinstance(event, Reader) and event.ok and self._due_at is None and self._left_out():
            self._void(now)
        return None

    def _begin(self, number: int, scans: dict[int, int], now: int) -> None:
        if self._running:
            self._void(now)
        else:
            self._running = _Running(number)
            self._scans = scans

    def _name(self, running: _Running, event: Event | None) -> None:
        running.events += 1
        match event:
            case Input(index, level):
                running.inputs[index] = level
            case TagIn(antenna, uid):
                running.tags.add((antenna, uid))
            case TagOut(antenna, uid):
                running.tags.discard((antenna, uid))
            case Reader(reader, ok, _):
                (running.lost_readers.discard if ok else running.lost_readers.add)(reader)
            case _:
                pass

    def _end(self, event: SnapshotEnd, number: int, scans: dict[int, int], now: int) -> Named | None:
        running, self._running = self._running, None
        assert running is not None
        between = distance16(running.begun_at, number) - 1
        if not event.count == between == running.events:
            self._void(now)
            return None
        self._due_at = None
        antennas = _antennas(self._scans, scans, running.lost_readers)
        self._cover(antennas)
        self.scanning(scans, now)
        lost = tuple(sorted(running.lost_readers))
        return Named(tuple(sorted(running.inputs.items())), tuple(sorted(running.tags)), antennas, lost)

    def _left_out(self) -> bool:
        """Whether the snapshots so far left antennas out: those of a reader that was lost, perhaps."""
        return self._device is not None and self._covered.get(self._device) != _ALL

    def _cover(self, antennas: tuple[int, ...] | None) -> None:
        assert self._device is not None
        before = self._covered.get(self._device) or frozenset()
        self._covered.put(self._device, before | (_ALL if antennas is None else frozenset(antennas)))

    def _void(self, now: int) -> None:
        self._running = None
        self._due_at = now


def _antennas(before: dict[int, int], after: dict[int, int], lost: set[int]) -> tuple[int, ...] | None:
    """The antennas surely inventoried from BEGIN to END.

    Without SCAN orders a device visits all of them. Which antennas belong to a lost reader only its SCAN mask tells:
    without one nothing can be called absent.
    """
    if not after:
        return None if not lost else ()
    if lost - after.keys():
        return ()
    masks = [mask & before.get(reader, mask) for reader, mask in after.items() if reader not in lost]
    visited = 0
    for mask in masks:
        visited |= mask
    return tuple(sorted(_in_mask(visited)))


def _in_mask(mask: int) -> frozenset[int]:
    return frozenset(antenna for antenna in _ALL if mask >> antenna & 1)
