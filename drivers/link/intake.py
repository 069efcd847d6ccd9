"""Everything that comes from a device and becomes a reading: its HELLO, its events, its silence.

Owns lives, the order of events, stamps and the outbox. Knows nothing of what is sent to the device.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from drivers.counters import Tally
from drivers.link.clock import DeviceClock
from drivers.link.ledger import Ledger
from drivers.link.recent import Recent
from drivers.link.snapshots import Snapshots
from drivers.link.standing import Met, Standing
from drivers.link.timing import MAX_UNRECORDED
from drivers.link.translate import reading_of
from hardware.protocol.event_codec import parse_event
from hardware.protocol.frames import Frame
from hardware.protocol.hello import Hello
from hardware.protocol.sequence import distance16
from hardware.protocol.wire import SCHEMA_HASH
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceRefused, DeviceSilent, DeviceUp, EventsLost, LinkPosition, Reading

_HALF = 1 << 15


@dataclass(frozen=True, slots=True)
class Life:
    """A device from one boot to the next. `counter`: its full boot counter."""

    device: DeviceId
    counter: int

    @property
    def epoch(self) -> int:
        """What the frames of this life bear."""
        return self.counter & 0xFF


class Arrival(Enum):
    """What an EVENT frame was."""

    TAKEN = auto()
    DOUBLED = auto()
    GAP = auto()
    HELD_BACK = auto()
    """In order, but too much is under way to the journal: the device keeps it."""


class Intake:
    """Readings of one port in order. `outbox` is emptied by the owner of the link.

    `recorded`, `stamps`: last journaled position and stamp of each device.
    """

    def __init__(
        self, snapshots: Snapshots, tally: Tally, recorded: Iterable[LinkPosition], stamps: Mapping[DeviceId, Millis]
    ) -> None:
        self.ledger = Ledger(recorded)
        self.outbox: deque[Reading] = deque()
        self.life: Life | None = None
        self.clock = DeviceClock()
        self.announced = False
        """Whether the last thing said of the device is that it is there."""
        self._refused: tuple[Life, int] | None = None
        self._snapshots = snapshots
        self._tally = tally
        self._floors: Recent[DeviceId, int] = Recent()
        for device, stamp in stamps.items():
            self._floors.put(device, stamp)

    @property
    def ready(self) -> bool:
        """Whether a HELLO may be handled: all before it is recorded, and the outbox has room."""
        return self.ledger.settled and len(self.outbox) < MAX_UNRECORDED

    def hello(self, hello: Hello, device_ms: int, now: int) -> bool:
        """A HELLO sent at `device_ms`, only when `ready`. True when this is another life than the one before."""
        life = Life(DeviceId(hello.serial.hex()), hello.boot_counter)
        another = life != self.life
        self._gone_for(life, now)
        self._refused = None
        if another:
            self._begin_clock(life.device, now)
            self.life = life
            self._tally.lives += 1
            self._tally.silent_readers.clear()
        self.clock.notice(device_ms)
        loss = self.ledger.begin(life.device, life.counter, hello.first, hello.next)
        if loss is not None:
            self._lost(loss.count, loss.position, now)
        self._snapshots.hello(life.device, loss is not None, now)
        if another or not self.announced:
            self._announce(hello, life, loss is not None and loss.new_life, now)
        return another

    def event(self, frame: Frame, scans: dict[int, int], now: int) -> Arrival:
        """An EVENT of this life. `scans`: antennas surely visited, by reader."""
        ahead = distance16(self.ledger.expected, frame.seq)
        if ahead >= _HALF:
            self._tally.doubled += 1
            return Arrival.DOUBLED
        if ahead:
            self._tally.gaps += 1
            return Arrival.GAP
        if self.ledger.full or len(self.outbox) >= MAX_UNRECORDED:
            self._tally.held_back += 1
            return Arrival.HELD_BACK
        self._take(frame, scans, now)
        return Arrival.TAKEN

    def refuses(self, hello: Hello, now: int) -> str | None:
        """Why a HELLO of another schema than ours is not heeded, said once for each life; None: it is heeded."""
        schema = hello.schema_hash
        if not schema or schema == SCHEMA_HASH:  # 0 or nothing: it does not say
            return None
        life = Life(DeviceId(hello.serial.hex()), hello.boot_counter)
        if (life, schema) != self._refused and len(self.outbox) < MAX_UNRECORDED:
            self._gone_for(life, now)
            self._refused, self.announced = (life, schema), False
            self.outbox.append(DeviceRefused(device=life.device, at=Millis(now), schema=schema, wanted=SCHEMA_HASH))
        return f"the board speaks schema {schema:08x}, this program {SCHEMA_HASH:08x}"

    def silent(self, now: int) -> None:
        """Nothing was heard of the device for too long: said once."""
        if self.announced and self.life:
            self.announced = False
            self.outbox.append(DeviceSilent(device=self.life.device, at=Millis(now)))

    def _gone_for(self, life: Life, now: int) -> None:
        """Another board speaks on the port: the one that spoke there before is not plugged any more, however quickly it went."""
        if self.life and self.life.device != life.device:
            self.silent(now)

    def standing(self, linked: bool, partial: bytes, pings: tuple[tuple[int, int], ...]) -> Standing:
        """Where it stands, as if all that was handed out had been recorded; the rest as of `Standing`."""
        met, named, position = None, self._snapshots.standing, self.ledger.at_hand
        if self.life and position and named:
            met = Met(position, self.life.counter, self.announced, self.clock.state(), *named)
        stamps = tuple((device, Millis(floor)) for device, floor in self._floors.items())
        return Standing(self.ledger.handed_out(), stamps, met, linked, partial, pings)

    def resume(self, met: Met) -> None:
        """Goes on from there."""
        self.life = Life(met.position.device, met.life)
        self.announced = met.announced
        self.clock = DeviceClock.of(met.clock)
        self.ledger.resume(met.position)
        self._snapshots.resume(met.position.device, met.snapshot, met.snapshot_wanted)

    def _take(self, frame: Frame, scans: dict[int, int], now: int) -> None:
        position = self.ledger.take()
        at, approximate = self.clock.stamp(frame.t_ms, now)
        event = parse_event(frame.payload)
        self._tally.events += 1
        self._tally.malformed += event is None
        self._tally.note(event)
        named = self._snapshots.see(event, frame.seq, scans, now)
        carried = {"device": position.device, "at": Millis(at), "position": position, "approximate": approximate}
        self.outbox.append(reading_of(event, named, carried))

    def _begin_clock(self, device: DeviceId, now: int) -> None:
        if self.life and self.clock.floor is not None:
            self._floors.put(self.life.device, self.clock.floor)
        floor = self._floors.get(device)
        # A stamp after now is of another run of the host's own clock and binds nothing.
        self.clock = DeviceClock(floor if floor is not None and floor <= now else None)

    def _lost(self, count: int | None, position: LinkPosition, now: int) -> None:
        self._tally.losses += count != 0
        self._tally.lost += count or 0
        self.outbox.append(EventsLost(device=position.device, at=Millis(now), position=position, count=count))

    def _announce(self, hello: Hello, life: Life, new: bool, now: int) -> None:
        firmware = hello.firmware
        self.announced = True
        self.outbox.append(
            DeviceUp(
                device=life.device,
                at=Millis(now),
                life=life.counter,
                new_life=new,
                firmware=f"{firmware.major}.{firmware.minor}.{firmware.patch}" if firmware else None,
                schema=hello.schema_hash,
                device_class=None if hello.device_class is None else int(hello.device_class),
                antennas=hello.antennas,
            )
        )
