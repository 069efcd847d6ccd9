"""M10: a hand is killed; its chips stay, an uncalled bet goes back unless the house takes all."""

import pytest

from tests.recovery.scenes import Scene, named

ABSENT = "@round, draw seat 1, draw seat 2, draw seat 3, draw seat 4, draw seat 5, absent 4, draw seat 6"
SCENES = [
    Scene(
        "C15 TDA-65-A an uncalled raise goes back",
        "deal, act 3 call, act 4 raise 100, draw seat 4, @signed, expect stack 4 990, expect to_call 5 10, move seat 4 -> muck,"
        "act 5 call, act 6 fold, act 1 call, act 2 check, expect pot main 50 1 2 3 5",
    ),
    Scene(
        "C15 what was called stays",
        "deal, act 3 call, act 4 raise 100, act 5 call, draw seat 4, @signed, expect stack 4 900, expect to_call 6 100",
    ),
    Scene(
        "C15 SK87 all stakes are lost",
        "deal, act 3 call, act 4 raise 100, draw seat 4, @signed, expect stack 4 900, expect to_call 5 100",
        "slovak",
    ),
    Scene("C15 a blind is no bet", "deal, act 3 fold, act 4 call, draw seat 2, @signed, expect stack 2 990, expect to_call 5 10"),
    Scene(
        "C15 the actor's own hand",
        "deal, act 3 fold, act 4 call, draw seat 5, expect actor 5, @signed, expect actor 6, move seat 5 -> muck, act 6 call",
    ),
    Scene(
        "C15 the last but one: the pot is the other's",
        "deal, act 3 fold, act 4 fold, act 5 fold, act 6 fold, act 1 call, draw seat 1, @signed, move seat 1 -> muck, award,"
        "expect winner 2, expect stack 2 1010",
    ),
    Scene(
        "C15b TDA-38 one burn each later street",
        "@round, draw seat 1, draw seat 2, draw seat 3, draw seat 4, draw seat 6, key cancel, act 3 fold, act 4 call,"
        "expect finding hole_too_few_not_button level 2, expect procedure M10, @signed, move seat 5 -> muck, "
        "act 6 call, act 1 call,"
        "act 2 check, flop, expect burns 7h",
    ),
    Scene(
        "F5 SK84",
        f"{ABSENT}, expect finding absent_player level 1 clause SK84, expect procedure M10, key ok, "
        "move seat 4 -> muck, act 3 call, expect actor 5",
        "slovak",
    ),
    Scene("F5 TDA-30", f"{ABSENT}, expect finding absent_player level 1", "tda_2024"),
    Scene("F5 the house decides", f"{ABSENT}, expect clean", "roberts_v11"),
    Scene("F5 TDA not later", "deal, absent 4, expect clean, act 3 call, act 4 call"),
    Scene(
        "F5 SK at any time",
        "deal, act 3 call, absent 4, expect finding absent_player, key ok, move seat 4 -> muck, expect actor 5",
        "slovak",
    ),
    Scene(
        "F5 he comes back before the key", "deal, absent 4, back 4, key cancel, act 3 call, act 4 call, expect actor 5", "slovak"
    ),
    Scene(
        "F1 thrown away and never keyed",
        "deal, act 3 call, act 4 call, act 5 call, act 6 call, move seat 3 -> muck, act 1 call, act 2 check,"
        "expect finding folded_over_line level 1, key ok, flop, act 1 check, act 2 check, expect actor 4",
    ),
    Scene(
        "F1 thrown away before its turn, and the fold keyed in turn: it was only late",
        "deal, act 3 call, act 4 call, move seat 6 -> muck, wait 20s, expect finding folded_over_line level 1, act 5 call,"
        "act 6 fold, expect finding late_entry, act 1 call, act 2 check, flop, expect actor 1",
    ),
    Scene(
        "F1 thrown away before its turn, and another act keyed: the hand is gone",
        "deal, act 3 call, act 4 call, move seat 6 -> muck, wait 20s, act 5 call, act 6 call, key ok,"
        "expect finding folded_over_line level 1, expect actor 1",
    ),
    Scene(
        "F1 given back where the floor rules so, TDA-14",
        "deal, act 3 call, act 4 call, act 5 call, act 6 call, move seat 3 -> muck, act 1 call, act 2 check,"
        "rule folded_over_line retrievable, expect procedure M20, move 9s muck -> seat 3, move Qs muck -> seat 3, flop,"
        "act 1 check, act 2 check, expect actor 3",
    ),
    Scene(
        "F10 SK87 at the showdown",
        "deal, @calls, draw seat 4, key cancel, flop, @checks, turn, @checks, river, @checks, "
        "expect finding wrong_count_at_showdown level 2",
    ),
    Scene(
        "ruled by the floor",
        "deal, key misdeal, rule deal_interrupted kill 3, expect procedure M10, move seat 3 -> muck, expect actor 4",
    ),
]


@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_kill(scene: Scene) -> None:
    assert scene.why() == ""
