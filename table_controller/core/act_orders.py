"""Orders about betting and pots that do not go as they should: words before chips, a pot pushed by hand, what only people see."""

from table_controller.core.ids import SeatNo
from table_controller.core.order_base import Amount, Order, Word


class Declare(Order, frozen=True, kw_only=True):
    """A player says what he does before chips or cards show it. Words in turn bind.

    `what`: fold, check, call, bet, raise, all_in. `to`: total of the round for bet and raise; None: no amount was said.
    """

    seat: SeatNo
    what: Word
    to: Amount | None = None


class PushPot(Order, frozen=True, kw_only=True):
    """A pot was pushed by hand to a seat, rightly or wrongly. `pot`: 0 main, 1 first side pot ..."""

    pot: int
    seat: SeatNo


class Report(Order, frozen=True, kw_only=True):
    """An irregularity that only people can see, by its code: a word, an intent, chips that lie wrongly."""

    code: Word
    seat: SeatNo | None = None


class ReportAbsent(Order, frozen=True, kw_only=True):
    """The dealer says by key that nobody sits there (table bus: seat, then 20). What follows is that of the floor's `Absent`."""

    seat: SeatNo
