"""Faults of a simulated table's devices, as data that can be ordered while it runs.

Owns their names; what each does is done by the line, the cable or the board it meets.
"""

from dataclasses import dataclass
from typing import TypeAlias

from hardware.simulator.board_data import ResetCause
from hardware.simulator.line import WireFaults


@dataclass(frozen=True, slots=True)
class SpoilWire:
    """The line to this device drops, flips, doubles, delays, stalls or swallows bytes from now on."""

    device: str
    faults: WireFaults


@dataclass(frozen=True, slots=True)
class Unplug:
    """The cable is pulled; the board stays powered."""

    device: str


@dataclass(frozen=True, slots=True)
class Plug:
    """The cable is put in again."""

    device: str


@dataclass(frozen=True, slots=True)
class Reboot:
    """The board restarts."""

    device: str
    cause: ResetCause = ResetCause.WATCHDOG


@dataclass(frozen=True, slots=True)
class PowerOff:
    """The board is dead until a Reboot."""

    device: str


@dataclass(frozen=True, slots=True)
class ReaderHangs:
    """A tag reader of the board stops answering (`hangs`) or answers again."""

    device: str
    reader: int
    hangs: bool = True


Fault: TypeAlias = SpoilWire | Unplug | Plug | Reboot | PowerOff | ReaderHangs
