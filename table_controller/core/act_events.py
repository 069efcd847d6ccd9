"""Betting that does not go as it should: acts out of turn, words before chips, silent chips, wrong amounts, hands shown early.

Part of the record like all other events (`events`). What a word here means to the game stands in the folds (`fold_irregular`),
what is wrong with it in `irregularities`.
"""

from table_controller.core.cards import Card
from table_controller.core.event_base import Event
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.order_base import Person


class ActHeld(Event, frozen=True, kw_only=True):
    """An act out of turn. It waits for the seat's turn and counts then if the price has not changed (TDA 53, M19).

    `act`: fold, check, call, wager, all_in. `to`: what the seat would have in the round. `price`: what had to be matched then.
    """

    seat: SeatNo
    act: str
    to: Chips
    price: Chips


class HeldActReleased(Event, frozen=True, kw_only=True):
    """Its turn has come. `bound`: nothing has changed, and the act follows; otherwise the chips are back and all is open."""

    seat: SeatNo
    bound: bool


class HeldActsRuled(Event, frozen=True, kw_only=True):
    """The floor let the acts behind a skipped seat stand: these seats may only call, check or fold in this round (TDA 53-B)."""

    passive: tuple[SeatNo, ...]


class ActDeclared(Event, frozen=True, kw_only=True):
    """Words before chips, where they do not say all or do not fit. `act`: fold, check, call, bet, raise, all_in.

    `to` None: no amount was said, and the chips that follow give it.
    """

    seat: SeatNo
    act: str
    to: Chips | None = None


class ChipsLaid(Event, frozen=True, kw_only=True):
    """After `raise` was said these chips lie there; more may come: one motion more after the call (TDA 42), or several (RR)."""

    seat: SeatNo
    amount: Chips


class ChipsRead(Event, frozen=True, kw_only=True):
    """How the rules took chips that do not say it themselves: `added` of `amount` counts. The rest goes back, or is made up.

    `why`: oversize_chip, multi_chip, string_bet, short_allin_reopen, raise_cap, pot_limit_over; empty: nothing was strange.
    """

    seat: SeatNo
    amount: Chips
    added: Chips
    why: str


class AmountWrong(Event, frozen=True, kw_only=True):
    """The act of this seat just recorded put in too little. `to`: its total of the round when put right.

    `why`: undercall, underbet, underraise.
    """

    seat: SeatNo
    to: Chips
    why: str


class AmountCorrected(Event, frozen=True, kw_only=True):
    """It has been put right, before the street was over (TDA 51, 52)."""

    seat: SeatNo
    to: Chips
    added: Chips
    all_in: bool
    why: str


class HandExposed(Event, frozen=True, kw_only=True):
    """A player turned his hand over while there is betting: it lives, and everybody has seen it (SK82, TDA 68)."""

    seat: SeatNo
    cards: tuple[Card, ...]


class FlopLeftShort(Event, frozen=True, kw_only=True):
    """The board has one or two cards of the flop and nothing more has come for three seconds (D5)."""


class HandLeftInMuck(Event, frozen=True, kw_only=True):
    """Cards of a hand that plays lie in the muck, it is not its turn to fold, and nobody has keyed anything for it (F1, F4)."""

    seat: SeatNo


class ClockRanOut(Event, frozen=True, kw_only=True):
    """The player on the clock has not acted in time (TDA 29)."""

    seat: SeatNo


class PotMisawarded(Event, frozen=True, kw_only=True):
    """A pot was pushed to a seat that does not win it, or not all of it. `due`: who does, and how much.

    `why`: wrong_award (a hand was read wrongly), split_wrong, side_pot_wrong (an amount or who plays for it).
    """

    pot: int
    seat: SeatNo
    amount: Chips
    due: tuple[tuple[SeatNo, Chips], ...]
    why: str


class IrregularityReported(Event, frozen=True, kw_only=True):
    """Somebody says so, and no sensor can see it."""

    code: str
    by: Person
    seat: SeatNo | None = None


ActEvent = (
    ActHeld
    | HeldActReleased
    | HeldActsRuled
    | ActDeclared
    | ChipsLaid
    | ChipsRead
    | AmountWrong
    | AmountCorrected
    | HandExposed
    | ClockRanOut
    | FlopLeftShort
    | HandLeftInMuck
    | PotMisawarded
    | IrregularityReported
)
