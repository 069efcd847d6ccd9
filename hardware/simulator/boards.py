"""The three boards of a simulated table: card shoe, table board and keypad, each sensing the truth and speaking the bus.

Owns how sensors are fitted to boards and moved along with their bus device and cable. Knows nothing of what a sensed thing means.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from hardware.protocol.commands import Scan
from hardware.protocol.hello import DeviceClass
from hardware.protocol.keys import KeyCode
from hardware.simulator.board_data import QUICK, Identity, ResetCause, Timing
from hardware.simulator.bus_device import BusDevice
from hardware.simulator.carrier import Carrier, step
from hardware.simulator.eeprom import Eeprom
from hardware.simulator.fitting import Fitter
from hardware.simulator.sensors import BoardSensors
from hardware.simulator.straight_device import StraightDevice
from hardware.simulator.wiring import (
    BET_LINE_INPUTS,
    BUTTON_INPUTS,
    EXIT_ANTENNA,
    FELT_ANTENNAS,
    OCCUPIED_INPUTS,
    SHOE_READER,
    TABLE_READER,
    Serials,
)
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import Zone

Now = Callable[[], int]
Device: TypeAlias = BusDevice | StraightDevice


class Board:
    """One board with its sensors, its cable and its power."""

    def __init__(
        self,
        identity: Identity,
        sensors: BoardSensors,
        carrier: Carrier,
        now: Now,
        entropy: Callable[[], int],
        timing: Timing = QUICK,
        made: type[Device] = BusDevice,
    ) -> None:
        self.carrier = carrier
        self.sensors = sensors
        self._now = now
        self._boot_ms = timing.boot_ms
        self._scans: Mapping[int, Scan] = {}
        self._disturbed = True
        self._sensing_due: int | None = None
        self._due: int | None = None
        self.device: Device = made(identity, Eeprom(), sensors, now_ms=now(), timing=timing, entropy=entropy)
        sensors.serve(self.device)
        sensors.restart(now() + timing.boot_ms)

    def disturb(self) -> None:
        """Something that the sensors feel has changed: what was due before is to be asked anew."""
        self._disturbed = True

    def sense(self, now_ms: int) -> None:
        """Take the inventories and settle the contacts that are due."""
        if self.device.powered:
            self.sensors.run(now_ms)
        self._disturbed = True

    def advance(self, now_ms: int) -> None:
        """Sense what is due and move the bytes that are due."""
        self.sense(now_ms)
        step(self.device, self.carrier, now_ms)
        if self.device.scan_masks != self._scans:
            self._scans = dict(self.device.scan_masks)
            self.sensors.obey_scan(self._scans, now_ms)

    def next_deadline(self) -> int | None:
        """When to come again, in ms; None at no set time."""
        self._ask()
        arriving = self.carrier.next_deadline()
        return self._due if arriving is None else arriving if self._due is None else min(arriving, self._due)

    def next_sensing(self) -> int | None:
        """When the sensors are next due, in ms; None while the board is dead."""
        self._ask()
        return self._sensing_due

    def _ask(self) -> None:
        if self._disturbed:
            self._disturbed = False
            self._sensing_due = self.sensors.next_deadline() if self.device.powered else None
            times = (self.device.next_deadline(), self._sensing_due)
            self._due = min((at for at in times if at is not None), default=None)

    def reset(self, cause: ResetCause) -> None:
        """The board restarts: a new life, everything sensed anew."""
        now = self._now()
        self.device.reset(cause, now)
        self.sensors.restart(now + self._boot_ms)
        self._scans = {}
        self._disturbed = True

    def power_off(self) -> None:
        """The board is dead until its next reset."""
        self.device.power_off()
        self._disturbed = True

    def set_reader(self, number: int, *, ok: bool) -> None:
        """A tag reader of the board stops answering or answers again."""
        self.sensors.set_reader(number, self._now(), ok=ok)
        self._disturbed = True


@dataclass(frozen=True, slots=True)
class Workshop:
    """Builds the boards of one table."""

    table: PhysicalTable
    serials: Serials
    fitter: Fitter
    now: Now
    entropy: Callable[[], int]
    made: type[Device] = BusDevice
    """What a board is towards its host."""

    def table_board(self, carrier: Carrier, *, felt: bool = True) -> Board:
        """The board under the felt: an antenna a zone if `felt`, seat sensors, bet lines and button halls."""
        sensors, table = BoardSensors(self.fitter.stamp("board")), self.table
        antennas = FELT_ANTENNAS if felt else {}
        if felt:
            sensors.fittings.readers[TABLE_READER] = self.fitter.reader(TABLE_READER, antennas, sensors.emit)
        feel = {
            **{index: partial(table.present.__contains__, seat) for index, seat in OCCUPIED_INPUTS.items()},
            **{index: partial(table.crossing.__contains__, seat) for index, seat in BET_LINE_INPUTS.items()},
            **{index: partial(_button_at, table, seat) for index, seat in BUTTON_INPUTS.items()},
        }
        sensors.fittings.contacts.append(self.fitter.inputs(feel, sensors.emit))
        identity = Identity(self.serials.board, DeviceClass.TABLE_BOARD, len(antennas), name="simulated table board")
        return self._board(identity, sensors, antennas, carrier, "board")

    def card_shoe(self, carrier: Carrier, *, antenna: bool = True) -> Board:
        """The shoe: one antenna and a gate at its mouth, and the deck inside. Without its antenna a camera is over the mouth."""
        sensors = BoardSensors(self.fitter.stamp("shoe"))
        antennas = {EXIT_ANTENNA: Zone.EXIT} if antenna else {}
        if antenna:
            sensors.fittings.readers[SHOE_READER] = self.fitter.reader(SHOE_READER, antennas, sensors.emit)
        sensors.fittings.gate = self.fitter.gate(sensors.emit)
        sensors.fittings.deck = self.fitter.deck(sensors.emit)
        sensors.fittings.deck.counts = antenna
        identity = Identity(self.serials.shoe, DeviceClass.CARD_SHOE, len(antennas), name="simulated card shoe")
        return self._board(identity, sensors, antennas, carrier, "shoe")

    def keypad(self, carrier: Carrier) -> Board:
        """The dealer's keys."""
        sensors = BoardSensors(self.fitter.stamp("keypad"))
        feel = {int(key): partial(self.table.keys_down.__contains__, int(key)) for key in KeyCode}
        sensors.fittings.held.append(self.fitter.keys(feel, sensors.emit))
        identity = Identity(self.serials.keypad, DeviceClass.KEYPAD, name="simulated keypad")
        return self._board(identity, sensors, {}, carrier, "keypad")

    def _board(
        self, identity: Identity, sensors: BoardSensors, antennas: Mapping[int, Zone], carrier: Carrier, name: str
    ) -> Board:
        board = Board(identity, sensors, carrier, self.now, self.entropy, self.fitter.timing(name), self.made)
        numbers = {zone: number for number, zone in antennas.items()}

        def field_changed(zone: Zone) -> None:
            if zone in numbers:
                sensors.stir(numbers[zone], self.now())
                board.disturb()
            if zone is Zone.EXIT:
                sensors.stir_gate(self.now())
                board.disturb()

        def touched() -> None:
            sensors.touch(self.now())
            board.disturb()

        self.table.watch(field_changed, touched)
        return board


def _button_at(table: PhysicalTable, seat: int) -> bool:
    return table.button == seat
