"""A procedure that is under way: its steps as they were given, how far it is, and what the sensors have shown since.

Plain values; which needs are met is asked in `procedure`.
"""

import msgspec

from table_controller.core.cards import LyingCard
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.order_base import Person
from table_controller.core.places import Place
from table_controller.core.steps import FREELY, Awaits, Step


class Signature(msgspec.Struct, frozen=True, gc=False):
    """Somebody has signed for a finding that takes more than one."""

    finding: int
    by: Person
    ruling: str = ""
    """The floor's word, where it ruled otherwise than the house rules do; `seat` with it."""
    seat: SeatNo | None = None


class ProcedureState(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """`at`: index of the step under way in `steps`; their number when all are done."""

    finding: int
    code: str
    procedure: str
    level: int
    clauses: tuple[str, ...] = ()
    seat: SeatNo | None = None
    place: Place | None = None
    steps: tuple[Step, ...] = ()
    at: int = 0
    failed: Message | None = None
    """What was seen instead; stays until somebody of the level has the step looked at again."""
    confirmed: bool = False
    """The key has said so at this step."""
    deck_out: bool = False
    shuffled: bool = False
    """The deck has been out and in since a card last went into it."""
    top: LyingCard | None = None
    """What was put back into the deck last, until another card leaves it."""
    top_burned: bool | None = None
    """Whether the next card of the deck was that one and went to the burns; None: none has left it since."""
    attempt: int = 0
    """Of the hand when it began."""
    pool: int = 0
    """How many cards have to be shuffled at this step: fixed when the step began. 0: it wants no shuffle, or the whole deck."""
    lay: tuple[tuple[LyingCard, ...], ...] = ()
    """Where the cards lay (`PLACES`) before the last movement, or before the one that spoiled the step; empty: none has moved."""
    overridden: bool = False
    """The floor took a step for done that the sensors did not show."""

    @property
    def step(self) -> Step | None:
        """The step under way."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    @property
    def awaits(self) -> Awaits:
        """What may happen now."""
        return self.steps[self.at].awaits if self.at < len(self.steps) else FREELY
