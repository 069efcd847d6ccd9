"""The drawn table: nothing that stands on it meets anything else, whatever the number of seats."""

import itertools

import pytest

from web_dashboard.pages.geometry import (
    CARDS_HALF_HEIGHT,
    CARDS_HALF_WIDTH,
    CENTRE_X,
    HEIGHT,
    PLATE_HALF_HEIGHT,
    PLATE_HALF_WIDTH,
    WIDTH,
    Point,
    spots,
)

Box = tuple[str, float, float, float, float]
BET_WIDTH = 100.0
"""Chip and an amount of six digits."""
PILES = (488, 600, 712)
PILE_HALF_WIDTH = 55.0
"""What is written below one, in the longest of the six languages."""


def box(name: str, middle: Point, half_width: float, half_height: float) -> Box:
    return name, middle.x - half_width, middle.y - half_height, middle.x + half_width, middle.y + half_height


def boxes(seats: int) -> list[Box]:
    found: list[Box] = [
        ("board", 437, 236, 763, 323),
        ("pots", 404, 333, 796, 424),
        *(box(f"pile {x}", Point(x, 482), 24, 26) for x in PILES),
        *(box(f"name of pile {x}", Point(x, 524), PILE_HALF_WIDTH, 10) for x in PILES),
        ("dealer", 500, 596, 700, 658),
    ]
    for number, spot in enumerate(spots(seats), start=1):
        found.append(box(f"plate {number}", spot.plate, PLATE_HALF_WIDTH, PLATE_HALF_HEIGHT))
        found.append(box(f"cards {number}", spot.cards, CARDS_HALF_WIDTH, CARDS_HALF_HEIGHT))
        found.append(box(f"mark {number}", spot.mark, 16, 16))
        left = spot.bet.x - 44 if spot.bet.x <= CENTRE_X else spot.bet.x + 44 - BET_WIDTH
        found.append((f"bet {number}", left, spot.bet.y - 11, left + BET_WIDTH, spot.bet.y + 11))
    return found


def meet(one: Box, other: Box) -> bool:
    return one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]


@pytest.mark.parametrize("seats", range(2, 11))
def test_nothing_on_the_table_overlaps(seats: int) -> None:
    pairs = [(one[0], other[0]) for one, other in itertools.combinations(boxes(seats), 2) if meet(one, other)]
    assert pairs == []


@pytest.mark.parametrize("seats", range(2, 11))
def test_everything_is_on_the_drawing(seats: int) -> None:
    ring = 7.0
    for _, left, top, right, bottom in boxes(seats):
        assert left >= ring
        assert top >= ring
        assert right <= WIDTH - ring
        assert bottom <= HEIGHT - ring


def test_seats_run_clockwise_from_the_dealers_left_hand() -> None:
    plates = [spot.plate for spot in spots(10)]
    assert plates[0].x < CENTRE_X < plates[9].x
    assert plates[0].y == pytest.approx(plates[9].y)
    assert plates[4].y < plates[0].y
    assert [plate.x for plate in plates[2:8]] == sorted(plate.x for plate in plates[2:8])
