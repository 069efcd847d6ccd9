"""A simulated table whose sensors err, without wires, on a clock of its own; and hands played on it by nobody's rules."""

from collections import Counter

from hardware.protocol.events import Event
from hardware.simulator.carrier import MemoryCarrier
from hardware.simulator.hands import Hands
from hardware.simulator.noise import Noise
from hardware.simulator.pieces import make_deck
from hardware.simulator.straight_device import Said, StraightDevice
from hardware.simulator.table import DEVICES, SimulatedTable
from hardware.simulator.wiring import FELT_ANTENNAS, Serials
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import SEAT_ZONES, Zone

ANTENNA_OF = {zone: number for number, zone in FELT_ANTENNAS.items()}
ALMOST_OFF = Noise(depth=(1.0, 1.0))
"""Nothing errs, and yet it is not OFF: the parts that can err are built in."""
BOARD = (Zone.FLOP, Zone.TURN, Zone.RIVER)


class Noisy:
    """`run` lets time pass; `said` has what each device said since `fresh`."""

    def __init__(self, noise: Noise, seed: int = 1) -> None:
        self.now = 1000
        self.said: dict[str, list[Said]] = {}
        self.table = SimulatedTable(
            make_deck(1),
            Serials.of_table(1),
            {name: MemoryCarrier(lambda: self.now) for name in DEVICES},
            now_ms=self.now,
            entropy=lambda: 1,
            made=StraightDevice,
            noise=noise,
            seed=seed,
        )
        self.fresh()
        self.run(0)

    @property
    def truth(self) -> PhysicalTable:
        return self.table.truth

    def hand(self) -> Hands:
        return self.table.act(self.now)

    def fresh(self) -> None:
        self.said = {name: [] for name in DEVICES}

    def run(self, milliseconds: int) -> None:
        end = self.now + milliseconds
        while (due := self.table.next_deadline()) is not None and due <= end:
            self.now = max(self.now, due)
            self._step()
        self.now = end
        self._step()

    def events(self, device: str, *kinds: type[Event]) -> list[Event]:
        return [one.event for one in self.said[device] if not kinds or isinstance(one.event, kinds)]

    def counted(self) -> Counter[str]:
        return Counter(type(one.event).__name__ for said in self.said.values() for one in said)

    def _step(self) -> None:
        self.table.advance(self.now)
        for name, board in self.table.boards.items():
            assert isinstance(board.device, StraightDevice)
            self.said[name] += board.device.take()

    # --- hands of cards ----------------------------------------------------------------------------------------------

    def sit(self, *seats: int) -> None:
        for seat in seats:
            self.hand().sit(seat, 10_000)

    def deal(self, *seats: int) -> None:
        """Two cards each, as quick as a dealer deals."""
        for _ in range(2):
            for seat in seats:
                self.run(self.hand().draw(SEAT_ZONES[seat]) + 100)

    def play(self, *seats: int) -> None:
        """A hand of 100 s: everybody bets a little, most fold, three see the river, and all is gathered."""
        began = self.now
        self.run(self.hand().place_button(seats[0]))
        self.deal(*seats)
        staying = list(seats)
        for street in ((), BOARD[:1] * 3, BOARD[1:2], BOARD[2:]):
            if street:
                self.run(self.hand().draw(Zone.BURN) + 300)
            for zone in street:
                self.run(self.hand().draw(zone, up=True) + 200)
            for seat in list(staying):
                self.run(1500)
                if len(staying) > 3 and (seat + len(street)) % 3 == 0:
                    staying.remove(seat)
                    self.run(self.hand().move_zone(SEAT_ZONES[seat], Zone.MUCK))
                else:
                    self.run(self.hand().push(seat, 5))
        self.run(max(0, began + 92_000 - self.now))
        self.run(self.hand().gather())
        self.hand().shuffle(str(self.now))
        self.run(self.hand().insert_deck())
        self.run(max(0, began + 100_000 - self.now))


def heard(table: Noisy, zone: Zone) -> set[bytes]:
    """The tags that the table board has told of at a zone and not told as gone."""
    reader = table.table.boards["board"].sensors.fittings.readers[0]
    return {tag for antenna, tag in reader.present() if antenna == ANTENNA_OF[zone]}
