"""M6, M7 and M17: turn and river that came too early, both at once, or two cards in one slot; a stub that lost its order."""

import pytest

from tests.recovery.scenes import Scene, named

FIVE = "act 1 check, act 2 check, act 3 check, act 4 check, act 5 check"
TURN = f"deal, @calls, flop, {FIVE}, turn"
RIVER = f"deal, @calls, flop, @checks, turn, {FIVE}, river"

SCENES = [
    Scene(
        "D9 UA32 UA33 UA34 the river becomes the turn",
        f"{TURN}, expect finding turn_premature level 2 clause UA32, expect procedure M6, @signed, move 3d board -> hold,"
        "expect procedure M6 step 2, act 6 check, expect prompt burn, burn, expect prompt deal_turn, draw board,"
        "expect procedure M6 step 4, @checks, expect procedure M6 step 5, return hold, shuffle, expect pool 33,"
        "expect prompt deal_river, draw board, expect street river, expect burns Ad 5s Jc",
        "ukrainian",
    ),
    Scene("D9 HU31", f"{TURN}, expect procedure M6", "hungarian"),
    Scene("D9 RR", f"{TURN}, expect procedure M6", "roberts_v11"),
    Scene(
        "D9 SK44 shuffled in at once",
        f"{TURN}, expect finding turn_premature clause SK44, expect procedure M7, @signed, move 3d board -> hold, act 6 check,"
        "return hold, shuffle As Tc Qd, expect pool 35, expect prompt deal_turn, draw board, expect street turn, @checks,"
        "expect prompt burn, river, expect burns Ad 5s Tc, expect board 7s Qc 5d As Qd",
        "slovak",
    ),
    Scene("D9 TDA-RP-5-B", f"{TURN}, expect procedure M7"),
    Scene("D9 the setting decides", f"{TURN}, expect procedure M6", "slovak premature_turn=river_becomes_turn"),
    Scene(
        "D9 K09 a house that burns again",
        f"{TURN}, @signed, move 3d board -> hold, act 6 check, return hold, shuffle, expect prompt burn, turn, "
        "expect street turn",
        "slovak reburn_redealt_street=true",
    ),
    Scene(
        "D9 the card stays away although all fold",
        "deal, @calls, flop, act 1 bet 20, act 2 fold, act 3 fold, act 4 fold, act 5 fold, turn, @signed, move 3d board -> hold,"
        "act 6 fold, award, expect winner 1, expect hand over",
        "ukrainian",
    ),
    Scene(
        "D10 UA35",
        f"{RIVER}, expect finding river_premature level 2, expect procedure M7, @signed, move Kc board -> hold, act 6 check,"
        "return hold, shuffle 3s, expect pool 33, draw board, expect street river, expect board 7s Qc 5d 3d 3s",
        "ukrainian",
    ),
    Scene("D10 K08 SK by analogy", f"{RIVER}, expect procedure M7", "slovak"),
    Scene("D10 TDA-RP-5-C", f"{RIVER}, expect procedure M7"),
    Scene(
        "D11 both streets, both burns stay",
        f"{TURN}, burn, draw board, expect finding board_two_streets level 2, expect procedure M7, @signed, "
        "move 3d board -> hold,"
        "move Kc board -> hold, act 6 check, return hold, shuffle As 6s, expect pool 34, draw board, expect street turn, @checks,"
        "expect prompt deal_river, draw board, expect board 7s Qc 5d As 6s, expect burns Ad 5s Jc",
    ),
    Scene(
        "D12 the second card is the next burn",
        "deal, @calls, flop, @checks, turn, draw board, expect finding turn_two_cards level 1, expect procedure M17, key ok,"
        "return Jc top, @checks, river, expect board 7s Qc 5d 3d Kc, expect burns Ad 5s Jc",
    ),
    Scene(
        "D12 after an act the floor decides",
        "deal, @calls, flop, @checks, turn, draw board, act 1 check, expect finding turn_two_cards level 2, "
        "key ok, expect refused,"
        "@signed, return Jc top, act 2 check, expect actor 3",
    ),
    Scene(
        "D12 at the river it goes out of play",
        "deal, @calls, flop, @checks, turn, @checks, river, draw board, key ok, move 3s board -> out, @checks, "
        "expect street showdown",
    ),
    Scene(
        "A6 TDA-RP-4 a stub that fell",
        "deal, @calls, flop, drop stub, expect finding stub_disordered level 2, expect procedure M7, @signed, "
        "shuffle, expect pool 36,"
        "@checks, turn, expect street turn",
    ),
    Scene(
        "A6 SK32 laid down",
        "deal, @calls, flop, drop stub, expect finding deck_laid_down level 1 clause SK32, expect finding stub_disordered",
        "slovak",
    ),
    Scene("A6 not once no card is due", "deal, @calls, flop, @checks, turn, @checks, river, drop stub, expect clean"),
    Scene(
        "A7 a card of the stub in the muck",
        "deal, @calls, draw out, expect finding stub_mucked level 2, @signed, return Ad top, shuffle 7s, expect pool 40, flop,"
        "expect burns 7s, expect street flop",
    ),
]


@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_later_streets(scene: Scene) -> None:
    assert scene.why() == ""
