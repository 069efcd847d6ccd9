"""M2 and M3: an exposed card is replaced after the deal or at once, and is the flop burn or lies beside it."""

import pytest

from tests.recovery.scenes import Scene, named

TO_FOUR = "draw seat 1, draw seat 2, draw seat 3, draw seat 4 up"
REST = "draw seat 5, draw seat 6, @round"
SCENES = [
    Scene(
        "C3 HU26 replaced when all have their cards, HU27 the exposed card is the burn",
        f"{TO_FOUR}, expect finding hole_exposed_single level 1 clause HU26, expect procedure M2, key ok, "
        "expect procedure M2 step 2,"
        f"{REST}, expect procedure M2 step 3, expect prompt deal_seat 4, act 3 call, expect refused, draw seat 4,"
        "expect procedure M2 step 4, move Ah seat 4 -> burn, expect actor 3, @calls, expect prompt deal_flop,"
        "draw board, draw board, draw board, expect burns Ah, expect street flop",
        "hungarian",
    ),
    Scene(
        "C3 the exposed card may also go first",
        f"{TO_FOUR}, key ok, {REST}, move Ah seat 4 -> burn, draw seat 4, expect state open, expect actor 3, "
        "expect holes 4 7c Ad",
        "hungarian",
    ),
    Scene(
        "C3 K03 the flop keeps its own burn",
        f"{TO_FOUR}, key ok, {REST}, draw seat 4, move Ah seat 4 -> burn, @calls, expect prompt burn, flop, expect street flop",
        "hungarian exposed_is_flop_burn=false",
    ),
    Scene(
        "C3 SK30 replaced at once",
        f"{TO_FOUR}, expect procedure M3, key ok, expect procedure M3 step 2, move Ah seat 4 -> burn, expect procedure M3 step 3,"
        "expect prompt deal_seat 4, draw seat 4, expect prompt deal_seat 5, draw seat 5, draw seat 6, @round, @calls, flop,"
        "expect burns Ah 7s, expect holes 4 5c Jd",
        "slovak",
    ),
    Scene(
        "C3 SK30 the new card first",
        f"{TO_FOUR}, key ok, draw seat 4, move Ah seat 4 -> burn, draw seat 5, expect prompt deal_seat 6, expect state open",
        "slovak",
    ),
    Scene(
        "C3 before the key the deal may go on", f"{TO_FOUR}, {REST}, key ok, draw seat 4, move Ah seat 4 -> burn, expect actor 3"
    ),
    Scene(
        "C3 another card than the exposed one is moved",
        f"{TO_FOUR}, key ok, {REST}, draw seat 4, move 7c seat 4 -> burn, expect procedure M2 step 4, move 7c burn -> seat 4,"
        "key ok, move Ah seat 4 -> burn, expect actor 3",
    ),
    Scene(
        "C4 the last card, SK",
        "@round, draw seat 1, draw seat 2, draw seat 3, draw seat 4, draw seat 5, draw seat 6 up,"
        "expect finding hole_exposed_last level 1, key ok, move 7h seat 6 -> burn, draw seat 6, expect actor 3",
        "slovak",
    ),
    Scene(
        "C5 by the player it plays",
        "draw seat 1, key flashed_by_player 1, expect finding hole_flashed level 1, expect procedure M12, key ok, "
        "draw seat 2, expect state open",
    ),
    Scene(
        "C5 K41 SK30 asks no cause",
        "draw seat 1, key flashed_by_player 1, expect finding hole_exposed_first level 2",
        "slovak first_exposed_misdeal_n=1",
    ),
    Scene(
        "C5 K41 swapped all the same",
        "draw seat 1, draw seat 2, key flashed_by_player 2, expect procedure M3, key ok, move 2s seat 2 -> burn, "
        "draw seat 2, draw seat 3",
        "slovak",
    ),
    Scene(
        "C5 by the dealer it is exposed",
        "draw seat 1, draw seat 2, draw seat 3, key flashed_by_dealer 3, expect finding hole_flashed level 1, "
        "expect procedure M2",
        "roberts_v11",
    ),
    Scene(
        "C7 off the table: its seat gets another when all have theirs",
        "draw seat 1, draw seat 2, draw dropped, wait 4s, expect finding hole_off_table level 1, key ok, "
        "draw seat 4, draw seat 5,"
        "draw seat 6, @round, expect prompt deal_seat 3, draw seat 3, expect procedure M2 step 4, move 9s dropped -> burn,"
        "expect holes 3 Qs Ad, expect burns 9s, expect actor 3",
    ),
    Scene(
        "C7 SK at once",
        "draw seat 1, draw seat 2, draw dropped, wait 4s, expect procedure M3, key ok, move 9s dropped -> burn, draw seat 3,"
        "expect prompt deal_seat 4",
        "slovak",
    ),
    Scene(
        "C7 the first card is a misdeal",
        "draw dropped, wait 6s, expect finding hole_off_table level 2, expect procedure M1",
        "roberts_v11",
    ),
    Scene(
        "C16 TDA-37 the button gets its card before it acts",
        "@round, draw seat 1, draw seat 2, draw seat 3, draw seat 4, draw seat 5, act 3 call, act 4 call, act 5 call,"
        "expect finding hole_too_few_button level 1, key ok, draw seat 6, act 6 call, expect actor 1",
    ),
    Scene(
        "C16 TDA-37 dead once it has acted",
        "@round, draw seat 1, draw seat 2, draw seat 3, draw seat 4, draw seat 5, act 3 call, act 4 call, act 5 call, act 6 call,"
        "expect finding hole_too_few_button level 2, expect procedure M10",
    ),
    Scene(
        "C16 where the house supplies none",
        "@round, draw seat 1, draw seat 2, draw seat 3, draw seat 4, draw seat 5, act 3 call,"
        "expect finding hole_too_few_button level 2, expect procedure M1",
        "tda_2024 button_short_card=none",
    ),
    Scene(
        "C16 a card that was only told late is no finding any more",
        "@round, draw seat 1, draw seat 2, draw seat 3, draw seat 4, draw seat 5, key deal_done, draw seat 6, "
        "act 3 call, expect actor 4",
    ),
]


@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_swap(scene: Scene) -> None:
    assert scene.why() == ""
