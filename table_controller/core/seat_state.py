"""One seat: who owns it, its chips, and how it stands in the running hand."""

from enum import StrEnum

import msgspec

from table_controller.core.cards import Card
from table_controller.core.ids import Chips, SeatNo


class SeatStatus(StrEnum):
    """How a seat stands in the running hand."""

    OUT = "out"
    """Not in this hand."""
    LIVE = "live"
    ALL_IN = "all_in"
    FOLDED = "folded"
    DEAD = "dead"
    """Its hand was killed."""


class SeatState(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One seat. Amounts under "this hand" are what the seat put in, net of what came back uncalled."""

    seat: SeatNo
    player: str | None = None
    """None: nobody owns the seat."""
    stack: Chips = Chips(0)
    away: bool = False
    """Not at the table (SK84): is dealt in and posts, but cannot act."""
    sitting_out: bool = False
    """Keeps the seat, is not dealt in."""
    present: bool | None = None
    """The seat sensor's word; None: it never said."""
    newcomer: bool = False
    """Has not posted here yet (SK68)."""
    waits: bool = False
    """Chose to wait for the big blind, or has to let the button pass (SK70, SK72)."""
    owes_big: bool = False
    owes_small: bool = False

    # this hand
    status: SeatStatus = SeatStatus.OUT
    bet: Chips = Chips(0)
    """Live chips of the running round, on the line."""
    paid: Chips = Chips(0)
    """Live chips of all rounds, `bet` included."""
    ante: Chips = Chips(0)
    """Ante that everybody pays: layered like a bet of its own, so that a short ante wins only its like."""
    dead: Chips = Chips(0)
    """Chips that belong to the main pot whoever plays for it: dead blinds, an ante one seat pays for all."""
    acted: bool = False
    """Has acted in this round."""
    raises: int = 0
    """Bets and raises of this seat in this round (cap per player, SK37)."""
    started: Chips = Chips(0)
    """Stack before anything was posted."""
    tabled: tuple[Card, ...] = ()
    """Cards shown at showdown; cards speak."""
    gave_up: bool = False
    """Threw its cards away at showdown, unshown."""
    plays_board: bool = False
    """Announced that it plays the board."""

    @property
    def total_in(self) -> Chips:
        """Everything this seat has in the middle."""
        return Chips(self.paid + self.ante + self.dead)
