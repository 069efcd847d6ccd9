"""Cards that are heard badly where they lie: those that left the shoe, on the board, and given back out of the muck."""

from typing import Any

import msgspec
import pytest

from table_controller.core.events import BoardCardDealt, CardDealt, CardMoved
from table_controller.core.facts import CardMissing
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.steps import Awaits, Step
from table_controller.tracking import Zone

from .conftest import LONG, ROUND, Sensing, tag


def landed(felt: Sensing) -> str:
    felt.wait(LONG)
    return next(to for piece, _, to, _ in felt.arrivals() if piece == 1)


@pytest.mark.parametrize(("times", "silent", "where"), [(2, 300, "seat_2"), (1, 300, "seat_1"), (2, 2_000, "seat_1")])
def test_long_moments_beside_add_up_unless_the_silence_between_weighs_more(
    felt: Sensing, times: int, silent: int, where: str
) -> None:
    felt.draw(1, Zone.SEAT_2)
    for _ in range(times):
        felt.wait(6 * ROUND)
        felt.hits(Zone.SEAT_2, 1, 6)
        felt.tag_out(Zone.SEAT_2, 1)
        felt.wait(silent)
        if times > 1:
            felt.tag_in(Zone.SEAT_2, 1)
    assert landed(felt) == where


def test_what_is_concluded_when_the_time_to_land_is_over_is_not_taken_back(felt: Sensing) -> None:
    """Long enough to be believed then, and too short by itself: once the clock stood still over that."""
    felt.leaves_shoe(1)
    felt.wait(3_900)
    felt.tag_in(Zone.SEAT_2, 1)
    assert landed(felt) == "seat_2"


def hidden(felt: Sensing, card: int) -> Any:
    return felt.ground.decks.hidden(felt.ground.decks.find(tag(card)))  # type: ignore[arg-type]


def test_a_moment_at_the_flop_does_not_make_a_turn_that_the_hold_hears_one_that_lies_there(felt: Sensing) -> None:
    felt.draw(1, Zone.TURN)
    felt.wait(12 * ROUND)
    felt.recorded(BoardCardDealt(hidden=hidden(felt, 1), up=None, draw=1))
    felt.facts.clear()
    felt.tag_out(Zone.TURN, 1)
    felt.tag_in(Zone.FLOP, 1)
    felt.wait(ROUND)
    felt.tag_out(Zone.FLOP, 1)
    felt.tag_in(Zone.HOLD, 1)
    felt.wait(9 * ROUND)
    felt.tag_out(Zone.HOLD, 1)
    felt.tag_in(Zone.TURN, 1)
    felt.wait(LONG)
    assert felt.arrivals() == []
    assert not felt.said(CardMissing)


@pytest.mark.parametrize(("wanted", "holds", "where"), [(True, 0, ["seat_3"]), (False, 0, []), (True, 2, [])])
def test_of_a_hand_given_back_a_card_taken_up_at_once_lies_with_the_other(
    felt: Sensing, wanted: bool, holds: int, where: list[str]
) -> None:
    """Where cards are to be moved to that seat now, and it has not got its two."""
    for card in range(3, 3 + holds):
        felt.recorded(CardDealt(hidden=hidden(felt, card), seat=SeatNo(3), draw=card))
    for card in (1, 2):
        felt.draw(card, Zone.MUCK)
        felt.wait(12 * ROUND)
        felt.recorded(CardMoved(hidden=hidden(felt, card), source=Place.SHOE, index=0, to=Place.MUCK, draw=card))
    moves = ((Place.MUCK, SEAT_PLACES[SeatNo(3)]),) if wanted else ()
    step = Step(n=1, text=Message("put_back"), awaits=Awaits(moves=moves))
    running = ProcedureState(finding=1, code="winner_killed", procedure="M20", level=2, steps=(step,))
    felt.table = msgspec.structs.replace(felt.table, procedures=(running,))
    felt.facts.clear()
    for card in (1, 2):
        felt.tag_out(Zone.MUCK, card)
    felt.tag_in(Zone.SEAT_3, 1)
    felt.wait(LONG)
    assert [to for piece, _, to, _ in felt.arrivals() if piece == 2] == where
    assert bool(felt.said(CardMissing)) != bool(where)
