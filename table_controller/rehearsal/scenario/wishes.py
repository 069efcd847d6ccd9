"""What must be so: every `expect` form of a scenario, typed. How each is checked stands in `expect`."""

from typing import Literal

import msgspec

from table_controller.core.events import Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.rules import Cutoff
from table_controller.rehearsal.scenario.doings import ActWord
from table_controller.rehearsal.scenario.words import CardName


class Wish(msgspec.Struct, frozen=True):
    """Base of all `expect` forms."""


class Clean(Wish, frozen=True):
    """No finding since the start of the hand."""


class Found(Wish, frozen=True):
    """Such a finding has been raised since the start of the hand. `only`: and none with another code."""

    code: str
    level: int | None = None
    clause: str | None = None
    only: bool = False


class Runs(Wish, frozen=True):
    """The procedure of the open or running finding. `step`: the next one to be done."""

    procedure: str
    step: int | None = None


class Prompted(Wish, frozen=True):
    """`args`: the values of its parameters, in order."""

    key: str
    args: tuple[str, ...] = ()


class Acting(Wish, frozen=True):
    seat: SeatNo


class OnStreet(Wish, frozen=True):
    street: Street


class TableIs(Wish, frozen=True):
    locked: bool


HandWord = Literal["live", "void", "over"]


class HandIs(Wish, frozen=True):
    word: HandWord


class AttemptIs(Wish, frozen=True):
    number: int


class HandNumberIs(Wish, frozen=True):
    number: int


class Winners(Wish, frozen=True):
    """`pot`: 0 main, 1 first side pot ...; None: every seat that gets something."""

    pot: int | None
    seats: tuple[SeatNo, ...]


class Holes(Wish, frozen=True):
    """As a set."""

    seat: SeatNo
    cards: tuple[CardName, ...]


class Board(Wish, frozen=True):
    """The first three as a set, then turn, then river."""

    cards: tuple[CardName, ...]


class Burns(Wish, frozen=True):
    """In order of arrival."""

    cards: tuple[CardName, ...]


class OutOfPlay(Wish, frozen=True):
    """In order of arrival."""

    cards: tuple[CardName, ...]


Counted = Literal["muck", "stub", "pool"]


class Count(Wish, frozen=True):
    """`pool`: cards in the deck at the last shuffle."""

    what: Counted
    number: int


class PotHolds(Wish, frozen=True):
    """`seats`: who can win it; empty: not asked."""

    pot: int
    amount: Chips
    seats: tuple[SeatNo, ...]


Owned = Literal["stack", "bet", "returned", "to_call"]


class SeatHas(Wish, frozen=True):
    """`to_call`: what a call would add."""

    what: Owned
    seat: SeatNo
    amount: Chips


class RaiseTo(Wish, frozen=True):
    """Smallest or largest raise of the actor, as total of the round."""

    largest: bool
    amount: Chips


class May(Wish, frozen=True):
    """Whether the seat may do this now."""

    seat: SeatNo
    act: ActWord
    so: bool


class CutoffPassed(Wish, frozen=True):
    cutoff: Cutoff
    so: bool


Position = Literal["button", "sb", "bb"]


class Placed(Wish, frozen=True):
    """`seat` None: nobody."""

    what: Position
    seat: SeatNo | None


class Owes(Wish, frozen=True):
    """Missed blinds, all of them: `bb`, `dead_sb`; empty for none."""

    seat: SeatNo
    what: frozenset[str]


class AlarmIsOn(Wish, frozen=True):
    code: str
    priority: int | None = None


class Asked(Wish, frozen=True):
    """An open question about a seat or about a card of the board (from 1); neither: none is open."""

    seat: SeatNo | None = None
    board: int | None = None


class Refused(Wish, frozen=True):
    """The previous statement was rejected with a reason and changed nothing."""


class Expect(msgspec.Struct, frozen=True):
    """One `expect` line."""

    line: int
    wish: Wish
