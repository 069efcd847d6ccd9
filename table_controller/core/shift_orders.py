"""Orders about who works at the table and which level is played: dealer, floor person, blinds and their clock."""

from typing import Annotated

import msgspec

from table_controller.core.ids import Chips
from table_controller.core.order_base import Amount, Order, Word

MOST_LEVELS = 999
MOST_MINUTES = 1_440
LevelNo = Annotated[int, msgspec.Meta(ge=0, le=MOST_LEVELS)]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=MOST_MINUTES)]


class TimedOrder(Order, frozen=True, kw_only=True):
    """Base. `at`: wall clock, UTC ms. The node writes its own in; what came with the order is not believed."""

    at: int = 0


class DealerChange(TimedOrder, frozen=True, kw_only=True):
    """Another dealer sits down. `dealer`: by the name the house uses; empty: nobody deals."""

    dealer: Word = ""


class AssignFloor(Order, frozen=True, kw_only=True):
    """This floor person answers for the table. Empty: nobody does."""

    floor: Word = ""


class Level(TimedOrder, frozen=True, kw_only=True):
    """New blinds from the next hand on; everything else of the stakes stays. 0 for the bets: worked out from the big blind.

    `number` and `minutes`: which level of the house's plan this is and how long it lasts; 0 minutes: no clock runs.
    """

    small_blind: Amount
    big_blind: Amount
    ante: Amount = Chips(0)
    small_bet: Amount = Chips(0)
    big_bet: Amount = Chips(0)
    number: LevelNo = 0
    minutes: Minutes = 0


class LevelClock(TimedOrder, frozen=True, kw_only=True):
    """The clock of the level stops for a break, or runs on."""

    run: bool


AnyShiftOrder = DealerChange | AssignFloor | Level | LevelClock
