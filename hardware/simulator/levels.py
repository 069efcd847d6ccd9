"""What a simulated board asks of the sensors it carries.

Owns the interface only; the sensors themselves are built on top of it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from hardware.protocol.events import Event

Level: TypeAlias = Callable[[], Event | None]
"""Reads one level at the moment it is called; None when there is nothing to tell any more (tag gone, key released)."""


class LevelSource(Protocol):
    """The sensors of one board."""

    def levels(self) -> Sequence[Level]:
        """One reader of each level there is now: every input, tag, held key, cell, switch, deck and tag reader."""
        ...

    def antennas(self) -> Mapping[int, int]:
        """Every tag reader with the mask of its antennas (bit n = antenna n of the board)."""
        ...

    def reader_ok(self, reader: int) -> bool:
        """Whether this tag reader answers."""
        ...

    def inventoried_twice(self, antenna: int, since_ms: int) -> bool:
        """Whether two inventories of an antenna began after `since_ms` and are complete."""
        ...
