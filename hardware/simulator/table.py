"""One whole simulated table: the truth, the hands that change it and the three boards that sense it, on one clock.

Owns the order in which things happen at one moment. Sans-I/O: `advance` at `next_deadline`; carriers bring the bytes.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from hardware.simulator.boards import Board, Device, Workshop
from hardware.simulator.bus_device import BusDevice
from hardware.simulator.carrier import MemoryCarrier
from hardware.simulator.faults import Fault, Plug, PowerOff, ReaderHangs, Reboot, SpoilWire, Unplug
from hardware.simulator.fitting import Fitter, Reception, TrueFitter, clear_reception
from hardware.simulator.hand_times import HandTimes
from hardware.simulator.hands import Hands
from hardware.simulator.motion import Motion
from hardware.simulator.noise import OFF, Noise
from hardware.simulator.noisy_fitting import NoisyFitter
from hardware.simulator.pieces import SimulatedDeck
from hardware.simulator.pty_carrier import PtyCarrier
from hardware.simulator.usb_reader import ANTENNAS, ReaderKind, UsbReader
from hardware.simulator.wiring import Serials
from hardware.simulator.world import PhysicalTable

DEVICES: Final = ("shoe", "board", "keypad")


class SimulatedTable:
    """The clock may be virtual: this table never looks at another one, and the same calls give the same bytes."""

    def __init__(
        self,
        deck: SimulatedDeck,
        serials: Serials,
        carriers: Mapping[str, MemoryCarrier | PtyCarrier],
        *,
        now_ms: int = 0,
        entropy: Callable[[], int] = lambda: secrets.randbits(32),
        times: HandTimes = HandTimes(),  # noqa: B008  (frozen)
        reception: Callable[[PhysicalTable], Reception] = clear_reception,
        emulated: Callable[[PhysicalTable], object] | None = None,
        readers: ReaderKind | None = None,
        made: type[Device] = BusDevice,
        noise: Noise = OFF,
        seed: int = 1,
        optical: bool = False,
    ) -> None:
        """`carriers`: a cable for each of DEVICES; none when `emulated` sets a board under the table that has it all. `readers`:
        the felt's antennas are not the table board's but those of readers of this kind, each with a cable of its own.

        `entropy`: gives new boards the u32 their lives are counted from. `made`: what a board is towards its host. `noise`: how
        badly its sensors work; then `reception` is not asked. `seed`: of the noise. `optical`: instead of an antenna the shoe has
        a camera over its mouth. Raises NotSimulatedError for the deck of a real table."""
        self.truth, self._now, self._cables, self._noise, self._seed = PhysicalTable(deck), now_ms, dict(carriers), noise, seed
        self.hands = Hands(self.truth, lambda: self._now, times, None if noise == OFF else Motion(noise, seed))
        workshop = Workshop(self.truth, serials, self._fitter(reception), lambda: self._now, entropy, made)
        self.boards = self._boards(workshop, felt=readers is None, optical=optical) if emulated is None else {}
        if emulated is not None:
            emulated(self.truth)
        self.readers = {} if readers is None else self._usb_readers(readers)
        self._devices: dict[str, Board | UsbReader] = {**self.boards, **self.readers}

    def _fitter(self, reception: Callable[[PhysicalTable], Reception]) -> Fitter:
        if self._noise == OFF:
            return TrueFitter(self.truth, reception(self.truth))
        return NoisyFitter(self.truth, self._noise, self._seed, lambda: self._now)

    def _boards(self, workshop: Workshop, *, felt: bool, optical: bool) -> dict[str, Board]:
        return {
            "shoe": workshop.card_shoe(self._cables["shoe"], antenna=not optical),
            "board": workshop.table_board(self._cables["board"], felt=felt),
            "keypad": workshop.keypad(self._cables["keypad"]),
        }

    def _usb_readers(self, kind: ReaderKind) -> dict[str, UsbReader]:
        return {
            name: UsbReader(kind, antennas, self.truth, self._cables[name], lambda: self._now, self._noise, self._seed * 16 + n)
            for n, (name, antennas) in enumerate(ANTENNAS[kind].items())
        }

    def next_deadline(self) -> int | None:
        """When `advance` is next due, in ms."""
        times = [self.hands.next_deadline(), *(device.next_deadline() for device in self._devices.values())]
        return min((at for at in times if at is not None), default=None)

    def advance(self, now_ms: int, *, every_cable: bool = False) -> None:
        """Everything that is due by now happens, in the order of its time; then the boards hear and speak.

        `every_cable`: look at each, as a terminal's bytes announce themselves by no deadline.
        """
        felt: list[Board] = []
        while (due := self._next_happening()) is not None and due <= now_ms:
            self._now = max(self._now, due)
            if (step := self.hands.next_deadline()) is not None and step <= due:
                self.hands.run_next()
            else:
                felt += self._sense()
        self._now = max(self._now, now_ms)
        for device in self._devices.values():
            if every_cable or device in felt or _is_due(device.next_deadline(), self._now):
                device.advance(self._now)

    def act(self, now_ms: int) -> Hands:
        """The hands, brought to this moment."""
        self.advance(now_ms)
        return self.hands

    def order(self, fault: Fault) -> None:
        """Let this fault happen now. KeyError for a device that is not here."""
        device, cable = self._devices[fault.device], self._cables[fault.device]
        match fault:
            case SpoilWire(faults=faults):
                cable.line.set_faults(faults)
            case Unplug():
                cable.unplug()
            case Plug():
                cable.plug()
            case Reboot(cause=cause):
                device.reset(cause)
            case PowerOff():
                device.power_off()
            case ReaderHangs(reader=reader, hangs=hangs):
                device.set_reader(reader, ok=not hangs)

    def _sense(self) -> list[Board]:
        due = [board for board in self.boards.values() if _is_due(board.next_sensing(), self._now)]
        for board in due:
            board.sense(self._now)
        return due

    def _next_happening(self) -> int | None:
        times = [self.hands.next_deadline(), *(board.next_sensing() for board in self.boards.values())]
        return min((at for at in times if at is not None), default=None)


def _is_due(deadline: int | None, now_ms: int) -> bool:
    return deadline is not None and deadline <= now_ms
