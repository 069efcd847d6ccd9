"""Where the chips of a simulated table are: stacks, bets in front of the seats, the pot, the drop box, the cage.

Owns amounts only, and that none appears or vanishes. Knows no rule: whether a bet was allowed is nobody's question here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


class NotThereError(Exception):
    """A hand reached for something that is not there: too few chips, no such card, an empty deck."""


@dataclass(slots=True)
class ChipTruth:
    """Amounts in the table's smallest unit. `cage`: what was brought to the table and taken away again, negated and added."""

    stacks: dict[int, int] = field(default_factory=dict)
    bets: dict[int, int] = field(default_factory=dict)
    pot: int = 0
    drop: int = 0
    cage: int = 0

    def total(self) -> int:
        """The sum over all places: 0 whatever hands do."""
        return sum(self.stacks.values()) + sum(self.bets.values()) + self.pot + self.drop + self.cage

    def at(self, seat: int) -> int:
        """What the seat owns: its stack and what lies in front of it."""
        return self.stacks.get(seat, 0) + self.bets.get(seat, 0)

    def bring(self, seat: int, amount: int) -> None:
        """Chips come from the cage to a stack."""
        self.cage -= self._amount(amount)
        self.stacks[seat] = self.stacks.get(seat, 0) + amount

    def carry_off(self, seat: int) -> int:
        """The seat's stack goes back to the cage; how much it was."""
        amount = self.stacks.pop(seat, 0)
        self.cage += amount
        return amount

    def push(self, seat: int, amount: int) -> None:
        """From the stack over the line. NotThereError when the stack is smaller."""
        self._take(self.stacks, seat, amount)
        self.bets[seat] = self.bets.get(seat, 0) + amount

    def pull_back(self, seat: int, amount: int) -> None:
        """From in front of the seat back to its stack. NotThereError when less lies there."""
        self._take(self.bets, seat, amount)
        self.stacks[seat] = self.stacks.get(seat, 0) + amount

    def collect(self) -> int:
        """All bets go into the pot; how much came."""
        amount = sum(self.bets.values())
        self.bets.clear()
        self.pot += amount
        return amount

    def collect_from(self, seat: int, amount: int) -> None:
        """Part of one seat's bet goes into the pot (dead chips)."""
        self._take(self.bets, seat, amount)
        self.pot += amount

    def pay(self, seat: int, amount: int) -> None:
        """From the pot to a stack. NotThereError when the pot is smaller."""
        self._from_pot(amount)
        self.stacks[seat] = self.stacks.get(seat, 0) + amount

    def rake(self, amount: int) -> None:
        """From the pot into the drop box."""
        self._from_pot(amount)
        self.drop += amount

    def count_anew(self, stacks: Mapping[int, int], drop: int) -> None:
        """All chips are counted again: these stacks, so much in the drop box, nothing in the middle; the cage gives and takes."""
        self.stacks, self.bets, self.pot, self.drop = dict(stacks), {}, 0, drop
        self.cage = -sum(stacks.values()) - drop

    def _from_pot(self, amount: int) -> None:
        if self._amount(amount) > self.pot:
            raise NotThereError(f"{amount} chips are not in the pot")
        self.pot -= amount

    def _take(self, place: dict[int, int], seat: int, amount: int) -> None:
        if self._amount(amount) > place.get(seat, 0):
            raise NotThereError(f"{amount} chips are not there at seat {seat}")
        place[seat] = place.get(seat, 0) - amount

    @staticmethod
    def _amount(amount: int) -> int:
        if amount < 0:
            raise ValueError("an amount of chips is not negative")
        return amount
