"""No sequence of statements, however absurd, breaks a law of conservation or the runner."""

from hypothesis import given, settings
from hypothesis import strategies as some

from table_controller.bootstrap.scenario import direct_stage
from table_controller.core.cards import FULL_DECK, text_of
from table_controller.rehearsal.scenario import parse, run

HEAD = """rules {rules}
limit {limit}
seats 1=40 2=95 3=200 4=1000:{flag}
button 4
deck Ts 2s Qh Qh' 5c JK Js 4d XX 7c
"""
RULES = some.sampled_from(("slovak", "czech", "polish", "ukrainian", "hungarian", "tda_2024", "roberts_v11"))
LIMITS = some.sampled_from(("no 5/10", "pot 5/10", "fixed 10/20"))
FLAGS = some.sampled_from(("new", "absent", "sitting_out", "missed_both"))

SEATS = some.integers(1, 5)
CARDS = some.sampled_from([text_of(face) for face in FULL_DECK[::7]] + ["Ts", "2s", "Qh'", "JK", "XX"])
ZONES = some.sampled_from(("burn", "board", "hold", "out", "muck")) | SEATS.map("seat {}".format)
AMOUNTS = some.sampled_from((1, 5, 10, 20, 25, 40, 100, 1000))
ACTS = some.sampled_from(("fold", "check", "call", "allin", "show", "muck")) | some.one_of(
    AMOUNTS.map("bet {}".format), AMOUNTS.map("raise {}".format)
)


def line(form: str, *parts: some.SearchStrategy[object]) -> some.SearchStrategy[str]:
    return some.tuples(*parts).map(lambda values: form.format(*values))


PLAIN = """deal|burn|flop|turn|river|draw dropped|draw stuck|draw out|draw hold|drop stub|shuffle|swap_deck|award|next_hand
wait 4s|wait 9s|lost shoe|found shoe|key boxed|key misdeal|key floor|key ok|key undo|key deal_done|rule x stands|rule x void"""
STATEMENTS = some.one_of(
    some.sampled_from(PLAIN.replace("\n", "|").split("|")),
    line("act {} {}", SEATS, ACTS),
    line("key_only {} {}", SEATS, ACTS),
    line("push {} {}", SEATS, AMOUNTS),
    line("draw seat {}", SEATS),
    line("draw seat {} up", SEATS),
    line("move {} {} -> {}", CARDS, ZONES, ZONES),
    line("move {} -> {}", ZONES, ZONES),
    line("return {} top", CARDS),
    line("return {}", ZONES),
    line("found {} {}", CARDS, ZONES),
    line("post {} {}", SEATS, some.sampled_from(("sb", "bb", "dead_sb", "both"))),
    line("{} {}", some.sampled_from(("leave", "absent", "back", "button_at", "key exposed", "key absent", "key clock")), SEATS),
    line("sit {} {}", SEATS, AMOUNTS),
    line("topup {} {}", SEATS, AMOUNTS),
)
ACTORS_PLAY = some.sampled_from(
    ("deal", "act 3 call", "act 1 call", "act 2 check", "act 2 call", "act 4 fold", "flop", "turn", "river")
)


def sensible(text: str) -> bool:
    """A card is not moved to where it lies; that is a mistake of the language."""
    parts = text.partition(" -> ")
    return not parts[1] or not parts[0].endswith(parts[2])


@given(RULES, LIMITS, FLAGS, some.lists(ACTORS_PLAY | STATEMENTS.filter(sensible), max_size=40))
@settings(max_examples=150, deadline=None)
def test_no_play_whatever_breaks_a_law(rules: str, limit: str, flag: str, body: list[str]) -> None:
    head = HEAD.format(rules=rules, limit=limit, flag=flag)
    left = body
    while left:
        failure = run(parse("any", head + "\n".join(left)), direct_stage).failure
        if failure is None:
            return
        assert "a law is broken" not in failure.why
        del left[failure.line - head.count("\n") - 1]  # what cannot be done is left out, and all else tried again
