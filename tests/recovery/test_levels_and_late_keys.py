"""Who may confirm what, what cancelling and ruling do, acts keyed late, and repairs that are not what the house wants."""

import pytest

from tests.recovery.scenes import Scene, named

FOULED = "Ts 2s Qh Ah 5c 4s Js 4d Qs 7c Jd 7h Ad 7s Qc 5d 5s 3d Jc Qh'"
FIVE = "act 1 check, act 2 check, act 3 check, act 4 check, act 5 check"
TURN = f"deal, @calls, flop, {FIVE}, turn"
FOUR = "deal, @calls, flop, draw board"

LEVELS = [
    Scene(
        "level 1 the dealer", "draw seat 1, draw seat 2, draw seat 3 up, expect state open, key ok, expect procedure M2 step 2"
    ),
    Scene("level 1 the floor may too", "draw seat 1, draw seat 2, draw seat 3 up, @signed, expect procedure M2 step 2"),
    Scene("level 2 the dealer may not", f"{FOUR}, expect state locked, key ok, expect refused, expect state locked"),
    Scene("level 2 the floor", f"{FOUR}, @signed, expect state open"),
    Scene("the floor's word counts for one ok", f"{FOUR}, @signed, move 7s board -> hold, key ok, expect refused"),
    Scene(
        "level 3 takes a second person",
        "deal, @calls, flop, @checks, turn, @checks, river, key ok, expect refused, @signed, expect hand void",
        deck=FOULED,
    ),
    Scene(
        "cancelled by the dealer, the floor still hears",
        f"{FOUR}, key cancel, expect state open, expect alarm flop_too_many priority 1",
    ),
    Scene("cancelled, the street counts", f"{TURN}, key cancel, act 6 check, expect street turn", "ukrainian"),
    Scene(
        "cancelled once the betting is over, it opens",
        f"{TURN}, act 6 check, expect street flop, key cancel, expect street turn",
        "ukrainian",
    ),
    Scene("nothing to cancel", "deal, key cancel, expect refused"),
    Scene("a ruling that is none", f"{FOUR}, rule flop_too_many at_once, expect refused, expect state locked"),
    Scene("a ruling about what is not open", f"{FOUR}, rule flop_premature reshuffle, expect refused"),
    Scene("ruled otherwise than the house", f"{FOUR}, rule flop_too_many reshuffle, expect procedure M5, expect state open"),
    Scene("ruled to stand", f"{FOUR}, rule flop_too_many stands, expect procedure M12"),
    Scene("ruled to be dealt again", f"{FOUR}, rule flop_too_many redeal, expect procedure M5"),
    Scene("ruled void", f"{FOUR}, rule flop_too_many void, expect hand void, expect procedure M1, expect stack 3 1000"),
    Scene("ruled anew while it runs", f"{FOUR}, @signed, expect procedure M8, rule flop_too_many reshuffle, expect procedure M5"),
]
LATE = [
    Scene(
        "D9 the missing check is keyed in its place",
        f"{TURN}, expect state locked, late 6 check, expect state open, expect street turn, expect actor 1, @checks, river,"
        "expect burns Ad 5s Jc",
        "ukrainian",
    ),
    Scene(
        "D6 several acts",
        "deal, act 3 call, act 4 call, act 5 call, act 6 call, flop, late 1 call, expect state locked, late 2 check,"
        "expect state open, expect street flop, expect pot main 60 1 2 3 4 5 6",
    ),
    Scene("D6 not in its place", "deal, act 3 call, act 4 call, act 5 call, act 6 call, flop, late 2 check, expect refused"),
    Scene(
        "D21 an early burn",
        "deal, @calls, flop, act 1 check, act 2 check, act 3 check, act 4 check, act 5 check, burn, late 6 check, "
        "expect prompt deal_turn",
    ),
    Scene(
        "a fold whose cards still lie there is none",
        "deal, act 3 call, act 4 call, act 5 call, act 6 call, act 1 call, flop, late 2 fold, expect refused, "
        "move seat 2 -> muck,"
        "late 2 check, expect refused, late 2 fold, expect street flop, expect actor 1",
    ),
    Scene(
        "a fold of which one card lies in the muck, where the other may not be heard",
        "deal, act 3 call, act 4 call, move 5c seat 5 -> muck, draw burn, late 5 fold, late 6 call, late 1 call, late 2 check, "
        "expect finding late_entry, expect pot main 50 1 2 3 4 6",
    ),
    Scene("once confirmed it is too late", f"{TURN}, @signed, late 6 check, expect refused"),
    Scene("an ordinary act explains nothing", f"{TURN}, act 6 check, expect street flop, expect state locked", "ukrainian"),
    Scene("with nothing open", "deal, late 3 call, expect refused"),
]
WRONG = [
    Scene(
        "the card is shuffled in at once where the river becomes the turn",
        f"{TURN}, @signed, move 3d board -> hold, return hold, expect state locked, expect procedure M6 step 2, act 6 check,"
        "key ok, expect refused, rule turn_premature reshuffle_now, expect procedure M7 step 3, shuffle, "
        "draw board, expect street turn",
        "ukrainian",
    ),
    Scene(
        "put right by hand and looked at again",
        f"{TURN}, @signed, move 3d board -> hold, return 3d top, expect state locked, draw hold, @signed, act 6 check,"
        "expect procedure M6 step 3",
        "ukrainian",
    ),
    Scene(
        "a burn goes into the deck", f"{TURN}, @signed, return burn, expect state locked, expect procedure M6 step 1", "ukrainian"
    ),
    Scene("the board goes to the burns", f"{FOUR}, @signed, move board -> burn, expect state locked", "slovak"),
    Scene("a card is dealt instead", f"{FOUR}, @signed, draw board, expect state locked, expect procedure M5 step 1", "slovak"),
    Scene(
        "dealt without being shuffled",
        f"{FOUR}, @signed, move board -> hold, return hold, draw board, expect state locked, expect procedure M5 step 4",
        "slovak",
    ),
    Scene(
        "another card than the one on top is burned",
        "deal, draw seat 1, key ok, return Ad top, shuffle 7s, @calls, burn, expect procedure M4 step 3, expect state open",
        "ukrainian",
    ),
]


@pytest.mark.parametrize("scene", [*LEVELS, *LATE, *WRONG], ids=named)
def test_who_and_how(scene: Scene) -> None:
    assert scene.why() == ""
