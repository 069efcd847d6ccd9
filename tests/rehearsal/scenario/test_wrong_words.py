"""What is not of the language is named with its line and what should stand there."""

import pytest

from table_controller.rehearsal.scenario import ScenarioError, parse

from .test_parse import HEAD, set_with

WRONG = [
    ("shuffel 7s", "shuffel"),
    ("deal now", "nothing may follow"),
    ("draw", "the place is missing"),
    ("draw seat 11", "1 to 10"),
    ("draw seat ⅴ", "is a number"),
    ("draw muck", "not 'muck'"),
    ("draw burn up", "nothing may follow"),
    ("draw seat 5 down", "nothing may follow"),
    ("found 9x seat 3", "neither a card nor the name of a device"),
    ("found Ad", "the place is missing"),
    ("move Ad seat 5 burn", "an arrow"),
    ("move Ad seat 5 -> seat 5", "another place"),
    ("move board ->", "the place is missing"),
    ("return Ad", "where it goes is missing"),
    ("return shoe", "the place is one of"),
    ("shuffle 7s Qx", "not a card"),
    ("drop deck", "what is dropped"),
    ("act 3", "the act is missing"),
    ("act 3 dance", "the act is one of"),
    ("act 3 bet", "total of the round is missing"),
    ("act 3 call 20", "nothing may follow"),
    ("act 3 bet -5", "is a number"),
    ("act 3 bet 99999999999", "is a number"),
    ("push 3 60 chips 25 10x3", "add up to 55, not 60"),
    ("push 3 60 25", "nothing may follow"),
    ("post 4 ante", "the blind is one of"),
    ("key exposed", "the seat is missing"),
    ("key boxed 3", "nothing may follow"),
    ("key magic", "the key is one of"),
    ("rule hole_wrong_count kill", "the seat is missing"),
    ("rule hole_wrong_count", "the ruling is missing"),
    ("late 3 raise", "total of the round is missing"),
    ("wait 4", "in seconds"),
    ("wait 99999s", "in seconds"),
    ("push_pot side0 3", "the pot is one of"),
    ("deal\ndeck Ts", "right after next_hand"),
    ("next_hand\nexpect clean\ndeck Ts\ndeck 2s", "right after next_hand"),
    ("deal\nante 2", "only once"),
    ("button 2", "was said on line 4"),
    ("expect", "what must be so is missing"),
    ("expect sunshine", "sunshine"),
    ("expect finding Turn", "lower-case"),
    ("expect finding x level 4", "1 to 3"),
    ("expect only one", "is one of finding"),
    ("expect procedure M0", "M1 to M21"),
    ("expect procedure M22", "M1 to M21"),
    ("expect street deal", "the street is one of"),
    ("expect winner main", "the seat is missing"),
    ("expect holes", "the seat is missing"),
    ("expect button none", "is a number"),
    ("expect owes 4 sb", "a seat owes"),
    ("expect question table 3", "what is asked about"),
    ("expect cutoff any_action maybe", "yes or no"),
    ("expect refused always", "nothing may follow"),
]
WRONG_SETS = [
    ("rules swedish", "the profile is one of"),
    ("rules slovak raise_cap", "KEY=VALUE"),
    ("rules slovak raise_cap=3 raise_cap=4", "each key once"),
    ("rules slovak raise_caps=3", "no such setting"),
    ("rules slovak raise_cap=many", "not one of"),
    ("limit half 5/10", "the limit is one of"),
    ("limit no 10", "two amounts"),
    ("limit no 10/5", "stands first"),
    ("limit no 0/0", "1 to"),
    ("straddle 0", "1 to"),
    ("seats", "at least one"),
    ("seats 1=1000 1=500", "each seat stands once"),
    ("seats 1", "as its number"),
    ("seats 1=1000:late", "a seat is any of"),
    ("seats 0=1000", "1 to 10"),
    ("button draw Ks Ks 9s", "each once"),
    ("button draw Ks 9s", "one card to each of 3 players, not 2"),
    ("last_hand button=1 bb=2 sb=3", "sb=SEAT"),
    ("last_hand button=none sb=1 bb=2", "is a number"),
    ("chip 0", "1 to"),
    ("blinds_posted perhaps", "yes or no"),
    ("deck Ts Ts", "stands twice"),
    ("deck Qh' Qh'", "stands twice"),
    ("deck XX'", "no second card"),
    ("deck " + "XX " * 53, "52 cards, not 53"),
]


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_a_wrong_statement_is_named_with_its_line(line: str, why: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse("hand.table", HEAD + line)
    assert caught.value.line == 4 + len(line.splitlines())
    assert why in caught.value.why
    assert str(caught.value).startswith(f"hand.table:{caught.value.line}: ")


@pytest.mark.parametrize(("line", "why"), WRONG_SETS)
def test_a_wrong_line_of_the_setting_is_named(line: str, why: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse("hand.table", set_with(line))
    assert why in caught.value.why


@pytest.mark.parametrize("word", ["rules", "limit", "seats", "button"])
def test_a_setting_that_lacks_a_line_says_which(word: str) -> None:
    text = "\n".join(line for line in HEAD.splitlines() if not line.startswith(word))
    with pytest.raises(ScenarioError, match=word):
        parse("f", text)


def test_the_button_is_said_in_one_way_only() -> None:
    with pytest.raises(ScenarioError, match="either button or last_hand"):
        parse("f", HEAD + "last_hand button=1 sb=2 bb=3")
