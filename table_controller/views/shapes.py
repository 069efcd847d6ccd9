"""Shapes of what a role may see. No field here can carry a card that is not public.

`PitView` is the pit view of the HTTP contract: its field names are fixed, more may be added. Cards are two characters.
"""

from typing import Literal

import msgspec

from table_controller.core.ids import Chips, HandNo, SeatNo, Seq, TableId
from table_controller.core.messages import Message
from table_controller.views.alarm_shape import AlarmView

TableStateWord = Literal[
    "closed", "opening", "idle", "dealing", "betting", "board", "showdown", "paying", "locked", "paused", "out_of_play"
]
SeatWord = Literal["live", "folded", "all_in", "dead", "absent", "sitting_out", "waiting"]


class GameView(msgspec.Struct, frozen=True):
    limit: str
    small_blind: Chips
    big_blind: Chips


class StakesView(GameView, frozen=True):
    """What is played for, with what else pages need of it. `max_buy_in` None: no bound."""

    ante: Chips = Chips(0)
    min_buy_in: Chips = Chips(0)
    max_buy_in: Chips | None = None


class PotView(msgspec.Struct, frozen=True):
    amount: Chips
    seats: tuple[SeatNo, ...]


class SeatView(msgspec.Struct, frozen=True):
    """`bet`: chips in front of the seat this round. `cards`: how many lie there. `owes`: missed blinds (`bb`, `dead_sb`)."""

    seat: SeatNo
    player: str
    stack: Chips
    bet: Chips
    cards: int
    status: SeatWord
    owes: tuple[str, ...] = ()
    present: bool | None = None
    """The seat sensor's word; None without a sensor."""


class HandView(msgspec.Struct, frozen=True):
    """`to_call`, `min_raise_to`, `max_raise_to` for the actor; totals of the round; None when nobody may."""

    number: HandNo
    attempt: int
    street: str
    button: SeatNo
    small_blind_seat: SeatNo | None
    big_blind_seat: SeatNo | None
    actor: SeatNo | None
    to_call: Chips | None
    min_raise_to: Chips | None
    max_raise_to: Chips | None
    board: tuple[str, ...]
    burns: int
    burns_shown: tuple[str, ...]
    muck: int
    stub: int
    pots: tuple[PotView, ...]
    seats: tuple[SeatView, ...]
    shown: dict[str, tuple[str, ...]]
    """Seat number as text -> the cards it has tabled."""
    winners: tuple["AwardView", ...] = ()
    hold: int = 0
    out: tuple[str, ...] = ()
    by_hand: int = 0
    """Entries of this hand that were keyed while a needed device was silent."""


class AwardView(msgspec.Struct, frozen=True):
    """`best`: the five cards, where the hand was shown. `odd`: how much of `amount` is an odd chip."""

    pot: int
    seat: SeatNo
    amount: Chips
    odd: Chips
    best: tuple[str, ...]
    category: str
    plays_board: bool


class StepView(msgspec.Struct, frozen=True):
    """`state`: done, now, failed, todo. `text` in English; `message` is its key, for other languages."""

    n: int
    text: str
    state: str
    message: Message = Message("")


class ProcedureView(msgspec.Struct, frozen=True):
    """`step`: the next one to be done. Not `confirmed`: somebody of `level` has to sign first.

    `finding`: number of the finding it puts right; `seat` and `place`: where that is.
    """

    code: str
    clause: tuple[str, ...]
    level: int
    procedure: str
    step: int
    steps: tuple[StepView, ...]
    confirmed: bool = True
    failed: Message | None = None
    """What was seen instead of the step."""
    missing: tuple[Message, ...] = ()
    """What the sensors do not show yet of the step. Names a card only where everybody has seen it."""
    by_key: bool = False
    """Somebody may say by the key that the step is done."""
    finding: int = 0
    seat: SeatNo | None = None
    place: str | None = None


class DeviceView(msgspec.Struct, frozen=True):
    """`age_s`: since it was last heard; None: not since the controller began."""

    name: str
    state: str
    age_s: float | None


class FindingView(msgspec.Struct, frozen=True):
    """An open finding: what it is, which clause decides, where."""

    number: int
    code: str
    level: int
    clauses: tuple[str, ...]
    seat: SeatNo | None
    place: str | None
    position: int | None
    procedure: str = ""
    """What puts it right as things stand; empty: nothing is to be repaired."""
    choices: tuple[str, ...] = ()
    """What may be said about it, the first choice first: late, confirm, cancel. None once it is being put right."""
    signed: tuple[str, ...] = ()
    """Roles of those who have signed for it, the first one first."""
    count: int = 1
    """How many tags nobody knows lie there."""
    rulings: tuple[str, ...] = ()
    """What the floor may rule instead, the house's own ruling first. Numbers of the rules are left out."""


class DeckView(msgspec.Struct, frozen=True):
    """`status`: enrolled, ready, retiring, retired, as the record says."""

    name: str
    status: str


class LevelView(msgspec.Struct, frozen=True):
    """The level and its clock, as `core.shift_state.LevelState`: it ran `used_ms` before `since` (UTC ms; None: it stands)."""

    number: int
    minutes: int
    used_ms: int
    since: int | None


class QuestionView(msgspec.Struct, frozen=True):
    number: int
    message: Message


class PitView(msgspec.Struct, frozen=True):
    """One table for pit, floor and surveillance."""

    table: TableId
    seq: Seq
    as_of: str
    house_rules: str
    game: GameView
    state: TableStateWord
    hand: HandView | None
    procedure: ProcedureView | None
    alarms: tuple[AlarmView, ...]
    devices: tuple[DeviceView, ...]
    name: str = ""
    seats: tuple[SeatView, ...] = ()
    """All taken seats, also between hands."""
    max_seats: int = 10
    next_hand: HandNo = HandNo(1)
    next_button: SeatNo | None = None
    button_seen: SeatNo | None = None
    findings: tuple[FindingView, ...] = ()
    questions: tuple[QuestionView, ...] = ()
    prompt: Message | None = None
    """The dealer's next physical step."""
    by_hand: tuple[str, ...] = ()
    """Silent devices without which play goes on, what they would see being keyed."""
    dealer: str = ""
    dealer_since: int | None = None
    """UTC ms at which this dealer sat down."""
    floor: str = ""
    """Who answers for the table."""
    level: LevelView | None = None
    stakes: StakesView | None = None
    next_stakes: StakesView | None = None
    """What the next hand is played for, where that is something else."""
    pause_reason: str = ""
    closing: bool = False
    deck: str = ""
    decks: tuple[DeckView, ...] = ()
    hands_finished: int = 0
    rake_taken: Chips = Chips(0)
    alarms_raised: tuple[int, ...] = ()
    """When the last alarms came, within ten minutes before the newest, UTC milliseconds; no more than tell a flood."""
    heartbeat_age_s: float | None = None
    """Filled by the dashboard from the status row: seconds since the table process was last heard."""
    console: str | None = None
    """Filled likewise: where the table's own computer serves its dealer's console."""


class ActKeys(msgspec.Struct, frozen=True):
    """What the actor may do. Amounts are totals of the round; None: not now."""

    seat: SeatNo
    fold: bool
    check: bool
    call: Chips | None
    """What the call adds."""
    wager: Literal["bet", "raise"] | None
    min_to: Chips | None
    max_to: Chips | None
    half_pot_to: Chips | None
    pot_to: Chips | None
    all_in_to: Chips | None


class LayKey(msgspec.Struct, frozen=True):
    """The cards of the step that is due may be said to lie there. `cards`: how many of them are open and have to be keyed."""

    cards: int


class DealerView(msgspec.Struct, frozen=True):
    """What the dealer of the table needs now: the next physical step in one line, whose action, which keys."""

    table: TableId
    seq: Seq
    state: TableStateWord
    prompt: Message
    actor: SeatNo | None
    keys: ActKeys | None
    may_undo: bool
    showing: tuple[SeatNo, ...]
    """Seats that are asked to show, in order."""
    pit: PitView
    late: ActKeys | None = None
    """What the actor may have done before the cards came, where acts keyed now explain the newest finding (`late_entry`)."""
    silent: tuple[str, ...] = ()
    """Needed devices that stop play; the dealer may go on by hand."""
    lay: LayKey | None = None
    keyed: tuple[int, ...] = ()
    """Cards of the board, from 1, that were keyed and that no sensor has named."""
    unnamed: tuple[SeatNo, ...] = ()
    """Seats of `showing` whose cards no sensor has named: they are keyed as they are shown."""
    shown_by_hand: tuple[SeatNo, ...] = ()
    """Seats whose shown cards were keyed: `show` keys them anew."""
    chips: tuple[Chips, ...] = ()
    """Values of chips an amount may be put together of, the smallest first."""
    due: tuple[AwardView, ...] = ()
    """Who gets what of which pot once the dealer says that the pots are pushed."""
    rake: Chips = Chips(0)
    """What goes into the drop box before."""


class TableSummary(msgspec.Struct, frozen=True):
    """A line of `GET /api/tables`. `heartbeat_age_s` None: never heard."""

    id: TableId
    name: str
    game: str
    state: TableStateWord
    hand: HandNo | None
    street: str | None
    seats_taken: int
    alarms: int
    heartbeat_age_s: float | None
