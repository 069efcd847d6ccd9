"""Which setting decides which irregularity, and so which rulings the floor may give (RULEBOOK 3.1)."""

from enum import StrEnum

import msgspec

from table_controller.core.rules import HouseRules

ANY_CODE = ("stands", "redeal", "kill", "void")
"""Rulings that every irregularity takes, but for one about a pot that was pushed."""

OF_POTS = frozenset({"wrong_award", "split_wrong", "side_pot_wrong"})
"""About a pot that has been pushed: its chips are moved (M21.2), or it stands; no hand is left to deal again or kill."""

_BURNS = ("double_burn_before", "burn_error_after")
SETTINGS_OF: dict[str, tuple[str, ...]] = {
    "hole_exposed_first": ("first_exposed_misdeal_n",),
    "hole_exposed_second": ("first_exposed_misdeal_n",),
    "hole_exposed_single": ("exposed_replace",),
    "hole_exposed_last": ("exposed_replace",),
    "hole_exposed_multiple": ("exposed_misdeal_count",),
    "hole_flashed": ("exposed_by_player_plays",),
    "hole_extra_one_after_deal": ("extra_one_to_first_seat",),
    "hole_extra_multiple": ("extra_more",),
    "hole_wrong_count": ("wrong_count_after",),
    "hole_too_few_not_button": ("wrong_count_after",),
    "hole_too_few_button": ("button_short_card",),
    "boxed_one": ("boxed_misdeal_count",),
    "boxed_many": ("boxed_misdeal_count",),
    "joker_or_foreign": ("joker",),
    "deck_fouled": ("duplicate",),
    "deck_count": ("missing_card",),
    "stub_disordered": ("stub_dropped",),
    "flop_too_many": ("flop_too_many",),
    "flop_no_burn_before_action": ("flop_no_burn_before",),
    "flop_no_burn_after_action": ("flop_no_burn_after",),
    "turn_no_burn": _BURNS,
    "river_no_burn": _BURNS,
    "burn_double": _BURNS,
    "flop_double_burn": _BURNS,
    "order_burn_board_swapped": _BURNS,
    "flop_premature": ("premature_flop",),
    "turn_premature": ("premature_turn",),
    "river_premature": ("premature_river",),
    "button_misplaced": ("button_error",),
    "absent_player": ("absent_player",),
    "folded_over_line": ("fold_over_line",),
    "mucked_by_mistake": ("fold_over_line",),
    "killed_unprotected": ("fold_over_line",),
    "mucked_on_false_misdeal": ("fold_over_line",),
    "board_not_declared": ("play_board",),
}
"""Codes that are not here take only `ANY_CODE`."""

MEASURED_BY: dict[str, tuple[str, ...]] = {
    "hole_wrong_count": ("extra_one_to_first_seat", "extra_more"),
    "hole_off_table": ("first_exposed_misdeal_n", "exposed_replace"),
    "button_move": ("button_mode",),
    "dead_small_blind": ("button_mode",),
    "seat_taken_wrong": ("seat_taking",),
    "missed_blind": ("missed_blinds",),
    "straddle": ("straddle",),
    "kill_button_option": ("straddle",),
    "buyin_changed_in_hand": ("stake_locked_from_first_card",),
    "cash_or_plaque_bet": ("cash_plays",),
    "underraise": ("min_raise",),
    "underbet": ("min_raise",),
    "short_allin_reopen": ("reopen", "limit_reopen"),
    "raise_cap": ("raise_cap", "raise_cap_heads_up", "raise_cap_per_player"),
    "pot_limit_over": ("pot_limit_counts_call",),
    "allin_below_sb": ("min_allin",),
    "show_order": ("show_order",),
}
"""Settings that decide it as well, on which the floor does not rule in a hand."""


def settings_of(code: str) -> tuple[str, ...]:
    """Every setting that decides something about this code."""
    return (*SETTINGS_OF.get(code, ()), *MEASURED_BY.get(code, ()))


def rulings(rules: HouseRules, code: str) -> tuple[str, ...]:
    """What the floor may rule about this code, the house's own words first. Settings that are numbers are left out."""
    if code in OF_POTS:
        return ("stands",)
    found: dict[str, None] = {}
    for setting in SETTINGS_OF.get(code, ()):
        kind = _KINDS[setting]
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            found |= dict.fromkeys((str(getattr(rules, setting).value), *(value.value for value in kind)))
    return (*found, *(ruling for ruling in ANY_CODE if ruling not in found))


_KINDS = {field.name: field.type for field in msgspec.structs.fields(HouseRules)}


def is_ruling(code: str, ruling: str) -> bool:
    """Whether the floor may rule this about that."""
    if code in OF_POTS:
        return ruling == "stands"
    return ruling in ANY_CODE or with_ruling(HouseRules(), code, ruling) is not None


def with_ruling(rules: HouseRules, code: str, ruling: str) -> HouseRules | None:
    """The rules as the floor has ruled, where the ruling is a value of a setting that decides the code."""
    for setting in SETTINGS_OF.get(code, ()):
        value = _value(setting, ruling)
        if value is not None:
            changes = {setting: value}
            return msgspec.structs.replace(rules, **changes)
    return None


def _value(setting: str, ruling: str) -> object | None:
    kind = _KINDS[setting]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(ruling) if ruling in tuple(kind) else None
    if kind is bool:
        return {"true": True, "false": False}.get(ruling)
    return int(ruling) if ruling.isascii() and ruling.isdigit() and len(ruling) <= 2 else None
