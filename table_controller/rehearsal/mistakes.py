"""Which error a robot dealer makes in which hand, and the record of those made.

Owns the drawing of errors: by seed and hand alone, never by time, and only in the first attempt of a hand.
"""

import random
from dataclasses import dataclass, field

from table_controller.core.ids import AttemptNo, HandNo
from table_controller.rehearsal.errors import KINDS, ErrorKind, Moment


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


def plan_error(seed: int, rate: float, hand: HandNo, players: int, *, empty_seat: bool) -> PlannedError | None:
    """The error of this hand, or none. Drawn evenly over the kinds that `players` dealt in allow."""
    rng = random.Random(f"{seed}/{hand}/error")  # noqa: S311  (a rehearsal is repeatable)
    if rng.random() >= rate:
        return None
    possible = [kind for kind in KINDS if kind.players <= players and (empty_seat or not kind.empty_seat)]
    kind = rng.choice(possible)
    return PlannedError(kind, rng.choice(_cards_of(kind, players)), rng.randrange(1 << 20))


def _cards_of(kind: ErrorKind, players: int) -> list[int]:
    """With which cards of the deal it can be made: never the first and never the last."""
    return [card for card in range(2, 2 * players) if (card > players) + 1 in kind.rounds]


def is_due(planned: PlannedError, moment: Moment, street: str, card: int, players: int) -> bool:
    """Whether the planned error is to be made now. `card`: number of the next card of the deal."""
    kind = planned.kind
    if kind.moment is not moment or kind.street not in ("", street):
        return False
    return moment is not Moment.DEAL or (card >= planned.card and (card > players) + 1 in kind.rounds)
