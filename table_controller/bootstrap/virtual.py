"""A table in virtual time: simulated devices, links and node in one process on one clock that jumps from deadline to deadline.

The same bytes travel as over a serial line, through memory. Nothing sleeps and no thread runs.
"""

import random

from drivers.memory_port import MemoryPort
from drivers.ports import Delivery, DeviceLink
from hardware.simulator.carrier import MemoryCarrier
from hardware.simulator.hands import Hands
from hardware.simulator.line import FaultyLine
from hardware.simulator.pty_carrier import PtyCarrier
from hardware.simulator.table import SimulatedTable
from table_controller.bootstrap.links import link_to
from table_controller.bootstrap.room import Room, node_of
from table_controller.bootstrap.simulated import SimulatedPlan
from table_controller.bootstrap.table_on_clock import TableOnClock
from table_controller.core.events import AnyEvent
from table_controller.core.ids import Millis
from table_controller.journal import Journal
from table_controller.service.batch import Received
from table_controller.service.envelope import Answer, Envelope
from table_controller.service.settling import Settling


class VirtualTable(TableOnClock):
    """One table and all its devices. `run_until` moves time; `order` is the control link.

    `kill` and `start` are what a power cut does to the controller alone; people and devices go on meanwhile.
    """

    def __init__(self, plan: SimulatedPlan, room: Room, journal: Journal[AnyEvent], start: int = 1_000) -> None:
        super().__init__(start)
        self._room = room
        self._journal = journal
        self._rng = random.Random(f"virtual {plan.seed} {plan.number}")  # noqa: S311 - repeatable on purpose
        self._names = plan.devices
        self._cables = {name: MemoryCarrier(self._clock, FaultyLine(plan.seed)) for name in self._names}
        cables: dict[str, MemoryCarrier | PtyCarrier] = {**self._cables}
        self.sim = SimulatedTable(
            plan.deck(),
            plan.serials,
            cables,
            now_ms=start,
            entropy=lambda: self._rng.getrandbits(32),
            readers=plan.readers,
            noise=plan.noise,
            seed=plan.noise_seed,
        )
        self.ports: list[MemoryPort] = []
        """Empty while the controller is dead."""
        self.start()

    def start(self) -> None:
        """A controller begins, from what the journal says."""
        self.node = node_of(self._room, self._journal)
        self.node.start(self.moment())
        self._settling = Settling(self._names, Millis(self.now))
        self.ports = [MemoryPort(name, self._link(name), self._cables[name], self._clock) for name in self._names]
        self._ports_due: list[int | None] = [self.now] * len(self.ports)

    def kill(self) -> None:
        """The controller is gone between one instruction and the next; what was not journaled is forgotten."""
        self.ports, self._ports_due = [], []
        for cable in self._cables.values():
            cable.host_close()

    def order(self, envelope: Envelope, body: bytes = b"") -> Answer:
        """As through the control link, at once."""
        outcome = self.node.take((), Received(envelope, body), self.moment())
        self._ports_due = [self.now] * len(self.ports)
        self.on_events(outcome.events)
        assert outcome.answer is not None
        return outcome.answer

    def act(self) -> Hands:
        """The hands at the table, now. What they stir up is heard in the next turn."""
        hands = self.sim.act(self.now)
        self._ports_due = [self.now] * len(self.ports)
        return hands

    def _link(self, name: str) -> DeviceLink:
        return link_to(self._room.device(name), self._room.config.bindings, self.node.positions, self._rng)

    def due(self) -> int:
        """When something happens next by itself."""
        times = [self.sim.next_deadline(), self._node_due(), *self._ports_due]
        return min((at for at in times if at is not None), default=1 << 62)

    def _turn(self) -> None:
        self.sim.advance(self.now)
        deliveries = []
        for number, (name, port) in enumerate(zip(self._names, self.ports, strict=False)):  # a killed controller has no ports
            if self._is_due(self._ports_due[number]) or self._is_due(self._cables[name].host_deadline()):
                self._ports_due[number] = port.step()
                deliveries += port.take()
        deliveries = self._settling.pass_on(deliveries, Millis(self.now))
        node_due = self._node_due()
        if deliveries or (node_due is not None and node_due <= self.now):
            self._take(deliveries)

    def _is_due(self, at: int | None) -> bool:
        return at is not None and at <= self.now

    def _node_due(self) -> Millis | None:
        if not self.ports:
            return None
        return self._settling.deadline() or self.node.deadline()

    def _take(self, deliveries: list[Delivery]) -> None:
        outcome = self.node.take([delivery.reading for delivery in deliveries], None, self.moment())
        for delivery in deliveries:
            if delivery.reading.position is not None:
                delivery.port.recorded(delivery.reading.position)
        self._ports_due = [port.next_deadline() for port in self.ports]
        self.on_events(outcome.events)
