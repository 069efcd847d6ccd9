"""The library of training scenarios: every file holds, and every setting it names decides it.

`# decides: KEY=VALUE ...` at the top of a file names the settings without which it would end otherwise: with another value of the
key in its `rules` line, and nothing else changed, the file must fail.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.house_rules import SettingError
from table_controller.house_rules.settings import SETTINGS, value_as_text, value_from_text
from table_controller.irregularities import CATALOGUE
from table_controller.rehearsal.scenario import Scenario, parse, read_scenario

FILES = {file.stem: file for file in sorted(Path(__file__).parent.glob("*.table"))}

NO_FINDING: dict[str, str] = {
    "seat_draw_tie": "the draw is decided by the suits at once",
    "show_not_needed": "the last player takes the pot and nobody asks",
    "suit_tiebreak": "suits never decide a hand",
    "clock_skew": "a repeated reading is ignored and logged",
    "replay": "a repeated reading is ignored and logged",
    "dashboard_leak": "asked of the server, which refuses and logs; no table is wrong",
    "reader_down": "an event of the device with an alarm, and the table is locked; not a finding",
}
"""Codes that are never raised, and why."""
CARDS_TO_COME = (
    "deck_count deck_fouled joker_or_foreign foreign_back boxed_one boxed_many stub_disordered deck_laid_down "
    "stub_mucked leftover_card shuffle_complaint deck_not_cut hole_flashed hole_exposed_multiple hole_off_table "
    "deal_first_wrong_seat deal_out_of_sequence deal_to_unentitled_seat deal_missed_seat hole_extra_one_after_deal "
    "hole_extra_multiple hole_extra_mid_deal hole_wrong_count hole_too_few_not_button hole_too_few_button "
    "deal_interrupted flop_no_burn_before_action flop_no_burn_after_action flop_double_burn flop_too_many "
    "flop_too_few flop_premature turn_no_burn river_no_burn burn_double turn_premature river_premature "
    "board_two_streets turn_two_cards board_with_all_in_incomplete faceup_missing no_more_cards_needed burn_exposed "
    "boxed_board board_card_lost_or_mucked order_burn_board_swapped deck_bottom_burn reader_conflict burn_early "
    "folded_over_line mucked_by_mistake killed_unprotected fouled_hand absent_player player_exposes_cards "
    "mucked_on_false_misdeal irregular_card_played wrong_count_at_showdown missing_uid stuck_pair ghost_card "
    "unregistered_uid shoe_order_break "
)
MONEY_TO_COME = (
    "button_misplaced blind_wrong_seat_or_amount button_move dead_small_blind heads_up seat_taken_wrong "
    "missed_blind straddle buyin_changed_in_hand cash_or_plaque_bet out_of_turn skipped_player string_bet "
    "oversize_chip multi_chip undercall underraise underbet short_allin_reopen raise_cap pot_limit_over "
    "check_facing_bet call_no_bet raise_no_bet fold_no_bet wrong_amount_stated hidden_chips chips_not_in_line "
    "bets_pulled_early allin_below_sb clock kill_button_option advice_or_proxy show_order board_not_declared "
    "cards_not_compared winner_killed right_to_see split_wrong side_pot_wrong wrong_award rake_wrong "
)
CARD_KEYS_TO_COME = (
    "exposed_misdeal_count boxed_misdeal_count exposed_by_player_plays extra_one_to_first_seat extra_more "
    "wrong_count_cutoff button_short_card joker duplicate missing_card flop_too_many flop_no_burn_before "
    "flop_no_burn_after burn_error_after double_burn_before premature_turn reburn_redealt_street stub_dropped "
    "absent_player fold_over_line dead_hand_absent_stake "
)
MONEY_KEYS_TO_COME = (
    "rebuy_min "
    "raise_cap raise_cap_per_player raise_cap_heads_up min_raise limit_turn_double pot_limit_counts_call bb_option "
    "cash_plays play_board show_order button_mode button_error straddle straddle_min_raise seat_taking "
    "newcomer_post missed_blinds min_allin topup_min stake_locked_from_first_card fallback softened ante "
    "rake_percent rake_cap rake_no_flop_no_drop "
)
"""What has no file yet."""

ONE_VALUE: frozenset[str] = frozenset(
    key for key, kind in SETTINGS.items() if isinstance(kind, type) and issubclass(kind, StrEnum) and len(kind) == 1
)
"""Settings that can only be one thing: nothing can be flipped."""
NOT_OF_A_HAND: dict[str, str] = {}
"""Settings no scenario can decide by, and why."""

DECIDES = re.compile(r"^# decides: (.+)$", re.MULTILINE)


@cache
def text_of(name: str) -> str:
    return FILES[name].read_text(encoding="utf-8")


def decided(name: str) -> dict[str, str]:
    """The settings a file names in its head, with the value it has them at."""
    pairs = (pair.partition("=") for line in DECIDES.findall(text_of(name)) for pair in line.split())
    return {key: value for key, _, value in pairs}


def with_setting(name: str, key: str, value: str) -> Scenario:
    """The file, with one setting at another value and everything else as it is."""
    line = next(line for line in text_of(name).split("\n") if line.startswith("rules "))
    words = [word for word in line.partition("#")[0].split() if not word.startswith(f"{key}=")]
    return parse(f"{name} {key}={value}", text_of(name).replace(line, " ".join((*words, f"{key}={value}")), 1))


def other_values(key: str, value: str) -> Iterator[str]:
    """What the setting may be instead: all of an enumeration; none, one more and one less of a number."""
    kind = SETTINGS[key]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        near: list[str] = list(kind)
    elif kind is bool:
        near = ["true", "false"]
    else:
        near = ["none", "3", *(str(int(value) + step) for step in (1, -1) if value != "none")]
    for other in near:
        if other != value and _possible(key, other):
            yield other


def _possible(key: str, value: str) -> bool:
    try:
        value_from_text(key, value)
    except SettingError:
        return False
    return True


@pytest.mark.parametrize("through", [None, "serial"], ids=["straight", "serial"])
@pytest.mark.parametrize("name", FILES)
def test_a_scenario_of_the_library_holds(name: str, through: str | None) -> None:
    failure = play(read_scenario(FILES[name]), through).failure
    assert failure is None, f"line {failure.line}: {failure.why}"


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in FILES for key in decided(name)])
def test_the_settings_a_scenario_names_decide_it(name: str, key: str) -> None:
    """The value is the one the file is played with, and with at least one other the file fails."""
    value = decided(name)[key]
    rules: Any = read_scenario(FILES[name]).setting.profile.rules
    assert value_as_text(getattr(rules, key)) == value
    assert [other for other in other_values(key, value) if play(with_setting(name, key, other)).failure is not None]


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_is_named_by_its_code_and_house_and_says_what_it_teaches(name: str) -> None:
    code, house, *_variant = name.split("__")
    assert code in CATALOGUE
    assert text_of(name).startswith("# ")
    assert f"\nrules {house}" in text_of(name)
    raised = {f"expect finding {code}", f"expect only finding {code}", "expect clean", "expect alarm"}
    assert any(line in text_of(name) for line in raised)


def test_every_code_has_a_scenario() -> None:
    wanted = CATALOGUE.keys() - NO_FINDING.keys()
    found = {code for name in FILES for code in re.findall(r"^expect (?:only )?finding (\w+)", text_of(name), re.MULTILINE)}
    assert wanted - found <= set((CARDS_TO_COME + MONEY_TO_COME).split())


def test_every_setting_decides_a_scenario_at_each_of_its_values() -> None:
    """Of a number at least two values stand in the library; of all others every one."""
    said: dict[str, set[str]] = {key: set() for key in SETTINGS}
    for name in FILES:
        for key, value in decided(name).items():
            said[key].add(value)
    wanting = {key for key in SETTINGS if not _shown_at_each(key, said[key])}
    assert wanting - ONE_VALUE - NOT_OF_A_HAND.keys() <= set((CARD_KEYS_TO_COME + MONEY_KEYS_TO_COME).split())


def _shown_at_each(key: str, values: set[str]) -> bool:
    kind = SETTINGS[key]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return values == set(kind)
    return values == {"true", "false"} if kind is bool else len(values) > 1
