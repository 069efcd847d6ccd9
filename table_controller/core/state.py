"""What is so at one table right now: seats, stacks, the running hand, cards lying out, open findings and questions.

State is the fold of events and nothing else: frozen, compared by value, holding no clock. The same type serves the table's own
process, which knows hidden cards, and the dashboard, where every `LyingCard.hidden` is None unless the card is face up.
It must not know how events come about (`decide`) nor what may come next (`expect`).
"""

import msgspec

from table_controller.core.act_state import AmissAct, Astray, HeldAct, MisawardedPot, Said
from table_controller.core.cards import LyingCard
from table_controller.core.events import (
    BlindPromised,
    ButtonPlaced,
    FindingRaised,
    Pot,
    PotAwarded,
    QuestionAsked,
    Street,
)
from table_controller.core.ids import ALL_SEATS, AttemptNo, Chips, HandNo, SeatNo
from table_controller.core.places import Place
from table_controller.core.procedure_state import ProcedureState, Signature
from table_controller.core.rules import Cutoff, HouseRules
from table_controller.core.seat_state import SeatState, SeatStatus
from table_controller.core.shift_state import ShiftState
from table_controller.core.stakes import Limit, Stakes

__all__ = ["SeatState", "SeatStatus"]
"""What is defined elsewhere and reached through here like the shapes below."""

_OVER = Street.OVER

PLACES: tuple[Place, ...] = tuple(Place)
PLACE_INDEX: dict[Place, int] = {place: number for number, place in enumerate(PLACES)}
"""Where a place stands in `TableState.lying`."""
NOTHING_LIES: tuple[tuple[LyingCard, ...], ...] = ((),) * len(PLACES)


class Before(msgspec.Struct, frozen=True, gc=False):
    """What undoing the last act restores."""

    act: str
    """Kind of the act."""
    seat: SeatNo
    seats: tuple[SeatState, ...]
    hand: "HandState"


class HandState(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The running hand, or the last one until the next begins (`street` over)."""

    number: HandNo
    attempt: AttemptNo
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo | None
    order: tuple[SeatNo, ...]
    """Who is dealt in, in the order of the deal; the button, if dealt in, last. Later rounds begin at its head."""
    away: tuple[SeatNo, ...] = ()
    street: Street = Street.DEAL
    """The street whose cards lie complete; DEAL until everybody has two cards."""
    betting: bool = False
    """Acts are taken now."""
    actor: SeatNo | None = None
    contending: int = 0
    """Seats that can still win something."""
    bet: Chips = Chips(0)
    """What must be matched in this round. A short blind leaves it at the full blind (TDA 54-B)."""
    highest: Chips = Chips(0)
    """The highest bet that really lies on the line."""
    full_raise: Chips = Chips(0)
    """No limit and pot limit: size of the last full bet or raise, the smallest that may follow (K13)."""
    full_level: Chips = Chips(0)
    """Fixed limit: where the last full bet or raise stands; the next goes one bet above it (E8, P07)."""
    limit_bet: Chips = Chips(0)
    """Fixed limit: the size of bets on this street; 0 in other games."""
    wagers: int = 0
    """Full bets and raises of this round; a big blind is the first, a straddle one more (E9)."""
    capped: bool = False
    """The cap was reached with three or more in the hand."""
    opener: SeatNo | None = None
    """Last blind or straddle before the flop: the first to act sits left of it."""
    aggressor: SeatNo | None = None
    """Last to bet or raise on this street: shows first (TDA 17)."""
    acts: int = 0
    """Acts of the hand, blinds not counted."""
    chip_acts: int = 0
    """Those of them that put chips in."""
    street_acts: int = 0
    """Acts since the cards of this street lay complete."""
    burns_due: tuple[int, ...] = (1,)
    """Burns still to be taken before the next board card; then those of the streets after it, where not one each."""
    laid: tuple[int, ...] = ()
    """Draws that went to burns or board since the last street lay complete; `laid_before`: those of that street."""
    laid_before: tuple[int, ...] = ()
    middle: Chips = Chips(0)
    """All chips in the middle: pots and bets."""
    pots: tuple[Pot, ...] = ()
    """Main first; as of the last closed round."""
    returned: tuple[tuple[SeatNo, Chips], ...] = ()
    """Uncalled bets that went back."""
    brought_in: tuple[tuple[SeatNo, Chips], ...] = ()
    """Stakes of an earlier dead hand that lie in this pot (SK89)."""
    rake: Chips = Chips(0)
    show_order: tuple[SeatNo, ...] = ()
    """In which order the hands are to be shown; empty before the showdown and when nobody has to show."""
    awards: tuple[PotAwarded, ...] = ()
    outcome: str = ""
    """`showdown`, `uncontested`, `void`; empty while the hand runs."""
    owing: tuple[tuple[SeatNo, bool, bool], ...] = ()
    before: Before | None = None
    """For undo; gone with the next card from the deck."""
    astray: Astray | None = None
    """What of this round's betting does not go as it should."""
    challenged: SeatNo | None = None
    """Last to bet or raise on any street (UA25)."""
    opening: tuple[SeatState, ...] = ()
    """The seats as they were before the first chip went in, for a hand that is voided (M1)."""
    promised: tuple[BlindPromised, ...] = ()
    """Posts made by hand for this hand, for its next attempt."""

    by_hand: int = 0
    """Entries of this hand that were keyed while play went on by hand."""
    let_lie: tuple[SeatNo, ...] = ()
    """Dead hands that the floor has let lie where they are, for a recorded reason."""
    pots_only: bool = False
    """Only the pots are left to push: one player is left, or every contender has shown or given up."""

    @property
    def held(self) -> tuple[HeldAct, ...]:
        """Acts out of turn that wait."""
        return () if self.astray is None else self.astray.held

    @property
    def said(self) -> Said | None:
        """Words whose chips are to come."""
        return None if self.astray is None else self.astray.said

    @property
    def passive(self) -> tuple[SeatNo, ...]:
        """Seats that may not bet or raise when their turn comes."""
        return () if self.astray is None else self.astray.passive

    @property
    def amiss(self) -> tuple[AmissAct, ...]:
        """Acts that put in too little."""
        return () if self.astray is None else self.astray.amiss

    @property
    def live(self) -> bool:
        """Neither ended nor voided."""
        return self.street is not _OVER


class DeckState(msgspec.Struct, frozen=True, gc=False):
    """The deck as the shoe tells it."""

    present: bool = True
    lid_open: bool = False
    count: int | None = None
    """Cards in it when the shoe last counted; None: it cannot count or was never asked."""
    fresh: bool = False
    """All 52 were put in together, and none has left it since."""


class TableState(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A whole table."""

    name: str = ""
    rules: HouseRules = HouseRules()
    stakes: Stakes = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(1), big_blind=Chips(2))
    next_stakes: Stakes | None = None
    """From the next hand on."""
    simulated: bool = False
    seats: tuple[SeatState, ...] = ()
    """Seat n stands at index n - 1."""
    open: bool = False  # hands may be dealt
    paused: str | None = None  # why
    closing: bool = False
    hands: HandNo = HandNo(0)
    """Number of the last hand that began."""
    hand: HandState | None = None
    lying: tuple[tuple[LyingCard, ...], ...] = NOTHING_LIES
    """Cards out of the deck by place (`PLACE_INDEX`), in order of arrival."""
    out: int = 0
    """Which physical cards are known to lie out, one bit a piece: as many bits as cards, or one of them lies twice."""
    drawn: int = 0
    """Cards that left the deck since the last shuffle."""
    deck: DeckState = DeckState()
    deck_in_play: str = ""
    """Name of the registered deck that is dealt from; empty until somebody or its first card says so."""
    decks: tuple[tuple[str, str], ...] = ()
    """What the record says of each deck: enrolled, ready, retiring, retired."""
    ready: bool = True
    """The last hand's cards are gathered: the next card out of the deck begins a hand."""

    button_sighted: SeatNo | None = None
    button_placed: ButtonPlaced | None = None
    """Where the next hand's button was put by hand or by the draw; None: it moves by the rules."""
    drawing: tuple[SeatNo, ...] = ()
    """The opening draw runs: one open card to each of these, in this order (SK22)."""
    last_button: SeatNo | None = None
    last_small_blind: SeatNo | None = None
    last_big_blind: SeatNo | None = None
    promised: tuple[BlindPromised, ...] = ()

    bank: Chips = Chips(0)
    """Chips brought to the table less those carried away: stacks, middle and rake add up to it."""
    rake: Chips = Chips(0)  # taken since the table opened
    misawarded: tuple[MisawardedPot, ...] = ()
    """Pots that were pushed wrongly and may still be put right (M21)."""

    findings: tuple[FindingRaised, ...] = ()  # open ones
    finding_no: int = 0
    questions: tuple[QuestionAsked, ...] = ()
    question_no: int = 0
    lost: tuple[tuple[str, bool], ...] = ()
    """Silent devices, and whether play needs them."""
    by_hand: bool = False
    laid_by_hand: bool = False
    """Play goes on without them (H6): what they would see is keyed, nothing is ruled by itself from cards; cards were laid so."""
    floor_called: bool = False
    procedures: tuple[ProcedureState, ...] = ()
    """Running ones, the one to be done next last."""
    signed: tuple[Signature, ...] = ()
    """Who has signed for open findings."""
    carried: tuple[tuple[SeatNo, Chips], ...] = ()
    """Stakes of absent players that wait for the next deal (SK89)."""
    shift: ShiftState = ShiftState()
    tags: tuple[tuple[str, Place], ...] = ()
    """Foreign cards by their tags, and where each was seen last."""

    @property
    def locked(self) -> bool:
        """The floor is waited for (a finding of its level is open, or its procedure failed), or a needed device is silent."""
        if not self.findings and not self.lost:
            return False
        return self.needs_floor or self.unheard

    @property
    def unheard(self) -> bool:
        """A needed device is silent, and nobody has said that play goes on by hand."""
        return not self.by_hand and any(needed for _, needed in self.lost)

    @property
    def needs_floor(self) -> bool:
        """Only floor or pit can bring play on."""
        busy = [one.finding for one in self.procedures]
        failed = any(one.failed is not None and one.level > 1 for one in self.procedures)
        return failed or any(finding.locks and finding.number not in busy for finding in self.findings)

    @property
    def in_hand(self) -> bool:
        """A hand runs: its first card is out and it has not ended."""
        return self.hand is not None and self.hand.street is not _OVER

    def finding(self, number: int) -> FindingRaised | None:
        """The open finding of this number."""
        return next((one for one in self.findings if one.number == number), None)

    def at(self, place: Place) -> tuple[LyingCard, ...]:
        """The cards lying in a place, in order of arrival."""
        return self.lying[PLACE_INDEX[place]]

    def seat(self, number: SeatNo) -> SeatState:
        """A seat by its number. An IndexError for a seat the table does not have."""
        return self.seats[number - 1]


def with_seat(seats: tuple[SeatState, ...], seat: SeatState) -> tuple[SeatState, ...]:
    """The seats with this one in its place."""
    changed = list(seats)
    changed[seat.seat - 1] = seat
    return tuple(changed)


def contenders(state: TableState) -> tuple[SeatState, ...]:
    """The seats that can still win something, in the order of the deal."""
    if state.hand is None:
        return ()
    seats = (state.seats[number - 1] for number in state.hand.order)
    return tuple(seat for seat in seats if seat.status is SeatStatus.LIVE or seat.status is SeatStatus.ALL_IN)


def passed(state: TableState, cutoff: Cutoff) -> bool:
    """Whether a hand's cut-off has passed (RULEBOOK 0.2, P10): SK ANY_ACTION, RR TWO_ACTED, TDA substantial action."""
    hand = state.hand
    if hand is None:
        return False
    if cutoff is Cutoff.ANY_ACTION:
        return hand.acts >= 1
    if cutoff is Cutoff.TWO_ACTED:
        return hand.acts >= 2
    return hand.acts >= 3 or (hand.acts >= 2 and hand.chip_acts >= 1)


def empty_table(seats: int) -> TableState:
    """A table nobody has sat down at."""
    return TableState(seats=tuple(SeatState(seat=number) for number in ALL_SEATS[:seats]))
