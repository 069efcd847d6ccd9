"""A simulated table on a virtual clock, with a listener at each of its boards."""

from collections.abc import Callable, Sequence

from hardware.protocol.events import Event
from hardware.simulator.carrier import MemoryCarrier
from hardware.simulator.fitting import Reception, clear_reception
from hardware.simulator.hand_times import QUICKEST, HandTimes
from hardware.simulator.hands import Hands
from hardware.simulator.pieces import make_deck
from hardware.simulator.table import DEVICES, SimulatedTable
from hardware.simulator.wiring import Serials
from hardware.simulator.world import PhysicalTable
from tests.hardware.simulator.listener import Listener


class Virtual:
    """`run` lets time pass, jumping from deadline to deadline."""

    def __init__(
        self, *, times: HandTimes = QUICKEST, reception: Callable[[PhysicalTable], Reception] = clear_reception, seed: int = 1
    ) -> None:
        self.now = 1000
        self.said = bytearray()
        """Every byte the boards said, in the order they came."""
        self.cables = {name: MemoryCarrier(lambda: self.now) for name in DEVICES}
        self.table = SimulatedTable(
            make_deck(seed),
            Serials.of_table(1),
            self.cables,
            now_ms=self.now,
            entropy=lambda: 1000,
            times=times,
            reception=reception,
        )
        self.ears = {name: Listener(cable.host_write) for name, cable in self.cables.items()}
        for name, cable in self.cables.items():
            cable.host_open()
            self.ears[name].greet()
        self.run(800)

    @property
    def truth(self) -> PhysicalTable:
        return self.table.truth

    def hand(self) -> Hands:
        return self.table.act(self.now)

    def run(self, milliseconds: int) -> None:
        end = self.now + milliseconds
        while (due := self._due()) is not None and due <= end:
            self.now = max(self.now, due)
            self._step()
        self.now = end
        self._step()

    def events(self, device: str, *kinds: type[Event]) -> list[Event]:
        """What a board has told so far, of these kinds."""
        return [event for event in self.ears[device].events if not kinds or isinstance(event, kinds)]

    def fresh(self) -> None:
        """Forget what has been told so far."""
        for ear in self.ears.values():
            ear.events.clear()
            ear.stamps.clear()

    def _step(self) -> None:
        self.table.advance(self.now)
        for name, cable in self.cables.items():
            if cable.plugged and cable._opened:
                data = cable.host_read()
                self.said += data
                self.ears[name].feed(data)

    def _due(self) -> int | None:
        times: Sequence[int | None] = (self.table.next_deadline(), *(cable.host_deadline() for cable in self.cables.values()))
        return min((at for at in times if at is not None), default=None)
