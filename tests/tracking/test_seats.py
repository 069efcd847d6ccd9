"""Seat sensors: nobody there is told when it has lasted, somebody at once; a deal that was complete meanwhile is remembered."""

from typing import Any

import pytest

from table_controller.core.events import DealCompleted
from table_controller.core.facts import SeatSensed
from table_controller.tracking.timing import ABSENT

SEAT = 4


def told(table: Any) -> list[tuple[bool, bool]]:
    return [(fact.present, fact.at_deal) for fact in table.said(SeatSensed)]


@pytest.fixture
def seated(table: Any) -> Any:
    table.input(SEAT, True)
    return table


@pytest.mark.parametrize("ms", [300, 4_000, ABSENT - 1])
def test_a_sensor_that_loses_its_player_for_seconds_says_nothing(seated: Any, ms: int) -> None:
    seated.input(SEAT, False)
    seated.wait(ms)
    seated.input(SEAT, True)
    seated.wait(60_000)
    assert told(seated) == [(True, False)]


def test_a_player_who_has_left_is_told_with_the_time_at_which_he_did(seated: Any) -> None:
    left = seated.now
    seated.input(SEAT, False)
    seated.wait(ABSENT)
    assert told(seated) == [(True, False), (False, False)]
    assert seated.said(SeatSensed)[-1].at == left


def test_a_player_who_was_gone_when_the_deal_was_complete_is_told_so(seated: Any) -> None:
    """F5: absent at the last card counts, though the sensor's word is believed only after it."""
    seated.input(SEAT, False)
    seated.wait(1_000)
    seated.recorded(DealCompleted())
    seated.wait(ABSENT)
    assert told(seated)[-1] == (False, True)


def test_a_player_who_leaves_after_the_deal_was_there(seated: Any) -> None:
    seated.recorded(DealCompleted())
    seated.wait(1)
    seated.input(SEAT, False)
    seated.wait(ABSENT)
    assert told(seated)[-1] == (False, False)


def test_an_empty_seat_is_empty_at_the_first_word(table: Any) -> None:
    table.input(SEAT, False)
    assert told(table) == [(False, False)]


def test_time_nobody_was_there_does_not_count(seated: Any) -> None:
    seated.input(SEAT, False)
    seated.restart(60_000)
    seated.wait(ABSENT - 1)
    assert told(seated) == [(True, False)]
    seated.wait(1)
    assert told(seated)[-1] == (False, False)
