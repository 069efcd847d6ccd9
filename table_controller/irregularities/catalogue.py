"""Every code of the catalogue (RULEBOOK 6 A-H): number, level, procedure, clauses, who can notice it, and since when we do.

A table of facts; judges nothing. Clauses stand by text: a finding cites those of the house's own text, and those of its
fallback family where the own text is silent.
"""

import re
from enum import Enum, IntEnum

import msgspec

from table_controller.core.deciding import settings_of
from table_controller.core.rules import Fallback, HouseRules


class Level(IntEnum):
    """Who may put it right (RULEBOOK 4)."""

    DEALER = 1
    FLOOR = 2
    SURVEILLANCE = 3
    """Floor and surveillance."""


class By(Enum):
    """How it can be noticed."""

    SENSORS = "sensors"
    KEY = "key"
    """Only a person can see it: a face, a word, an intent."""
    EITHER = "either"
    COMPUTED = "computed"
    """From acts and amounts already in the record, or never a finding at all."""


class Entry(msgspec.Struct, frozen=True):
    """One code. `found`: it can be a finding."""

    code: str
    number: str
    level: Level
    procedure: str
    """Of section 5; empty where nothing is to be repaired: the finding then only warns."""
    by: By
    found: bool
    clauses: tuple[str, ...] = ()

    @property
    def locks(self) -> bool:
        """Whether acts wait for it: always from the floor's level on, and while a repair is due."""
        return self.level > Level.DEALER or self.procedure != ""

    @property
    def priority(self) -> int:
        """Of the alarm: 1 stops the deal, 2 before the next hand, 3 this shift."""
        return 1 if self.locks else 2


_FAMILY_OF_NAME = {
    "slovak": "SK",
    "czech": "CZ",
    "polish": "PL",
    "ukrainian": "UA",
    "hungarian": "HU",
    "tda_2024": "TDA",
    "roberts_v11": "RR",
}
_FAMILY = re.compile(r"[A-Z]+")


def cited(entry: Entry, rules: HouseRules) -> tuple[str, ...]:
    """The clauses of the code that bind this house; of what its own file decides, the clauses it gives there."""
    deciding = settings_of(entry.code)
    own = [clause for setting, clauses in rules.own if setting in deciding for clause in clauses]
    if own:
        return tuple(dict.fromkeys(own))
    fallback = "RR" if rules.fallback is Fallback.ROBERTS_V11 else "TDA"
    for family in (_FAMILY_OF_NAME.get(rules.base or rules.name), fallback):
        found = tuple(clause for clause in entry.clauses if _family(clause) == family)
        if found:
            return found
    return ()


def _family(clause: str) -> str:
    found = _FAMILY.match(clause)
    return found[0] if found else ""


D, F, S = Level.DEALER, Level.FLOOR, Level.SURVEILLANCE
_S, _K, _E, _C = By.SENSORS, By.KEY, By.EITHER, By.COMPUTED

_DEAD_HAND = "SK85 SK86 SK87 SK88 TDA-35-A5 TDA-38 RR-misdeal-e"
_ROWS: tuple[tuple[str, str, Level, str, By, str], ...] = (
    # code, number, level, procedure, noticed by, clauses
    ("deck_count", "A1", D, "M1", _S, "SK03 CZ01 UA01 HU01"),
    ("deck_fouled", "A2", S, "M14", _S, "TDA-35-E RR-irregularity-4"),
    ("joker_or_foreign", "A3", F, "M13", _E, "TDA-35-A6 TDA-35-D RR-irregularity-8"),
    ("foreign_back", "A4", S, "M14", _E, "RR-irregularity-3"),
    ("boxed_one", "A5", D, "M13", _K, "TDA-35-A1 RR-irregularity-7"),
    ("boxed_many", "A5", F, "M1", _K, "TDA-35-A1 RR-misdeal-c"),
    ("stub_disordered", "A6", F, "M7", _E, "TDA-RP-4"),
    ("deck_laid_down", "A6", D, "", _S, "SK32"),
    ("stub_mucked", "A7", F, "M7", _S, "TDA-RP-4"),
    ("leftover_card", "A8", D, "M1", _S, "SK03 CZ01 UA01 HU01"),
    ("shuffle_complaint", "A9", D, "M1", _K, ""),
    ("deck_not_cut", "A9", D, "M1", _K, ""),
    ("button_misplaced", "B1", F, "M18", _S, "SK74 SK25 CZ04 PL02 UA03 HU03 TDA-34-A RR-misdeal-g"),
    ("blind_wrong_seat_or_amount", "B2", D, "M18", _K, "SK26 SK27 CZ08 PL03 UA06 HU05 TDA-34-A RR-blinds"),
    ("button_move", "B3", D, "M18", _K, "SK74 SK25 CZ04 PL02 UA03 HU03 TDA-32 RR-blinds"),
    ("dead_small_blind", "B4", D, "", _K, "SK26 TDA-32 RR-blinds"),
    ("heads_up", "B5", D, "M18", _K, "TDA-34-B RR-blinds"),
    ("seat_taken_wrong", "B6", F, "M18", _E, "SK69 SK70 TDA-10 RR-blinds"),
    ("missed_blind", "B7", D, "M18", _K, "SK71 SK72 RR-blinds"),
    ("straddle", "B8", D, "M18", _K, "UA10 HU09 RR-blinds"),
    ("buyin_changed_in_hand", "B9", F, "", _K, "SK15 RR-table-stakes"),
    ("cash_or_plaque_bet", "B10", D, "", _K, "SK75 SK76 CZ15"),
    ("seat_draw_tie", "B11", D, "", _C, "SK23"),
    ("hole_exposed_first", "C1", F, "M1", _K, "SK30 UA27 HU25 TDA-35-A7 RR-hold'em-1"),
    ("hole_exposed_second", "C2", F, "M1", _K, "SK30 UA28 HU26 HU27 TDA-35-A7 RR-hold'em-1"),
    ("hole_exposed_single", "C3", D, "M2", _K, "SK30 UA28 HU26 HU27 TDA-35-A7 RR-hold'em-1"),
    ("hole_exposed_last", "C4", D, "M2", _K, "SK30 UA28 HU26 HU27 TDA-35-A7 RR-hold'em-1"),
    ("hole_flashed", "C5", D, "M2", _K, "SK30 UA28 HU26 RR-irregularity-12"),
    ("hole_exposed_multiple", "C6", F, "M1", _K, "SK31 UA29 HU28 TDA-35-A7 RR-misdeal-b"),
    ("hole_off_table", "C7", D, "M2", _S, "RR-irregularity-12"),
    ("deal_first_wrong_seat", "C8", F, "M1", _S, "SK29 TDA-35-A2 RR-misdeal-h"),
    ("deal_out_of_sequence", "C9", F, "M15", _S, "SK29 TDA-RP-14 RR-misdeal-f"),
    ("deal_to_unentitled_seat", "C10", F, "M1", _S, "TDA-35-A3 RR-misdeal-i"),
    ("deal_missed_seat", "C11", F, "M1", _S, "SK29 TDA-35-A4 RR-misdeal-j"),
    ("hole_extra_one_after_deal", "C12", D, "M4", _S, "UA36 HU35 TDA-35-A5 TDA-38 RR-hold'em-2"),
    ("hole_extra_multiple", "C13", F, "M1", _S, "UA37 HU36 TDA-35-A5 TDA-38 RR-misdeal-d"),
    ("hole_extra_mid_deal", "C14", F, "M1", _S, "SK29 TDA-35-B RR-misdeal-f"),
    ("hole_wrong_count", "C15", F, "M10", _S, _DEAD_HAND),
    ("hole_too_few_not_button", "C15b", F, "M10", _S, _DEAD_HAND),
    ("hole_too_few_button", "C16", D, "M2", _S, "SK85 SK86 SK87 TDA-37 RR-misdeal-e"),
    ("deal_interrupted", "C17", F, "M1", _K, ""),
    ("flop_no_burn_before_action", "D1", F, "M9", _S, "TDA-39-B RR-hold'em-4"),
    ("flop_no_burn_after_action", "D2", F, "M12", _S, "TDA-39-B RR-hold'em-5"),
    ("flop_double_burn", "D3", D, "M11", _S, "TDA-38 RR-hold'em-4"),
    ("flop_too_many", "D4", F, "M5", _S, "SK40 UA30 UA31 HU29 HU30 TDA-39-A RR-hold'em-3"),
    ("flop_too_few", "D5", D, "M16", _E, ""),
    ("flop_premature", "D6", F, "M5", _S, "SK40 UA31 HU30 TDA-RP-5-A RR-hold'em-6"),
    ("turn_no_burn", "D7", D, "M11", _S, "TDA-38 RR-hold'em-5"),
    ("river_no_burn", "D7", D, "M11", _S, "TDA-38 RR-hold'em-5"),
    ("burn_double", "D8", D, "M11", _S, "TDA-38 RR-hold'em-5"),
    ("turn_premature", "D9", F, "M7", _S, "SK44 UA32 UA33 UA34 HU31 HU32 HU33 TDA-RP-5-B RR-hold'em-6"),
    ("river_premature", "D10", F, "M7", _S, "SK44 UA35 HU34 TDA-RP-5-C RR-hold'em-6"),
    ("board_two_streets", "D11", F, "M7", _S, "SK44 UA32 HU31 TDA-RP-5 RR-hold'em-6"),
    ("turn_two_cards", "D12", D, "M17", _S, "RR-hold'em-5"),
    ("board_with_all_in_incomplete", "D13", F, "M7", _C, "TDA-RP-5"),
    ("faceup_missing", "D13", D, "", _K, "TDA-16"),
    ("no_more_cards_needed", "D14", D, "M13", _S, "SK53 PL11 TDA-28"),
    ("burn_exposed", "D15", D, "", _K, ""),
    ("boxed_board", "D16", D, "M13", _K, "RR-irregularity-7"),
    ("board_card_lost_or_mucked", "D17", F, "M20", _S, ""),
    ("order_burn_board_swapped", "D18", D, "M11", _S, "TDA-38 RR-hold'em-5"),
    ("deck_bottom_burn", "D19", D, "", _E, "HU15"),
    ("reader_conflict", "D20", F, "M0", _E, ""),
    ("burn_early", "D21", D, "", _S, "SK39 SK43 SK47 UA17 UA22 UA24 HU14 HU20 HU22 CZ19 CZ25 TDA-38"),
    ("out_of_turn", "E1", D, "M19", _C, "PL07 TDA-53-A RR-betting"),
    ("skipped_player", "E2", F, "M19", _C, "TDA-53-B RR-betting"),
    ("string_bet", "E3", D, "M19", _K, "TDA-42 TDA-56 RR-no-limit"),
    ("oversize_chip", "E4", D, "", _K, "TDA-44 RR-betting"),
    ("multi_chip", "E5", D, "", _K, "TDA-45 RR-betting"),
    ("undercall", "E6", D, "M19", _K, "TDA-51-B RR-betting"),
    ("underraise", "E7", D, "M19", _K, "SK46 CZ18 UA16 HU13 TDA-43 TDA-52 RR-no-limit"),
    ("underbet", "E7", D, "M19", _K, "SK46 CZ18 UA16 HU13 TDA-43 TDA-52 RR-no-limit"),
    ("short_allin_reopen", "E8", D, "", _C, "TDA-47-A RR-no-limit"),
    ("raise_cap", "E9", D, "", _C, "SK37 CZ13 UA12 TDA-48 RR-betting"),
    ("pot_limit_over", "E10", D, "", _C, "CZ14 UA13 HU11 TDA-52-B TDA-54 RR-pot-limit"),
    ("check_facing_bet", "E11", D, "", _C, "SK42 TDA-55"),
    ("call_no_bet", "E11", D, "", _C, "TDA-55"),
    ("raise_no_bet", "E11", D, "", _C, "TDA-55"),
    ("fold_no_bet", "E12", D, "", _C, "SK41 CZ20 TDA-58 RR-betting"),
    ("wrong_amount_stated", "E13", F, "M19", _K, "TDA-49"),
    ("hidden_chips", "E14", F, "M21", _K, "SK16 TDA-62 RR-table-stakes"),
    ("chips_not_in_line", "E15", D, "", _K, "SK12 TDA-46"),
    ("bets_pulled_early", "E16", D, "", _K, "SK38 SK43 SK47 TDA-RP-2"),
    ("allin_below_sb", "E17", D, "", _C, "SK55"),
    ("clock", "E18", F, "M10", _K, "TDA-29"),
    ("kill_button_option", "E19", D, "", _K, "UA10 HU09"),
    ("folded_over_line", "F1", D, "M10", _S, "SK78 CZ16 UA15 HU12 TDA-58 TDA-14 RR-dead-hands"),
    ("mucked_by_mistake", "F2", F, "M20", _K, "SK78 TDA-65-A RR-dead-hands-2"),
    ("killed_unprotected", "F3", F, "M10", _K, "TDA-65-A RR-dead-hands-2"),
    ("fouled_hand", "F4", F, "M10", _S, "TDA-65-B"),
    ("absent_player", "F5", D, "M10", _S, "SK84 SK89 TDA-30"),
    ("player_exposes_cards", "F6", D, "", _K, "SK33 SK82 CZ09 UA39 HU37 TDA-68 RR-irregularity"),
    ("advice_or_proxy", "F7", D, "", _K, "SK81 SK83 TDA-67"),
    ("mucked_on_false_misdeal", "F8", F, "M20", _S, "SK78 TDA-35-D RR-dead-hands-2"),
    ("irregular_card_played", "F9", F, "M10", _K, "RR-irregularity-8"),
    ("wrong_count_at_showdown", "F10", F, "M10", _S, "SK87 TDA-38"),
    ("show_order", "G1", D, "", _K, "SK48 TDA-17 RR-showdown-7"),
    ("board_not_declared", "G2", F, "M20", _E, "CZ28 UA26 HU24 TDA-19 RR-showdown"),
    ("cards_not_compared", "G3", D, "", _K, "SK79 TDA-12 RR-showdown-2"),
    ("winner_killed", "G4", F, "M20", _S, "TDA-13-C"),
    ("right_to_see", "G5", D, "", _K, "TDA-18 RR-showdown"),
    ("split_wrong", "G6", S, "M21", _C, "SK51 SK52 TDA-20 RR-ties"),
    ("side_pot_wrong", "G7", S, "M21", _C, "SK57 SK58 SK60 TDA-21"),
    ("wrong_award", "G8", S, "M21", _K, "TDA-22"),
    ("show_not_needed", "G9", D, "", _C, "SK53 PL11 TDA-17-B"),
    ("rake_wrong", "G10", S, "M21", _K, "SK05"),
    ("suit_tiebreak", "G11", D, "", _C, "SK64 PL16 RR-ties"),
    ("missing_uid", "H1", S, "M0", _S, ""),
    ("stuck_pair", "H2", D, "M17", _E, ""),
    ("ghost_card", "H3", F, "M0", _S, ""),
    ("unregistered_uid", "H4", F, "M13", _S, "TDA-35-A6 TDA-35-D RR-irregularity-8"),
    ("shoe_order_break", "H5", F, "M0", _S, ""),
    ("reader_down", "H6", F, "", _S, ""),
    ("clock_skew", "H7", D, "", _S, ""),
    ("replay", "H7", D, "", _S, ""),
    ("dashboard_leak", "H8", S, "", _C, ""),
)

_NEVER_FOUND = frozenset({"seat_draw_tie", "show_not_needed", "suit_tiebreak", "clock_skew", "replay", "dashboard_leak"})

CATALOGUE: dict[str, Entry] = {
    code: Entry(code, number, level, procedure, by, code not in _NEVER_FOUND, tuple(clauses.split()))
    for code, number, level, procedure, by, clauses in _ROWS
}
"""All codes by name. `reader_down` is said as an event of the device, not as a finding."""
