"""M4: one card too many at the first seat goes back on top and is the flop burn, where the house says so."""

import pytest

from tests.recovery.scenes import Scene, named

SCENES = [
    Scene(
        "C12 UA36",
        "deal, draw seat 1, expect finding hole_extra_one_after_deal level 1, expect procedure M4, key ok, "
        "expect procedure M4 step 2,"
        "return Ad top, expect procedure M4 step 3, @calls, flop, expect burns Ad, expect board 7s Qc 5d, expect street flop",
        "ukrainian",
    ),
    Scene("C12 HU35 whatever the action", "deal, act 3 call, act 4 call, draw seat 1, expect procedure M4 step 1", "hungarian"),
    Scene("C12 no longer on top: misdeal", "deal, draw seat 1, draw out, expect procedure M1", "roberts_v11"),
    Scene(
        "C12 no longer on top, two acted: dead",
        "deal, act 3 fold, act 4 fold, draw seat 1, draw out, expect procedure M10",
        "roberts_v11",
    ),
    Scene("C12 TDA-35-A5", "deal, draw seat 1, expect finding hole_extra_one_after_deal level 2, expect procedure M1"),
    Scene("C12 TDA after substantial action", "deal, act 3 call, act 4 call, draw seat 1, expect procedure M10"),
    Scene(
        "C12 SK86 is a dead hand", "deal, draw seat 1, expect finding hole_wrong_count clause SK86, expect procedure M1", "slovak"
    ),
    Scene(
        "C12 another card comes out first",
        "deal, draw seat 1, key ok, return Ad top, shuffle 7s, @calls, burn, expect procedure M4 step 3",
        "ukrainian",
    ),
    Scene(
        "C13 to the burn where the house says so",
        "deal, draw seat 1, draw seat 2, expect procedure M4, key ok, return 7s top, return Ad top, @calls, flop, "
        "expect burns Ad",
        "ukrainian extra_more=to_burn",
    ),
]


@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_extra_card(scene: Scene) -> None:
    assert scene.why() == ""
