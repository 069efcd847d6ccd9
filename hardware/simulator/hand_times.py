"""How long the movements of hands take at a simulated table.

Owns the times; the movements are in `hands`.
"""

from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True, slots=True)
class HandTimes:
    """How long movements take, in ms. The defaults are a dealer at ease; values marked assumed are to be measured at a table.

    exit: a card over the mouth of the shoe (HARDWARE.md: 150 to 300). flight: from there to its place (assumed). slide: a card or
    button moved by hand (assumed). cross: chips over the line (assumed). key_down, key_gap: a key and the pause after (assumed).
    gather: all cards together (assumed).
    """

    exit: int = 150
    flight: int = 200
    slide: int = 300
    cross: int = 250
    key_down: int = 80
    key_gap: int = 60
    gather: int = 2000

    def at_speed(self, factor: float) -> "HandTimes":
        """These divided by `factor`, but never quicker than a sensor can follow."""
        quickest = {f.name: getattr(QUICKEST, f.name) for f in fields(self)}
        return HandTimes(**{name: max(least, round(getattr(self, name) / factor)) for name, least in quickest.items()})


QUICKEST: Final = HandTimes(exit=75, flight=45, slide=60, cross=40, key_down=30, key_gap=30, gather=150)
"""Two inventories of 30 ms must meet a passing card, and a contact must outlast its debouncing of 20 ms."""
