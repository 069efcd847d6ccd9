"""Which error a robot dealer makes in which hand, and the record of those made.

Owns the drawing of errors: by seed and hand alone, never by time, and only in the first attempt of a hand.
"""

import random
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from table_controller.core.ids import AttemptNo, HandNo, SeatNo
from table_controller.rehearsal.error_kinds import KINDS
from table_controller.rehearsal.errors import Ahead, Category, ErrorKind, Moment, always

_Code: TypeAlias = tuple[Category, str]


def _always_possible(code: _Code) -> bool:
    return any(kind.possible is always for kind in _CODES[code])


def _code_of(kind: ErrorKind) -> _Code:
    return kind.category, kind.accepts[0]


_CODES: Final[dict[_Code, list[ErrorKind]]] = {}
for _kind in KINDS:
    _CODES.setdefault(_code_of(_kind), []).append(_kind)
_TURNS: Final[list[_Code]] = [code for code, kinds in _CODES.items() for _ in range(kinds[0].turns)]


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
    fumbled: frozenset[SeatNo] = frozenset()
    """Seats of which a key says now what was not meant: it is about to be taken back."""

    def of(self, hand: HandNo, attempt: AttemptNo) -> MadeError | None:
        """The error made in this attempt of a hand."""
        return next((one for one in self.made if (one.hand, one.attempt) == (hand, attempt)), None)


_LATER: Final = 4
"""So many other errors come before one that could not be made is tried again."""


class ErrorPlan:
    """Which error comes in which hand of one table. Ask for each hand once, in order.

    Codes come in rounds: each code once in a round, but what few houses know more often, in an order of its own, beginning with
    one of every category that every house knows. What is not possible in a hand waits for one in which it is.
    """

    def __init__(self, seed: int, rate: float) -> None:
        """`rate`: chance of an error in a hand."""
        self._seed = seed
        self._rate = rate
        self._rounds = 0
        self._to_come: list[_Code] = []

    def of(self, hand: HandNo, ahead: Ahead) -> PlannedError | None:
        """The error of this hand, or none."""
        if self._chance(f"{hand}/strikes").random() >= self._rate:
            return None
        return self._next(hand, ahead) or self._next(hand, ahead)

    def not_made(self, kind: ErrorKind) -> None:
        """Its moment did not come; it comes again soon."""
        self._to_come.insert(_LATER, _code_of(kind))

    def _next(self, hand: HandNo, ahead: Ahead) -> PlannedError | None:
        """The first code to come that is possible; where there is none another round begins."""
        rng = self._chance(f"{hand}/error")
        for at, code in enumerate(self._to_come):
            kinds = [kind for kind in _CODES[code] if kind.may_come(ahead)]
            if kinds:
                del self._to_come[at]
                kind = rng.choice(kinds)
                return PlannedError(kind, rng.choice(_cards_of(kind, ahead.players)), rng.randrange(1 << 20))
        self._to_come += self._round(self._rounds)
        self._rounds += 1
        return None

    def _round(self, number: int) -> list[_Code]:
        rng = self._chance(f"errors {number}")
        codes = rng.sample(_TURNS, len(_TURNS))
        first = {code[0]: at for at, code in reversed(list(enumerate(codes))) if _always_possible(code)}
        return [codes[at] for at in first.values()] + [code for at, code in enumerate(codes) if at not in first.values()]

    def _chance(self, what: str) -> random.Random:
        return random.Random(f"{self._seed}/{what}")  # noqa: S311  (a rehearsal is repeatable)


def _cards_of(kind: ErrorKind, players: int) -> list[int]:
    """With which cards of the deal it can be made: never the first and never the last."""
    return [kind.card] if kind.card else [card for card in range(2, 2 * players) if (card > players) + 1 in kind.rounds]


def is_due(planned: PlannedError, moment: Moment, street: str, card: int, players: int) -> bool:
    """Whether the planned error is to be made now. `card`: number of the next card of the deal."""
    kind = planned.kind
    if kind.moment is not moment or kind.street not in ("", street):
        return False
    if moment is not Moment.DEAL:
        return True
    return card == kind.card if kind.card else card >= planned.card and (card > players) + 1 in kind.rounds
