"""The table of allowed moves (RULEBOOK 4, its last rows): a card that lay somewhere is laid elsewhere by hand.

Read like `allowed`: phase, where it lay, where it lies now, on what condition, code. The first row that fits decides, and for
each phase there is a row without a condition for each pair of places, so that nothing is passed over by accident.
A card that vanishes is told as such (H1), and one that turns up again is the end of that.
"""

from collections.abc import Callable
from enum import Enum, auto

import msgspec

from table_controller.core import events as did
from table_controller.core.cards import LyingCard
from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_OF_PLACE, Place
from table_controller.core.procedure import follows_the_game, unconfirmed
from table_controller.core.rules import FoldOverLine
from table_controller.core.state import SeatStatus, TableState
from table_controller.irregularities.catalogue import CATALOGUE
from table_controller.irregularities.finding import Finding, Where, finding
from table_controller.irregularities.scene import Phase, phase_of

ALLOWED = ""


class Lies(Enum):
    """Kinds of places, as the columns of the table."""

    PLAYING = auto()
    """At a seat that plays for the pot and has not thrown its cards away."""
    IDLE_SEAT = auto()
    """At any other seat: folded, killed, given up, or with no part in the hand."""
    BURN = auto()
    BOARD = auto()
    MUCK = auto()
    ASIDE = auto()
    """On the set-aside spot, or out of play."""
    DECK = auto()


_KINDS = {
    Place.BURN: Lies.BURN,
    Place.BOARD: Lies.BOARD,
    Place.MUCK: Lies.MUCK,
    Place.HOLD: Lies.ASIDE,
    Place.OUT: Lies.ASIDE,
    Place.SHOE: Lies.DECK,
}
_PLAYS = (SeatStatus.LIVE, SeatStatus.ALL_IN)


def lies_at(state: TableState, place: Place) -> Lies | None:
    """The column of a place; None: off the table, or nobody knows where."""
    number = SEAT_OF_PLACE.get(place)
    if number is None:
        return _KINDS.get(place)
    seat, hand = state.seats[number - 1], state.hand
    plays = hand is not None and number in hand.order and seat.status in _PLAYS and not seat.gave_up
    return Lies.PLAYING if plays else Lies.IDLE_SEAT


class Moved(msgspec.Struct, frozen=True):
    """`card` was moved as `event` says."""

    before: TableState
    event: did.CardMoved
    after: TableState
    card: LyingCard


def _always(_moved: Moved) -> bool:
    return True


def _one_is_left(moved: Moved) -> bool:
    """Nobody's hand is compared with another any more: the dealer gathers (SK53)."""
    return moved.before.hand is not None and moved.before.hand.contending < 2


def _lay_open(moved: Moved) -> bool:
    """An exposed card is on its way out of the hand."""
    return moved.card.up


def _makes_three(moved: Moved) -> bool:
    return len(moved.after.at(moved.event.to)) > 2


def _closed_and_final(moved: Moved) -> bool:
    """At the showdown a closed hand over the line never comes back, where the house says so (SK78)."""
    seat = SEAT_OF_PLACE.get(moved.event.to)
    shown = seat is not None and bool(moved.before.seats[seat - 1].tabled)
    return not shown and moved.before.rules.fold_over_line is FoldOverLine.FINAL


class Row(msgspec.Struct, frozen=True):
    """One row of the table. `clauses` of a code stand in the catalogue."""

    phases: tuple[Phase, ...]
    lay: tuple[Lies, ...]
    lies: tuple[Lies, ...]
    when: Callable[[Moved], bool]
    code: str


_ANY, _NONE_RUNS = tuple(Lies), (Phase.IDLE, Phase.DRAW)
_RUNS = tuple(phase for phase in Phase if phase not in _NONE_RUNS)
_SHOWDOWN = (Phase.DONE,)
_CARDS_COME = tuple(phase for phase in _RUNS if phase is not Phase.DONE)
_PLAYING, _IDLE_SEAT, _BURN, _BOARD = (Lies.PLAYING,), (Lies.IDLE_SEAT,), (Lies.BURN,), (Lies.BOARD,)
_MUCK, _ASIDE, _DECK = (Lies.MUCK,), (Lies.ASIDE,), (Lies.DECK,)

ROWS: tuple[Row, ...] = (
    # phase        lay                  lies                          when              code
    Row(_NONE_RUNS, _ANY, _ANY, _always, ALLOWED),  # cards are gathered, or drawn for the button
    Row(_SHOWDOWN, _ANY, _ANY, _one_is_left, ALLOWED),  # SK53
    Row(_RUNS, _DECK, _ANY, _always, ALLOWED),  # a card of the deck lands: the table of allowed events
    # the board stays
    Row(_RUNS, _BOARD, _ANY, _always, "board_card_lost_or_mucked"),  # D17
    # a hand that plays goes to the muck or stays
    Row(_RUNS, _PLAYING, _MUCK, _always, ALLOWED),  # a fold, whose key may come late (F1, F8 and G4 are looked at apart)
    Row(_CARDS_COME, _PLAYING, _BURN + _ASIDE, _lay_open, ALLOWED),  # an exposed card
    Row(_RUNS, _PLAYING, _ANY, _always, "fouled_hand"),  # F4
    # no other card gets into a hand that plays; one that was only pushed over the line may come back
    Row(_RUNS, _MUCK, _PLAYING, _makes_three, "fouled_hand"),  # F4
    Row(_SHOWDOWN, _MUCK, _PLAYING, _closed_and_final, "folded_over_line"),  # F1, SK78
    Row(_RUNS, _MUCK, _PLAYING, _always, ALLOWED),  # TDA 14
    Row(_RUNS, _IDLE_SEAT + _BURN + _ASIDE, _PLAYING, _always, "fouled_hand"),  # F4
    # only cards out of the deck get on the board
    Row(_RUNS, _BURN, _BOARD, _always, "order_burn_board_swapped"),  # D18
    Row(_RUNS, _IDLE_SEAT + _MUCK + _ASIDE, _BOARD, _always, "board_card_lost_or_mucked"),  # D17
    # what went back into the deck spoils its order as long as cards are wanted from it
    Row(_CARDS_COME, _BURN, _DECK, _always, "deck_bottom_burn"),  # D19
    Row(_CARDS_COME, _IDLE_SEAT + _MUCK + _ASIDE, _DECK, _always, "stub_disordered"),  # A6
    Row(_SHOWDOWN, _IDLE_SEAT + _MUCK + _BURN + _ASIDE, _DECK, _always, ALLOWED),  # gathered
    # burns lie where they can be counted
    Row(_CARDS_COME, _BURN, _ANY, _always, "deck_bottom_burn"),  # D19
    Row(_SHOWDOWN, _BURN, _MUCK, _always, ALLOWED),  # gathered
    Row(_SHOWDOWN, _BURN, _ANY, _always, "deck_bottom_burn"),  # D19
    Row(_RUNS, _ASIDE, _BURN, _always, "deck_bottom_burn"),  # D19
    # what is folded goes to the muck, and what is there never comes back
    Row(_RUNS, _IDLE_SEAT, _MUCK, _always, ALLOWED),
    Row(_RUNS, _IDLE_SEAT, _ANY, _always, "folded_over_line"),  # F1
    Row(_RUNS, _MUCK, _ANY, _always, "folded_over_line"),  # F1, SK78
    Row(_RUNS, _ASIDE, _ANY, _always, ALLOWED),  # out of play already, and still is
)

_ROWS_OF: dict[tuple[Phase, Lies, Lies], tuple[Row, ...]] = {
    (phase, lay, lies): tuple(row for row in ROWS if phase in row.phases and lay in row.lay and lies in row.lies)
    for phase in Phase
    for lay in Lies
    for lies in Lies
}


def judge_move(before: TableState, event: did.CardMoved, after: TableState) -> Finding | None:
    """What is wrong with a card that was moved by hand, if anything."""
    there = before.at(event.source)
    if not 0 <= event.index < len(there) or (event.to is Place.SHOE and event.found):
        return None  # it is not known to have lain there, or was only told late
    moved = Moved(before, event, after, there[event.index])
    if not follows_the_game(before) or _puts_right(moved):
        return None
    if before.procedures and lies_at(before, event.source) not in (Lies.PLAYING, Lies.BOARD):
        return None  # whether the step wants it the step says
    code = _code_of(moved)
    return _found(moved, code) if code else None


def _puts_right(moved: Moved) -> bool:
    """What is open is about cards, and moving them by hand is repairing; of a card that was moved only that one is excused."""
    waiting = unconfirmed(moved.before)
    for one in moved.before.findings:
        if one.number not in waiting or not (one.locks or one.procedure) or CATALOGUE[one.code].number[0] in "BE":
            continue
        if one.home is None or one.draw == moved.card.draw:
            return True
    return False


def _code_of(moved: Moved) -> str:
    phase, event = phase_of(moved.before), moved.event
    lay, lies = lies_at(moved.before, event.source), lies_at(moved.before, event.to)
    if lay is None or lies is None:
        return ALLOWED
    return next(row.code for row in _ROWS_OF[phase, lay, lies] if row.when(moved))


def _found(moved: Moved, code: str) -> Finding:
    """Where: the seat that has to do with it, else the place it was taken from, or laid on where only that is wrong."""
    event = moved.event
    rules, to_board = moved.after.rules, event.to is Place.BOARD
    if code in ("deck_bottom_burn", "stub_disordered"):
        return finding(code, rules, Where(place=Place.BURN if code == "deck_bottom_burn" else event.source))
    lay = lies_at(moved.before, event.source)
    home = Place.MUCK if lay is Lies.IDLE_SEAT else event.source
    if lay in (Lies.PLAYING, Lies.BOARD):
        where = Where(seat=SEAT_OF_PLACE.get(event.source), place=event.source, position=event.index + 1)
    else:
        where = Where(seat=_seat_in_hand(moved), place=event.to, position=len(moved.after.at(event.to)))
    known = {"home": home, "draw": moved.card.draw} if moved.card.draw else {}
    return msgspec.structs.replace(finding(code, rules, where), keeps_board=to_board or lay is Lies.BOARD, **known)


def _seat_in_hand(moved: Moved) -> SeatNo | None:
    number, hand = SEAT_OF_PLACE.get(moved.event.to), moved.before.hand
    return number if hand is not None and number in hand.order else None
