"""What people ask for: dealers by key or screen, floor and pit by screen. Imperative; decided by `decide`.

A seat of None means "whoever's turn it is".
"""

from typing import Annotated

import msgspec

from table_controller.core.act_orders import Declare, PushPot, Report, ReportAbsent
from table_controller.core.alarm_orders import Acknowledge, AlarmOrder, InService, OutOfService, Shelve, Unshelve
from table_controller.core.deck_orders import AnyDeckOrder, CheckDeck, ConfirmDeck, EnrollDeck, RetireDeck, SwapDeck
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.order_base import Amount, Order, Person, Role, Sentence, Word
from table_controller.core.record_orders import NoteCopy, OpenSealed, RecordOrder
from table_controller.core.ruling_orders import Cancel, ConfirmStep, Countersign, Flashed, KillHand, Late, OverrideStep, Rule
from table_controller.core.shift_orders import AnyShiftOrder, AssignFloor, DealerChange, Level, LevelClock
from table_controller.core.stakes import Stakes

__all__ = [
    "Acknowledge",
    "AssignFloor",
    "Cancel",
    "CheckDeck",
    "ConfirmDeck",
    "ConfirmStep",
    "Countersign",
    "DealerChange",
    "Declare",
    "EnrollDeck",
    "Flashed",
    "InService",
    "KillHand",
    "Late",
    "Level",
    "LevelClock",
    "NoteCopy",
    "OpenSealed",
    "Order",
    "OutOfService",
    "OverrideStep",
    "Person",
    "PushPot",
    "Report",
    "ReportAbsent",
    "RetireDeck",
    "Role",
    "Rule",
    "Shelve",
    "SwapDeck",
    "Unshelve",
]
"""What is defined elsewhere and reached through here like the orders below."""


class Fold(Order, frozen=True, kw_only=True):
    seat: SeatNo | None = None


class Check(Order, frozen=True, kw_only=True):
    seat: SeatNo | None = None


class Call(Order, frozen=True, kw_only=True):
    seat: SeatNo | None = None


class CheckOrCall(Order, frozen=True, kw_only=True):
    """The one key for both: whichever is right for the seat (bus key 11)."""

    seat: SeatNo | None = None


class Bet(Order, frozen=True, kw_only=True):
    """`to`: total of the round."""

    to: Amount
    seat: SeatNo | None = None


class Raise(Order, frozen=True, kw_only=True):
    """`to`: total of the round."""

    to: Amount
    seat: SeatNo | None = None


class BetOrRaise(Order, frozen=True, kw_only=True):
    """The one key for both (bus key 12). `to`: total of the round; None is the minimum (fixed limit needs no amount)."""

    to: Amount | None = None
    seat: SeatNo | None = None


class AllIn(Order, frozen=True, kw_only=True):
    seat: SeatNo | None = None


class PushChips(Order, frozen=True, kw_only=True):
    """Chips went over the line in one motion, and nothing was said. `amount`: all of them; `chips`: their values, if counted."""

    seat: SeatNo
    amount: Amount
    chips: Annotated[tuple[Amount, ...], msgspec.Meta(max_length=200)] = ()


class Show(Order, frozen=True, kw_only=True):
    """The seat tabled its cards. `cards`: what they are, where play goes on by hand and no sensor has named them."""

    seat: SeatNo | None = None
    cards: Word = ""


class Muck(Order, frozen=True, kw_only=True):
    """The seat gives its cards up at showdown."""

    seat: SeatNo | None = None


class PlayingBoard(Order, frozen=True, kw_only=True):
    """The seat announced that it plays the board (CZ28, UA26, HU24)."""

    seat: SeatNo | None = None


class Undo(Order, frozen=True, kw_only=True):
    """Takes the last act back, until the next card moves."""


class DealDone(Order, frozen=True, kw_only=True):
    """The dealer says the deal is complete (bus key 22)."""


class CallFloor(Order, frozen=True, kw_only=True):
    pass


class Misdeal(Order, frozen=True, kw_only=True):
    """The dealer calls a misdeal (bus key 20): raises a finding, never voids by itself."""


class Exposed(Order, frozen=True, kw_only=True):
    """The card last dealt to this seat lies face up (bus key 17)."""

    seat: SeatNo | None = None


class Boxed(Order, frozen=True, kw_only=True):
    """The card on top of the deck lies face up (bus key 18)."""


class Clock(Order, frozen=True, kw_only=True):
    seat: SeatNo | None = None


class ByHand(Order, frozen=True, kw_only=True):
    """Play goes on although a needed device is silent: cards and acts are keyed until it is back (H6)."""


class LayCards(Order, frozen=True, kw_only=True):
    """While play goes on by hand: the cards of the step that is due lie where they belong. `cards`: those everybody sees."""

    cards: Word = ""


class NameCard(Order, frozen=True, kw_only=True):
    """The `nth` card of the board, from 1, entered by hand, is this one: the first time it was keyed wrongly."""

    nth: int
    card: Word


class Award(Order, frozen=True, kw_only=True):
    """The pots have been pushed as computed."""


class NextHand(Order, frozen=True, kw_only=True):
    """Cards are gathered and the next hand may begin."""


class PostBlind(Order, frozen=True, kw_only=True):
    """A blind or dead chips put in by hand before the first card. `live` counts as a bet, `dead` goes to the pot.

    `what`: sb, bb, ante, straddle, extra_bb, dead_sb, both.
    """

    seat: SeatNo
    what: Word
    live: Amount = Chips(0)
    dead: Amount = Chips(0)


class Seat(Order, frozen=True, kw_only=True):
    """A player sits down with chips. `newcomer`: has not posted here yet."""

    seat: SeatNo
    player: Word
    chips: Amount
    newcomer: bool = True
    owes_big: bool = False
    """Comes back to a table where a big blind was missed; `owes_small`: a small one (SK71)."""
    owes_small: bool = False


class Leave(Order, frozen=True, kw_only=True):
    seat: SeatNo


class Absent(Order, frozen=True, kw_only=True):
    """The player is away from the table."""

    seat: SeatNo


class Back(Order, frozen=True, kw_only=True):
    seat: SeatNo


class SitOut(Order, frozen=True, kw_only=True):
    """Keeps the seat but wants no cards until back."""

    seat: SeatNo


class TopUp(Order, frozen=True, kw_only=True):
    seat: SeatNo
    amount: Amount


class PlaceButton(Order, frozen=True, kw_only=True):
    """Where the dealer button is for the next hand (an empty seat is a dead button). `small_blind`/`big_blind` None: worked out.

    `no_small_blind`: nobody posts it this hand.
    """

    seat: SeatNo
    small_blind: SeatNo | None = None
    big_blind: SeatNo | None = None
    no_small_blind: bool = False


class LastHand(Order, frozen=True, kw_only=True):
    """Where button and blinds were in a hand this table does not know, so that the next ones follow from them.

    Seats may be named that have since been left. `small_blind` None: nobody posted it.
    """

    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo


class DrawForButton(Order, frozen=True, kw_only=True):
    """The opening draw begins: every player gets one open card (SK22, SK23)."""


class SetStakes(Order, frozen=True, kw_only=True):
    """A new level, from the next hand on."""

    stakes: Stakes


class Resume(Order, frozen=True, kw_only=True):
    """The floor lets play go on as things lie, after a finding."""

    reason: Sentence


class VoidHand(Order, frozen=True, kw_only=True):
    """The floor declares the hand a misdeal: chips back, same button, dealt again."""

    reason: Sentence


class PauseTable(Order, frozen=True, kw_only=True):
    reason: Sentence = ""


class OpenTable(Order, frozen=True, kw_only=True):
    pass


class CloseTable(Order, frozen=True, kw_only=True):
    """After the running hand."""


class AnswerQuestion(Order, frozen=True, kw_only=True):
    """The dealer answers an open question."""

    question: int
    answer: Sentence


AnyOrder = (
    Fold
    | Check
    | Call
    | CheckOrCall
    | Bet
    | Raise
    | BetOrRaise
    | AllIn
    | PushChips
    | Show
    | Muck
    | PlayingBoard
    | Undo
    | DealDone
    | ConfirmStep
    | CallFloor
    | Misdeal
    | Exposed
    | Boxed
    | Clock
    | ByHand
    | LayCards
    | NameCard
    | Award
    | NextHand
    | PostBlind
    | Seat
    | Leave
    | Absent
    | Back
    | SitOut
    | TopUp
    | PlaceButton
    | LastHand
    | DrawForButton
    | SetStakes
    | AnyDeckOrder
    | AnyShiftOrder
    | Resume
    | VoidHand
    | PauseTable
    | OpenTable
    | CloseTable
    | AnswerQuestion
    | AlarmOrder
    | Cancel
    | Late
    | Rule
    | OverrideStep
    | KillHand
    | Countersign
    | Flashed
    | Declare
    | PushPot
    | Report
    | ReportAbsent
    | RecordOrder
)
