"""Hands dealt as they should be give no finding, whatever the profile, the number of seats or the button."""

from typing import Any

import pytest

from table_controller.core.orders import Award, Show
from table_controller.house_rules import PRESETS


@pytest.mark.parametrize("profile", PRESETS)
def test_a_clean_hand_gives_no_finding(table: Any, profile: str) -> None:
    playing = table(profile)
    playing.play_to("showdown")
    while playing.order(Show()) is None:
        pass
    playing.must(Award())
    playing.gather()
    playing.play_to("flop")
    assert playing.codes() == []


@pytest.mark.parametrize(("seats", "button"), [((2, 5), 5), ((2, 5), 2), ((1, 4, 9), 4), (tuple(range(1, 11)), 3)])
def test_seats_and_button_make_no_difference(table: Any, seats: tuple[int, ...], button: int) -> None:
    playing = table(seats=seats, button=button)
    first = playing.state
    assert first.button_placed.seat == button
    for _ in range(2 * len(seats)):
        playing.to(str(playing.expected_seat()))
    playing.calls()
    playing.to("burn board board board")
    playing.calls()
    playing.to("burn board")
    assert playing.codes() == []
