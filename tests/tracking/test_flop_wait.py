"""A flop short of its third card is waited for three seconds, once; not while a card may be on its way (D5)."""

from typing import Any

import pytest

from table_controller.core.cards import Card
from table_controller.core.events import (
    BoardCardDealt,
    DealCompleted,
    HandVoided,
    Street,
    StreetClosed,
    StreetOpened,
)
from table_controller.core.facts import FlopWaited
from table_controller.core.ids import AttemptNo, HandNo
from table_controller.core.orders import Person, Role
from table_controller.tracking import Zone, deadline

from .conftest import BOARD
from .test_chips import STARTED


@pytest.fixture
def flop(table: Any) -> Any:
    """The betting is over, and the first card of the flop lies there."""
    table.recorded(STARTED, DealCompleted(), StreetClosed(street=Street.PREFLOP, pots=()), _card(1))
    return table


def _card(number: int) -> BoardCardDealt:
    return BoardCardDealt(up=Card(number), draw=number)


def test_three_seconds_without_a_card_are_told_once(flop: Any) -> None:
    flop.wait(2_999)
    assert flop.said(FlopWaited) == []
    flop.wait(1)
    assert len(flop.said(FlopWaited)) == 1
    flop.wait(60_000)
    assert len(flop.said(FlopWaited)) == 1


def test_each_card_begins_the_wait_anew_and_the_third_ends_it(flop: Any) -> None:
    for number in (2, 3):
        flop.wait(2_900)
        flop.recorded(_card(number))
    flop.wait(60_000)
    assert flop.said(FlopWaited) == []


@pytest.mark.parametrize(
    "event",
    [
        StreetOpened(street=Street.FLOP, actor=None),
        HandVoided(hand=HandNo(1), attempt=AttemptNo(1), reason="", by=Person(Role.FLOOR)),
    ],
    ids=["an act", "void"],
)
def test_what_ends_the_flop_ends_the_wait(flop: Any, event: Any) -> None:
    flop.recorded(event)
    flop.wait(60_000)
    assert flop.said(FlopWaited) == []


def test_a_board_card_while_there_is_betting_begins_no_wait(table: Any) -> None:
    table.recorded(STARTED, DealCompleted(), _card(1))
    assert deadline(table.state) is None


def test_a_card_that_has_left_the_shoe_is_waited_for_first(flop: Any) -> None:
    """Whether it is lost is another question, with a code of its own (H5)."""
    flop.wait(1_000)
    flop.leaves_shoe(2)
    flop.wait(2_500)
    assert flop.said(FlopWaited) == []
    flop.lands(2, Zone.FLOP)
    flop.recorded(_card(2))
    flop.wait(2_999)
    assert flop.said(FlopWaited) == []


def test_nothing_is_concluded_while_the_antennas_are_silent(flop: Any) -> None:
    flop.silent(BOARD)
    flop.wait(20_000)
    assert flop.said(FlopWaited) == []
    flop.up(BOARD)
    flop.snapshot({})
    flop.wait(3_000)
    assert len(flop.said(FlopWaited)) == 1


def test_the_wait_outlives_the_process_and_its_clock(flop: Any) -> None:
    flop.wait(1_000)
    flop.restart(away=30_000)
    for device in flop.ground.bindings.names:
        flop.up(device)
    flop.snapshot({})
    assert flop.said(FlopWaited) == []
    flop.wait(6_000)
    assert len(flop.said(FlopWaited)) == 1
