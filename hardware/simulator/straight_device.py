"""A board without a wire: what its sensors say is handed over as it is said, for runs in which no line can fail.

Stands in the place of the bus device. Owns what was said and not yet taken; frames, numbers and acknowledgements are not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.protocol.commands import Scan
from hardware.protocol.events import Event
from hardware.simulator.board_data import Identity, ResetCause
from hardware.simulator.eeprom import Eeprom
from hardware.simulator.levels import LevelSource


@dataclass(frozen=True, slots=True)
class Said:
    """`edge_ms`: of the first edge; `at_ms`: when the board said it."""

    event: Event
    edge_ms: int
    at_ms: int


class StraightDevice:
    """`take` what was said. `lives` counts how often it was started."""

    def __init__(self, identity: Identity, _eeprom: Eeprom, source: LevelSource, **_wire: object) -> None:
        """Made as a bus device is; what that needs for its wire is not heeded."""
        self.identity = identity
        self.source = source
        self.powered = True
        self.lives = 1
        self.scan_masks: Mapping[int, Scan] = {}
        self._said: list[Said] = []

    def post(self, event: Event, now_ms: int, edge_ms: int | None = None) -> None:
        """A sensor says something."""
        self._said.append(Said(event, now_ms if edge_ms is None else edge_ms, now_ms))

    @property
    def waiting(self) -> int:
        """How much of it has not been taken."""
        return len(self._said)

    def take(self) -> list[Said]:
        """What was said since, in order."""
        said, self._said = self._said, []
        return said

    def levels(self) -> list[Event]:
        """Every level there is now, as a snapshot names them."""
        return [event for level in self.source.levels() if (event := level()) is not None]

    def reset(self, _cause: ResetCause, _now_ms: int) -> None:
        """A new life; what was said and not taken is lost."""
        self.powered = True
        self.lives += 1
        self._said.clear()

    def power_off(self) -> None:
        """Nothing is said or sensed until the next reset."""
        self.powered = False

    def receive(self, _data: bytes, _now_ms: int) -> None:
        """Nobody speaks to it."""

    def poll(self, _now_ms: int) -> bytes:
        """No wire, no bytes."""
        return b""

    def next_deadline(self) -> int | None:
        """It does nothing by itself."""
        return None
