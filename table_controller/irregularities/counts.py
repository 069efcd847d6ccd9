"""The number of cards at each seat when the deal is taken for complete, and the code of what is wrong with it (C11, C15, C16).

Asked when the deal is called complete and when a burn or board card says that the dealer thinks so.
"""

from collections.abc import Callable

from table_controller.core.ids import SeatNo
from table_controller.core.places import SEAT_PLACES
from table_controller.core.state import HandState, TableState

Counts = dict[SeatNo, int]
"""Cards of each seat that is dealt in, in the order of the deal."""


def counts_of(state: TableState, hand: HandState) -> Counts:
    """How many cards lie at the seats of this hand."""
    return {seat: len(state.at(SEAT_PLACES[seat])) for seat in hand.order}


def _with_none(counts: Counts, _hand: HandState) -> list[SeatNo]:
    return [seat for seat, count in counts.items() if count == 0]


def _with_three(counts: Counts, _hand: HandState) -> list[SeatNo]:
    return [seat for seat, count in counts.items() if count > 2]


def _only_button_short(counts: Counts, hand: HandState) -> list[SeatNo]:
    short = _short(counts, hand)
    return short if short == [hand.button] else []


def _one_short(counts: Counts, hand: HandState) -> list[SeatNo]:
    short = _short(counts, hand)
    return short if len(short) == 1 else []


def _short(counts: Counts, _hand: HandState) -> list[SeatNo]:
    return [seat for seat, count in counts.items() if count < 2]


COUNT_ROWS: tuple[tuple[Callable[[Counts, HandState], list[SeatNo]], str], ...] = (
    # who is it                code
    (_with_none, "deal_missed_seat"),  # C11, TDA-35-A4, RR-misdeal-j
    (_with_three, "hole_wrong_count"),  # C15, SK85-SK87, RR-misdeal-e
    (_only_button_short, "hole_too_few_button"),  # C16, TDA-37
    (_one_short, "hole_too_few_not_button"),  # C15b
    (_short, "hole_wrong_count"),  # C15
)
"""The first row that names a seat decides."""


def wrong_count(state: TableState, hand: HandState) -> tuple[str, SeatNo] | None:
    """Code and seat of the smallest explanation; None when every seat has its two cards."""
    counts = counts_of(state, hand)
    for who, code in COUNT_ROWS:
        seats = who(counts, hand)
        if seats:
            return code, seats[0]
    return None
