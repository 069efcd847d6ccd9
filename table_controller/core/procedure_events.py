"""What happens while an irregularity is ruled and put right: signatures, steps, and what a ruling does to hands, chips and burns.

Part of the record like all other events (`events`); they name seats and places, never a card.
"""

import msgspec

from table_controller.core.event_base import Event, Pot
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Message
from table_controller.core.order_base import Person
from table_controller.core.places import Place
from table_controller.core.steps import Step


class FindingConfirmed(Event, frozen=True, kw_only=True):
    """Somebody signed for it. Whether that is enough depends on the level: level 3 takes two persons."""

    number: int
    by: Person


class RulingGiven(Event, frozen=True, kw_only=True):
    """The floor decided: a value of the setting that decides the code, or `stands`, `redeal`, `kill`, `void`."""

    number: int
    code: str
    ruling: str
    by: Person
    seat: SeatNo | None = None
    reason: str = ""


class LateActKeyed(Event, frozen=True, kw_only=True):
    """The act that follows in the record was made before what has been dealt since, and keyed only now."""

    seat: SeatNo
    finding: int


class ProcedureStarted(Event, frozen=True, kw_only=True):
    """A confirmed finding is being put right. `steps` in their order; `seat` and `place` as in the finding."""

    finding: int
    code: str
    procedure: str
    level: int
    clauses: tuple[str, ...]
    steps: tuple[Step, ...]
    seat: SeatNo | None = None
    place: Place | None = None


class StepDone(Event, frozen=True, kw_only=True):
    """The sensors showed what the step wants, or it wants nothing more."""

    finding: int
    n: int


class StepConfirmed(Event, frozen=True, kw_only=True):
    """The key said that the running step is done, where no sensor can."""

    finding: int
    n: int
    by: Person


class StepFailed(Event, frozen=True, kw_only=True):
    """Something else happened than the step wants; `seen` says what. Stays until somebody of the level retries the step."""

    finding: int
    n: int
    seen: Message


class StepRetried(Event, frozen=True, kw_only=True):
    """What failed has been put right by hand, says this person; the sensors look at the step again."""

    finding: int
    n: int
    by: Person


class StepOverridden(Event, frozen=True, kw_only=True):
    """The floor takes the step for done, whatever the sensors show."""

    finding: int
    n: int
    reason: str
    by: Person


class ProcedureFinished(Event, frozen=True, kw_only=True):
    """`how`: repaired, stands, replaced, overridden, hand_over."""

    finding: int
    procedure: str
    how: str


class HandKilled(Event, frozen=True, kw_only=True):
    """A seat has no hand any more. `pots`: as they stand now, where they were made up before."""

    seat: SeatNo
    why: str
    pots: tuple[Pot, ...] | None = None


class HandRetrieved(Event, frozen=True, kw_only=True):
    """A hand that was folded, killed or given up lives again. `pots` as in HandKilled."""

    seat: SeatNo
    why: str
    pots: tuple[Pot, ...] | None = None


class ChipsGivenBack(Event, frozen=True, kw_only=True):
    """Live chips of this round go back to a seat by ruling; what is to be matched sinks to what still lies there."""

    seat: SeatNo
    amount: Chips


class BlindWithdrawn(Event, frozen=True, kw_only=True):
    """A blind that was put in wrongly before the first card is taken back."""

    seat: SeatNo


class BurnsOwed(Event, frozen=True, kw_only=True):
    """How many burns the coming streets want, the next one first; what is not named wants one."""

    burns: tuple[int, ...]


class DeckReshuffled(Event, frozen=True, kw_only=True):
    """What was in the deck has been shuffled during a hand. `pool`: how many cards that were; all others lie out."""

    pool: int


class StakeCarried(Event, frozen=True, kw_only=True):
    """The stake of an absent player does not go back but waits for the next deal's main pot (SK89)."""

    seat: SeatNo
    amount: Chips


class StakeBroughtIn(Event, frozen=True, kw_only=True):
    """A stake that was carried over lies in the main pot."""

    seat: SeatNo
    amount: Chips


class Transfer(msgspec.Struct, frozen=True):
    """Chips from one stack to another."""

    source: SeatNo
    to: SeatNo
    amount: Chips


class PotCorrected(Event, frozen=True, kw_only=True):
    """Chips that were pushed to the wrong seat have been moved; together they come to nothing (M21)."""

    transfers: tuple[Transfer, ...]
    by: Person


ProcedureEvent = (
    FindingConfirmed
    | RulingGiven
    | LateActKeyed
    | ProcedureStarted
    | StepDone
    | StepConfirmed
    | StepFailed
    | StepRetried
    | StepOverridden
    | ProcedureFinished
    | HandKilled
    | HandRetrieved
    | ChipsGivenBack
    | BlindWithdrawn
    | BurnsOwed
    | DeckReshuffled
    | StakeCarried
    | StakeBroughtIn
    | PotCorrected
)
