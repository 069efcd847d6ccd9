"""M1: cut-offs of every family from both sides, chips, button, blinds and seats as they were, the attempt counted up."""

import pytest

from tests.recovery.scenes import Scene, named

AGAIN = "@signed, expect hand void, @home, shuffle, expect pool 52, deal, expect attempt 2, expect hand_number 1"
WITH_BURN = AGAIN.replace("@home", "@home, return burn")
EXTRA = "deal, {acts}, draw seat 4, expect finding hole_wrong_count level 2, expect procedure {procedure}"


def extra(name: str, rules: str, acts: str, procedure: str) -> Scene:
    return Scene(name, EXTRA.format(acts=acts, procedure=procedure), rules)


CUT_OFFS = [
    extra("C15 SK86 before any action", "slovak", "", "M1"),
    extra("C15 SK87 one fold", "slovak", "act 3 fold", "M10"),
    extra("C15 RR-misdeal-e one acted", "roberts_v11", "act 3 call", "M1"),
    extra("C15 RR-misdeal-e two acted", "roberts_v11", "act 3 fold, act 4 fold", "M10"),
    extra("C15 UA K11 one acted", "ukrainian", "act 3 call", "M1"),
    extra("C15 HU K11 two acted", "hungarian", "act 3 call, act 4 fold", "M10"),
    extra("C15 TDA-36 two folds are no substantial action", "tda_2024", "act 3 fold, act 4 fold", "M1"),
    extra("C15 TDA-36 a fold and a call are", "tda_2024", "act 3 fold, act 4 call", "M10"),
    extra("C15 TDA-36 three folds are", "tda_2024", "act 3 fold, act 4 fold, act 5 fold", "M10"),
    extra("C15 CZ by TDA before", "czech", "act 3 call", "M1"),
    extra("C15 PL by TDA after", "polish", "act 3 call, act 4 call", "M10"),
    extra("cut-off overridden", "tda_2024 wrong_count_cutoff=any_action", "act 3 fold", "M10"),
]
PASSED_WHILE_OPEN = [
    Scene(
        "C15 the cut-off passes while the finding is open",
        "deal, draw seat 4, expect procedure M1, act 3 fold, expect procedure M1, act 4 call, expect procedure M10",
    ),
    Scene(
        "C8 after substantial action it stands",
        "draw seat 2, key cancel, draw seat 1, draw seat 3, draw seat 4, draw seat 5, draw seat 6, @round,"
        "expect finding deal_first_wrong_seat level 2, expect actor 3",
    ),
    Scene(
        "C17 a called misdeal",
        "deal, key misdeal, expect finding deal_interrupted level 2, expect procedure M1, act 3 call, act 4 call,"
        "expect procedure M12, @signed, expect hand live, expect actor 5",
    ),
]
VOIDED = [
    Scene("C1 TDA-35-A7 first card", f"draw seat 1 up, expect finding hole_exposed_first level 2, {AGAIN}"),
    Scene("C2 TDA-35-A7 second card", f"draw seat 1, draw seat 2 up, expect finding hole_exposed_second level 2, {AGAIN}"),
    Scene("C8 RR-misdeal-h", f"draw seat 2, expect finding deal_first_wrong_seat level 2, {AGAIN}", "roberts_v11"),
    Scene(
        "C10 TDA-35-A3",
        "draw seat 1, draw seat 2, draw seat 8, expect finding deal_to_unentitled_seat level 2, @signed, @home, return seat 8,"
        "shuffle, deal, expect attempt 2",
    ),
    Scene(
        "C11 TDA-35-A4",
        "draw seat 1, draw seat 2, draw seat 4, key cancel, draw seat 5, draw seat 6, draw seat 1, draw seat 2, draw seat 4,"
        f"draw seat 5, draw seat 6, burn, expect finding deal_missed_seat level 2, {WITH_BURN}",
    ),
    Scene("C13 RR-misdeal-d", f"deal, draw seat 1, draw seat 2, expect finding hole_extra_multiple, {AGAIN}", "roberts_v11"),
    Scene("C14 RR-misdeal-f", f"draw seat 1, draw seat 1, expect finding hole_extra_mid_deal, {AGAIN}", "roberts_v11"),
    Scene(
        "C6 an exposed replacement, SK31",
        "draw seat 1, draw seat 2 up, key ok, move 2s seat 2 -> burn, draw seat 2 up, "
        "expect finding hole_exposed_multiple clause SK31,"
        f"{WITH_BURN}",
        "slovak",
    ),
    Scene(
        "A5 boxed_many",
        "draw seat 1, key boxed, key ok, draw out, key boxed, expect finding boxed_many level 2, expect procedure M1",
    ),
    Scene(
        "A5 more are allowed",
        "draw seat 1, key boxed, key ok, draw out, key boxed, expect finding boxed_one",
        "tda_2024 boxed_misdeal_count=3",
    ),
    Scene(
        "C6 the house allows two",
        "draw seat 1, draw seat 2, draw seat 3 up, key ok, draw seat 4 up, expect procedure M2",
        "tda_2024 exposed_misdeal_count=3",
    ),
    Scene(
        "C6 the house allows none",
        "draw seat 1, draw seat 2, draw seat 3 up, expect finding hole_exposed_multiple level 2",
        "tda_2024 exposed_misdeal_count=1",
    ),
]
CHIPS = [
    Scene(
        "every chip is where it was",
        "deal, act 3 raise 100, draw seat 5, @signed, expect stack 1 1000, expect stack 2 1000, expect stack 3 1000,"
        "expect returned 3 100, expect button 6, @home, shuffle, deal, expect bet 1 5, expect bet 2 10, expect stack 3 1000",
    ),
    Scene(
        "SK89 the stake of an absent player waits for the next pot",
        "deal, absent 2, expect finding absent_player, key cancel, draw seat 4, @signed, expect stack 1 1000, expect stack 2 990,"
        "@home, shuffle, back 2, deal, expect stack 2 980, act 3 fold, act 4 fold, act 5 fold, act 6 fold, "
        "act 1 call, act 2 check,"
        "expect pot main 30 1 2",
        "slovak",
    ),
    Scene(
        "SK89 not where the house gives it back",
        "deal, absent 2, key cancel, draw seat 4, @signed, expect stack 2 1000",
        "slovak dead_hand_absent_stake=returned",
    ),
]


@pytest.mark.parametrize("scene", [*CUT_OFFS, *PASSED_WHILE_OPEN, *VOIDED, *CHIPS], ids=named)
def test_misdeal(scene: Scene) -> None:
    assert scene.why() == ""
