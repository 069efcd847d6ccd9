"""A simulated board with sensors of its own and a log of all it ever put into its ring or ran."""

from collections.abc import Callable, Mapping, Sequence

from hardware.protocol.events import Event, Input, Reader, TagIn, TagOut, Uid
from hardware.protocol.hello import DeviceClass
from hardware.simulator.board_data import Identity, Timing
from hardware.simulator.bus_device import BusDevice
from hardware.simulator.eeprom import Eeprom
from hardware.simulator.levels import Level

INVENTORY_MS = 150


class Sensors:
    """Inputs, and one reader with two antennas."""

    def __init__(self, inputs: int) -> None:
        self.inputs = dict.fromkeys(range(inputs), False)
        self.tags: set[tuple[int, Uid]] = set()
        self.reported: set[tuple[int, Uid]] = set()
        """Tags the board has told of in this life."""
        self.ok = True
        self.board: WatchedBoard | None = None

    def levels(self) -> Sequence[Level]:
        inputs: list[Level] = [lambda i=i: Input(i, self.inputs[i]) for i in self.inputs]  # type: ignore[misc]
        tags: list[Level] = [lambda p=p: self._name(p) for p in self._seen()]  # type: ignore[misc]
        return [lambda: Reader(0, self.ok, 0), *inputs, *tags]

    def antennas(self) -> Mapping[int, int]:
        return {0: 0b11}

    def reader_ok(self, reader: int) -> bool:
        return self.ok

    def inventoried_twice(self, antenna: int, since_ms: int) -> bool:
        assert self.board
        visited = self.board.visits(antenna)
        return visited and self.board.clock() - since_ms >= 2 * INVENTORY_MS

    def move(self, place: tuple[int, Uid]) -> None:
        """A tag comes to an antenna, or leaves it."""
        self.tags ^= {place}
        self.look()

    def look(self) -> None:
        """The reader tells what is new on the antennas it visits."""
        assert self.board
        for place in sorted(self.tags ^ self.reported):
            if self.board.visits(place[0]):
                self.reported ^= {place}
                self.board.post((TagIn if place in self.tags else TagOut)(*place), self.board.clock())

    def next_change(self, now: int) -> int | None:
        """When inventories may have made a snapshot ready to end."""
        waiting = self.board is not None and self.board.reporting
        return now + INVENTORY_MS if waiting else None

    def _name(self, place: tuple[int, Uid]) -> TagIn | None:
        if place not in self.tags:
            return None
        self.reported.add(place)
        return TagIn(*place)

    def _seen(self) -> list[tuple[int, Uid]]:
        assert self.board
        return sorted(p for p in self.tags if self.board.visits(p[0]))


class WatchedBoard(BusDevice):
    """Logs, for each life, the number and content of each event, and every command that was run."""

    def __init__(self, serial: bytes, sensors: Sensors, clock: Callable[[], int], timing: Timing, counter: int) -> None:
        self.sensors = sensors
        self.clock = clock
        self.logs: dict[int, list[tuple[int, Event, int]]] = {}
        self.lives: list[int] = []
        self.ran: list[tuple[int, bytes, int]] = []
        sensors.board = self
        identity = Identity(serial, DeviceClass.CARD_SHOE, antennas=2)
        super().__init__(identity, Eeprom(), sensors, now_ms=clock(), timing=timing, entropy=lambda: counter)

    @property
    def reporting(self) -> bool:
        """Whether a snapshot is under way."""
        return self._snapshot._id is not None

    def visits(self, antenna: int) -> bool:
        return bool(self.outputs.scans[0].antennas >> antenna & 1)

    def _live(self) -> None:
        super()._live()
        self.lives.append(self.boot_counter)
        self.sensors.reported = set()
        self.logs[self.boot_counter] = []

    def _enter(self, event: Event, edge_ms: int) -> None:
        super()._enter(event, edge_ms)
        self.logs[self.boot_counter].append(((self._ring.next - 1) & 0xFFFF, event, edge_ms))

    def _execute(self, payload: bytes) -> bytes:
        self.ran.append((payload[0], payload[1:], self.clock()))
        answer = super()._execute(payload)
        self.sensors.look()
        return answer
