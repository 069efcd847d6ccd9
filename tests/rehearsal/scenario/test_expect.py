"""Each `expect` form holds when it should and fails, with what is so instead, when it should not."""

import pytest

from table_controller.rehearsal.scenario.grammar_expect import WISHES
from tests.rehearsal.scenario.conftest import Scenes

FLOP = "deal\n@calls\nflop\n"
RAISED = "deal\nact 3 raise 30\n"
SHOWN = "deal\n@calls\nflop\n@checks\nturn\n@checks\nriver\n@checks\n@shows\n"
FOLDED = "deal\nact 3 fold\nact 4 fold\nact 5 fold\nact 6 fold\nact 1 fold\n"
LOCKED = "deal\ndraw seat 4\n"

UNPAID = (
    "key_only 3 call\nwait 8s\nact 4 raise 30\nact 5 fold\nact 6 fold\nact 1 fold\nact 2 fold\nkey_only 3 raise 50\nwait 8s\n"
    "act 4 raise 70\nkey_only 3 call\nwait 8s"
)

CASES = [
    # form that holds, form that fails, why, played before
    ("clean", "clean", "", "deal"),
    ("finding hole_wrong_count", "finding flop_premature", "no finding flop_premature; findings: hole_wrong_count", LOCKED),
    ("finding hole_wrong_count level 2", "finding hole_wrong_count level 1", "hole_wrong_count is of level 2", LOCKED),
    (
        "finding hole_wrong_count clause TDA-35-A5",
        "finding hole_wrong_count clause SK85",
        "hole_wrong_count cites TDA-35-A5",
        LOCKED,
    ),
    ("only finding hole_wrong_count", "only finding burn_early", "no finding burn_early", LOCKED),
    ("finding burn_early", "only finding burn_early", "findings: burn_early, boxed_one", "deal\nburn\nkey boxed"),
    ("prompt burn", "prompt deal_flop", "the prompt is burn", "deal\n@calls"),
    ("prompt action_on 3", "prompt action_on 4", "the prompt is action_on 3", "deal"),
    ("prompt action_on", "prompt burn", "the prompt is action_on 3", "deal"),
    ("prompt deal_seat 1", "prompt deal_seat 2", "the prompt is deal_seat 1", "expect clean"),
    ("prompt award main 2", "prompt award main 3", "the prompt is award main 2", FOLDED),
    ("actor 3", "actor 4", "the actor is 3", "deal"),
    ("street flop", "street turn", "the street is flop", FLOP),
    ("street preflop", "street flop", "the street is preflop", "draw seat 1"),
    ("street showdown", "street over", "the street is showdown", SHOWN),
    ("state open", "state locked", "the table is open", "deal"),
    ("state locked", "state open", "the table is locked", LOCKED),
    ("hand live", "hand over", "the hand is live", FOLDED),
    ("hand over", "hand live", "the hand is over", FOLDED + "award"),
    ("hand void", "hand over", "the hand is void", "deal\nrule x void"),
    ("attempt 1", "attempt 2", "the attempt is 1", "deal"),
    ("attempt 2", "attempt 1", "the attempt is 2", "draw seat 1\nrule x void\nreturn seat 1"),
    (
        "finding late_entry level 1",
        "finding late_entry level 2",
        "1 findings closed as late_entry",
        "deal\nact 3 call\nact 4 call\nact 5 call\nact 6 call\nact 1 call\nflop\nlate 2 check",
    ),
    ("finding flop_premature", "finding late_entry", "0 findings closed", "deal\nact 3 call\nflop"),
    ("hand_number 1", "hand_number 2", "the hand is number 1", "deal"),
    ("winner 3", "winner 3 4", "the winners are 3", SHOWN + "award"),
    ("winner main 3", "winner side1 3", "the winners are nobody", SHOWN + "award"),
    ("holes 1 Js Ts", "holes 1 Js 2s", "seat 1 holds other cards (2 of them)", "deal"),
    ("board 5d 7s Qc", "board 7s Qc 3d", "the board is 7s Qc 5d", FLOP),
    ("board 7s 5d Qc 3d", "board 3d 7s Qc 5d", "the board is 7s Qc 5d 3d", FLOP + "@checks\nturn"),
    ("burns Ad 5s", "burns 5s Ad", "other cards lie in the burn area (2 of them)", FLOP + "@checks\nturn"),
    ("out Ad", "out", "other cards lie out of play (1 of them)", "deal\n@calls\ndraw out"),
    ("muck 2", "muck 0", "muck is 2", "deal\nact 3 fold"),
    ("stub 40", "stub 39", "stub is 40", "deal"),
    ("pool 40", "pool 52", "the pool was 40", "deal\nshuffle"),
    ("pot main 60 1 2 3 4 5 6", "pot main 50 1 2 3 4 5 6", "it is 60 for 1 2 3 4 5 6", FLOP),
    ("pot main 60", "pot main 60 1 2", "it is 60 for 1 2 3 4 5 6", FLOP),
    ("pot main 60", "pot side1 60", "there are 1 pots", FLOP),
    ("stack 3 970", "stack 3 1000", "stack of seat 3 is 970", RAISED),
    ("bet 3 30", "bet 3 0", "bet of seat 3 is 30", RAISED),
    ("returned 2 5", "returned 2 0", "returned of seat 2 is 5", FOLDED),
    ("min_raise 50", "min_raise 60", "it is 50", RAISED),
    ("max_raise 1000", "max_raise 50", "it is 1000", RAISED),
    ("may 4 raise", "may_not 4 raise", "seat 4 may raise", RAISED),
    ("may_not 3 call", "may 3 call", "seat 3 may not call", RAISED),
    ("may_not 4 check", "may 4 bet", "seat 4 may not bet", RAISED),
    ("may 1 show", "may_not 1 show", "seat 1 may show", SHOWN.replace("@shows", "expect street showdown")),
    ("may_not 3 fold", "may 3 fold", "seat 3 may not fold", LOCKED),
    ("to_call 2 20", "to_call 2 30", "to_call of seat 2 is 20", RAISED),
    ("cutoff any_action yes", "cutoff any_action no", "any_action is yes", RAISED),
    ("cutoff two_acted no", "cutoff two_acted yes", "two_acted is no", RAISED),
    ("cutoff substantial_action yes", "cutoff substantial_action no", "substantial_action is yes", RAISED + "act 4 fold"),
    ("button 6", "button 1", "button is 6", "deal"),
    ("sb 1", "sb none", "sb is 1", "deal"),
    ("bb 2", "bb 3", "bb is 2", "expect clean"),
    ("owes 3", "owes 3 bb", "seat 3 owes nothing", "deal"),
    ("alarm hole_wrong_count priority 1", "alarm hole_wrong_count priority 2", "its priority is 1", LOCKED),
    ("alarm hole_wrong_count", "alarm deck_count", "no such alarm; alarms: hole_wrong_count", LOCKED),
    ("question none", "question seat 3", "no such question is open", "deal"),
    ("question seat 3", "question none", "1 questions are open", f"deal\n{UNPAID}"),
    ("question seat 3", "question board 2", "no such question is open", f"deal\n{UNPAID}"),
    ("refused", "refused", "", "deal\nact 3 raise 5000"),
]


@pytest.mark.parametrize(("form", "other", "why", "before"), CASES)
def test_a_wish_holds_or_says_what_is_so(form: str, other: str, why: str, before: str, play: Scenes) -> None:
    assert not play.why(f"{before}\nexpect {form}")
    if why:
        failed = play.why(f"{before}\nexpect {other}")
        assert failed.startswith(f"expect {other}: {why}")


def test_every_form_is_tried() -> None:
    tried = {form.split()[0] for case in CASES for form in case[:2]}
    assert set(WISHES) - tried == {"procedure"}


def test_what_was_found_belongs_to_its_hand(play: Scenes) -> None:
    body = FOLDED + "key boxed\nexpect finding boxed_one\nkey ok\naward\nexpect finding boxed_one\nnext_hand\nexpect clean"
    assert not play.why(body)


def test_clean_means_no_finding_at_all(play: Scenes) -> None:
    assert play.why("deal\nkey boxed\nkey ok\nexpect clean") == "expect clean: findings: boxed_one"


def test_only_the_statement_before_counts_as_refused(play: Scenes) -> None:
    assert (
        play.why("deal\nact 3 raise 5000\nact 3 call\nexpect refused")
        == "expect refused: it was not refused; line 7 was refused: more_than_stack"
    )


def test_a_refusal_nobody_asked_about_is_named_with_the_wish_that_fails(play: Scenes) -> None:
    refused = "expect actor 5: the actor is 3; line 7 was refused: more_than_stack"
    assert play.why("deal\nact 3 raise 5000\nexpect actor 5") == refused
    assert play.why("deal\nact 3 raise 5000\nexpect refused\nexpect actor 5") == "expect actor 5: the actor is 3"


def test_a_run_ends_at_the_first_wish_that_fails(play: Scenes) -> None:
    failure = play("deal\nexpect actor 5\nexpect actor 6").failure
    assert failure is not None
    assert failure.line == play.head_lines + 2


def test_no_hidden_card_is_named_where_another_was_wanted(play: Scenes) -> None:
    for wish in ("holes 1 2c 2d", "burns 2c", "out 2c"):
        why = play.why(f"{FLOP}expect {wish}").removeprefix(f"expect {wish}")
        assert "Ts" not in why
        assert "Ad" not in why
