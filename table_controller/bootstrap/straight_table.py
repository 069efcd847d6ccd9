"""A table without wires: what its sensors say comes to the node as readings, late by whatever the noise gives.

For long runs on one clock. Lines and links have figures of their own (`burnturn bench link`); here each device keeps its own
order, and nothing of it is lost. Owns the mail between sensors and node.
"""

import heapq
from collections.abc import Callable, Iterator
from itertools import count

from drivers.link.snapshots import Named
from drivers.link.translate import reading_of
from hardware.protocol.events import Input, TagIn
from hardware.simulator.carrier import MemoryCarrier
from hardware.simulator.delays import Delays
from hardware.simulator.hands import Hands
from hardware.simulator.straight_device import StraightDevice
from hardware.simulator.table import DEVICES, SimulatedTable
from table_controller.bootstrap.room import Room, node_of
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.bootstrap.table_on_clock import TableOnClock
from table_controller.core.events import AnyEvent
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceUp, Reading
from table_controller.journal import Journal
from table_controller.service.batch import Received
from table_controller.service.envelope import Answer, Envelope
from table_controller.tracking.arbiter import Arbiter, where

START_MS = 1_000
"""The clock at the start."""
SNAPSHOT_MS = 2_000
"""From the start of a life until all its levels are named: every antenna has been inventoried twice."""


class StraightTable(TableOnClock):
    """One table and all its boards, in virtual time."""

    def __init__(self, plan: SimulatedPlan, room: Room, journal: Journal[AnyEvent], arbiter: Arbiter = where) -> None:
        super().__init__(START_MS)
        self.sim = _simulated(plan, self._clock)
        self.node = node_of(room, journal, arbiter=arbiter)
        self.node.start(self.moment())
        self._node_due = self.node.deadline()
        self._sim_due: int | None = None
        self._stirred = True
        """Somebody has done something since the simulation was asked when it is due."""
        self._devices: dict[DeviceId, StraightDevice] = {}
        self._delays: dict[DeviceId, Delays] = {}
        self._mail: list[tuple[int, int, Reading]] = []
        self._letters = count()
        for board in self.sim.boards.values():
            assert isinstance(board.device, StraightDevice)
            name = DeviceId(board.device.identity.serial.hex())
            self._delays[name] = Delays(plan.noise, plan.noise_seed, name)
            self._begin(name, board.device)
        self._snapshots = dict.fromkeys(self._devices, self.now + SNAPSHOT_MS)

    def _begin(self, name: DeviceId, device: StraightDevice) -> None:
        self._devices[name] = device
        self._post(DeviceUp(device=name, at=Millis(self.now), life=device.lives, new_life=True))

    def due(self) -> int:
        """See `TableOnClock`."""
        if self._stirred:
            self._sim_due, self._stirred = self.sim.next_deadline(), False
        times = [self._sim_due, self._node_due, *self._snapshots.values()]
        if self._mail:
            times.append(self._mail[0][0])
        return min((at for at in times if at is not None), default=1 << 62)

    def act(self) -> Hands:
        """See `TableOnClock`."""
        self._stirred = True
        return self.sim.act(self.now)

    def order(self, envelope: Envelope, body: bytes = b"") -> Answer:
        """See `TableOnClock`."""
        outcome = self.node.take((), Received(envelope, body), self.moment())
        self._node_due = self.node.deadline()
        self._happened(outcome.events)
        assert outcome.answer is not None
        return outcome.answer

    def _turn(self) -> None:
        self.sim.advance(self.now)
        self._stirred = True
        for name, device in self._devices.items():
            for said in device.take():
                carried = {"device": name, "at": Millis(said.edge_ms)}
                self._post(reading_of(said.event, None, carried))
            if self._snapshots.get(name, self.now + 1) <= self.now:
                del self._snapshots[name]
                for reading in _snapshot(name, device, Millis(self.now)):
                    self._post(reading)
        readings = list(self._arrived())
        if readings or (self._node_due is not None and self._node_due <= self.now):
            self._happened(self._take(readings))

    def _happened(self, events: tuple[AnyEvent, ...]) -> None:
        self.on_events(events)

    def _take(self, readings: list[Reading]) -> tuple[AnyEvent, ...]:
        events = self.node.take(readings, None, self.moment()).events
        self._node_due = self.node.deadline()
        return events

    def _post(self, reading: Reading) -> None:
        comes = self._delays[reading.device].arrival(self.now)
        heapq.heappush(self._mail, (comes, next(self._letters), reading))

    def _arrived(self) -> Iterator[Reading]:
        while self._mail and self._mail[0][0] <= self.now:
            yield heapq.heappop(self._mail)[2]


def _simulated(plan: SimulatedPlan, clock: Callable[[], int]) -> SimulatedTable:
    """Its boards speak to nobody but us; the cables end nowhere."""
    cables = {name: MemoryCarrier(clock) for name in DEVICES}
    return SimulatedTable(
        plan.deck(),
        plan.serials,
        cables,
        now_ms=START_MS,
        entropy=lambda: 1,
        made=StraightDevice,
        noise=plan.noise,
        seed=plan.noise_seed,
    )


def _snapshot(name: DeviceId, device: StraightDevice, at: Millis) -> Iterator[Reading]:
    """All levels there are, and that these are all."""
    inputs, tags = [], []
    carried = {"device": name, "at": at}
    for event in device.levels():
        if isinstance(event, Input):
            inputs.append((event.index, event.level))
        elif isinstance(event, TagIn):
            tags.append((event.antenna, event.uid))
        else:
            yield reading_of(event, None, carried)
    yield reading_of(None, Named(tuple(inputs), tuple(tags), None), carried)
