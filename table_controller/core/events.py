"""Everything that can have happened, in the past tense. The journal is a list of these; state is their fold.

An event's `kind` (the snake-case class name) and `VERSION` are written into every record and never renamed. Cards that not
everybody may see stand in `hidden`, which the journal seals; a reader without the key gets the same event with `hidden` None
and can still fold it: counts, places and order are public, names are not.
"""

from enum import StrEnum

import msgspec

from table_controller.core.act_events import ActEvent
from table_controller.core.alarm_events import AlarmAcknowledged, AlarmEvent
from table_controller.core.cards import Card, HiddenCard
from table_controller.core.deck_events import DeckEvent
from table_controller.core.device_events import DeviceEvent
from table_controller.core.event_base import Event, Pot
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo
from table_controller.core.orders import Person
from table_controller.core.places import Place
from table_controller.core.procedure_events import ProcedureEvent
from table_controller.core.record_events import RecordEvent
from table_controller.core.rules import HouseRules
from table_controller.core.shift_events import ShiftEvent
from table_controller.core.stakes import Stakes

__all__ = ["AlarmAcknowledged", "Event", "Pot"]
"""What is defined elsewhere and reached through here like the events below."""


class Street(StrEnum):
    """Where the hand stands. `over`: every pot has been pushed, or the hand was voided."""

    DEAL = "deal"
    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    SHOWDOWN = "showdown"
    OVER = "over"


class BlindKind(StrEnum):
    """Why chips went in before the first card."""

    ANTE = "ante"
    SB = "sb"
    BB = "bb"
    STRADDLE = "straddle"
    EXTRA_BB = "extra_bb"
    """A newcomer's or returner's big blind."""
    EXTRA_SB = "extra_sb"
    DEAD_SB = "dead_sb"
    BOTH = "both"
    """A live big blind and a dead small blind in one (SK71)."""


class CardEvent(Event, frozen=True, kw_only=True):
    """Base of events in which one physical card moves. `up`: the face, where everybody saw it.

    `draw`: number of the draw since the last shuffle, 0 for a card moved by hand.
    """

    hidden: HiddenCard | None = None
    up: Card | None = None
    draw: int = 0
    found: bool = False
    """A snapshot found the card here; nobody saw it move."""
    by_hand: bool = False
    """The dealer says so; no sensor saw it."""
    stuck: bool = False
    """It left the deck in one draw with another card (H2)."""


# --- the table -------------------------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True, kw_only=True):
    """The first event of a journal, and after a change of rules or stakes between hands."""

    name: str
    rules: HouseRules
    stakes: Stakes
    seats: int
    simulated: bool


class Checkpoint(Event, frozen=True, kw_only=True):
    """The whole table between two hands, so that a fold may begin here. `state` is the encoded state; no card lies out."""

    state: msgspec.Raw


class AlarmsCarried(Event, frozen=True, kw_only=True):
    """Follows a checkpoint: the alarms that are open at that moment, encoded, so that their fold may begin here too."""

    alarms: msgspec.Raw


class StakesChanged(Event, frozen=True, kw_only=True):
    stakes: Stakes


class PlayerSeated(Event, frozen=True, kw_only=True):
    seat: SeatNo
    player: str
    chips: Chips
    newcomer: bool
    owes_big: bool = False
    owes_small: bool = False


class PlayerLeft(Event, frozen=True, kw_only=True):
    seat: SeatNo
    chips: Chips


class PlayerAway(Event, frozen=True, kw_only=True):
    """`sitting_out`: keeps the seat, wants no cards. Otherwise simply not at the table (SK84)."""

    seat: SeatNo
    sitting_out: bool


class PlayerReturned(Event, frozen=True, kw_only=True):
    """`waits`: gets no cards before the big blind reaches the seat (SK70, SK72), or what is owed is posted."""

    seat: SeatNo
    waits: bool = False
    owes_big: bool = False
    owes_small: bool = False


class ChipsToppedUp(Event, frozen=True, kw_only=True):
    seat: SeatNo
    amount: Chips


class SeatPresence(Event, frozen=True, kw_only=True):
    """The seat sensor's word; it folds nobody by itself. `at_deal`: the player was away already when the deal was complete."""

    seat: SeatNo
    present: bool
    at_deal: bool = False


class ButtonSighted(Event, frozen=True, kw_only=True):
    """Where the sensors see the button; None: lifted."""

    seat: SeatNo | None


class ButtonPlaced(Event, frozen=True, kw_only=True):
    """Where the button is to be for the next hand, by the opening draw or by the floor. Blinds None: worked out from it."""

    seat: SeatNo
    small_blind: SeatNo | None = None
    big_blind: SeatNo | None = None
    no_small_blind: bool = False
    why: str = "floor"


class LastPositionsTold(Event, frozen=True, kw_only=True):
    """Where button and blinds were in a hand this table does not know."""

    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo


class ButtonDrawStarted(Event, frozen=True, kw_only=True):
    """The opening draw: one open card to each of these seats, in this order (SK22)."""

    seats: tuple[SeatNo, ...]


class BlindPromised(Event, frozen=True, kw_only=True):
    """A blind or dead chips put in by hand before the first card; charged when the hand starts."""

    seat: SeatNo
    what: BlindKind
    live: Chips
    dead: Chips


class TablePaused(Event, frozen=True, kw_only=True):
    reason: str


class TableReopened(Event, frozen=True, kw_only=True):
    pass


class TableClosing(Event, frozen=True, kw_only=True):
    """No further hand after this one."""


# --- a hand ----------------------------------------------------------------------------------------------------------


class HandStarted(Event, frozen=True, kw_only=True):
    """The first card is about to land. `dealt_in` in the order of the deal, the button last. A blind of None: nobody posts it."""

    hand: HandNo
    attempt: AttemptNo
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo | None
    dealt_in: tuple[SeatNo, ...]
    away: tuple[SeatNo, ...] = ()
    """Dealt in although not at the table."""
    owing: tuple[tuple[SeatNo, bool, bool], ...] = ()
    """Seats that were passed over, and whether each now owes a big and a small blind (SK71)."""


class BlindPosted(Event, frozen=True, kw_only=True):
    """`live` is a bet of the first round, `dead` went straight to the pot."""

    seat: SeatNo
    what: BlindKind
    live: Chips
    dead: Chips
    all_in: bool


class CardDealt(CardEvent, frozen=True, kw_only=True):
    """A card from the deck landed at a seat, rightly or wrongly."""

    seat: SeatNo


class CardBurned(CardEvent, frozen=True, kw_only=True):
    """A card from the deck landed in the burn area."""


class BoardCardDealt(CardEvent, frozen=True, kw_only=True):
    """A card from the deck landed on the board; `up` is its face."""


class CardDrawn(CardEvent, frozen=True, kw_only=True):
    """A card from the deck landed anywhere else, or nowhere yet."""

    to: Place


class CardMoved(CardEvent, frozen=True, kw_only=True):
    """A card was moved by hand. `index`: which of the cards lying in `source`, from 0 in order of arrival."""

    source: Place
    index: int
    to: Place


class CardLost(Event, frozen=True, kw_only=True):
    """A card has been nowhere for too long (H1). Named only by where it was."""

    source: Place


class CardIdentified(CardEvent, frozen=True, kw_only=True):
    """A sensor names a card that lies there, entered by hand or laid there unseen: it is no other card."""

    place: Place
    index: int


class CardReadTwice(Event, frozen=True, kw_only=True):
    """One card is read in two places at once (H3). Named only by where."""

    places: tuple[Place, Place]


class ReadersDisagreed(Event, frozen=True, kw_only=True):
    """Camera and tag name two cards where there is one (D20). Named only by where."""

    place: Place


class UnknownTagSeen(Event, frozen=True, kw_only=True):
    """A tag of no registered card, one of `count`, lies in `place` (H4). It is never taken for a card, so it may be shown."""

    tag: str
    place: Place
    count: int = 1


class CardExposed(Event, frozen=True, kw_only=True):
    """By the dealer's key: the card that landed last at this seat lies face up. `up`: its face, if it is known."""

    seat: SeatNo
    index: int
    up: Card | None = None


class CardFlashed(Event, frozen=True, kw_only=True):
    """By the dealer's key: the card that landed last at this seat was seen on its way, by the dealer's hand or the player's."""

    seat: SeatNo
    index: int
    by_dealer: bool
    up: Card | None = None
    """Its face, once it counts as exposed."""


class BoxedCardCalled(Event, frozen=True, kw_only=True):
    """By the dealer's key: the card on top of the deck lies face up (A5)."""


class MisdealCalled(Event, frozen=True, kw_only=True):
    """By the dealer's key: a misdeal. Only the floor voids."""

    by: Person


class ClockCalled(Event, frozen=True, kw_only=True):
    """A player was put on the clock (E18)."""

    seat: SeatNo


class DeckCounted(Event, frozen=True, kw_only=True):
    """What the shoe says of its deck, whenever that changes and does not complete a gathering."""

    present: bool
    lid_open: bool = False
    count: int | None = None


class DealCompleted(Event, frozen=True, kw_only=True):
    """Every dealt-in seat has its two cards; betting opens."""


class Folded(Event, frozen=True, kw_only=True):
    seat: SeatNo
    facing: Chips
    """What it would have cost to stay; 0 = folded facing no bet (E12)."""


class Checked(Event, frozen=True, kw_only=True):
    seat: SeatNo


class Called(Event, frozen=True, kw_only=True):
    seat: SeatNo
    added: Chips
    all_in: bool


class BetMade(Event, frozen=True, kw_only=True):
    """The first bet of a round. `to`: total of the round."""

    seat: SeatNo
    to: Chips
    added: Chips
    all_in: bool


class Raised(Event, frozen=True, kw_only=True):
    """`full`: at least a legal raise, so that the betting is open again for those who had acted (TDA 47)."""

    seat: SeatNo
    to: Chips
    added: Chips
    all_in: bool
    full: bool


class ActUndone(Event, frozen=True, kw_only=True):
    """The last act, and what followed from it, is taken back."""

    seat: SeatNo


class UncalledReturned(Event, frozen=True, kw_only=True):
    seat: SeatNo
    amount: Chips


class StreetClosed(Event, frozen=True, kw_only=True):
    """A betting round is over and its chips are in the pots. `pots`: main first."""

    street: Street
    pots: tuple[Pot, ...]


class StreetOpened(Event, frozen=True, kw_only=True):
    """The cards of this street lie complete and betting begins, or there is nobody left to bet (`actor` None)."""

    street: Street
    actor: SeatNo | None


class ShowdownOpened(Event, frozen=True, kw_only=True):
    """`order`: in which order the hands are to be shown."""

    order: tuple[SeatNo, ...]


class HandTabled(Event, frozen=True, kw_only=True):
    """A seat's cards lie face up for everybody."""

    seat: SeatNo
    cards: tuple[Card, ...]
    pieces: tuple[HiddenCard, ...] | None = None


class HandGivenUp(Event, frozen=True, kw_only=True):
    """A seat gave its cards up at showdown, unshown."""

    seat: SeatNo


class BoardPlayed(Event, frozen=True, kw_only=True):
    """The seat announced that it plays the board."""

    seat: SeatNo


class RakeTaken(Event, frozen=True, kw_only=True):
    pot: int
    amount: Chips


class PotAwarded(Event, frozen=True, kw_only=True):
    """`pot`: 0 main, 1 first side pot ... `best`: the five cards that won it, empty when nobody had to show.

    `odd`: how much of `amount` is an odd chip.
    """

    pot: int
    seat: SeatNo
    amount: Chips
    odd: Chips = Chips(0)
    best: tuple[Card, ...] = ()
    category: str = ""
    plays_board: bool = False


class HandEnded(Event, frozen=True, kw_only=True):
    hand: HandNo
    attempt: AttemptNo
    outcome: str
    """`showdown` or `uncontested`."""


class HandVoided(Event, frozen=True, kw_only=True):
    """Every chip went back to the seat that put it in; the same hand will be dealt again as the next attempt."""

    hand: HandNo
    attempt: AttemptNo
    reason: str
    by: Person


class DeckGathered(Event, frozen=True, kw_only=True):
    """All cards are back in the deck. `count` None: the shoe cannot count."""

    count: int | None


# --- what went wrong, and questions ----------------------------------------------------------------------------------


class FindingRaised(Event, frozen=True, kw_only=True):
    """The dealing departed from the rules, or the physical world from what it must be.

    `seat`, `place`, `position` say where; never which card. `replaces`: a smaller or larger code explains more than this one did.
    """

    number: int
    code: str
    level: int
    clauses: tuple[str, ...]
    seat: SeatNo | None = None
    place: Place | None = None
    position: int | None = None
    replaces: int | None = None
    locks: bool = True
    sensed: bool = True
    """False: only a key said so."""
    public_tag: str | None = None
    """An unregistered tag; those may be shown. `count`: how many such tags lie there; it grows while the finding is open."""
    count: int = 1
    procedure: str = ""
    """What will put it right, as things stand now (`M12`: nothing, it stands). Acts may change it: then it is raised anew."""
    keeps_board: bool = False
    """While it is open, what lies on the board does not count as a street."""
    acts: int = 0
    """Acts of the hand when it happened; later ones are cut-offs passed since."""
    drawn: int = 0
    """Cards out of the deck when it happened."""
    by_player: bool = False
    """A player's hand did it."""
    draw: int = 0
    """A card that was moved by hand: which draw of the deck it was."""
    home: Place | None = None
    """Where that card belongs."""


class FindingClosed(Event, frozen=True, kw_only=True):
    """`how`: confirmed, cancelled, late_entry, repaired, stands, resumed, voided, replaced, hand_over, cleared."""

    number: int
    how: str
    by: Person


class PlayResumed(Event, frozen=True, kw_only=True):
    """The floor let play go on as things lie."""

    reason: str
    by: Person


class FloorCalled(Event, frozen=True, kw_only=True):
    by: Person


class QuestionAsked(Event, frozen=True, kw_only=True):
    """`key`: message key; answered by the dealer or by what the sensors see later."""

    number: int
    key: str
    seat: SeatNo | None = None
    place: Place | None = None
    position: int | None = None


class QuestionClosed(Event, frozen=True, kw_only=True):
    number: int
    answer: str


# --- devices and the node --------------------------------------------------------------------------------------------


class DeviceSilenced(Event, frozen=True, kw_only=True):
    """`needed`: play is locked until it is back, or somebody goes on by hand."""

    device: str
    needed: bool


class DeviceRecovered(Event, frozen=True, kw_only=True):
    device: str


class DeviceLostEvents(Event, frozen=True, kw_only=True):
    device: str
    count: int | None


class DeviceRestarted(Event, frozen=True, kw_only=True):
    device: str
    life: int


class DeviceReplaced(Event, frozen=True, kw_only=True):
    """A technician put another board in place of one. `old`, `new`: serial numbers."""

    device: str
    old: str
    new: str
    by: Person


class SourceUnbound(Event, frozen=True, kw_only=True):
    device: str
    what: str


class NodeStarted(Event, frozen=True, kw_only=True):
    """The controller began to run; `recovered`: with a hand in progress."""

    version: str
    recovered: bool


class NodeStopped(Event, frozen=True, kw_only=True):
    pass


class ClockJumped(Event, frozen=True, kw_only=True):
    """The wall clock moved against the monotonic clock by this many milliseconds."""

    by_ms: int


AnyEvent = (
    TableOpened
    | Checkpoint
    | AlarmsCarried
    | StakesChanged
    | PlayerSeated
    | PlayerLeft
    | PlayerAway
    | PlayerReturned
    | ChipsToppedUp
    | SeatPresence
    | ButtonSighted
    | ButtonPlaced
    | LastPositionsTold
    | ButtonDrawStarted
    | BlindPromised
    | TablePaused
    | TableReopened
    | TableClosing
    | HandStarted
    | BlindPosted
    | CardDealt
    | CardBurned
    | BoardCardDealt
    | CardDrawn
    | CardMoved
    | CardLost
    | CardIdentified
    | CardReadTwice
    | ReadersDisagreed
    | UnknownTagSeen
    | DeckEvent
    | ShiftEvent
    | CardExposed
    | CardFlashed
    | BoxedCardCalled
    | MisdealCalled
    | ClockCalled
    | DeckCounted
    | DealCompleted
    | Folded
    | Checked
    | Called
    | BetMade
    | Raised
    | ActUndone
    | UncalledReturned
    | StreetClosed
    | StreetOpened
    | ShowdownOpened
    | HandTabled
    | HandGivenUp
    | BoardPlayed
    | RakeTaken
    | PotAwarded
    | HandEnded
    | HandVoided
    | DeckGathered
    | FindingRaised
    | FindingClosed
    | PlayResumed
    | FloorCalled
    | QuestionAsked
    | QuestionClosed
    | DeviceSilenced
    | DeviceRecovered
    | DeviceLostEvents
    | DeviceRestarted
    | DeviceReplaced
    | SourceUnbound
    | NodeStarted
    | NodeStopped
    | ClockJumped
    | AlarmEvent
    | ProcedureEvent
    | ActEvent
    | DeviceEvent
    | RecordEvent
)
