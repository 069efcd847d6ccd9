"""What the robot's people can do and see: hands at a table, eyes on the dealer's screen.

Owns the two interfaces and the names they use. Behind `TableHands` stands a simulated table, which the robot never looks into;
behind `Eyes` the same view and orders a real dealer and floor have.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, StrEnum
from typing import Protocol

from table_controller.core import keypad
from table_controller.core.cards import Card
from table_controller.core.events import AnyEvent
from table_controller.core.ids import ALL_SEATS, Chips, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Role
from table_controller.rehearsal.script import RehearsalStuck
from table_controller.views.shapes import DealerView


class NotThere(RehearsalStuck):
    """A hand reached for chips or a card that is not there."""

    def __init__(self, what: str) -> None:
        super().__init__(what, "not looked at")


class Spot(StrEnum):
    """Where a hand can put a card. Names as in a table's configuration."""

    SEAT_1 = "seat_1"
    SEAT_2 = "seat_2"
    SEAT_3 = "seat_3"
    SEAT_4 = "seat_4"
    SEAT_5 = "seat_5"
    SEAT_6 = "seat_6"
    SEAT_7 = "seat_7"
    SEAT_8 = "seat_8"
    SEAT_9 = "seat_9"
    SEAT_10 = "seat_10"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    BURN = "burn"
    MUCK = "muck"
    HOLD = "hold"
    OUT = "out"
    DROPPED = "dropped"
    """The floor of the room."""


class Strange(StrEnum):
    """Cards of a rehearsal that do not belong to the deck."""

    TWIN = "twin"
    """Registered, with a face that the deck has already."""
    JOKER = "joker"
    FOREIGN = "foreign"
    """Nobody has registered it."""


SEAT_SPOTS: dict[SeatNo, Spot] = {seat: Spot(f"seat_{seat}") for seat in ALL_SEATS}


class Key(IntEnum):
    """Keys of the dealer's keypad that the robot uses; the digits are 0 to 9."""

    FOLD = keypad.FOLD
    CHECK_CALL = keypad.CHECK_OR_CALL
    BET_RAISE = keypad.BET_OR_RAISE
    ALL_IN = keypad.ALL_IN
    ENTER = keypad.ENTER
    UNDO = keypad.UNDO
    FLOOR = keypad.FLOOR
    EXPOSED = keypad.EXPOSED
    BOXED = keypad.BOXED
    MISDEAL = keypad.MISDEAL
    CLOCK = keypad.CLOCK
    SEAT = keypad.SEAT
    DEAL_DONE = keypad.DEAL_DONE
    CLEAR = keypad.CLEAR


def digits(number: int) -> tuple[int, ...]:
    """The keys that type a number."""
    return tuple(int(digit) for digit in str(number))


def seat_keys(seat: SeatNo, key: Key) -> tuple[int, ...]:
    """The keys that say something about one seat."""
    return (Key.SEAT, *digits(seat), key)


class TableHands(Protocol):
    """Movements of dealer's and players' hands. Each begins at once and returns how many ms it takes; none waits.

    A movement that reaches for what is not there raises; the robot lets that end the rehearsal.
    """

    def draw(self, to: Spot, *, up: bool = False) -> int:
        """The top card of the deck lands there."""
        ...

    def move_zone(self, source: Spot, to: Spot) -> int:
        """All cards lying in a zone are moved together."""
        ...

    def move_last(self, source: Spot, to: Spot) -> int:
        """The card that came last to a zone is moved."""
        ...

    def return_top(self, source: Spot) -> int:
        """The card that came last to a zone goes back on top of the deck."""
        ...

    def move_nth(self, source: Spot, nth: int, to: Spot) -> int:
        """One card of a zone is moved, counted from 1 in the order in which they came."""
        ...

    def return_nth(self, source: Spot, nth: int) -> int:
        """One card of a zone, counted so, goes back on top of the deck."""
        ...

    def return_zones(self, *sources: Spot) -> int:
        """All cards of these zones go under the deck, which is taken out of the shoe for it."""
        ...

    def gather(self) -> int:
        """Every card goes into the deck, out of the shoe."""
        ...

    def gather_but(self, spot: Spot) -> int:
        """The same, but one card stays lying there."""
        ...

    def shuffle(self, seed: str) -> int:
        """The deck gets an order that this seed gives."""
        ...

    def stack(self, faces: Sequence[Card]) -> int:
        """These cards come on top of the deck, in this order; the others follow in an arbitrary order."""
        ...

    def insert_deck(self) -> int:
        """The deck goes into the shoe."""
        ...

    def take_out_deck(self) -> int:
        """The deck is taken out of the shoe."""
        ...

    def leave_out(self, to: Spot) -> int:
        """The bottom card of the deck comes to lie there."""
        ...

    def slip_in(self, strange: Strange, nth: int) -> int:
        """A strange card takes the place of one in the deck, counted from the top; the twin's double comes to the top."""
        ...

    def lay(self, strange: Strange, to: Spot) -> int:
        """A strange card comes to lie there."""
        ...

    def sort_out(self) -> int:
        """Strange cards go back into their box, and what they had replaced into the deck."""
        ...

    def press(self, key: int) -> int:
        """A key of the keypad."""
        ...

    def push(self, seat: SeatNo, amount: Chips) -> int:
        """Chips from the stack over the line."""
        ...

    def pull_back(self, seat: SeatNo, amount: Chips) -> int:
        """Chips from in front of the seat back to its stack."""
        ...

    def collect(self) -> int:
        """All bets into the pot."""
        ...

    def collect_from(self, seat: SeatNo, amount: Chips) -> int:
        """Some chips in front of a seat into the pot."""
        ...

    def pay(self, seat: SeatNo, amount: Chips) -> int:
        """From the pot to a stack."""
        ...

    def rake(self, amount: Chips) -> int:
        """From the pot into the drop box."""
        ...

    def sit(self, seat: SeatNo, chips: Chips) -> int:
        """A player takes the seat, or the one who sits there brings more chips."""
        ...

    def stand_up(self, seat: SeatNo) -> int:
        """The player leaves with the stack."""
        ...

    def count_anew(self, stacks: Mapping[SeatNo, Chips], drop: Chips) -> int:
        """All chips are counted again: these stacks, so much in the drop box, nothing in the middle."""
        ...

    def walk(self, seat: SeatNo, *, away: bool) -> int:
        """The player steps away or comes back; the chips stay."""
        ...

    def place_button(self, seat: SeatNo) -> int:
        """The dealer button is moved to a seat."""
        ...


class Eyes(Protocol):
    """The dealer's screen and the floor's word."""

    def view(self) -> DealerView | None:
        """What the screen shows now; None while it is stale, so that nobody acts on it."""
        ...

    def order(self, order: AnyOrder, role: Role) -> Rejection | None:
        """Give an order in this role; None: accepted. Rejection `unreachable` when the table does not answer."""
        ...


class Referee(Protocol):
    """Sees the truth, which the robot does not, at the moments the robot says are worth looking at, and hears what it hears."""

    def saw(self, events: Sequence[AnyEvent]) -> None:
        """Every event of the record, in order, each once."""
        ...

    def agrees(self, view: DealerView) -> bool:
        """Whether the cards on the screen are those on the felt: sensors need a moment for what moved last."""
        ...

    def hand_over(self, view: DealerView) -> None:
        """The pots have been paid and the cards not yet gathered."""
        ...

    def lost(self, what: str) -> None:
        """The people at the table could not follow what others did, and went by the screen."""
        ...
