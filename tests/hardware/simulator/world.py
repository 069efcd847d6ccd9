"""Two boards, one cable and a host, in steps of 5 ms, with everything that can go wrong as operations.

`World.faults()` says in words which promise of the contract was broken.
"""

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Any

from hardware.protocol.commands import Echo, Scan
from hardware.protocol.event_codec import pack_event, parse_event
from hardware.protocol.events import CardRead, Event, Input, TagIn, TagOut
from hardware.protocol.hello import DeviceClass
from hardware.simulator.board_data import Identity, ResetCause, Timing
from hardware.simulator.bus_device import BusDevice
from hardware.simulator.eeprom import Eeprom
from tests.hardware.simulator.reference_host import Host, Journal, Life, Order, Place, Row, echo
from tests.hardware.simulator.rig import Sensors, uid

TICK = 5


class Channel:
    """One direction, in whole frames: lost, doubled, late, or cut."""

    def __init__(self, rng: Random) -> None:
        self.delay, self.drop, self.double, self.chance, self.hold_until, self.cut = 5, 0, 0, 0.0, 0, False
        self._rng = rng
        self._queue: deque[tuple[int, bytes]] = deque()

    def put(self, data: bytes, now: int) -> None:
        for frame in data.split(b"\0")[:-1]:
            if self.cut:
                continue
            if self.drop > 0:
                self.drop -= 1
                continue
            if self._rng.random() < self.chance:
                continue
            last = self._queue[-1][0] if self._queue else 0
            due = max(now + self.delay, self.hold_until, last)
            self._queue.append((due, frame + b"\0"))
            if self.double > 0:
                self.double -= 1
                self._queue.append((due, frame + b"\0"))

    def take(self, now: int) -> bytes:
        frames = []
        while self._queue and self._queue[0][0] <= now:
            frames.append(self._queue.popleft()[1])
        return b"".join(frames)

    def clear(self) -> None:
        self._queue.clear()


class LoggedDevice(BusDevice):
    """A device that also writes down every event of each of its lives, and each echo it runs."""

    def __init__(self, world: "World", *arguments: Any, **words: Any) -> None:
        self.world = world
        self.lives: list[tuple[Life, dict[int, bytes]]] = []
        super().__init__(*arguments, **words)

    def _live(self) -> None:
        super()._live()
        if self.powered:
            self.lives.append(((self.identity.serial, self.boot_counter), {}))

    def _enter(self, event: Event, edge_ms: int) -> None:
        super()._enter(event, edge_ms)
        self.lives[-1][1][self._ring.next - 1] = pack_event(event)

    def _execute(self, payload: bytes) -> bytes:
        self.world.executed.append((payload, self.world.now))
        return super()._execute(payload)


class World:
    """Operations are (name, arguments...); see `do`."""

    def __init__(self, seed: int, *, inputs: int = 4, inventory_ms: int = 300, boot_ms: int = 0, dtr: bool = False):
        self.now = 0
        self.rng = Random(seed)
        self.dtr, self.inventory_ms = dtr, inventory_ms
        self.executed: list[tuple[bytes, int]] = []
        self.orders: list[Order] = []
        self.journal = Journal()
        self.cards = self.echoes = 0
        self.to_device, self.to_host = Channel(self.rng), Channel(self.rng)
        self.boards = [self._board(serial, inputs, boot_ms) for serial in (b"BOARD__A", b"BOARD__B")]
        self.board = self.boards[0]
        self.host: Host | None = None
        self.opens = 0
        self.start_host()

    def _board(self, serial: bytes, inputs: int, boot_ms: int) -> LoggedDevice:
        sensors = WorldSensors(self)
        sensors.inputs = [False] * inputs
        sensors.readers = {0: 0b11}
        identity = Identity(serial, DeviceClass.TABLE_BOARD, 2)
        timing = Timing(baud=115_200, boot_ms=boot_ms)
        random_counter = self.rng.choice([0, 254, 255, 70_000])
        return LoggedDevice(self, identity, Eeprom(), sensors, timing=timing, entropy=lambda: random_counter)

    @property
    def sensors(self) -> Sensors:
        sensors = self.board._source
        assert isinstance(sensors, Sensors)
        return sensors

    def start_host(self) -> None:
        if self.host is None:
            self.host = Host(self.journal, self.now, self.rng, self.orders)
            self.opens = 0

    def run(self, milliseconds: int) -> None:
        for _ in range(max(1, milliseconds // TICK)):
            self.now += TICK
            self.board.receive(self.to_device.take(self.now), self.now)
            self.to_host.put(self.board.poll(self.now), self.now)
            heard = self.to_host.take(self.now)
            if self.host:
                self.host.receive(heard, self.now)
                self.to_device.put(self.host.tick(self.now), self.now)
                if self.host.opens != self.opens:
                    self._opened(self.host.opens)

    def _opened(self, opens: int) -> None:
        self.opens = opens
        self.to_host.clear()
        if self.dtr:
            self.board.reset(ResetCause.EXTERNAL, self.now)

    def do(self, name: str, *arguments: Any) -> None:
        getattr(self, "op_" + name)(*arguments)

    # -- what happens at the table

    def op_input(self, index: int) -> None:
        inputs = self.sensors.inputs
        inputs[index] = not inputs[index]
        self.board.post(Input(index, inputs[index]), self.now)

    def op_tag(self, antenna: int, number: int) -> None:
        tag = (antenna, uid(number))
        self.sensors.tags ^= {tag}
        event: Event = TagIn(*tag) if tag in self.sensors.tags else TagOut(*tag)
        self.board.post(event, self.now)

    def op_cards(self, number: int) -> None:
        for _ in range(number):
            self.cards += 1
            self.board.post(CardRead(255, self.cards >> 16, self.cards & 0xFFFF), self.now)

    # -- what goes wrong

    def op_run(self, milliseconds: int) -> None:
        self.run(milliseconds)

    def op_reset(self) -> None:
        self.board.reset(ResetCause.WATCHDOG, self.now)

    def op_torn_reset(self, after_bytes: int) -> None:
        self.board._eeprom.tear_next_write(after_bytes)
        self.board.reset(ResetCause.BROWN_OUT, self.now)
        self.board.reset(ResetCause.POWER_ON, self.now)

    def op_lower_counter(self) -> None:
        """The EEPROM falls back to what it held at the first life."""
        self.board._eeprom.erase()
        self.op_reset()

    def op_erase(self) -> None:
        """The EEPROM holds nothing, and a counter is drawn."""
        self.board._eeprom.erase()
        self.board._entropy = lambda: self.rng.getrandbits(32)
        self.op_reset()

    def op_swap(self, reset: bool) -> None:
        self.board = self.boards[1 - self.boards.index(self.board)]
        if reset:
            self.op_reset()

    def op_cut(self) -> None:
        for channel in (self.to_device, self.to_host):
            channel.cut = True
            channel.clear()

    def op_cut_to_device(self) -> None:
        self.to_device.cut = True
        self.to_device.clear()

    def op_plug(self) -> None:
        self.to_device.cut = self.to_host.cut = False

    def op_crash(self) -> None:
        self.host = None
        for order in self.orders:
            order.host_died |= order.open

    def op_restart(self) -> None:
        self.start_host()

    def op_channel(self, direction: str, name: str, value: float) -> None:
        channel = self.to_device if direction == "down" else self.to_host
        setattr(channel, name, value)

    def op_hold(self, direction: str, milliseconds: int) -> None:
        self.op_channel(direction, "hold_until", self.now + milliseconds)

    def op_loss(self, chance: float) -> None:
        self.to_device.chance = self.to_host.chance = chance

    def op_order(self) -> None:
        if self.host:
            self.echoes += 1
            self.host.give(echo(self.echoes))

    def op_scan(self) -> None:
        if self.host:
            self.host.want_scan = Scan(0, 0b01, 0)
            self.host.give(self.host.want_scan)

    # -- what must hold

    def settle(self, milliseconds: int = 12_000) -> None:
        """All faults end, the host is back, and time passes."""
        for channel in (self.to_device, self.to_host):
            channel.delay, channel.drop, channel.double, channel.chance, channel.cut = 5, 0, 0, 0.0, False
        self.start_host()
        self.run(milliseconds)

    def faults(self) -> list[str]:
        """The promises broken after `settle`."""
        assert self.host is not None
        found = [*self._record_faults(), *self._order_faults()]
        if not self.host.linked:
            found.append("no link after settling")
        if self.board.waiting:
            found.append(f"no progress: {self.board.waiting} wait")
        if self.journal.view.get(self.board.identity.serial, {}) != self._truth():
            found.append("view differs from the table")
        if not self._snapshot_after_last_loss():
            found.append("loss without a snapshot after it")
        before = len(self.executed)
        self.run(3000)
        if len(self.executed) != before:
            found.append("still orders when settled")
        return found

    def _truth(self) -> dict[Place, object]:
        truth: dict[Place, object] = {("input", n): level for n, level in enumerate(self.sensors.inputs)}
        return truth | {("tag", antenna, bytes(tag)): True for antenna, tag in self.sensors.tags}

    def _snapshot_after_last_loss(self) -> bool:
        serial = self.board.identity.serial
        kinds = [row.what for row in self.journal.rows if row.what != "event" and row.life[0] == serial]
        return not kinds or kinds[-1] == "snapshot"

    def _record_faults(self) -> Iterable[str]:
        for board in self.boards:
            rows = [row for row in self.journal.rows if row.life[0] == board.identity.serial]
            yield from _follow(rows, board.lives)
        log = self.board.lives[-1][1]
        serial = self.board.identity.serial
        events = [row for row in self.journal.rows if row.what == "event" and row.life[0] == serial]
        if log and (not events or log[max(log)] != events[-1].payload):
            yield "the tail of the last life is missing"

    def _order_faults(self) -> Iterable[str]:
        for order in self.orders:
            if not isinstance(order.command, Echo):
                continue
            payload = b"\x01" + order.command.data
            times = [at for ran, at in self.executed if ran == payload]
            if len(times) > 1:
                yield "command run twice"
            if times and order.unknown_at is not None and times[0] > order.unknown_at:
                yield "command run after it was given up"
            if order.answer is not None and (not times or order.answer != b"\0" + order.command.data):
                yield "answer of another command"
            if order.open:
                yield "order without an end"


def _follow(rows: list[Row], lives: list[tuple[Life, dict[int, bytes]]]) -> Iterable[str]:
    """Every recorded event is the next one of the life it was recorded for, unless a loss was recorded before it."""
    indexes = [_index(log) for _, log in lives]
    at, last, lost = -1, -1, True
    for row in rows:
        if row.what != "event":
            lost |= row.what == "lost"
            continue
        wanted = (row.number, row.payload)
        places = (
            (n, number)
            for n in range(max(at, 0), len(lives))
            if lives[n][0] == row.life
            for number in indexes[n].get(wanted, [])
            if n > at or number > last
        )
        place = next(places, None)
        if place is None:
            yield "recorded twice, out of order, in a wrong life, or with a wrong content"
            return
        if place[0] != at and not lost:
            yield "a new life not noticed"
        if place[0] == at and place[1] != last + 1 and not lost:
            yield "a gap not recorded"
        at, last, lost = *place, False


def _index(log: dict[int, bytes]) -> dict[tuple[int, bytes], list[int]]:
    index: dict[tuple[int, bytes], list[int]] = {}
    for number, payload in log.items():
        index.setdefault((number & 0xFFFF, payload), []).append(number)
    return index


class WorldSensors(Sensors):
    """Antennas are through a while after they were asked."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def inventoried_twice(self, antenna: int, since_ms: int) -> bool:
        return self._world.now - since_ms >= self._world.inventory_ms


def recorded_cards(journal: Journal) -> list[int]:
    """The cards a journal has, by their number, in order."""
    events = [parse_event(row.payload) for row in journal.rows if row.what == "event"]
    return [(e.confidence or 0) << 16 | (e.draw or 0) for e in events if isinstance(e, CardRead)]
