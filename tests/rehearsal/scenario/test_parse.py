"""Every form of the language is read, everything else is named with its line, and no text makes the reader stumble."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from table_controller.core.cards import JOKER, UNREAD, card
from table_controller.core.places import Place
from table_controller.core.stakes import Limit
from table_controller.rehearsal.scenario import ScenarioError, doings, motions, parse, read_scenario, wishes
from table_controller.rehearsal.scenario.grammar import HAPPENINGS
from table_controller.rehearsal.scenario.grammar_expect import WISHES
from table_controller.rehearsal.scenario.grammar_setting import SETTINGS
from table_controller.rehearsal.scenario.parse import MOST_CHARACTERS, MOST_IN_LINE, MOST_LINES
from table_controller.rehearsal.scenario.setting import Flag
from table_controller.rehearsal.scenario.words import CardName

HEAD = "rules slovak\nlimit no 5/10\nseats 1=1000 2=1000 3=500\nbutton 3\n"

FORMS = """
deal
draw seat 5
draw seat 5 up
draw burn
draw board
draw hold
draw out
draw dropped
draw stuck
found Ad seat 3
clone Ad seat 7
draw pair seat 3
burn
flop
turn
river
move Ad seat 5 -> burn
move board -> hold
move Kc dropped -> burn
return Ad top
return seat 3
return board
return burn
return hold
return muck
return out
shuffle 7s Qc 5d
shuffle
drop stub
swap_deck
swap_deck Ts 2s
act 3 call
act 3 fold
act 3 check
act 3 bet 40
act 3 raise 120
act 3 allin
act 3 muck
act 3 show
key_only 3 fold
say 3 raise
say 3 raise 60
push 3 60
push 3 60 chips 25 10x3 5
post 4 sb
post 4 bb
post 4 dead_sb
post 4 both
leave 4
sit 4 500
absent 4
back 4
topup 4 200
button_at 2
key exposed 5
key boxed
key misdeal
key floor
key ok
key cancel
key undo
key deal_done
key absent 3
key playing_board 3
key clock 3
key flashed_by_player 3
key flashed_by_dealer 3
rule hole_wrong_count player_dead
rule hole_wrong_count stands
rule hole_wrong_count redeal
rule hole_wrong_count kill 3
rule hole_exposed_first 0
late 3 check
wait 4s
lost shoe
found shoe
award
push_pot main 3
push_pot side1 3
next_hand
expect clean
expect finding flop_premature
expect finding flop_premature level 2
expect finding flop_premature clause TDA-RP-5-A
expect finding turn_no_burn level 1 clause RR-hold'em-5
expect only finding flop_premature
expect procedure M6
expect procedure M6 step 3
expect prompt burn
expect prompt deal_seat 3
expect prompt award main 3
expect actor 3
expect street preflop
expect street over
expect state open
expect state locked
expect hand live
expect hand void
expect hand over
expect attempt 2
expect hand_number 2
expect winner 3 5
expect winner main 3
expect winner side1 3 5
expect holes 5 Jd Ad
expect board 7s Qc 5d
expect board 7s Qc 5d 3d
expect board 7s Qc 5d 3d Kc
expect burns Ad 5s
expect out Ad
expect muck 4
expect stub 33
expect pool 36
expect pot main 160 1 2 3
expect stack 3 1200
expect bet 3 40
expect returned 3 155
expect min_raise 75
expect max_raise 700
expect may 3 raise
expect may_not 6 raise
expect to_call 3 25
expect cutoff any_action yes
expect cutoff two_acted no
expect cutoff substantial_action no
expect button 1
expect sb 2
expect sb none
expect bb 3
expect owes 4 bb dead_sb
expect alarm turn_premature
expect alarm turn_premature priority 1
expect question seat 3
expect question board 2
expect question none
expect refused
"""
SETS = """
rules slovak raise_cap=4 fallback=roberts_v11
limit no 5/10
limit pot 5/10
limit fixed 10/20
seats 1=1000 2=1000:new 4=350:absent:missed_bb 5=10:sitting_out 6=10:missed_both 7=10:missed_sb
button 6
button draw Ks 9s 9h
last_hand button=6 sb=1 bb=2
chip 5
ante 2
straddle 20
blinds_posted no
deck Ts 2s Qh Qh' JK XX
"""


def set_with(line: str) -> str:
    """A whole setting in which this line stands instead of the usual one."""
    word = line.split(maxsplit=1)[0]
    word = "button" if word == "last_hand" else word
    return "\n".join([*(other for other in HEAD.splitlines() if other.split()[0] != word), line])


@pytest.mark.parametrize("line", FORMS.strip().splitlines())
def test_each_form_of_the_contract_is_read(line: str) -> None:
    (step,) = parse("f", HEAD + line).steps
    assert step.line == 5


@pytest.mark.parametrize("line", [line for line in SETS.strip().splitlines() if "draw" not in line])
def test_each_line_of_the_setting_is_read(line: str) -> None:
    assert parse("f", set_with(line)).steps == ()


def test_the_forms_of_these_tests_are_all_there_are() -> None:
    heads = {line.split()[0] for line in FORMS.strip().splitlines()}
    assert heads == {*HAPPENINGS, "expect"}
    assert {line.split()[1] for line in FORMS.splitlines() if line.startswith("expect")} == set(WISHES)
    assert {line.split()[0] for line in SETS.strip().splitlines()} == set(SETTINGS)


def happening(line: str) -> motions.Happening:
    (step,) = parse("f", HEAD + line).steps
    assert isinstance(step, motions.Happening)
    return step


def wanted(line: str) -> wishes.Wish:
    (step,) = parse("f", HEAD + line).steps
    assert isinstance(step, wishes.Expect)
    return step.wish


def test_shorthand_stands_for_its_draws() -> None:
    burn, board = Place.BURN, Place.BOARD
    assert happening("burn") == happening("draw burn") == motions.Draw(line=5, to=(burn,))
    assert happening("flop") == motions.Draw(line=5, to=(burn, board, board, board))
    assert happening("turn") == happening("river") == motions.Draw(line=5, to=(burn, board))


def test_amounts_places_and_cards_are_typed() -> None:
    assert happening("draw seat 10 up") == motions.Draw(line=5, to=(Place.SEAT_10,), up=True)
    ad = CardName(card("Ad"))
    assert happening("move Ad seat 5 -> burn") == motions.Move(line=5, card=ad, source=Place.SEAT_5, to=Place.BURN)
    assert happening("move board -> hold") == motions.Move(line=5, card=None, source=Place.BOARD, to=Place.HOLD)
    assert happening("found Ad seat 3") == motions.Found(line=5, card=ad, to=Place.SEAT_3)
    assert happening("clone Ad seat 3") == motions.Clone(line=5, card=ad, to=Place.SEAT_3)
    pair = motions.Draw(line=5, to=(Place.SEAT_3, Place.SEAT_3), pair=True)
    assert happening("draw pair seat 3") == pair
    assert happening("clone Ad* burn") == motions.Clone(line=5, card=CardName(card("Ad"), other=True), to=Place.BURN)
    assert happening("found shoe") == motions.DeviceBack(line=5, device="shoe")
    assert happening("wait 1.5s") == motions.Wait(line=5, ms=1500)
    assert happening("act 3 raise 120") == doings.Act(line=5, seat=3, act=doings.ActWord.RAISE, to=120)
    assert happening("push 3 60 chips 25 10x3 5") == doings.Push(line=5, seat=3, amount=60, chips=(25, 10, 10, 10, 5))
    assert happening("rule a_code kill 3") == doings.Rule(line=5, code="a_code", ruling="kill", seat=3)
    assert wanted("expect winner side2 3 5") == wishes.Winners(2, (3, 5))
    assert wanted("expect only finding x1 level 2") == wishes.Found("x1", 2, None, True)


def test_strange_cards_are_named_by_their_own_words() -> None:
    deck = parse("f", set_with("deck Qh Qh' JK XX XX")).setting.deck
    assert deck == (CardName(card("Qh")), CardName(card("Qh"), True), CardName(JOKER), CardName(UNREAD), CardName(UNREAD))


def test_the_setting_holds_what_its_lines_say() -> None:
    setting = parse(
        "f", "rules tda_2024 raise_cap=none\nlimit fixed 10/20\nseats 4=350:absent:new 2=10\nlast_hand button=4 sb=none bb=2"
    ).setting
    assert setting.profile.rules.raise_cap is None
    assert (setting.limit.limit, setting.limit.small, setting.limit.big) == (Limit.FIXED_LIMIT, 10, 20)
    assert [(line.seat, line.stack, line.flags) for line in setting.seats] == [
        (2, 10, frozenset()),
        (4, 350, frozenset({Flag.ABSENT, Flag.NEW})),
    ]
    assert setting.last_hand is not None
    assert setting.last_hand.small_blind is None


def test_comments_and_empty_lines_are_passed_over() -> None:
    scenario = parse("f", f"# a table\n\n{HEAD}\n  deal # all of them\r\n\texpect clean")
    assert [step.line for step in scenario.steps] == [8, 9]
    assert scenario.said(8) == "deal"


@pytest.mark.parametrize(
    "text",
    ["#" * (MOST_CHARACTERS + 1), "\n" * (MOST_LINES + 1), HEAD + "expect burns" + " Ad" * (MOST_IN_LINE // 3)],
    ids=["characters", "lines", "line"],
)
def test_sizes_are_bounded(text: str) -> None:
    with pytest.raises(ScenarioError):
        parse("f", text)


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.table"
    file.write_bytes(b"rules slovak\nlimit \xff\n")
    with pytest.raises(ScenarioError, match=r"broken\.table:2: not UTF-8"):
        read_scenario(file)


WORDS = " ".join((FORMS, SETS)).split()
LINES = some.lists(some.sampled_from(WORDS) | some.text(max_size=8), max_size=8).map(" ".join)
TEXTS = some.text() | some.lists(LINES, max_size=12).map(lambda lines: HEAD + "\n".join(lines))


@given(TEXTS)
def test_any_text_is_read_or_refused(text: str) -> None:
    lines = text.count("\n") + 1
    try:
        numbers = [step.line for step in parse("any", text).steps]
    except ScenarioError as wrong:
        numbers = [wrong.line]
    assert all(1 <= number <= lines for number in numbers)
