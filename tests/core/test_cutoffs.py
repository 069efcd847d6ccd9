"""Cut-offs of a hand, exactly (RULEBOOK 0.2, P10): SK any action, RR two acted, TDA substantial action; blinds do not count."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.ids import SeatNo
from table_controller.core.rules import Cutoff
from table_controller.core.state import passed
from tests.core.felt import Felt


@pytest.mark.parametrize(
    ("line", "any_action", "two_acted", "substantial"),
    [
        ("", False, False, False),
        ("f", True, False, False),
        ("c", True, False, False),
        ("30", True, False, False),
        ("f f", True, True, False),
        ("f c", True, True, True),
        ("c f", True, True, True),
        ("30 f", True, True, True),
        ("f f f", True, True, True),
    ],
)
def test_p10_before_the_flop(line: str, any_action: bool, two_acted: bool, substantial: bool) -> None:
    felt = Felt().sit(dict.fromkeys(range(1, 7), 500), button=6).start().acts(line)
    assert [passed(felt.state, cutoff) for cutoff in Cutoff] == [any_action, two_acted, substantial]


def test_p10_check_check_is_not_substantial() -> None:
    felt = Felt().sit(dict.fromkeys(range(1, 6), 500), button=5)
    felt.do(ask.PostBlind(seat=SeatNo(3), what="extra_bb"), ask.PostBlind(seat=SeatNo(4), what="extra_bb")).start().acts("x x")
    assert [passed(felt.state, cutoff) for cutoff in Cutoff] == [True, True, False]


@pytest.mark.parametrize(("act", "chips"), [("f", 0), ("x", 0), ("20", 1), ("a", 1)])
def test_every_act_counts_once_on_its_street(act: str, chips: int) -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("c c x").street().acts(act)
    assert (felt.hand.acts, felt.hand.chip_acts, felt.hand.street_acts) == (4, 2 + chips, 1)


def test_an_undone_act_does_not_count() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("c").do(ask.Undo())
    assert not passed(felt.state, Cutoff.ANY_ACTION)
