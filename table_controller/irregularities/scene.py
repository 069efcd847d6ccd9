"""The moment a card of the deck lands: in which phase, on which kind of place, and what can be asked about it.

Only what everybody could see: counts, places and order, never a face. Decides nothing; the table of allowed events reads it.
"""

from enum import Enum, auto

import msgspec

from table_controller.core.cards import DECK_SIZE
from table_controller.core.events import Street
from table_controller.core.expect import Expectation
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, SEAT_PLACES, Place
from table_controller.core.rules import ExtraCard
from table_controller.core.state import HandState, SeatStatus, TableState


class Phase(Enum):
    """Rows of RULEBOOK 4. A street is `due` from the close of the betting before it until its cards lie complete."""

    IDLE = auto()
    """No hand runs, or the last one is over and its cards lie about."""
    DRAW = auto()
    """The opening draw for the button."""
    DEAL = auto()
    PREFLOP_BETTING = auto()
    FLOP_DUE = auto()
    FLOP_BETTING = auto()
    TURN_DUE = auto()
    TURN_BETTING = auto()
    RIVER_DUE = auto()
    RIVER_BETTING = auto()
    DONE = auto()
    """Showdown, or only the pots are left: no card is wanted any more."""


_BETTING = {
    Street.PREFLOP: Phase.PREFLOP_BETTING,
    Street.FLOP: Phase.FLOP_BETTING,
    Street.TURN: Phase.TURN_BETTING,
    Street.RIVER: Phase.RIVER_BETTING,
}
_DUE = {Street.PREFLOP: Phase.FLOP_DUE, Street.FLOP: Phase.TURN_DUE, Street.TURN: Phase.RIVER_DUE}


def phase_of(state: TableState) -> Phase:
    """Which row of the table applies."""
    hand = state.hand
    if state.drawing:
        return Phase.DRAW
    if hand is None or hand.street is Street.OVER:
        return Phase.IDLE
    if hand.street is Street.DEAL:
        return Phase.DEAL
    if hand.pots_only:
        return Phase.DONE
    if hand.actor is not None:
        return _BETTING.get(hand.street, Phase.DONE)
    return _DUE.get(hand.street, Phase.DONE)


class Landing(Enum):
    """Kinds of places, as the columns of the table."""

    SEAT = auto()
    BURN = auto()
    BOARD = auto()
    ASTRAY = auto()
    """Muck, hold or out: nowhere a card of the deck is ever dealt to."""


_LANDINGS = {Place.BURN: Landing.BURN, Place.BOARD: Landing.BOARD}


def landing_on(place: Place) -> Landing:
    """The column of a place."""
    return Landing.SEAT if place in SEAT_OF_PLACE else _LANDINGS.get(place, Landing.ASTRAY)


class Scene(msgspec.Struct, frozen=True):
    """`before` and `after` the card landed on `place`; `wanted`: where the rules wanted the next card.

    `found`: a snapshot found it there.
    """

    before: TableState
    after: TableState
    place: Place
    wanted: Expectation
    found: bool = False

    @property
    def hand(self) -> HandState:
        """The running hand; only rows of a hand ask for it."""
        assert self.before.hand is not None
        return self.before.hand

    @property
    def seat(self) -> SeatNo | None:
        """The seat, when it landed at one."""
        return SEAT_OF_PLACE.get(self.place)

    @property
    def position(self) -> int:
        """Which card of its place it is, from 1."""
        return len(self.after.at(self.place))

    def cards(self, seat: SeatNo) -> int:
        """Cards at a seat now."""
        return len(self.after.at(SEAT_PLACES[seat]))

    def is_open(self, *codes: str) -> bool:
        """Whether a finding with one of these codes is open."""
        return any(finding.code in codes for finding in self.before.findings)


# --- what the rows ask -----------------------------------------------------------------------------------------------


def always(_scene: Scene) -> bool:
    """No further condition."""
    return True


def first_card(scene: Scene) -> bool:
    """No seat had a card yet."""
    return not any(scene.before.at(place) for place in SEAT_PLACES.values())


def same_seat_again(scene: Scene) -> bool:
    """The card before this one went to the same seat."""
    return any(card.draw == scene.before.drawn for card in scene.before.at(scene.place))


def round_goes_on(scene: Scene) -> bool:
    """The seat after the one that got the last card: no new error where an earlier one was let pass."""
    order, seat = scene.hand.order, scene.seat
    if seat not in order or scene.cards(seat) > 2:
        return False
    last = scene.before.at(SEAT_PLACES[order[order.index(seat) - 1]])
    return any(card.draw == scene.before.drawn for card in last)


def dealt_in(scene: Scene) -> bool:
    """The seat is in this hand, folded or not."""
    return scene.seat in scene.hand.order


def not_dealt_in(scene: Scene) -> bool:
    """The seat has no part in this hand."""
    return scene.seat not in scene.hand.order


def completes_hand(scene: Scene) -> bool:
    """The seat had too few cards, and has not folded."""
    seat = scene.seat
    return seat is not None and seat in scene.hand.order and _plays(scene, seat) and scene.cards(seat) <= 2


def _plays(scene: Scene, seat: SeatNo) -> bool:
    return scene.after.seat(seat).status in (SeatStatus.LIVE, SeatStatus.ALL_IN)


def third_at_first_seat(scene: Scene) -> bool:
    """The one extra card lies at the seat the deal begins with."""
    return scene.seat == scene.hand.order[0] and scene.cards(scene.hand.order[0]) == 3


def more_than_one_extra(scene: Scene) -> bool:
    """There was an extra card already."""
    extras = sum(max(0, scene.cards(seat) - 2) for seat in scene.hand.order)
    return extras > 1 or scene.is_open("hole_extra_one_after_deal", "hole_wrong_count")


def counts_are_a_dead_hand(scene: Scene) -> bool:
    """The house knows only the wrong number of cards, whoever has it (SK85-SK87): for one extra card, or for more."""
    rules = scene.after.rules
    house = rules.extra_more if more_than_one_extra(scene) else rules.extra_one_to_first_seat
    return house is ExtraCard.DEAD_HAND


def burn_wanted(scene: Scene) -> bool:
    """The street has no burn yet."""
    return scene.wanted.place is Place.BURN


def unburned(scene: Scene) -> bool:
    """No burn has been taken since the last street lay complete."""
    due = scene.hand.burns_due
    return bool(due) and due[0] > 0


def unburned_and_untouched(scene: Scene) -> bool:
    """No burn, and nobody has acted since the street was opened: the card belongs to the street that lies there."""
    return scene.hand.street_acts == 0 and unburned(scene)


def no_burn_is_open(scene: Scene) -> bool:
    """The street was dealt without a burn, and that is an open finding."""
    return scene.is_open("flop_no_burn_before_action", "turn_no_burn", "river_no_burn")


def five_on_board(scene: Scene) -> bool:
    """Turn and river both lie there before their time."""
    return len(scene.after.at(Place.BOARD)) > 4


def found_lying(scene: Scene) -> bool:
    """The deck was said to be whole, and then this card was found."""
    return scene.found and scene.before.ready


def left_from_last_hand(scene: Scene) -> bool:
    """The deck was put back and counted short by the cards that still lie out."""
    count = scene.before.deck.count
    lying = sum(len(cards) for cards in scene.before.lying)
    return count is not None and lying > 0 and count + lying == DECK_SIZE
