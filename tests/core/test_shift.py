"""Who works at the table, the level and its clock: orders, the record, and what the views say of it."""

from typing import Any

import pytest

from table_controller.alarms import Alarms
from table_controller.core import orders as ask
from table_controller.core.checkpoint import checkpoint_of, state_of_checkpoint
from table_controller.core.deciding import ANY_CODE, SETTINGS_OF, is_ruling, rulings
from table_controller.core.ids import Chips, Seq, TableId
from table_controller.core.rules import HouseRules, PrematureTurn
from table_controller.messages import catalogue
from table_controller.views.pit import pit_view
from table_controller.views.shapes import PitView
from tests.core.felt import DEALER, Felt


def sitting(felt: Felt | None = None) -> Felt:
    return (felt or Felt()).sit({1: 500, 2: 500, 3: 500}, button=3)


def view(felt: Felt) -> PitView:
    return pit_view(TableId("T1"), Seq(1), 0, felt.state, Alarms())


def level(small: int, big: int, **more: Any) -> ask.Level:
    return ask.Level(small_blind=Chips(small), big_blind=Chips(big), **more)


def test_another_dealer_may_sit_down_in_the_middle_of_a_hand_and_the_view_says_since_when() -> None:
    felt = sitting().start().do(ask.DealerChange(dealer=" Anna ", at=7_000))
    assert (view(felt).dealer, view(felt).dealer_since) == ("Anna", 7_000)
    assert felt.refusal(ask.DealerChange(dealer="Anna")) == "deals_already"
    assert felt.refusal(ask.DealerChange(dealer="Bruno"), DEALER) == "floor_needed"


def test_a_floor_person_answers_for_the_table_across_a_checkpoint() -> None:
    felt = sitting().do(ask.AssignFloor(floor="Cyril"))
    kept = checkpoint_of(felt.state)
    assert kept is not None
    assert state_of_checkpoint(kept.state) == felt.state
    assert view(felt).floor == "Cyril"


def test_a_new_level_comes_with_the_next_hand_and_keeps_the_rest_of_the_stakes() -> None:
    felt = sitting().start()
    felt.do(level(50, 100, ante=Chips(10), number=3, minutes=20, at=1_000))
    assert (view(felt).game.big_blind, felt.state.stakes.ante) == (10, 0)
    coming = view(felt).next_stakes
    assert coming is not None
    assert (coming.small_blind, coming.big_blind, coming.ante, coming.limit) == (50, 100, 10, "no_limit")
    felt.acts("f f").do(ask.Award()).again().start()
    assert (felt.state.stakes.big_blind, view(felt).next_stakes) == (100, None)
    assert felt.refusal(level(200, 100)) == felt.refusal(level(0, 0)) == "bad_stakes"


def test_the_clock_of_a_level_stands_in_a_break() -> None:
    felt = sitting().do(level(50, 100, number=3, minutes=20, at=1_000))
    felt.do(ask.LevelClock(run=False, at=61_000))
    assert felt.refusal(ask.LevelClock(run=False)) == "level_clock_so_already"
    felt.do(ask.LevelClock(run=True, at=600_000))
    now = view(felt).level
    assert now is not None
    assert (now.number, now.minutes, now.used_ms, now.since) == (3, 20, 60_000, 600_000)
    felt.do(level(100, 200, number=4))
    assert felt.refusal(ask.LevelClock(run=False)) == "no_level_clock"


@pytest.mark.parametrize("code", [*SETTINGS_OF, "burn_early", "wrong_award"])
def test_every_ruling_that_is_offered_may_be_given_and_has_a_name(code: str) -> None:
    offered = rulings(HouseRules(), code)
    assert offered
    assert all(is_ruling(code, one) for one in offered)
    assert {f"ruling.{one}" for one in offered} <= catalogue("en").keys()
    assert len(set(offered)) == len(offered)


def test_the_houses_own_ruling_is_offered_first() -> None:
    house = HouseRules(premature_turn=PrematureTurn.RIVER_BECOMES_TURN)
    assert rulings(house, "turn_premature") == ("river_becomes_turn", "reshuffle_now", *ANY_CODE)
    assert rulings(house, "burn_early") == ANY_CODE
