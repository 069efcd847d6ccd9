"""What the host moves on a board: lamps, beeper, gate lock, and which antennas are scanned.

Owns their state since the last restart. Knows nothing of frames; which sensors there are it asks the level source.
"""

from collections import deque

from hardware.protocol.commands import Beep, Lamp, LampPattern, Lamps, Lock, Response, Scan, Status
from hardware.simulator.levels import LevelSource

_OK = Response(Status.OK)


class Outputs:
    """State after a restart: lamps off, gate open, all antennas scanned."""

    def __init__(self, source: LevelSource, *, has_gate: bool) -> None:
        self._source = source
        self._has_gate = has_gate
        self.lamps = dict.fromkeys(range(Lamp.LINK + 1), LampPattern.OFF)
        self.locked = False
        self.beeps: deque[int] = deque(maxlen=16)
        self.display = b""
        """What the last ECHO said, as a keypad with a display shows it."""
        self.scans = {reader: _all(reader, mask) for reader, mask in source.antennas().items()}

    def carry_out(self, command: Lamps | Beep | Scan | Lock) -> Response:
        """Carry out a command; a board without a gate does not know LOCK, a reader it has not is a bad value."""
        match command:
            case Lamps(mask, pattern):
                self.lamps.update({lamp: pattern for lamp in self.lamps if mask >> lamp & 1})
            case Beep(pattern=sound):
                self.beeps.append(sound)
            case Scan(reader=reader):
                if reader not in self.scans:
                    return Response(Status.BAD_VALUE)
                self.scans[reader] = command
            case Lock(locked):
                if not self._has_gate:
                    return Response(Status.UNKNOWN_CODE)
                self.locked = locked
        return _OK

    def scanned_since(self, since_ms: int) -> bool:
        """Whether each antenna in the SCAN mask of a reader that is not lost was inventoried twice since then."""
        source = self._source
        return all(
            source.inventoried_twice(antenna, since_ms)
            for reader, mask in source.antennas().items()
            if source.reader_ok(reader)
            for antenna in range(32)
            if mask & self.scans[reader].antennas & 1 << antenna
        )


def _all(reader: int, mask: int) -> Scan:
    lowest = (mask & -mask).bit_length() - 1
    return Scan(reader, mask, max(lowest, 0))
