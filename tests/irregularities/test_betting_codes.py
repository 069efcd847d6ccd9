"""E1-E19: each code of the betting with both sides of its rule, as scenarios played straight."""

import pytest

from tests.recovery.scenes import Scene, named

RAISED = "deal, act 3 raise 30, act 4 fold, act 5 fold, act 6 fold, act 1 fold"
FIXED = "fixed 10/20"
FLOP = "deal, @calls, flop"
CAP = "deal, act 3 raise 20, act 4 raise 30, act 5 raise 40"

OUT_OF_TURN = [
    Scene(
        "E1 TDA-53-A waits for its turn",
        "deal, act 5 call, expect only finding out_of_turn level 1 clause TDA-53-A, expect procedure M19, expect actor 3, "
        "expect bet 5 0, expect state open",
    ),
    Scene("E1 PL07 acts in turn", "deal, act 5 call, expect finding out_of_turn level 1 clause PL07", "polish"),
    Scene("E1 RR-betting", "deal, act 5 call, expect finding out_of_turn level 1 clause RR-betting", "roberts_v11"),
    Scene(
        "E1 TDA-53-A binds if nothing changed",
        "deal, act 5 raise 40, act 3 fold, act 4 call, expect bet 5 40, expect actor 6, expect to_call 6 40",
    ),
    Scene(
        "E1 TDA-53-A chips back if it changed",
        "deal, act 5 call, act 3 raise 30, act 4 fold, expect actor 5, expect bet 5 0, expect stack 5 1000, expect may 5 raise",
    ),
    Scene(
        "E1 TDA-53-A a fold binds whatever happens", "deal, act 5 fold, act 3 raise 30, act 4 fold, expect actor 6, expect muck 4"
    ),
    Scene(
        "E1 a check out of turn binds if nobody bets",
        f"{FLOP}, act 3 check, expect finding out_of_turn, act 1 check, act 2 check, expect actor 4",
    ),
    Scene(
        "E1 a check out of turn does not once somebody bets",
        f"{FLOP}, act 3 check, act 1 bet 20, act 2 call, expect actor 3, expect may 3 raise",
    ),
    Scene(
        "E1 M19 confirmed, step by step",
        "deal, act 5 call, key ok, expect procedure M19 step 2, expect prompt action_on 3, act 3 fold, act 4 fold, "
        "expect bet 5 10, expect actor 6, expect state open",
    ),
    Scene("E1 an act out of turn is no second one", "deal, act 5 call, act 5 call, expect refused"),
    Scene("E1 a word out of turn", "deal, say 5 raise 40, expect finding out_of_turn, act 3 fold, act 4 fold, expect bet 5 40"),
    Scene("E1 chips out of turn", "deal, push 5 10, expect finding out_of_turn, act 3 fold, act 4 fold, expect bet 5 10"),
    Scene("E1 taken back by the dealer", "deal, act 5 call, key undo, act 3 fold, act 4 fold, expect actor 5, expect bet 5 0"),
]
LATE = [
    Scene(
        "late_entry E1 the skipped seats had called",
        "deal, act 5 call, late 3 call, expect actor 4, late 4 call, expect bet 5 10, expect actor 6, key ok, "
        "expect prompt action_on 6",
    ),
    Scene(
        "late_entry E1 a raise would have changed the price", "deal, act 5 call, late 3 raise 30, expect refused, expect actor 3"
    ),
    Scene(
        "late_entry E2 explains the skipped player",
        "deal, act 4 call, act 5 call, expect state locked, late 3 call, expect state open, expect bet 5 10, expect actor 6",
    ),
]
SKIPPED = [
    Scene(
        "E2 TDA-53-B two acts, chips among them",
        "deal, act 4 fold, act 5 call, expect finding skipped_player level 2 clause TDA-53-B, "
        "expect procedure M19, expect state locked",
    ),
    Scene(
        "E2 two acts without chips are not enough",
        "deal, act 4 fold, act 5 fold, expect only finding out_of_turn, expect state open",
    ),
    Scene("E2 three acts of any kind are", "deal, act 4 fold, act 5 fold, act 6 fold, expect finding skipped_player level 2"),
    Scene(
        "E2 TDA-53-B the floor lets them stand: passive acts only",
        "deal, act 4 call, act 5 call, @signed, expect actor 3, expect may_not 3 raise, expect may 3 call, act 3 raise 40, "
        "expect refused, act 3 call, expect bet 4 10, expect bet 5 10, expect actor 6, expect state open",
    ),
    Scene(
        "E2 TDA-53-B ruled so",
        "deal, act 4 call, act 5 call, rule skipped_player stands, expect may_not 3 raise, act 3 call, expect bet 5 10",
    ),
    Scene(
        "E2 TDA-53-B the floor kills the skipped hand",
        "deal, act 4 call, act 5 call, rule skipped_player kill 3, move seat 3 -> muck, expect bet 5 10, expect actor 6",
    ),
    Scene(
        "E2 a raise among them is priced",
        "deal, act 4 raise 40, act 5 call, @signed, act 3 fold, expect bet 5 40, expect actor 6",
    ),
]
WORDS_AND_CHIPS = [
    Scene(
        "E3 TDA-42 two motions",
        "deal, push 3 10, push 3 20, expect finding string_bet level 1 clause TDA-42, expect bet 3 10, expect actor 4",
    ),
    Scene(
        "E3 confirmed: the chips go back", "deal, push 3 10, push 3 20, expect procedure M19, key ok, expect bet 3 10, act 4 call"
    ),
    Scene("E3 RR-no-limit", "deal, push 3 10, push 3 20, expect finding string_bet clause RR-no-limit", "roberts_v11"),
    Scene("E3 one motion is none", "deal, push 3 30, expect clean, expect bet 3 30"),
    Scene(
        "E3 TDA-42 raise was said: call and one motion more",
        "deal, say 3 raise, push 3 10, expect actor 3, push 3 20, expect clean, expect bet 3 30",
    ),
    Scene("E3 chips of the key are no second motion", "deal, key_only 3 call, push 3 10, expect clean, expect bet 3 10"),
    Scene(
        "E4 TDA-44 one chip facing a bet",
        "deal, push 3 25 chips 25, expect finding oversize_chip level 1 clause TDA-44, expect bet 3 10, expect state open",
    ),
    Scene("E4 TDA-44 one chip opens in full", f"{FLOP}, push 1 25 chips 25, expect clean, expect bet 1 25"),
    Scene("E4 TDA-44 raise was said: the chip counts", "deal, say 3 raise, push 3 25 chips 25, expect clean, expect bet 3 25"),
    Scene("E4 RR-betting", "deal, push 3 25 chips 25, expect finding oversize_chip clause RR-betting", "roberts_v11"),
    Scene(
        "E5 TDA-45 half a raise is made up",
        "deal, push 3 16 chips 10 5 1, expect finding multi_chip level 1 clause TDA-45, expect bet 3 20",
    ),
    Scene(
        "E5 TDA-45 less is a call", "deal, push 3 14 chips 10 2x2, expect finding multi_chip, expect bet 3 10, expect stack 3 990"
    ),
    Scene("E5 exact chips are nothing strange", "deal, push 3 10 chips 5x2, expect clean, expect bet 3 10"),
    Scene(
        "E5 the last chips are all-in", "deal, push 3 14 chips 10 4, expect clean, expect bet 3 14", seats="1=1000 2=1000 3=14"
    ),
    Scene(
        "E11 TDA-55 check facing a bet",
        "deal, say 3 check, expect finding check_facing_bet level 1 clause TDA-55, expect actor 3, "
        "expect may_not 3 raise, act 3 call, expect actor 4",
    ),
    Scene("E11 SK42 check only while nobody has bet", "deal, act 3 check, expect finding check_facing_bet clause SK42", "slovak"),
    Scene(
        "E11 said once it bars a raise for that turn only",
        "deal, say 3 check, act 3 call, act 4 raise 40, act 5 fold, act 6 fold, act 1 fold, act 2 fold, "
        "expect actor 3, expect may 3 raise",
    ),
    Scene(
        "E11 TDA-55 call without a bet is a check",
        f"{FLOP}, act 1 call, expect finding call_no_bet level 1 clause TDA-55, expect actor 2, expect bet 1 0",
    ),
    Scene(
        "E11 TDA-55 raise without a bet is a bet",
        f"{FLOP}, act 1 raise 30, expect finding raise_no_bet level 1 clause TDA-55, expect bet 1 30",
    ),
    Scene(
        "E11 TDA-55 words that fit are nothing",
        f"{FLOP}, say 1 check, say 2 bet 20, say 3 call, say 4 raise 40, say 5 fold, expect clean, expect actor 6",
    ),
    Scene("E11 words bind", "deal, say 3 raise, act 3 call, expect refused, act 3 raise 40, expect bet 3 40"),
    Scene(
        "SK80 SK93 the chips that follow are no new act",
        "deal, say 3 allin, push 3 1000, act 3 allin, expect clean, expect bet 3 1000, expect actor 4",
        "slovak",
    ),
]
AMOUNTS = [
    Scene(
        "E6 TDA-51-B less than the call",
        "deal, act 3 raise 100, push 4 60, expect finding undercall level 1 clause TDA-51-B, expect bet 4 60, "
        "expect procedure M19",
    ),
    Scene(
        "E6 put right when confirmed",
        "deal, act 3 raise 100, push 4 60, key ok, expect bet 4 100, expect stack 4 900, expect actor 5",
    ),
    Scene(
        "E6 not confirmed: the seat is asked again",
        "deal, act 3 raise 100, push 4 60, act 5 fold, act 6 fold, act 1 fold, act 2 fold, expect actor 4, "
        "expect to_call 4 40, act 4 call, expect pot main 215",
    ),
    Scene(
        "E6 the last chips are no undercall",
        "deal, act 3 raise 100, push 4 60, expect clean, expect bet 4 60",
        seats="1=1000 2=1000 3=1000 4=60",
    ),
    Scene(
        "E7 TDA-43 a raise below the smallest",
        "deal, act 3 raise 15, expect finding underraise level 1 clause TDA-43, expect bet 3 15, key ok, "
        "expect bet 3 20, expect to_call 4 20",
    ),
    Scene("E7 SK46 a house's own text", "deal, act 3 raise 15, expect finding underraise clause SK46", "slovak"),
    Scene("E7 CZ18", "deal, act 3 raise 15, expect finding underraise clause CZ18", "czech"),
    Scene("E7 UA16", "deal, act 3 raise 15, expect finding underraise clause UA16", "ukrainian"),
    Scene("E7 HU13", "deal, act 3 raise 15, expect finding underraise clause HU13", "hungarian"),
    Scene(
        "E7 TDA-52 an opening bet below the smallest",
        f"{FLOP}, act 1 bet 6, expect finding underbet level 1 clause TDA-52, key ok, expect bet 1 10",
    ),
    Scene(
        "E7 TDA-52 who called the short bet owes the rest",
        f"{FLOP}, act 1 bet 6, act 2 call, key ok, act 3 call, act 4 fold, act 5 fold, act 6 fold, "
        "expect actor 2, expect to_call 2 4, expect may_not 2 raise",
    ),
    Scene(
        "E7 TDA-52 after the street it stands",
        "deal, act 3 raise 15, act 4 fold, act 5 fold, act 6 fold, act 1 fold, act 2 call, expect pot main 35, "
        "key ok, expect pot main 35",
    ),
    Scene("E7 the smallest raise is none", "deal, act 3 raise 20, expect clean"),
    Scene("E7 an all-in below it is none", "deal, act 3 allin, expect clean, expect bet 3 15", seats="1=1000 2=1000 3=15"),
    Scene(
        "E7 taken back by the dealer",
        "deal, act 3 raise 15, key undo, expect actor 3, expect bet 3 0, act 3 raise 20, expect bet 3 20",
    ),
    Scene(
        "E13 TDA-49 the caller owes the true amount",
        "deal, act 3 raise 100, push 4 60, rule wrong_amount_stated stands, "
        "expect finding wrong_amount_stated level 2 clause TDA-49, expect bet 4 100, expect actor 5",
    ),
    Scene(
        "E6 TDA-51-B the floor lets him forfeit and fold",
        "deal, act 3 raise 100, push 4 60, rule undercall kill 4, move seat 4 -> muck, act 5 fold, act 6 fold, act 1 fold, "
        "act 2 call, expect pot main 265 2 3",
    ),
]
LIMITS = [
    Scene(
        "E8 TDA-47-A no raise over a short all-in",
        "deal, act 3 raise 30, act 4 call, act 5 allin, act 6 fold, act 1 fold, act 2 fold, "
        "expect may_not 3 raise, act 3 raise 80, expect refused",
        seats="1=1000 2=1000 3=1000 4=1000 5=42 6=1000",
    ),
    Scene(
        "E8 TDA-47-A chips for one are a call",
        "deal, act 3 raise 30, act 4 call, act 5 allin, act 6 fold, act 1 fold, act 2 fold, push 3 60, "
        "expect finding short_allin_reopen level 1 clause TDA-47-A, expect bet 3 42",
        seats="1=1000 2=1000 3=1000 4=1000 5=42 6=1000",
    ),
    Scene(
        "E8 TDA-47-A a full all-in opens again",
        "deal, act 3 raise 30, act 4 call, act 5 allin, act 6 fold, act 1 fold, act 2 fold, expect may 3 raise",
        seats="1=1000 2=1000 3=1000 4=1000 5=50 6=1000",
    ),
    Scene("E9 SK37 over the cap is refused", f"{CAP}, act 6 raise 50, expect refused, expect actor 6", "slovak", limit=FIXED),
    Scene(
        "E9 SK37 chips over the cap are a call",
        f"{CAP}, push 6 50, expect finding raise_cap level 1 clause SK37, expect bet 6 40",
        "slovak",
        limit=FIXED,
    ),
    Scene("E9 CZ13 four raises", f"{CAP}, act 6 raise 50, expect bet 6 50, act 1 raise 60, expect refused", "czech", limit=FIXED),
    Scene(
        "E9 raise_cap none",
        f"{CAP}, act 6 raise 50, act 1 raise 60, act 2 raise 70, expect bet 2 70",
        "tda_2024 raise_cap=none",
        limit=FIXED,
    ),
    Scene(
        "E10 TDA-54 said beforehand it is refused",
        "deal, say 3 raise 36, expect refused, act 3 raise 35, expect bet 3 35",
        limit="pot 5/10",
    ),
    Scene(
        "E10 TDA-52-B chips that are in are cut",
        "deal, push 3 60, expect finding pot_limit_over level 1 clause TDA-52-B, expect bet 3 35",
        limit="pot 5/10",
    ),
    Scene(
        "E10 CZ14 read literally",
        "deal, push 3 60, expect finding pot_limit_over clause CZ14, expect bet 3 25",
        "czech pot_limit_counts_call=false",
        limit="pot 5/10",
    ),
    Scene(
        "E12 TDA-58 fold facing no bet", f"{FLOP}, act 1 fold, expect finding fold_no_bet level 1 clause TDA-58, expect actor 2"
    ),
    Scene("E12 SK41 there a fold is a choice", f"{FLOP}, act 1 fold, expect clean", "slovak"),
    Scene("E12 CZ20 and there", f"{FLOP}, act 1 fold, expect clean", "czech"),
    Scene("E12 a fold facing a bet is none", "deal, act 3 fold, expect clean"),
    Scene(
        "E17 SK55 all-in below the small blind",
        f"{FLOP}, act 1 check, act 2 check, act 3 allin, expect finding allin_below_sb level 1 clause SK55, "
        "expect state open, expect bet 3 4",
        "slovak",
        seats="1=1000 2=1000 3=14",
    ),
    Scene(
        "E17 SK55 a small blind is enough",
        f"{FLOP}, act 1 check, act 2 check, act 3 allin, expect clean",
        "slovak",
        seats="1=1000 2=1000 3=15",
    ),
    Scene(
        "E17 SK55 a short stack may always call",
        f"{FLOP}, act 1 bet 20, act 2 call, act 3 call, expect clean, expect stack 3 0",
        "slovak",
        seats="1=1000 2=1000 3=14",
    ),
    Scene(
        "E17 min_allin none",
        f"{FLOP}, act 1 check, act 2 check, act 3 allin, expect clean",
        "slovak min_allin=none",
        seats="1=1000 2=1000 3=14",
    ),
]
CLOCK = [
    Scene(
        "E18 TDA-29 facing a bet the hand is dead",
        "deal, key clock 3, wait 30s, expect finding clock level 2 clause TDA-29, expect procedure M10, @signed, "
        "move seat 3 -> muck, expect actor 4",
    ),
    Scene(
        "E18 TDA-29 otherwise it checks",
        f"{FLOP}, key clock 1, wait 30s, expect procedure M19, @signed, expect actor 2, expect holes 1 Ts Js",
    ),
    Scene("E18 25 seconds and 5 are not over", "deal, key clock 3, wait 29s, expect clean, act 3 call, wait 30s, expect clean"),
    Scene("E18 an act in time is an act", "deal, key clock 3, wait 31s, act 3 call, expect actor 4, expect state open"),
    Scene(
        "E19 the big blind's option keeps the round open",
        "deal, act 3 call, act 4 call, act 5 call, act 6 call, act 1 call, expect actor 2, "
        "expect street preflop, flop, expect finding flop_premature",
    ),
    Scene(
        "E19 UA10 the straddler speaks last",
        "straddle 20, deal, act 4 call, act 5 call, act 6 call, act 1 call, act 2 call, expect actor 3, expect may 3 raise",
        "ukrainian",
    ),
    Scene(
        "E19 bb_option false",
        "deal, act 3 call, act 4 call, act 5 call, act 6 call, act 1 call, expect pot main 60",
        "tda_2024 bb_option=false",
    ),
]
REPORTED = [
    Scene(f"{code} said by the floor", f"deal, rule {code} stands, expect finding {code} level {level} clause {clause}", rules)
    for code, level, clause, rules in (
        ("hidden_chips", 2, "TDA-62", "tda_2024"),
        ("hidden_chips", 2, "SK16", "slovak"),
        ("chips_not_in_line", 1, "SK12", "slovak"),
        ("bets_pulled_early", 1, "SK38", "slovak"),
        ("kill_button_option", 1, "UA10", "ukrainian"),
        ("string_bet", 1, "TDA-56", "tda_2024"),
    )
]


@pytest.mark.parametrize(
    "scene", [*OUT_OF_TURN, *LATE, *SKIPPED, *WORDS_AND_CHIPS, *AMOUNTS, *LIMITS, *CLOCK, *REPORTED], ids=named
)
def test_betting(scene: Scene) -> None:
    assert scene.why() == ""
