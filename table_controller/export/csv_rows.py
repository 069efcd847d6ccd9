"""Finished hands as a table for a spreadsheet: one line each, every list in one cell with blanks between.

A cell that a spreadsheet would take for a formula begins with an apostrophe.
"""

import csv
import io
from collections.abc import Iterable

from table_controller.core.ids import SeatNo
from table_controller.export.told import ToldHand
from table_controller.views.times import utc_text

_HEAD = (
    "table", "hand", "attempt", "began", "ended", "seconds", "outcome", "limit", "small_blind", "big_blind", "button", "seats",
    "players", "stacks_before", "stacks_after", "board", "shown", "pots", "winners", "rake", "irregularities",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_head() -> str:
    """The names of the columns."""
    return _line(_HEAD)


def csv_row(hand: ToldHand) -> str:
    """One hand."""
    pots: dict[int, int] = {}
    won: dict[SeatNo, int] = {}
    for award in hand.awards:
        pots[award.pot] = pots.get(award.pot, 0) + award.amount
        won[award.seat] = won.get(award.seat, 0) + award.amount
    lasted = (hand.ended - hand.began) / 1000
    return _line(
        (
            hand.table, str(hand.number), str(hand.attempt), utc_text(hand.began), utc_text(hand.ended), f"{lasted:.1f}",
            hand.outcome, hand.stakes.limit.value, str(hand.stakes.small_blind), str(hand.stakes.big_blind), str(hand.button),
            _cell(seat.seat for seat in hand.seats), "; ".join(seat.player for seat in hand.seats),
            _cell(seat.start for seat in hand.seats), _cell(seat.end for seat in hand.seats), _cell(hand.board),
            _cell(f"{seat.seat}:{''.join(seat.shown)}" for seat in hand.seats if seat.shown),
            _cell(pots[number] for number in sorted(pots)), _cell(f"{seat}:{won[seat]}" for seat in sorted(won)),
            str(sum(amount for _, amount in hand.rake)), _cell(hand.irregularities),
        )
    )  # fmt: skip


def _cell(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _line(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells)
    return out.getvalue()
