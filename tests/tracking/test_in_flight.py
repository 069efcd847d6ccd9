"""A card that left the shoe and is heard only beside the seat where it is awaited."""

import pytest

from table_controller.core.events import HandStarted
from table_controller.core.ids import AttemptNo, HandNo, SeatNo
from table_controller.tracking import Zone

from .conftest import Sensing, bindings

ROUND = 400
LONG = 60_000
ORDER = (SeatNo(1), SeatNo(2), SeatNo(3), SeatNo(4))


@pytest.fixture
def felt() -> Sensing:
    """A hand has begun at four seats, and the first card is awaited at seat 1."""
    table = Sensing(bindings(round_ms=ROUND))
    table.recorded(
        HandStarted(
            hand=HandNo(1), attempt=AttemptNo(1), dealt_in=ORDER, button=SeatNo(4), small_blind=SeatNo(1), big_blind=SeatNo(2)
        )
    )
    return table


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
