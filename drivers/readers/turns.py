"""Which antenna a reader visits next: in turn, and every other time one where a tag is about to come or go.

So a change is told soon, and no antenna waits longer than two rounds; as on the table board (hardware/firmware/core/turns.c).
"""

from collections.abc import Collection


class Turns:
    """The antennas of one reader, of which one at a time has its field on."""

    def __init__(self, antennas: Collection[int]) -> None:
        self._all = sorted(antennas)
        self._last = self._hurried = -1
        self._hurry = False

    def choose(self, unsettled: Collection[int]) -> int:
        """The antenna to visit now; `unsettled`: those where something is about to happen."""
        self._hurry = not self._hurry and bool(unsettled)
        if self._hurry:
            self._hurried = _following(sorted(unsettled), self._hurried)
            return self._hurried
        self._last = _following(self._all, self._last)
        return self._last


def _following(antennas: list[int], last: int) -> int:
    return next((antenna for antenna in antennas if antenna > last), antennas[0])
