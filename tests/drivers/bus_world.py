"""A whole table bus in virtual time: simulated boards, a bad line, the host under test, and a journal that outlives it.

Owns the truth (what each board sensed, life by life) and `broken`, which compares it with what was recorded.
"""

from collections import deque
from random import Random

from board_sensors import Sensors, WatchedBoard
from bus_journal import Journal
from bus_truth import broken

from drivers.link.host_link import HostLink
from drivers.link.liveness import LinkState
from drivers.link.orders import OrderTicket
from drivers.link.wanted import WantedState
from drivers.memory_port import MemoryPort
from drivers.ports import Delivery
from hardware.protocol.commands import Echo
from hardware.protocol.events import Gate, GateDirection, Input, Uid
from hardware.simulator.board_data import QUICK, ResetCause, Timing
from hardware.simulator.carrier import MemoryCarrier, step
from hardware.simulator.line import FaultyLine, WireFaults

SETTLE_MS = 15_000


class World:
    """One port, two boards of which one is plugged, one host. All times in virtual ms."""

    def __init__(
        self,
        seed: int = 0,
        *,
        inputs: int = 4,
        timing: Timing = QUICK,
        resets_on_open: bool = False,
        counter: int = 253,
    ) -> None:
        """`counter`: boot counter of both boards' first life."""
        self.now = 0
        self.random = Random(seed)
        self.line = FaultyLine(seed)
        self.carrier = MemoryCarrier(lambda: self.now, self.line)
        self.boards = [WatchedBoard(bytes([n]) * 8, Sensors(inputs), lambda: self.now, timing, counter) for n in (0xA1, 0xB2)]
        self.board: WatchedBoard = self.boards[0]
        if resets_on_open:
            self.carrier.on_open = self.reset
        self.journal = Journal()
        self.commit_ms = 0
        self.port: MemoryPort | None = None
        self.tickets: list[tuple[OrderTicket, bytes]] = []
        self.given_up: dict[bytes, int] = {}
        self._uncommitted: deque[tuple[int, Delivery]] = deque()
        self._wanted: list[WantedState] = []
        self._gates = 0
        self._orders = 0
        self.restart()

    # Time

    def run(self, ms: int) -> None:
        """Let time pass, jumping from deadline to deadline."""
        end = self.now + ms
        while True:
            later = self._settle_now()
            if later is None or later > end:
                break
            self.now = max(later, self.now + 1)
        self.now = end

    def until(self, true, limit_ms: int = 20_000) -> None:  # type: ignore[no-untyped-def]
        """Run until a condition holds."""
        end = self.now + limit_ms
        while not true():
            assert self.now < end, "never came true"
            self.run(5)

    def _settle_now(self) -> int | None:
        times: list[int | None] = []
        for unplugged in self.boards:
            if unplugged is not self.board:
                unplugged.poll(self.now)
                times.append(unplugged.next_deadline())
        for _ in range(3):  # there, back, and there again within one ms
            step(self.board, self.carrier, self.now)
            if self.port:
                self.port.step()
                self._uncommitted += [(self.now + self.commit_ms, d) for d in self.port.take()]
                self._commit()
        times.append(step(self.board, self.carrier, self.now))
        if self.port:
            times.append(self.port.step())
            self._note_given_up()
        times.append(self.carrier.next_deadline())  # what the port has just written
        times += [self._uncommitted[0][0]] if self._uncommitted else []
        times += [s for s in (b.sensors.next_change(self.now) for b in self.boards) if s]
        return min((t for t in times if t is not None), default=None)

    def _commit(self) -> None:
        while self._uncommitted and self._uncommitted[0][0] <= self.now:
            delivery = self._uncommitted.popleft()[1]
            self.journal.append(delivery.reading)
            if delivery.reading.position:
                delivery.port.recorded(delivery.reading.position)

    # The host

    @property
    def linked(self) -> bool:
        return self.port is not None and self.port.status().state is LinkState.LINKED

    def crash(self) -> None:
        """The host dies; what it had not committed is gone."""
        self._note_given_up()
        if self.port:
            self.carrier.host_close()
        self.port = None
        self._uncommitted.clear()
        for ticket, data in self.tickets:
            if ticket.outcome is None:
                self.given_up.setdefault(data, 10**12)  # nobody waits for it; it may still run once
        self.tickets.clear()

    def restart(self) -> None:
        """A new host takes over from the journal."""
        if self.port is None:
            link = HostLink(self.journal.positions.values(), self.journal.stamps, Random(self.random.random()))
            self.port = MemoryPort("port", link, self.carrier, lambda: self.now)
            for state in self._wanted:
                self.port.want(state)

    def want(self, state: WantedState) -> None:
        """Want something, in this host and those after it."""
        self._wanted.append(state)
        if self.port:
            self.port.want(state)

    def order(self) -> bytes:
        """Order an ECHO with data of its own."""
        self._orders += 1
        data = self._orders.to_bytes(4, "little")
        if self.port:
            self.tickets.append((self.port.order(Echo(data)), data))
            self._note_given_up()
        return data

    def _note_given_up(self) -> None:
        for ticket, data in self.tickets:
            if isinstance(ticket.outcome, str):
                self.given_up.setdefault(data, self.now)

    # The world of the board

    @property
    def sensors(self) -> Sensors:
        return self.board.sensors

    def flip_input(self, index: int) -> None:
        level = not self.sensors.inputs[index]
        self.sensors.inputs[index] = level
        self.board.post(Input(index, level), self.now)

    def move_tag(self, antenna: int, tag: int) -> None:
        self.sensors.move((antenna, Uid(bytes([0xE0, 4, 1, 0, 0, 0, 0, tag]))))

    def gate(self, times: int = 1) -> None:
        """Card passages, each told from the others by its duration."""
        for _ in range(times):
            self._gates += 1
            self.board.post(Gate(GateDirection.OUT, self._gates & 0xFFFF, False), self.now)

    def reset(self) -> None:
        self.board.reset(ResetCause.EXTERNAL, self.now)

    def swap(self, *, reset: bool) -> None:
        """The other board takes this one's place, on a port that notices nothing."""
        self.board = self.boards[1 - self.boards.index(self.board)]
        self.line.clear()
        if reset:
            self.reset()

    # The line

    def cut(self) -> None:
        """Nothing passes any more and the port does not say so."""
        self.line.set_faults(WireFaults(silent=True))
        self.line.clear()

    def mend(self) -> None:
        self.line.set_faults(WireFaults())

    def settle(self, ms: int = SETTLE_MS) -> None:
        """All faults end, the host lives, time passes."""
        self.mend()
        if not self.carrier.plugged:
            self.carrier.plug()
        self.restart()
        self.run(ms)

    def broken(self) -> list[str]:
        """What does not hold, once settled; empty when all is well."""
        return broken(self)
