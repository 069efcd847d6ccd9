"""What the product says to a hand, as whoever stands at the table hears it, in the order in which it is said."""

from collections import deque
from collections.abc import Iterator
from typing import Literal

import msgspec

from table_controller.core.events import AnyEvent, FindingRaised, QuestionAsked
from table_controller.core.ids import SeatNo
from table_controller.rehearsal.scenario.motions import Answer
from table_controller.rehearsal.scenario.stage import Stage


class Said(msgspec.Struct, frozen=True):
    """One thing the product said to a hand: a finding it raised, an order it refused, a question it asked, a call it
    takes for another amount, or what it still waited for when the record had no more to tell.

    `order`: what was refused. `clauses`, `procedure`, `level`: of a finding.
    """

    what: Literal["finding", "refused", "question", "read", "waits"]
    code: str
    seat: SeatNo | None = None
    order: str = ""
    clauses: tuple[str, ...] = ()
    procedure: str = ""
    level: int = 0


class Ear:
    """Follows one table. Findings and questions are its events; the rest is noted when it is said."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._noted: list[tuple[int, Said]] = []

    def refused(self, order: str, answer: Answer, seat: SeatNo | None = None) -> None:
        """How an order was answered."""
        if answer is not None:
            self.note(Said("refused", answer.code, seat, order))

    def note(self, said: Said) -> None:
        """Something no event tells."""
        self._noted.append((len(self._stage.events), said))

    def heard(self) -> Iterator[Said]:
        """Everything so far."""
        noted = deque(self._noted)
        for number, event in enumerate(self._stage.events):
            while noted and noted[0][0] <= number:
                yield noted.popleft()[1]
            told = _told(event)
            if told is not None:
                yield told
        yield from (one for _, one in noted)


def _told(event: AnyEvent) -> Said | None:
    if isinstance(event, FindingRaised):
        return Said("finding", event.code, event.seat, "", event.clauses, event.procedure, event.level)
    if isinstance(event, QuestionAsked):
        return Said("question", event.key, event.seat)
    return None
