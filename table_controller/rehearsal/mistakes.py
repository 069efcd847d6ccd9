"""Which error a robot dealer makes in which hand, and the record of those made.

Owns the drawing of errors: by seed and hand alone, never by time, and only in the first attempt of a hand.
"""

import random
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from table_controller.core.ids import AttemptNo, HandNo
from table_controller.rehearsal.errors import KINDS, Category, ErrorKind, Moment

_Code: TypeAlias = tuple[Category, str]
_CODES: Final[dict[_Code, list[ErrorKind]]] = {}
for _kind in KINDS:
    _CODES.setdefault((_kind.category, _kind.accepts[0]), []).append(_kind)


@dataclass(frozen=True, slots=True)
class PlannedError:
    """`card`: with which card of the deal, for errors of the deal; `pick`: any number, for choosing among several."""

    kind: ErrorKind
    card: int
    pick: int


@dataclass(frozen=True, slots=True)
class MadeError:
    """An error that was really made."""

    hand: HandNo
    attempt: AttemptNo
    kind: ErrorKind
    accepts: tuple[str, ...] = ()
    """Codes that name it in this house."""


@dataclass(slots=True)
class ErrorLog:
    """Every error made at one table, in order."""

    made: list[MadeError] = field(default_factory=list)

    def of(self, hand: HandNo, attempt: AttemptNo) -> MadeError | None:
        """The error made in this attempt of a hand."""
        return next((one for one in self.made if (one.hand, one.attempt) == (hand, attempt)), None)


class ErrorPlan:
    """Which error comes in which hand of one table.

    Codes come in rounds: each code once in a round, in an order of its own, beginning with one of every category.
    """

    def __init__(self, seed: int, rate: float) -> None:
        """`rate`: chance of an error in a hand."""
        self._seed = seed
        self._rate = rate
        self._so_far = [0]
        """How many of the hands before hand n have an error, for every n asked so far."""

    def of(self, hand: HandNo, players: int, *, empty_seat: bool) -> PlannedError | None:
        """The error of this hand, or none; of those that `players` dealt in allow, the one whose turn it is."""
        if not self._strikes(hand):
            return None
        while len(self._so_far) <= hand:
            self._so_far.append(self._so_far[-1] + self._strikes(len(self._so_far)))
        number, place = divmod(self._so_far[hand - 1], len(_CODES))
        codes = self._round(number)
        rng = self._chance(f"{hand}/error")
        for code in codes[place:] + codes[:place]:
            kinds = [kind for kind in _CODES[code] if kind.players <= players and (empty_seat or not kind.empty_seat)]
            if kinds:
                kind = rng.choice(kinds)
                return PlannedError(kind, rng.choice(_cards_of(kind, players)), rng.randrange(1 << 20))
        return None

    def _round(self, number: int) -> list[_Code]:
        rng = self._chance(f"errors {number}")
        codes = rng.sample(list(_CODES), len(_CODES))
        first = {category: next(code for code in codes if code[0] is category) for category in Category}
        return [*first.values(), *(code for code in codes if code not in first.values())]

    def _strikes(self, hand: int) -> bool:
        return self._chance(f"{hand}/strikes").random() < self._rate

    def _chance(self, what: str) -> random.Random:
        return random.Random(f"{self._seed}/{what}")  # noqa: S311  (a rehearsal is repeatable)


def _cards_of(kind: ErrorKind, players: int) -> list[int]:
    """With which cards of the deal it can be made: never the first and never the last."""
    return [card for card in range(2, 2 * players) if (card > players) + 1 in kind.rounds]


def is_due(planned: PlannedError, moment: Moment, street: str, card: int, players: int) -> bool:
    """Whether the planned error is to be made now. `card`: number of the next card of the deal."""
    kind = planned.kind
    if kind.moment is not moment or kind.street not in ("", street):
        return False
    return moment is not Moment.DEAL or (card >= planned.card and (card > players) + 1 in kind.rounds)
