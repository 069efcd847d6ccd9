"""What a simulated board is and how its own time runs, as data.

Owns values only; the device that lives by them is elsewhere.
"""

from dataclasses import dataclass, replace
from typing import Final

from hardware.protocol.commands import IdentifyAnswer
from hardware.protocol.hello import WINDOW, DeviceClass, Firmware, Hello
from hardware.protocol.wire import SCHEMA_HASH, ResetCause

__all__ = ["FIRMWARE", "QUICK", "Identity", "ResetCause", "Timing"]

_FAST_BAUD: Final = 250_000
FIRMWARE: Final = Firmware(0, 1, 0)


@dataclass(frozen=True, slots=True)
class Identity:
    """What a board says of itself. `serial`: 8 bytes. `antennas`: how many it has over all its readers."""

    serial: bytes
    device_class: DeviceClass
    antennas: int = 0
    firmware: Firmware = FIRMWARE
    schema_hash: int = SCHEMA_HASH
    name: str = "simulated board"

    def hello(self, boot_counter: int, cause: ResetCause, first: int, following: int) -> Hello:
        """HELLO of a life whose ring holds the events first..following-1 (taken modulo 2^16)."""
        numbers = (first & 0xFFFF, following & 0xFFFF)
        life = Hello(boot_counter, cause, WINDOW, self.serial, *numbers)
        return replace(
            life,
            firmware=self.firmware,
            schema_hash=self.schema_hash,
            device_class=self.device_class,
            antennas=self.antennas,
        )

    def answer(self) -> IdentifyAnswer:
        """What IDENTIFY answers."""
        return IdentifyAnswer(self.firmware, self.schema_hash, self.name)


@dataclass(frozen=True, slots=True)
class Timing:
    """How a board's own time runs. boot_ms: from reset to the first frame. clock_start_ms: its clock then, modulo 2^32.

    clock_ppm: how much faster than true its clock runs. baud: sets the time after which events are sent again.
    """

    baud: int = _FAST_BAUD
    boot_ms: int = 0
    clock_start_ms: int = 0
    clock_ppm: int = 0

    @property
    def resend_ms(self) -> int:
        """60 ms, and 120 on a slower line."""
        return 60 if self.baud >= _FAST_BAUD else 120

    def clock(self, run_ms: int) -> int:
        """The board's clock this many ms after it was up, modulo 2^32; the start of its clock before."""
        run = max(0, run_ms)
        return (self.clock_start_ms + run + run * self.clock_ppm // 1_000_000) & 0xFFFFFFFF


QUICK: Final = Timing()
"""A board on the fast line that is up at once."""
