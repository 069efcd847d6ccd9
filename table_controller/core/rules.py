"""The settings of a house-rule profile, typed (RULEBOOK 3.1). Which clause gives each value is kept by `house_rules`."""

from enum import StrEnum

import msgspec


class ExposedReplace(StrEnum):
    AT_ONCE = "at_once"
    AFTER_DEAL = "after_deal"


class ExtraCard(StrEnum):
    TO_BURN = "to_burn"
    MISDEAL = "misdeal"
    DEAD_HAND = "dead_hand"


class Cutoff(StrEnum):
    ANY_ACTION = "any_action"
    TWO_ACTED = "two_acted"
    SUBSTANTIAL_ACTION = "substantial_action"


class ButtonShortCard(StrEnum):
    SUPPLY = "supply"
    NONE = "none"


class JokerRule(StrEnum):
    MISDEAL_BEFORE_CUTOFF_THEN_SCRAP = "misdeal_before_cutoff_then_scrap"
    SCRAP = "scrap"


class DuplicateRule(StrEnum):
    """A fouled deck voids the hand whatever the action."""

    VOID_ALWAYS = "void_always"
    """The chips in the pot go back (RR irregularity 4); a pot that has been won is kept."""
    VOID_BEFORE_NEXT_HAND = "void_before_next_hand"
    """Also after the pots were pushed, until the next hand begins (TDA 35-E, 22)."""


class MissingCard(StrEnum):
    HOUSE = "house"
    STANDS = "stands"


class FlopTooMany(StrEnum):
    RESHUFFLE = "reshuffle"
    SCRAMBLE_FOUR = "scramble_four"


class FlopNoBurn(StrEnum):
    SCRAMBLE_AND_DRAW = "scramble_and_draw"
    RECTIFY_OR_RESHUFFLE = "rectify_or_reshuffle"


class AfterAction(StrEnum):
    ONE_BURN_LATER = "one_burn_later"
    CLEAN_HAND_CARDS = "clean_hand_cards"


class DoubleBurn(StrEnum):
    RESTORE_ORDER = "restore_order"
    ONE_BURN_LATER = "one_burn_later"


class PrematureStreet(StrEnum):
    RESHUFFLE = "reshuffle"


class PrematureTurn(StrEnum):
    RESHUFFLE_NOW = "reshuffle_now"
    RIVER_BECOMES_TURN = "river_becomes_turn"


class StubDropped(StrEnum):
    TRY_ORDER_THEN_SHUFFLE = "try_order_then_shuffle"
    SHUFFLE = "shuffle"


class MinRaise(StrEnum):
    LAST_RAISE = "last_raise"
    LARGEST_OF_ROUND = "largest_of_round"
    BIG_BLIND = "big_blind"


class PlayBoard(StrEnum):
    NONE = "none"
    DECLARE = "declare"
    DECLARE_AND_SHOW = "declare_and_show"
    TABLE_BOTH = "table_both"


class ShowOrder(StrEnum):
    LAST_AGGRESSOR = "last_aggressor"
    ALL_AT_ONCE = "all_at_once"
    CALLED_PLAYER_FIRST = "called_player_first"


class ButtonMode(StrEnum):
    DEAD_BUTTON = "dead_button"
    MOVING = "moving"
    NEXT_PLAYER = "next_player"
    STAYS_IF_SMALL_BLIND_LEFT = "stays_if_small_blind_left"


class ButtonError(StrEnum):
    FIX_BEFORE_CUTOFF = "fix_before_cutoff"
    MISDEAL_BEFORE_CUTOFF = "misdeal_before_cutoff"


class StraddleRule(StrEnum):
    OFF = "off"
    UTG = "utg"
    BUTTON = "button"


class StraddleMinRaise(StrEnum):
    BRING_IN = "bring_in"
    LAST_BLIND_STEP = "last_blind_step"


class AbsentPlayer(StrEnum):
    FOLDED_ANY_TIME = "folded_any_time"
    KILLED_AT_LAST_CARD = "killed_at_last_card"
    HOUSE = "house"


class FoldOverLine(StrEnum):
    FINAL = "final"
    RETRIEVABLE = "retrievable"


class SeatTaking(StrEnum):
    NOT_BETWEEN_BLINDS_NOR_BUTTON = "not_between_blinds_nor_button"
    NOT_BETWEEN_SMALL_BLIND_AND_BUTTON = "not_between_small_blind_and_button"
    NOT_BETWEEN_BIG_BLIND_AND_BUTTON = "not_between_big_blind_and_button"
    FREE = "free"


class NewcomerPost(StrEnum):
    BIG_BLIND_OR_WAIT = "big_blind_or_wait"
    NONE = "none"


class MissedBlinds(StrEnum):
    BIG_LIVE_SMALL_DEAD = "big_live_small_dead"
    ALL_LIVE_UP_TO_BET = "all_live_up_to_bet"
    NONE = "none"


class MinAllIn(StrEnum):
    NONE = "none"
    SMALL_BLIND_WARN = "small_blind_warn"


class HalfBuyIn(StrEnum):
    HALF_MIN_BUY_IN = "half_min_buy_in"
    NONE = "none"


class DeadHandAbsentStake(StrEnum):
    NEXT_POT = "next_pot"
    RETURNED = "returned"


class WrongCountAfter(StrEnum):
    PLAYER_DEAD = "player_dead"


class Reopen(StrEnum):
    FULL_RAISE_CUMULATIVE = "full_raise_cumulative"


class LimitReopen(StrEnum):
    HALF_BET = "half_bet"


class OddChip(StrEnum):
    LEFT_OF_BUTTON = "left_of_button"


class HeadsUp(StrEnum):
    BUTTON_IS_SMALL_BLIND = "button_is_small_blind"


class Fallback(StrEnum):
    TDA_2024 = "tda_2024"
    ROBERTS_V11 = "roberts_v11"


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every setting of a profile. The defaults are TDA 2024 where it speaks (see `house_rules` for the clause of each)."""

    name: str = "tda_2024"
    base: str = ""
    """The profile a house's own file builds on: its text binds the house. Empty for the profiles that come with the product."""
    own: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Settings that a house's own file gives, each with what it cites for it: clauses, or the one word `house`."""
    first_exposed_misdeal_n: int = 2
    exposed_misdeal_count: int = 2
    boxed_misdeal_count: int = 2
    exposed_replace: ExposedReplace = ExposedReplace.AFTER_DEAL
    exposed_is_flop_burn: bool = True
    exposed_by_player_plays: bool = True
    extra_one_to_first_seat: ExtraCard = ExtraCard.MISDEAL
    extra_more: ExtraCard = ExtraCard.MISDEAL
    wrong_count_cutoff: Cutoff = Cutoff.SUBSTANTIAL_ACTION
    wrong_count_after: WrongCountAfter = WrongCountAfter.PLAYER_DEAD
    button_short_card: ButtonShortCard = ButtonShortCard.SUPPLY
    joker: JokerRule = JokerRule.MISDEAL_BEFORE_CUTOFF_THEN_SCRAP
    duplicate: DuplicateRule = DuplicateRule.VOID_BEFORE_NEXT_HAND
    missing_card: MissingCard = MissingCard.HOUSE
    flop_too_many: FlopTooMany = FlopTooMany.SCRAMBLE_FOUR
    flop_no_burn_before: FlopNoBurn = FlopNoBurn.SCRAMBLE_AND_DRAW
    flop_no_burn_after: AfterAction = AfterAction.ONE_BURN_LATER
    burn_error_after: AfterAction = AfterAction.ONE_BURN_LATER
    double_burn_before: DoubleBurn = DoubleBurn.ONE_BURN_LATER
    premature_flop: PrematureStreet = PrematureStreet.RESHUFFLE
    premature_turn: PrematureTurn = PrematureTurn.RESHUFFLE_NOW
    premature_river: PrematureStreet = PrematureStreet.RESHUFFLE
    reburn_redealt_street: bool = False
    stub_dropped: StubDropped = StubDropped.TRY_ORDER_THEN_SHUFFLE
    raise_cap: int | None = 3
    """Raises after the bet in fixed limit; None: no cap."""
    raise_cap_per_player: bool = False
    raise_cap_heads_up: bool = True
    min_raise: MinRaise = MinRaise.LARGEST_OF_ROUND
    reopen: Reopen = Reopen.FULL_RAISE_CUMULATIVE
    limit_reopen: LimitReopen = LimitReopen.HALF_BET
    limit_turn_double: bool = True
    pot_limit_counts_call: bool = True
    bb_option: bool = True
    cash_plays: bool = False
    odd_chip: OddChip = OddChip.LEFT_OF_BUTTON
    play_board: PlayBoard = PlayBoard.TABLE_BOTH
    show_order: ShowOrder = ShowOrder.LAST_AGGRESSOR
    button_mode: ButtonMode = ButtonMode.DEAD_BUTTON
    button_error: ButtonError = ButtonError.FIX_BEFORE_CUTOFF
    heads_up: HeadsUp = HeadsUp.BUTTON_IS_SMALL_BLIND
    straddle: StraddleRule = StraddleRule.OFF
    straddle_min_raise: StraddleMinRaise = StraddleMinRaise.BRING_IN
    absent_player: AbsentPlayer = AbsentPlayer.KILLED_AT_LAST_CARD
    fold_over_line: FoldOverLine = FoldOverLine.RETRIEVABLE
    seat_taking: SeatTaking = SeatTaking.NOT_BETWEEN_SMALL_BLIND_AND_BUTTON
    newcomer_post: NewcomerPost = NewcomerPost.NONE
    missed_blinds: MissedBlinds = MissedBlinds.NONE
    min_allin: MinAllIn = MinAllIn.NONE
    rebuy_min: HalfBuyIn = HalfBuyIn.NONE
    topup_min: HalfBuyIn = HalfBuyIn.NONE
    stake_locked_from_first_card: bool = True
    dead_hand_absent_stake: DeadHandAbsentStake = DeadHandAbsentStake.RETURNED
    fallback: Fallback = Fallback.TDA_2024
    softened: tuple[str, ...] = ()
