"""What is told of one reader: that it is there, lost or back, which tags came and went, and when all of it is known.

Owns presence, the snapshot and the outbox. Nothing told bears a position: levels are told whole again after each opening.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from drivers.counters import Tally
from drivers.link.translate import reading_of
from drivers.readers.presence import Presence
from drivers.readers.talk import Identity
from hardware.protocol.events import Event, Reader, Uid
from hardware.protocol.wire import ReaderReason
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceSilent, DeviceUp, Reading, SnapshotValid, TagId

READER: Final = 0
"""The one reader of the device."""


class Told:
    """`outbox` is emptied by the owner of the link."""

    def __init__(self, device: DeviceId, antennas: frozenset[int]) -> None:
        self.outbox: deque[Reading] = deque()
        self.presence = Presence()
        self.tally = Tally()
        self.announced = False
        """Whether the last thing said of the device is that it is there."""
        self._device = device
        self._antennas = antennas
        self._up = self._lost = self._full = False
        self._scanned: dict[int, int] | None = None
        """Whole inventories of each antenna since a snapshot is wanted; None: none is."""

    def away(self) -> None:
        """Its port is opened anew. Who lost power with the port has seen nothing since, and everything is found again."""
        self.presence = Presence()
        self._up = False

    def want_snapshot(self) -> None:
        """All levels are to be named again."""
        self._scanned = {}

    def works(self, identity: Identity, opening: int, now: int) -> None:
        """It is set up. `opening`: number of the opening of its port."""
        if not self._up:
            self._up = self.announced = True
            self.want_snapshot()  # what it shows until then is found, not seen happening
            self.outbox.append(
                DeviceUp(
                    device=self._device,
                    at=Millis(now),
                    life=opening,
                    new_life=True,
                    firmware=f"{identity.model} {identity.firmware}",
                    antennas=len(self._antennas),
                )
            )
        if self._lost:
            self._lost = False
            self._tell(Reader(READER, True, ReaderReason.FINE), now)

    def lost(self, reason: ReaderReason, now: int) -> None:
        """It does not work: said once. What lay on it is not forgotten meanwhile."""
        if not self._lost:
            self._lost = True
            self._tell(Reader(READER, False, reason), now)

    def silent(self, now: int) -> None:
        """Its port has been gone for too long: said once."""
        self.announced = False
        self.outbox.append(DeviceSilent(device=self._device, at=Millis(now)))

    def whole(self, antenna: int, tags: Sequence[Uid], began: int, now: int) -> None:
        """An inventory that counts, asked for at `began`."""
        for event, edge in self.presence.take(antenna, tags, began):
            self._tell(event, edge)
        if self.presence.full != self._full:
            self._full = self.presence.full
            self._tell(Reader(READER, True, ReaderReason.FULL if self._full else ReaderReason.FINE), now)
        if self._scanned is not None:
            self._scanned[antenna] = self._scanned.get(antenna, 0) + 1
            self._end_snapshot(self._scanned, now)

    def _end_snapshot(self, scanned: dict[int, int], now: int) -> None:
        if any(scanned.get(antenna, 0) < 2 for antenna in self._antennas):
            return
        self._scanned = None
        tags = tuple((antenna, TagId(bytes(uid))) for antenna, uid in sorted(self.presence.present()))
        self.outbox.append(SnapshotValid(inputs=(), tags=tags, **self._carried(now)))

    def _tell(self, event: Event, at: int) -> None:
        self.tally.events += 1
        self.tally.note(event)
        self.outbox.append(reading_of(event, None, self._carried(at)))

    def _carried(self, at: int) -> dict[str, Any]:
        return {"device": self._device, "at": Millis(at), "position": None, "approximate": False}
