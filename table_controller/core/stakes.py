"""What a table plays for: limit, blinds, antes, straddle, buy-in, chips and rake."""

from enum import StrEnum

import msgspec

from table_controller.core.ids import Chips
from table_controller.core.order_base import MOST_CHIPS


class Limit(StrEnum):
    """Betting structure. Values as the HTTP API writes them."""

    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    FIXED_LIMIT = "fixed_limit"


class AnteBy(StrEnum):
    """Who puts the ante in."""

    EVERYBODY = "everybody"
    BUTTON = "button"
    BIG_BLIND = "big_blind"


class Rake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house takes from a hand: tenths of a percent, at most `cap`, rounded down to the smallest chip.

    `per_pot`: of each pot alone, main first, until the cap; otherwise one share of all, which each pot bears by its size.
    """

    per_mille: int = 0
    cap: Chips | None = None
    no_flop_no_drop: bool = True
    per_pot: bool = False


class Stakes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level of the game. All amounts in the table's smallest unit."""

    limit: Limit
    small_blind: Chips
    big_blind: Chips
    small_bet: Chips = Chips(0)
    """Fixed limit only: bet before and on the flop; 0 = the big blind."""
    big_bet: Chips = Chips(0)
    """Fixed limit only: bet on turn and river; 0 = twice the small bet (K14)."""
    ante: Chips = Chips(0)
    ante_by: AnteBy = AnteBy.EVERYBODY
    straddle: Chips = Chips(0)
    """0 = nobody straddles this hand."""
    posted_by_hand: bool = False
    """Nothing is posted by itself: each blind and ante is keyed before the first card."""
    chip: Chips = Chips(1)
    """Smallest chip in play: odd chips are of this size."""
    min_buy_in: Chips = Chips(0)
    max_buy_in: Chips | None = None
    rake: Rake = Rake()


_AMOUNTS = ("big_blind", "chip", "small_blind", "small_bet", "big_bet", "ante", "straddle", "min_buy_in", "max_buy_in")
_IN_CHIPS = ("small_blind", "big_blind", "ante", "straddle", "small_bet", "big_bet")


def unsound(stakes: Stakes) -> tuple[str, str] | None:
    """What nobody can play for: the first such field (`rake.cap` with a point) and what it may be. None: it can be played.

    Without a big blind there are only antes, and hands were recorded that way.
    """
    for name in _AMOUNTS:
        least = 1 if name == "chip" else 0
        amount = getattr(stakes, name)
        if amount is not None and not least <= amount <= MOST_CHIPS:
            return name, f"{least} to {MOST_CHIPS}"
    if not 0 <= stakes.rake.per_mille <= 1000:
        return "rake.per_mille", "0 to 1000"
    if not 0 <= (stakes.rake.cap or 0) <= MOST_CHIPS:
        return "rake.cap", f"0 to {MOST_CHIPS}"
    if 0 < stakes.big_blind < stakes.small_blind:
        return "small_blind", "at most the big blind"
    for name in _IN_CHIPS:
        if getattr(stakes, name) % stakes.chip:
            return name, f"so many chips of {stakes.chip}"
    if 0 < stakes.big_bet < (stakes.small_bet or stakes.big_blind):
        return "big_bet", "at least the small bet"
    if stakes.max_buy_in is not None and stakes.min_buy_in > stakes.max_buy_in:
        return "min_buy_in", "at most max_buy_in"
    return None
