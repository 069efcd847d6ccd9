"""What can happen to a table's devices, as things done to a simulated table and undone a while later.

Owns the kinds. `keeps`: the device keeps what happened meanwhile, so not even the order of events may differ.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from hardware.simulator.board_data import ResetCause
from hardware.simulator.faults import Fault, Plug, PowerOff, ReaderHangs, Reboot, SpoilWire, Unplug
from hardware.simulator.line import Wire, WireFaults
from hardware.simulator.table import SimulatedTable

from .mortal import Trouble

DEVICES = ("shoe", "board", "keypad")


class Kind(NamedTuple):
    """How it begins and how it ends, for a device."""

    begins: Callable[[str], Fault]
    ends: Callable[[str], Fault]
    keeps: bool = True


def _spoilt(**how: float | bool) -> Kind:
    faults = replace(WireFaults(), **how)  # type: ignore[arg-type]
    return Kind(lambda device: SpoilWire(device, faults), lambda device: SpoilWire(device, WireFaults()))


KINDS: dict[str, Kind] = {
    "unplugged": Kind(Unplug, Plug),
    "flipped bits": _spoilt(flip=0.01),
    "dropped bytes": _spoilt(drop=0.01),
    "doubled bytes": _spoilt(duplicate=0.01),
    "all at once": _spoilt(flip=0.005, drop=0.005, duplicate=0.005, delay_ms=30),
    "stalled": _spoilt(stalled=True),
    "slow": _spoilt(delay_ms=150),
    "silent": _spoilt(silent=True),
    "rebooted": Kind(lambda device: Reboot(device, ResetCause.BROWN_OUT), lambda device: SpoilWire(device, WireFaults()), False),
    "without power": Kind(PowerOff, Reboot, False),
}
READER_HANGS = Kind(lambda device: ReaderHangs(device, 0), lambda device: ReaderHangs(device, 0, hangs=False), False)
"""Of the boards that have one: shoe and table board."""


def troubles(kind: Kind, devices: tuple[str, ...], until_ms: int, rng: random.Random, times: int) -> Iterator[Trouble]:
    """So many times, at random moments and for up to five seconds, this happens to one of the devices."""
    at = 0
    for _ in range(times):
        device = rng.choice(devices)
        at += rng.randrange(100, max(101, 2 * until_ms // times))
        lasts = rng.choice((150, 700, 2_000, 5_000))
        yield Trouble(at, ordered(kind.begins(device)))
        yield Trouble(at + lasts, ordered(kind.ends(device)))
        at += lasts + 500


def ordered(fault: Fault) -> Callable[[SimulatedTable], None]:
    return lambda table: table.order(fault)


class Stutter(Wire):
    """Says whole frames twice or more, and holds them up for a while. A cable does no worse: frames never overtake each other."""

    LATE_MS = (0, 0, 5, 40, 150, 400)

    def __init__(self, seed: int, rate: float) -> None:
        super().__init__(seed)
        self.again = 0
        self._rate = rate
        self._chance = random.Random(f"stutter {seed}")
        self._part = b""
        self._not_before = 0

    def put(self, data: bytes, now_ms: int) -> None:
        *frames, self._part = (self._part + data).split(b"\0")
        for frame in frames:
            if self._chance.random() < self._rate:
                self._not_before = max(self._not_before, now_ms + self._chance.choice(self.LATE_MS))
            self._send(frame, now_ms)
            while self._chance.random() < self._rate:
                self.again += 1
                self._send(frame, now_ms)

    def _send(self, frame: bytes, now_ms: int) -> None:
        super().put(frame + b"\0", max(now_ms, self._not_before))
