"""M13, M14, M15, M18 and M20: cards that do not play, fouled decks, cards to the wrong seat, the button, hands that come back."""

import pytest

from tests.recovery.scenes import Scene, named

JOKER = "Ts 2s JK 9s Ah 5c 4s"
LATE_JOKER = "Ts 2s 9s Ah 5c 4s Js 4d Qs 7c Jd 7h JK"
TWINS = "Ts 2s Qh Ah 5c 4s Js 4d Qs 7c Jd 7h Ad 7s Qc 5d 5s 3d Jc Qh'"
DEALT_WRONG = "draw seat 1, draw seat 2, draw seat 4"

SCENES = [
    Scene(
        "A5 RR-irregularity-7 boxed",
        "draw seat 1, key boxed, expect finding boxed_one level 1, key ok, draw out, draw seat 2, expect out 2s, "
        "expect holes 2 9s",
        "roberts_v11",
    ),
    Scene(
        "D16 boxed before a board card",
        "deal, @calls, burn, key boxed, expect finding boxed_board level 1, key ok, draw out, draw board, "
        "draw board, draw board, expect street flop",
    ),
    Scene(
        "A3 TDA-35-A6 before substantial action",
        "draw seat 1, draw seat 2, draw seat 3, expect finding joker_or_foreign level 2, expect procedure M1",
        deck=JOKER,
    ),
    Scene(
        "A3 TDA-35-D afterwards it is scrap",
        "deal, @calls, burn, expect procedure M13, @signed, move JK burn -> out, burn, draw board, draw board, "
        "draw board, expect street flop",
        deck=LATE_JOKER,
    ),
    Scene(
        "A3 RR-irregularity-8 replaced",
        "draw seat 1, draw seat 2, draw seat 3, expect procedure M13, @signed, move JK seat 3 -> out, "
        "draw seat 3, expect holes 3 9s",
        "roberts_v11",
        deck=JOKER,
    ),
    Scene("A3 RR the holder has acted: dead", "deal, act 3 call, expect procedure M10", "roberts_v11", deck=JOKER),
    Scene(
        "A3 an unknown tag",
        "draw seat 1, draw seat 2, draw seat 3, expect procedure M13, @signed, move XX seat 3 -> out, "
        "draw seat 3, expect holes 3 9s",
        "roberts_v11",
        deck=JOKER.replace("JK", "XX"),
    ),
    Scene(
        "A2 TDA-35-E two persons, chips back, another deck",
        "deal, @calls, flop, @checks, turn, @checks, river, expect finding deck_fouled level 3, expect procedure M14, key ok,"
        "expect refused, @signed, expect hand void, expect stack 3 1000, swap_deck, deal, expect attempt 2, expect button 6",
        deck=TWINS,
    ),
    Scene(
        "C9 TDA-RP-14 the card is slid to its seat",
        f"{DEALT_WRONG}, expect procedure M15, @signed, move 9s seat 4 -> seat 3, draw seat 4, expect prompt deal_seat 5",
    ),
    Scene("C9 once another followed it is a misdeal", f"{DEALT_WRONG}, draw seat 5, expect procedure M1"),
    Scene("C9 RR-misdeal-f", f"{DEALT_WRONG}, expect procedure M1", "roberts_v11"),
    Scene(
        "C14 passed on at once",
        "draw seat 1, draw seat 1, expect procedure M15, @signed, move 2s seat 1 -> seat 2, draw seat 3, "
        "expect prompt deal_seat 4",
    ),
    Scene(
        "B1 TDA-34-A only the button lies wrong",
        "button_at 2, draw seat 1, expect finding button_misplaced level 2, expect procedure M18, @signed, "
        "button_at 6, draw seat 2, expect state open",
    ),
    Scene(
        "B1 the first card went by it",
        "button_at 2, draw seat 3, expect finding button_misplaced level 2, @signed, expect hand void, "
        "return seat 3, shuffle, button_at 6, deal, expect attempt 2",
    ),
    Scene(
        "B1 RR-misdeal-g",
        "button_at 2, draw seat 1, @signed, expect hand void, return seat 1, shuffle, button_at 6, deal, "
        "expect attempt 2, expect actor 3",
        "roberts_v11",
    ),
    Scene(
        "B2 before the cards the blind is taken back",
        "blinds_posted no, post 3 sb, expect finding blind_wrong_seat_or_amount level 1, key ok, post 1 sb, "
        "post 2 bb, deal, expect bet 1 5, expect bet 3 0",
    ),
    Scene(
        "B2 a blind that is missing goes in",
        "blinds_posted no, post 1 sb, draw seat 1, expect finding blind_wrong_seat_or_amount level 2, @signed, expect bet 2 10",
    ),
    Scene(
        "D14 a card nobody needs",
        "deal, act 3 fold, act 4 fold, act 5 fold, act 6 fold, act 1 fold, burn, "
        "expect finding no_more_cards_needed level 1, key ok, return Ad top, award, expect winner 2",
    ),
    Scene(
        "D17 a board card that was mucked",
        "deal, @calls, flop, move 7s board -> muck, expect finding board_card_lost_or_mucked level 2, @signed, "
        "move 7s muck -> board, act 1 check, expect actor 2",
    ),
    Scene(
        "F4 TDA-65-B a hand that was touched",
        "deal, move 9s seat 3 -> burn, expect finding fouled_hand level 2, expect procedure M20, @signed, "
        "move 9s burn -> seat 3, act 3 call, expect actor 4",
    ),
    Scene(
        "F8 thrown in on a misdeal that is none",
        "deal, key misdeal, move seat 4 -> muck, expect finding mucked_on_false_misdeal level 2, expect procedure M20",
    ),
    Scene(
        "F8 SK78 gone for good",
        "deal, key misdeal, move seat 4 -> muck, expect finding mucked_on_false_misdeal, expect procedure M10",
        "slovak",
    ),
    Scene(
        "F2 RR-dead-hands-2 the floor names the seat it gives back",
        "deal, act 3 fold, rule mucked_by_mistake retrievable 3, expect procedure M20 step 4, move 9s muck -> seat 3,"
        "move Qs muck -> seat 3, expect state open",
        "roberts_v11",
    ),
    Scene(
        "H5 a card found again",
        "deal, @calls, draw stuck, wait 6s, expect finding shoe_order_break level 2, found Ad burn, "
        "expect state open, draw board, draw board, draw board, expect street flop, expect only finding shoe_order_break",
    ),
]


@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_others(scene: Scene) -> None:
    assert scene.why() == ""
