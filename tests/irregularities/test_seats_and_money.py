"""B3-B11: seats, posts, straddles and chips, with both sides of each rule and each value of the settings, played straight."""

import pytest

from tests.recovery.scenes import Scene, named

NEW = "1=1000 2=1000 3=1000 4=1000:new 5=1000 6=1000"


def seat(number: int, flag: str) -> str:
    """Six seats, one of them said to be so."""
    return " ".join(f"{n}=1000" + (f":{flag}" if n == number else "") for n in range(1, 7))


SHORT = "1=1000 2=1000 3=1000 4=30"
BUSTED = (
    "deal, act 3 raise 100, act 1 allin, act 2 fold, burn, draw board, draw board, draw board, turn, river, "
    "act 1 show, act 3 show, award, expect stack 1 0"
)
LOSES = "1=50 2=1000 3=1000"
SEATS = [
    Scene("SK13 who comes later brings the smallest buy-in", "sit 7 99, expect refused, sit 7 100, expect stack 7 100", "slovak"),
    Scene(
        "SK19 half of it must come together", "topup 4 19, expect refused, topup 4 20, expect stack 4 50", "slovak", seats=SHORT
    ),
    Scene("topup_min none", "topup 4 19, expect stack 4 49", "slovak topup_min=none", seats=SHORT),
    Scene(
        "SK18 who has one big blind may stay without", "deal, expect may 3 call, act 3 call", "slovak", seats="1=1000 2=1000 3=10"
    ),
    Scene(
        "SK17 who lost everything brings half",
        f"{BUSTED}, topup 1 49, expect refused, topup 1 50, expect stack 1 50",
        "slovak",
        seats=LOSES,
        button=3,
    ),
    Scene("rebuy_min none", f"{BUSTED}, topup 1 49, expect stack 1 49", "slovak rebuy_min=none", seats=LOSES, button=3),
    Scene(
        "B6 SK69 a newcomer who posts where he may is dealt in",
        "post 4 bb, deal, expect bet 4 10, expect clean",
        "slovak",
        seats=seat(4, "new"),
    ),
    Scene("B6 SK68 a newcomer who does not post waits", "deal, expect holes 4, expect clean", "slovak", seats=seat(4, "new")),
    Scene(
        "B6 newcomer_post none",
        "deal, expect may 3 call, act 3 call, expect actor 4",
        "slovak newcomer_post=none",
        seats=seat(4, "new"),
    ),
    Scene(
        "B6 SK69 not on the button",
        "post 6 bb, deal, expect finding seat_taken_wrong level 1 clause SK69, expect bet 6 0, expect holes 6, expect state open",
        "slovak",
        seats=seat(6, "new"),
    ),
    Scene(
        "B6 seat_taking free", "post 6 bb, deal, expect clean, expect bet 6 10", "slovak seat_taking=free", seats=seat(6, "new")
    ),
    Scene(
        "B6 SK70 who comes back not in front of the button",
        "post 1 both, deal, expect finding seat_taken_wrong level 1, expect holes 1, expect sb 2",
        "slovak",
        seats=seat(1, "missed_both"),
    ),
    Scene("B6 SK70 elsewhere he may", "post 4 both, deal, expect clean, expect bet 4 10", "slovak", seats=seat(4, "missed_both")),
    Scene(
        "B7 SK71 big live, small dead",
        "post 4 both, deal, expect bet 4 10, expect stack 4 985",
        "slovak",
        seats=seat(4, "missed_both"),
    ),
    Scene(
        "B7 SK71 a small one alone is dead",
        "post 4 dead_sb, deal, expect bet 4 0, expect stack 4 995",
        "slovak",
        seats=seat(4, "missed_sb"),
    ),
    Scene(
        "B7 RR-blinds all live up to the bet",
        "post 4 dead_sb, deal, expect bet 4 5, expect stack 4 995",
        "roberts_v11 missed_blinds=all_live_up_to_bet",
        seats=seat(4, "missed_sb"),
    ),
    Scene(
        "B7 missed_blinds none", "deal, act 3 call, expect actor 4", "tda_2024 missed_blinds=none", seats=seat(4, "missed_both")
    ),
    Scene("B7 SK72 or he waits", "expect owes 4 bb dead_sb, deal, expect holes 4", "slovak", seats=seat(4, "missed_both")),
    Scene(
        "B8 UA10 twice the big blind, last to act",
        "straddle 20, deal, expect bet 3 20, expect actor 4, expect min_raise 40",
        "ukrainian",
    ),
    Scene("B8 HU09", "straddle 20, deal, expect bet 3 20, expect actor 4", "hungarian"),
    Scene("B8 straddle off", "straddle 20, deal, expect bet 3 0, expect actor 3", "slovak"),
    Scene("B8 straddle button", "straddle 20, deal, expect bet 6 20, expect actor 1", "roberts_v11 straddle=button"),
    Scene(
        "B8 straddle_min_raise last_blind_step",
        "straddle 20, deal, expect min_raise 30",
        "ukrainian straddle_min_raise=last_blind_step",
    ),
    Scene(
        "B5 TDA-34-B heads-up the button is the small blind",
        "deal, expect actor 6, expect sb 6, expect bb 1",
        seats="1=1000 6=1000",
    ),
    Scene(
        "B9 SK15 nothing is added once the first card is out", "deal, topup 3 200, expect refused, expect stack 3 1000", "slovak"
    ),
    Scene("B9 SK15 between hands it is", "topup 3 200, deal, expect stack 3 1200", "slovak"),
    Scene(
        "B9 stake_locked_from_first_card false",
        "deal, topup 3 200, expect stack 3 1200",
        "slovak stake_locked_from_first_card=false",
    ),
    Scene("B9 who has folded may not either", "deal, act 3 fold, topup 3 200, expect refused", "slovak"),
    Scene(
        "B10 SK75 plaques and cash do not play",
        "deal, rule cash_or_plaque_bet stands, expect finding cash_or_plaque_bet level 1 clause SK75",
        "slovak",
    ),
    Scene("B10 CZ15 money in front of him does", "deal, rule cash_or_plaque_bet stands, expect refused, expect clean", "czech"),
]


@pytest.mark.parametrize("scene", SEATS, ids=named)
def test_seats_and_money(scene: Scene) -> None:
    assert scene.why() == ""
