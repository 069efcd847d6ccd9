"""M11 and M12: burn errors at turn and river, put in order or left to stand, before and after an act."""

import pytest

from tests.recovery.scenes import Scene, named

TO_TURN = "deal, @calls, flop, @checks"
TO_RIVER = f"{TO_TURN}, turn, @checks"
BARE_TURN, BARE_RIVER = f"{TO_TURN}, draw board", f"{TO_RIVER}, draw board"
TWO_BURNS = f"{TO_TURN}, burn, burn"
SWAPPED = f"{TO_TURN}, draw board, burn"

SCENES = [
    Scene(
        "D7 RR-hold'em-5 before an act",
        f"{BARE_TURN}, expect finding turn_no_burn level 1, expect procedure M11, key ok, move 5s board -> burn, "
        "expect prompt deal_turn,"
        "draw board, @checks, river, expect board 7s Qc 5d 3d Kc, expect burns Ad 5s Jc",
        "roberts_v11",
    ),
    Scene(
        "D7 RR-hold'em-5 after an act: two burns before the river",
        f"{BARE_TURN}, act 1 check, expect finding turn_no_burn level 2, expect procedure M12, key ok, expect refused, @signed,"
        "act 2 check, act 3 check, act 4 check, act 5 check, act 6 check, burn, expect prompt burn, burn, draw board,"
        "expect board 7s Qc 5d 5s Kc",
        "roberts_v11",
    ),
    Scene("D7 TDA-38 stands before an act too", f"{BARE_TURN}, expect finding turn_no_burn level 2, expect procedure M12"),
    Scene("D7 the setting decides", f"{BARE_TURN}, expect procedure M11", "tda_2024 double_burn_before=restore_order"),
    Scene(
        "D7 after an act the other setting",
        f"{BARE_TURN}, act 1 check, @signed, act 2 check, act 3 check, act 4 check, act 5 check, act 6 check, "
        "burn, expect prompt burn",
        "tda_2024 burn_error_after=clean_hand_cards",
    ),
    Scene(
        "D7 the river",
        f"{BARE_RIVER}, expect finding river_no_burn level 1, key ok, move Jc board -> burn, draw board, @checks, "
        "expect street showdown, expect board 7s Qc 5d 3d Kc",
        "roberts_v11",
    ),
    Scene(
        "D7 the river after an act",
        f"{BARE_RIVER}, act 1 check, expect procedure M12, @signed, act 2 check, expect state open",
        "roberts_v11",
    ),
    Scene(
        "D8 RR-hold'em-5 the second burn is the turn",
        f"{TWO_BURNS}, expect finding burn_double level 1, expect procedure M11, key ok, move 3d burn -> board, "
        "expect street turn,"
        "@checks, river, expect burns Ad 5s Jc",
        "roberts_v11",
    ),
    Scene(
        "D8 the turn lies already",
        f"{TWO_BURNS}, draw board, key ok, return Jc top, move 3d burn -> board, @checks, river, expect board 7s Qc 5d 3d Kc",
        "roberts_v11",
    ),
    Scene(
        "D8 after an act the surplus burn goes back and is burned next",
        f"{TWO_BURNS}, draw board, act 1 check, expect procedure M11, expect finding burn_double level 2, @signed, return 3d top,"
        "act 2 check, act 3 check, act 4 check, act 5 check, act 6 check, river, expect burns Ad 5s 3d, "
        "expect board 7s Qc 5d Jc Kc",
        "roberts_v11",
    ),
    Scene(
        "D8 TDA-38",
        f"{TWO_BURNS}, expect finding burn_double level 2, expect procedure M12, @signed, draw board, expect street turn",
    ),
    Scene(
        "D18 before an act",
        f"{SWAPPED}, expect finding order_burn_board_swapped level 1, key ok, move 5s board -> burn, "
        "move 3d burn -> board, expect state open, expect burns Ad 5s, @checks,"
        "river, expect board 7s Qc 5d 3d Kc, expect state open",
        "roberts_v11",
    ),
    Scene(
        "D18 before an act each card is asked for at its place, and the table waits for it",
        f"{SWAPPED}, key ok, expect procedure M11 step 2, act 1 check, expect refused, "
        "move 3d burn -> board, move 5s board -> burn, "
        "expect board 7s Qc 5d 3d, expect burns Ad 5s, expect state open, act 1 check, expect actor 2",
        "roberts_v11",
    ),
    Scene(
        "D18 a flop without a burn, and then the burn",
        "deal, @calls, draw board, draw board, draw board, draw burn, expect finding order_burn_board_swapped, "
        "key floor, key ok, expect procedure M11 step 2, move 5d burn -> board, move Ad board -> burn, "
        "expect board 7s Qc 5d, expect burns Ad",
        "roberts_v11",
    ),
    Scene("D18 after an act", f"{SWAPPED}, act 1 check, expect procedure M12", "roberts_v11"),
    Scene(
        "D18 TDA",
        f"{SWAPPED}, expect procedure M12, @signed, @checks, expect prompt burn, river, expect burns Ad 3d Jc, expect state open",
    ),
    Scene(
        "D21 an early burn is only warned of",
        "deal, @calls, flop, burn, expect finding burn_early level 1, expect state open, @checks, "
        "expect prompt deal_turn, draw board, expect street turn",
    ),
    Scene(
        "C10 after the cut-off the cards go to the muck",
        "deal, act 3 fold, act 4 call, draw seat 8, expect procedure M12, @signed, move seat 8 -> muck, "
        "act 5 call, expect actor 6",
    ),
]


@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_burns(scene: Scene) -> None:
    assert scene.why() == ""
