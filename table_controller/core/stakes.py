"""What a table plays for: limit, blinds, antes, straddle, buy-in, chips and rake."""

from enum import StrEnum

import msgspec

from table_controller.core.ids import Chips


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
