"""What bet lines would tell of a scenario's chips, in the words of tracking: which keys and crossings belong together.

Owns the waiting of one for the other. The lines of a scenario see every crossing, and nothing else blocks them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from table_controller.core.facts import ChipsUnexplained
from table_controller.core.ids import Millis, SeatNo
from table_controller.tracking import timing

_THRICE = 3


class ChipsSensed:
    """All bet lines of one table. Times are the stage's, in ms."""

    def __init__(self) -> None:
        self._open: dict[SeatNo, tuple[Millis, bool]] = {}
        self._covered: dict[SeatNo, Millis] = {}
        self._unseen: Counter[SeatNo] = Counter()
        self._answered = False

    def posted(self, seats: Sequence[SeatNo], now: Millis) -> None:
        """Blinds that the rules have put in: their crossing needs no key."""
        self._covered |= dict.fromkeys(seats, Millis(now + timing.ANSWER_CHIPS))

    def crossed(self, seat: SeatNo, now: Millis) -> None:
        """Once a key has been answered more chips may follow it."""
        self._answered = self._open.pop(seat, (0, False))[1] or now <= self._covered.get(seat, -1)
        del self._unseen[seat]
        self._covered[seat] = Millis(now + timing.ANSWER_CHIPS)

    def wanted(self, seat: SeatNo, now: Millis) -> None:
        """A key moves chips, and none have crossed yet."""
        self._open[seat] = (Millis(now + timing.ANSWER_CHIPS), True)

    def unkeyed(self, seat: SeatNo, now: Millis, *, betting: bool) -> None:
        """No key said why these crossed. Where nobody can bet they are for the hand to come."""
        if not self._answered:
            del self._covered[seat]
        if betting and not self._answered:
            self._open[seat] = (Millis(now + timing.UNKEYED_CHIPS), False)

    def dues(self) -> Iterator[int]:
        """When something has been waited for long enough."""
        return (due for due, _ in self._open.values())

    def unexplained(self, now: Millis) -> Iterator[ChipsUnexplained]:
        """What is asked about now. Of two keys whose chips were not seen nobody is asked, of the third he is."""
        for seat, (due, keyed) in list(self._open.items()):
            if due <= now:
                del self._open[seat]
                self._unseen[seat] += keyed
                if not keyed or self._unseen[seat] == _THRICE:
                    del self._unseen[seat]
                    yield ChipsUnexplained(at=now, seat=seat, keyed=keyed)
