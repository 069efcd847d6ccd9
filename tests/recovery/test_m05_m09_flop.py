"""M5, M8, M9 and M16: the flop that came too early, with too many cards, without a burn, or with too few."""

import pytest

from tests.recovery.scenes import Scene, named

FOUR = "deal, @calls, flop, draw board"
EARLY = "deal, act 3 call, act 4 call, act 5 call, act 6 call, act 1 call, flop"
BARE = "deal, @calls, draw board, draw board, draw board"
ASIDE = "move board -> hold, return hold"
AGAIN = "draw board, draw board, draw board, expect street flop, expect actor 1, @checks, turn, expect street turn"

SCENES = [
    Scene(
        "D4 SK40 the burn stays",
        f"{FOUR}, expect finding flop_too_many level 2 clause SK40, expect procedure M5, @signed, expect procedure M5 step 1,"
        f"act 1 check, expect refused, {ASIDE}, expect procedure M5 step 4, shuffle, expect pool 39, expect prompt deal_flop,"
        f"expect procedure M5 step 5, {AGAIN}",
        "slovak",
    ),
    Scene("D4 the board may go straight into the deck", f"{FOUR}, @signed, return board, shuffle, {AGAIN}", "hungarian"),
    Scene(
        "D4 K09 a house that burns again",
        f"{FOUR}, @signed, {ASIDE}, shuffle, expect prompt burn, burn, {AGAIN}",
        "slovak reburn_redealt_street=true",
    ),
    Scene("D4 TDA-39-A five cards", f"{FOUR}, draw board, expect finding flop_too_many level 2, expect procedure M5"),
    Scene(
        "D4 TDA-39-A four cards, one is drawn as the burn of the turn",
        f"{FOUR}, expect procedure M8, @signed, expect procedure M8 step 3, move 7s board -> burn, @checks, "
        "expect prompt deal_turn,"
        "draw board, expect street turn, expect burns Ad 7s",
    ),
    Scene(
        "D4 TDA at any time, the acts stand",
        f"{FOUR}, act 1 bet 20, expect procedure M8, @signed, act 2 call, expect refused, move Qc board -> burn, act 2 call,"
        "expect actor 3, expect bet 1 20",
    ),
    Scene(
        "D4 RR-hold'em-5 once acted on it stands",
        f"{FOUR}, act 1 check, expect procedure M12, @signed, move 5s board -> burn, act 2 check, act 3 check, act 4 check,"
        "act 5 check, act 6 check, draw board, expect street turn, expect burns Ad 5s",
        "roberts_v11",
    ),
    Scene(
        "D6 UA31 the betting is finished first",
        f"{EARLY}, expect finding flop_premature level 2, expect procedure M5, @signed, move board -> hold, "
        "expect procedure M5 step 2,"
        f"expect actor 2, act 2 raise 30, act 3 call, act 4 fold, act 5 fold, act 6 fold, act 1 fold, expect procedure M5 step 4,"
        "return hold, shuffle, expect pool 39, expect prompt deal_flop, draw board, draw board, draw board, expect street flop,"
        "expect burns Ad, expect actor 2",
        "ukrainian",
    ),
    Scene(
        "D6 the acts come before the cards are taken away",
        f"{EARLY}, @signed, act 2 check, expect street preflop, move board -> hold, expect procedure M5 step 4, "
        "return hold, shuffle,"
        "draw board, draw board, draw board, expect street flop",
    ),
    Scene(
        "D6 all fold and the hand just ends",
        "deal, act 3 fold, act 4 fold, act 5 fold, act 6 fold, flop, @signed, move board -> hold, act 1 fold, award,"
        "expect stack 2 1005, expect hand over, next_hand, expect hand_number 2, expect prompt deal_seat 2",
        "hungarian",
    ),
    Scene(
        "D6 without its burn",
        "deal, act 3 call, draw board, expect finding flop_premature, @signed, move board -> hold, act 4 fold, "
        "act 5 fold, act 6 fold,"
        "act 1 fold, act 2 check, return hold, shuffle, expect pool 40, expect prompt burn, flop, expect street flop",
    ),
    Scene(
        "D1 TDA-39-B",
        f"{BARE}, expect finding flop_no_burn_before_action level 2 clause TDA-39-B, expect procedure M9, @signed,"
        "expect procedure M9 step 2, move 7s board -> burn, expect procedure M9 step 3, draw board, expect board Ad Qc 5d,"
        "@checks, expect prompt burn, turn, expect burns 7s 5s",
    ),
    Scene(
        "D1 seen at the first card",
        "deal, @calls, draw board, @signed, move Ad board -> burn, draw board, draw board, draw board, expect board 7s Qc 5d,"
        "expect street flop, @checks, turn, expect burns Ad 5s",
    ),
    Scene(
        "D1 RR-hold'em-4 cards that are not open are put right",
        "deal, @calls, draw board, @signed, move Ad board -> burn, draw board, draw board, draw board, expect street flop",
        "roberts_v11",
    ),
    Scene(
        "D1 RR-hold'em-4 an open flop is shuffled away",
        f"{BARE}, @signed, {ASIDE}, shuffle, expect pool 40, expect prompt burn, burn, expect prompt deal_flop,"
        "draw board, draw board, draw board, expect street flop, @checks, turn, expect street turn",
        "roberts_v11",
    ),
    Scene("D1 before any action", f"{BARE}, expect procedure M9"),
    Scene(
        "D2 TDA-39-B one check is enough: it stands with one burn later",
        f"{BARE}, act 1 check, expect finding flop_no_burn_after_action level 2, expect procedure M12, @signed, act 2 check,"
        "act 3 check, act 4 check, act 5 check, act 6 check, turn, expect burns 5d, expect street turn",
    ),
    Scene(
        "D2 RR-hold'em-5 the later cards are those of a clean hand",
        f"{BARE}, act 1 check, @signed, act 2 check, act 3 check, act 4 check, act 5 check, act 6 check, "
        "expect prompt burn, burn,"
        "expect prompt burn, burn, draw board, expect board Ad 7s Qc 3d, @checks, river, expect board Ad 7s Qc 3d Kc",
        "roberts_v11",
    ),
    Scene(
        "D3 RR-hold'em-4 the second burn is the first card of the flop",
        "deal, @calls, burn, burn, expect finding flop_double_burn level 1, expect procedure M11, key ok, move 7s burn -> board,"
        "draw board, draw board, expect board 7s Qc 5d, @checks, turn, expect burns Ad 5s",
        "roberts_v11",
    ),
    Scene(
        "D3 or it goes back on top",
        "deal, @calls, burn, burn, key ok, return 7s top, draw board, draw board, draw board, "
        "expect board 7s Qc 5d, expect street flop",
        "roberts_v11",
    ),
    Scene(
        "D3 RR an open flop is dealt again with the second burn",
        "deal, @calls, burn, burn, draw board, draw board, draw board, expect finding flop_double_burn level 2, "
        "expect procedure M5,"
        f"@signed, move board -> hold, move 7s burn -> hold, return hold, shuffle, expect pool 39, {AGAIN}",
        "roberts_v11",
    ),
    Scene(
        "D3 RR-hold'em-5 after an act only the surplus burn goes back",
        "deal, @calls, burn, burn, draw board, draw board, draw board, act 1 check, expect procedure M11, @signed, return 7s top,"
        "act 2 check, act 3 check, act 4 check, act 5 check, act 6 check, turn, expect burns Ad 7s",
        "roberts_v11",
    ),
    Scene(
        "D3 TDA-38 it stands",
        "deal, @calls, burn, burn, expect procedure M12, @signed, draw board, draw board, draw board, @checks, turn,"
        "expect burns Ad 7s 3d, expect street turn",
    ),
    Scene(
        "D5 the third card is added, M16.1",
        "deal, @calls, burn, draw board, draw board, key floor, expect finding flop_too_few level 1, key ok, draw board,"
        "expect street flop, expect state open",
    ),
    Scene(
        "D5 three seconds without a card, and the third is added, M16.1",
        "deal, @calls, burn, draw board, wait 2s, draw board, wait 2s, expect clean, wait 2s,"
        "expect only finding flop_too_few level 1, expect procedure M16 step 1, key ok, draw board, expect street flop",
    ),
    Scene(
        "D5 the dealer was only slow: the third card comes by itself",
        "deal, @calls, burn, draw board, draw board, wait 4s, expect finding flop_too_few level 1, draw board, wait 4s,"
        "expect street flop, expect prompt action_on 1, act 1 check, expect actor 2",
    ),
    Scene(
        "D5 a card that is lost on its way has its own code",
        "deal, @calls, burn, draw board, draw board, draw stuck, wait 6s, expect only finding shoe_order_break",
    ),
    Scene(
        "D5 a flop that came too early is another matter, however slowly it comes",
        "deal, act 3 call, act 4 call, burn, draw board, wait 4s, draw board, wait 4s, expect finding flop_premature, key floor,"
        "key ok, move board -> hold, act 5 fold, act 6 fold, act 1 fold, act 2 check, return hold, shuffle, draw board, wait 4s,"
        "draw board, wait 4s, expect procedure M5, draw board, expect street flop",
    ),
    Scene(
        "D5 a flop that is dealt again may take its time",
        "deal, @calls, burn, draw board, draw board, draw board, draw board, key floor, key ok, move board -> hold, return hold,"
        "shuffle, draw board, wait 4s, draw board, wait 4s, draw board, expect only finding flop_too_many, expect street flop",
        "slovak",
    ),
    Scene(
        "D5 the act stands, M16.2",
        "deal, @calls, burn, draw board, draw board, act 1 bet 20, expect finding flop_too_few level 2, key ok, expect refused,"
        "@signed, act 2 call, expect refused, draw board, act 2 call, expect bet 1 20, expect board 7s Qc 5d",
    ),
    Scene(
        "D1 the floor's ruling decides the steps as well",
        f"{BARE}, rule flop_no_burn_before_action scramble_and_draw, expect procedure M9 step 2, move 7s board -> burn,"
        "draw board, expect street flop, expect state open",
        "roberts_v11",
    ),
    Scene(
        "D6 the turn came along with the flop: its burn stays too",
        f"{EARLY}, turn, @signed, move board -> hold, act 2 check, return hold, shuffle, expect pool 38, expect prompt deal_flop,"
        "draw board, draw board, draw board, @checks, expect prompt deal_turn, draw board, @checks, expect prompt burn, river,"
        "expect state open",
        "hungarian",
    ),
]


@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_flop(scene: Scene) -> None:
    assert scene.why() == ""
