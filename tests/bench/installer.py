"""A simulated installer: reads the doctor's prompts and does at the simulated table what they ask.

Wrong wires: where an antenna hears other places the reception says so; a key cap that sits on another key is in `caps`; what is
in `broken` is touched and nothing happens, and the installer says so.
"""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from hardware.protocol.wire import KeyCode, Lamp, LampPattern
from hardware.simulator.antenna import Look
from hardware.simulator.fitting import Reception
from hardware.simulator.line import FaultyLine
from hardware.simulator.pty_carrier import PtyCarrier
from hardware.simulator.realtime import RealtimeTable, monotonic_ms
from hardware.simulator.table import SimulatedTable
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import SEAT_ZONES, Zone
from table_controller.bootstrap.simulated import DEVICES, SimulatedPlan
from table_controller.core.messages import Message

ZONES = {
    "shoe": Zone.EXIT,
    "burn": Zone.BURN,
    "board flop": Zone.FLOP,
    "board turn": Zone.TURN,
    "board river": Zone.RIVER,
    "muck": Zone.MUCK,
    "hold": Zone.HOLD,
    "out": Zone.OUT,
}
DRAWN_S = 0.2
"""A card is so long in the mouth of the shoe."""
Hears = Mapping[Zone, Iterable[Zone]]
"""Which places an antenna hears, where that is not its own place alone."""


def wired(hears: Hears) -> Callable[[PhysicalTable], Reception]:
    """The antennas of a table wired so."""

    def reception(table: PhysicalTable) -> Reception:
        def look_at(zone: Zone) -> Look:
            heard = tuple(hears.get(zone, (zone,)))
            return lambda _at: [card.uid for one in heard for card in table.in_field(one)]

        return Reception(look_at, restless=True)

    return reception


@contextmanager
def miswired_table(plan: SimulatedPlan, hears: Hears) -> Iterator[RealtimeTable]:
    """A simulated table on pseudo terminals."""
    carriers = {name: PtyCarrier(plan.device_path(name), monotonic_ms, FaultyLine(1)) for name in DEVICES}
    table = SimulatedTable(plan.deck(), plan.serials, carriers, now_ms=monotonic_ms(), reception=wired(hears))
    with RealtimeTable(table, carriers) as running:
        yield running


class SimulatedInstaller:
    """See the module."""

    can_type = True

    def __init__(self, table: RealtimeTable, *, broken: Iterable[str] = (), caps: Mapping[str, str] | None = None) -> None:
        self._table = table
        self._broken = set(broken)
        self._caps = caps or {}
        self._words: list[str] = []
        self._piece: int | None = None
        self._watched: Message | None = None
        """A lamp that is asked for."""
        self._lamps: dict[str, str] = {}

    def answers_lamps(self, answers: Mapping[str, str]) -> None:
        """What is typed for a lamp, by its prompt; for all others `y` once it burns on the board, and alone."""
        self._lamps = dict(answers)

    def said(self) -> str | None:
        return self._words.pop(0) if self._words else self._look()

    def show(self, message: Message) -> None:
        place = str(message.params.get("place", ""))
        if message.key.startswith("lamp") or message.key == "beeper":
            self._answer_lamp(message)
        elif place in self._broken:
            self._words.append("n")
        elif act := getattr(self, f"_{message.key}", None):
            self._table.look(lambda sim: act(sim.truth, place))

    def _answer_lamp(self, message: Message) -> None:
        words = " ".join([message.key, *map(str, message.params.values())])
        if words in self._lamps:
            self._words.append(self._lamps[words])
        else:
            self._watched = message

    def _look(self) -> str | None:
        """`y` as soon as the lamp that was asked for burns."""
        message = self._watched
        if message is None or not self._table.look(lambda sim: _burns(sim, message)):
            return None
        self._watched = None
        return "y"

    def _lay_card(self, truth: PhysicalTable, place: str) -> None:
        seat = re.fullmatch(r"seat (\d+) cards", place)
        zone = SEAT_ZONES[int(seat[1])] if seat else ZONES[place]
        self._piece = truth.draw(zone).piece

    def _take_card(self, truth: PhysicalTable, place: str) -> None:
        assert self._piece is not None
        truth.move(self._piece, Zone.BOX)

    def _cover_seat(self, truth: PhysicalTable, place: str) -> None:
        truth.walk(_seat(place), away=False)

    def _uncover_seat(self, truth: PhysicalTable, place: str) -> None:
        truth.walk(_seat(place), away=True)

    def _break_line(self, truth: PhysicalTable, place: str) -> None:
        truth.walk(_seat(place), away=False)  # who reaches over the line leans over the seat
        truth.cross(_seat(place), moving=True)

    def _leave_line(self, truth: PhysicalTable, place: str) -> None:
        truth.cross(_seat(place), moving=False)
        truth.walk(_seat(place), away=True)

    def _lay_button(self, truth: PhysicalTable, place: str) -> None:
        truth.place_button(_seat(place))

    def _take_button(self, truth: PhysicalTable, place: str) -> None:
        truth.place_button(None)

    def _press_key(self, truth: PhysicalTable, place: str) -> None:
        truth.press(self._key(place), down=True)

    def _let_key_go(self, truth: PhysicalTable, place: str) -> None:
        truth.press(self._key(place), down=False)

    def _key(self, place: str) -> int:
        return int(KeyCode[self._caps.get(place, place).upper()])

    def _draw_card(self, truth: PhysicalTable, place: str) -> None:
        self._piece = piece = truth.draw(Zone.EXIT).piece
        threading.Timer(DRAWN_S, lambda: self._table.look(lambda sim: sim.truth.move(piece, Zone.HAND))).start()

    def _take_drawn(self, truth: PhysicalTable, place: str) -> None:
        assert self._piece is not None
        truth.move(self._piece, Zone.BOX)

    def _take_deck(self, truth: PhysicalTable, place: str) -> None:
        truth.handle_deck(in_shoe=False)

    def _put_deck(self, truth: PhysicalTable, place: str) -> None:
        truth.handle_deck(in_shoe=True)


def _seat(place: str) -> int:
    found = re.search(r"seat (\d+)", place)
    assert found is not None
    return int(found[1])


def _burns(sim: SimulatedTable, message: Message) -> bool:
    outputs = sim.boards["board"].device.outputs
    if message.key == "beeper":
        return len(outputs.beeps) == 1
    seat, lamp = message.params.get("seat"), message.params.get("lamp")
    wanted = int(seat) - 1 if seat is not None else Lamp[str(lamp).upper()]
    return [number for number, pattern in outputs.lamps.items() if pattern is LampPattern.ON] == [wanted]
