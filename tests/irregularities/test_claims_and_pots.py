"""F1, F2, F5-F8, F10, G1-G10: hands and pots, with both sides of each rule and each value of the settings, played straight."""

import pytest

from tests.recovery.scenes import Scene, named

BOARD = "Ts 2s 9s Kd 5c 4s 3h 4d Qs 7c Jd 7h Ad Ah Kh Qh 5d Jh Jc Th 3s 4c 8s 6h 8d 9h"
"""A royal flush lies on the board: it plays for everybody."""
SHOWDOWN = "deal, @calls, flop, @checks, turn, @checks, river, @checks"
OTHERS = ", ".join(f"act {seat} show" for seat in (1, 2, 4, 5, 6))
TO_RIVER = "deal, @calls, flop, @checks, turn, @checks, river"
RIVER_BET = f"{TO_RIVER}, act 1 check, act 2 bet 20, act 3 call, act 4 fold, act 5 fold, act 6 fold, act 1 fold"
THREE_CHECK = "act 1 check, act 2 check, act 3 check"
FLOP_BET = (
    "deal, @calls, flop, act 1 check, act 2 bet 20, act 3 call, act 4 fold, act 5 fold, act 6 fold, act 1 call, "
    f"turn, {THREE_CHECK}, river, {THREE_CHECK}"
)

SHOWING = [
    Scene("G1 TDA-17 the last to bet shows first", f"{RIVER_BET}, expect prompt show 2"),
    Scene("G1 TDA-17 nobody bet on the river: from the left of the button", f"{FLOP_BET}, expect prompt show 1"),
    Scene("G1 UA25 the challenged player shows first, whenever he bet", f"{FLOP_BET}, expect prompt show 2", "ukrainian"),
    Scene("G1 SK48 all are asked, in seat order", f"{RIVER_BET}, expect prompt show 2", "tda_2024 show_order=last_aggressor"),
    Scene("G1 show_order all_at_once", f"{FLOP_BET}, expect prompt show 1", "slovak"),
    Scene(
        "G9 SK53 the last one need not show",
        "deal, act 3 fold, act 4 fold, act 5 fold, act 6 fold, act 1 fold, expect prompt award main 2, award, "
        "expect winner 2, expect clean",
        "slovak",
    ),
    Scene(
        "F6 TDA-68 a hand shown while there is betting lives",
        "deal, act 5 show, expect finding player_exposes_cards level 1 clause TDA-68, expect state open, "
        "act 3 call, act 4 call, act 5 call, expect actor 6",
    ),
    Scene("F6 SK82 shown to one is shown to all", "deal, act 5 show, expect finding player_exposes_cards clause SK82", "slovak"),
    Scene(
        "G4 TDA-13-C an open winner cannot be thrown in",
        f"{SHOWDOWN}, @shows, move Qs seat 3 -> muck, expect finding winner_killed level 2 clause TDA-13-C",
    ),
    Scene("G4 an open loser may", f"{SHOWDOWN}, @shows, move Ts seat 1 -> muck, expect clean"),
    Scene("G5 TDA-18 reported", f"{SHOWDOWN}, rule right_to_see stands, expect finding right_to_see level 1 clause TDA-18"),
    Scene(
        "G3 SK79 reported",
        f"{SHOWDOWN}, rule cards_not_compared stands, expect finding cards_not_compared level 1 clause SK79",
        "slovak",
    ),
]
BOARD_PLAYS = [
    Scene(
        "G2 CZ28 asked at every untabled discard",
        f"{SHOWDOWN}, act 3 muck, expect prompt announce_board 3, expect question seat 3",
        "czech",
    ),
    Scene("G2 UA26 also when the board cannot play", f"{SHOWDOWN}, act 1 muck, expect prompt announce_board 1", "ukrainian"),
    Scene("G2 HU24", f"{SHOWDOWN}, act 3 muck, expect prompt announce_board 3", "hungarian"),
    Scene("G2 cards over the line ask too", f"{SHOWDOWN}, move Qs seat 3 -> muck, expect prompt announce_board 3", "czech"),
    Scene(
        "G2 SK49 nothing is asked", f"{SHOWDOWN}, act 3 muck, expect question none, key playing_board 1, expect refused", "slovak"
    ),
    Scene(
        "G2 TDA-19 nothing is asked, both cards are shown",
        f"{SHOWDOWN}, act 3 muck, expect question none, key playing_board 1, expect prompt show 1",
    ),
    Scene(
        "G2 CZ28 announced in time the claim lives unshown",
        f"{SHOWDOWN}, act 3 muck, key playing_board 3, {OTHERS}, award, expect winner 1 2 3 4 5 6, expect clean",
        "czech",
        deck=BOARD,
    ),
    Scene(
        "G2 CZ28 undeclared: the floor says that the claim is lost",
        f"{SHOWDOWN}, act 3 muck, key ok, {OTHERS}, expect finding board_not_declared level 2 clause CZ28, "
        "expect state locked, @signed, award, expect winner 1 2 4 5 6",
        "czech",
        deck=BOARD,
    ),
    Scene(
        "G2 UA26 undeclared",
        f"{SHOWDOWN}, act 3 muck, {OTHERS}, expect finding board_not_declared level 2 clause UA26",
        "ukrainian",
        deck=BOARD,
    ),
    Scene(
        "G2 HU24 announced but not shown is not enough",
        f"{SHOWDOWN}, key playing_board 3, {OTHERS}, expect prompt show 3",
        "hungarian",
        deck=BOARD,
    ),
    Scene(
        "G2 HU24 announced and shown",
        f"{SHOWDOWN}, key playing_board 3, @shows, award, expect winner 1 2 3 4 5 6",
        "hungarian",
        deck=BOARD,
    ),
    Scene(
        "G2 TDA-19 a discard gives the claim up",
        f"{SHOWDOWN}, act 3 muck, {OTHERS}, award, expect winner 1 2 4 5 6, expect clean",
        deck=BOARD,
    ),
    Scene(
        "G2 the board loses: nothing is lost",
        f"{SHOWDOWN}, act 1 muck, act 2 show, act 3 show, act 4 show, act 5 show, act 6 show, expect clean, "
        "award, expect winner 3",
        "czech",
    ),
    Scene(
        "G2 the floor rules that nothing had to be announced",
        f"{SHOWDOWN}, act 3 muck, key ok, {OTHERS}, rule board_not_declared none, expect procedure M20",
        "czech",
        deck=BOARD,
    ),
]
FOLDED = [
    Scene(
        "F1 SK78 folded over the line is final",
        "deal, @calls, flop, act 1 check, act 2 check, move seat 3 -> muck, act 3 check, act 4 check, "
        "act 5 check, act 6 check, expect finding folded_over_line level 1 clause SK78, expect procedure M10",
        "slovak",
    ),
    Scene(
        "F1 with nobody to act no key of a fold can follow: said at once",
        "deal, @calls, flop, @checks, move seat 3 -> muck, expect only finding folded_over_line level 1, "
        "expect procedure M10, key ok, turn, act 1 check, act 2 check, expect actor 4",
    ),
    Scene(
        "F2 SK78 a hand mucked by mistake stays there",
        "deal, act 3 fold, rule mucked_by_mistake stands, expect finding mucked_by_mistake level 2",
        "slovak",
    ),
    Scene("F7 TDA-67 advice", "deal, rule advice_or_proxy stands, expect finding advice_or_proxy level 1 clause TDA-67"),
    Scene(
        "F5 SK84 absent while it is his turn",
        "deal, absent 3, expect finding absent_player level 1 clause SK84, key ok, move seat 3 -> muck, expect actor 4",
        "slovak",
    ),
    Scene("F5 TDA-30 after the last card it is no matter", "deal, absent 3, expect clean"),
    Scene("F5 absent_player house", "absent 3, deal, expect clean", "roberts_v11"),
]
POTS = [
    Scene(
        "G8 as computed is no error", f"{SHOWDOWN}, @shows, push_pot main 3, expect clean, expect hand over, expect stack 3 1050"
    ),
    Scene(
        "G8 TDA-22 to the wrong seat",
        f"{SHOWDOWN}, @shows, push_pot main 1, expect finding wrong_award level 3 clause TDA-22, "
        "expect procedure M21, expect stack 1 1050, expect stack 3 990, expect hand over",
    ),
    Scene(
        "G8 M21 put right before the next hand",
        f"{SHOWDOWN}, @shows, push_pot main 1, @signed, key ok, expect stack 1 990, expect stack 3 1050",
    ),
    Scene(
        "G8 M21 a hand is not read again once the next has begun",
        f"{SHOWDOWN}, @shows, push_pot main 1, next_hand, deal, expect stack 1 1050, expect state open",
    ),
    Scene(
        "G6 a part of a split is right",
        f"{SHOWDOWN}, @shows, push_pot main 1, push_pot main 2, push_pot main 3, push_pot main 4, "
        "push_pot main 5, push_pot main 6, expect clean, expect hand over",
        deck=BOARD,
    ),
    Scene(
        "G6 SK51 twice to the same seat",
        f"{SHOWDOWN}, @shows, push_pot main 1, push_pot main 1, expect finding split_wrong level 3 clause SK51, expect hand over",
        "slovak",
        deck=BOARD,
    ),
    Scene(
        "G6 TDA-22 amounts until substantial action of the next hand",
        f"{SHOWDOWN}, @shows, push_pot main 1, push_pot main 1, next_hand, deal, act 4 call, expect state locked, "
        "@signed, key ok, expect stack 1 1000",
        deck=BOARD,
    ),
    Scene(
        "G6 TDA-22 and no longer",
        f"{SHOWDOWN}, @shows, push_pot main 1, push_pot main 1, next_hand, deal, act 4 call, act 5 call, "
        "act 6 call, expect state open",
        deck=BOARD,
    ),
    Scene(
        "G7 SK60 a side pot to who does not play for it",
        "deal, act 3 allin, act 4 call, act 5 call, act 6 fold, act 1 fold, act 2 fold, flop, act 4 bet 20, "
        "act 5 call, turn, act 4 check, act 5 check, river, act 4 check, act 5 check, act 3 show, act 4 show, "
        "act 5 show, push_pot side1 3, expect finding side_pot_wrong level 3 clause SK60",
        "slovak",
        seats="1=1000 2=1000 3=50 4=1000 5=1000 6=1000",
    ),
    Scene(
        "G10 SK05 reported",
        f"{SHOWDOWN}, @shows, rule rake_wrong stands, expect finding rake_wrong level 3 clause SK05",
        "slovak",
    ),
    Scene(
        "G8 a pot that is gone cannot be pushed",
        f"{SHOWDOWN}, @shows, push_pot side1 3, expect refused, push_pot main 3, push_pot main 3, expect refused",
    ),
]


@pytest.mark.parametrize("scene", [*SHOWING, *BOARD_PLAYS, *FOLDED, *POTS], ids=named)
def test_claims_and_pots(scene: Scene) -> None:
    assert scene.why() == ""
