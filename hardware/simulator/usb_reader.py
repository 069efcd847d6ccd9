"""A tag reader on a USB port of the host, over antennas under a simulated table's felt.

Owns which antenna lies under which zone, and the cable. Beside the boards of a table it is one more device: it can be unplugged,
lose power, or hang.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from hardware.simulator.board_data import ResetCause
from hardware.simulator.carrier import Carrier
from hardware.simulator.lies import ground_of
from hardware.simulator.metratec import MetratecReader
from hardware.simulator.noise import OFF, Noise
from hardware.simulator.pepper_c1 import PepperReader
from hardware.simulator.radio import Radio
from hardware.simulator.troubles import Change, Trouble, troubles
from hardware.simulator.world import PhysicalTable
from hardware.simulator.zones import FELT, SEATS, Zone


class ReaderKind(StrEnum):
    """Readers that can lie under a felt; the names are those of the table's computer."""

    METRATEC = "metratec"
    PEPPER_C1 = "pepper_c1"


_NINE_SEATS: Final = tuple(zone for zone in FELT if zone is not Zone(f"seat_{SEATS[-1]}"))
ANTENNAS: Final[Mapping[ReaderKind, Mapping[str, Mapping[int, Zone]]]] = {
    ReaderKind.METRATEC: {"felt": dict(enumerate(FELT))},
    ReaderKind.PEPPER_C1: {
        "felt_a": dict(enumerate(_NINE_SEATS[:8], 1)),
        "felt_b": dict(enumerate(_NINE_SEATS[8:], 1)),
    },
}
"""The readers of a table of each kind, and where their antennas lie. Two with eight antennas each are enough for nine seats."""


class UsbReader:
    """Sans-I/O like a board: `advance` at `next_deadline` and when its cable has bytes."""

    def __init__(
        self,
        kind: ReaderKind,
        antennas: Mapping[int, Zone],
        table: PhysicalTable,
        carrier: Carrier,
        now: Callable[[], int],
        noise: Noise = OFF,
        seed: int = 1,
    ) -> None:
        """Watches the table from now on. `noise`: of its antennas. `seed`: of this reader alone."""
        self.carrier = carrier
        self._radio = Radio(noise, seed, ground_of(antennas))
        self.reader = (MetratecReader if kind is ReaderKind.METRATEC else PepperReader)(radio=self._radio)
        self._troubles = troubles(noise, seed, kind, antennas, now())
        self._trouble = next(self._troubles, None)
        self._hung = self._silent = False
        self._antennas = antennas
        self._table = table
        self._now = now
        self._powered = True
        for zone in antennas.values():
            self._field_changed(zone)
        table.watch(self._field_changed, lambda: None)

    def advance(self, now_ms: int) -> None:
        """Move the bytes that are due. Without power it hears and says nothing."""
        while self._trouble is not None and self._trouble.at_ms <= now_ms:
            self._befall(self._trouble)
        data = self.carrier.read()
        if self._powered:
            self.reader.receive(data, now_ms)
        self.carrier.write(self.reader.take(now_ms) if self._powered else b"")

    def next_deadline(self) -> int | None:
        """When to come again, in ms; None at no set time."""
        saying = self.reader.next_deadline() if self._powered else None
        trouble = None if self._trouble is None else self._trouble.at_ms
        return min((at for at in (saying, trouble, self.carrier.next_deadline()) if at is not None), default=None)

    def reset(self, _cause: ResetCause) -> None:
        """Its power comes back, or was away for a moment."""
        self._powered = True
        self.reader.restart(self._now())

    def power_off(self) -> None:
        """It is dead until its next reset."""
        self._powered = False
        self.reader.hush()

    def set_reader(self, _number: int, *, ok: bool) -> None:
        """It stops answering, or answers again."""
        self._hung = not ok
        self.reader.hangs = self._hung or self._silent

    def _befall(self, change: Change) -> None:
        """As the noise will have it. Its host finds out for itself."""
        self._trouble = next(self._troubles, None)
        if change.kind is Trouble.DEAF:
            self._radio.deaf.add(change.antenna)
        elif change.kind is Trouble.HEARS:
            self._radio.deaf.discard(change.antenna)
        else:
            self._silent = change.kind is not Trouble.BACK
            self.reader.hangs = self._hung or self._silent

    def _field_changed(self, zone: Zone) -> None:
        for antenna, place in self._antennas.items():
            if place is zone:
                self._radio.field[antenna] = [card.uid for card in self._table.in_field(zone)]
                self._radio.passing[antenna] = [card.uid for card in self._table.passing(zone)]
