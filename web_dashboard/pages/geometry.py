"""Where seats stand round the drawn table. Pure geometry in drawing units; knows nothing of poker.

The table is seen from the dealer's place, which is the middle of the lower edge; seat 1 is at the dealer's left hand and the
numbers run clockwise, as at the table itself.
"""

import math
from typing import NamedTuple

WIDTH, HEIGHT = 1200.0, 700.0
CENTRE_X, CENTRE_Y = WIDTH / 2, 318.0
_RADIUS = 252.0
_STRAIGHT = 492.0
_DEALER_GAP = 300.0
PLATE_HALF_WIDTH, PLATE_HALF_HEIGHT = 88.0, 36.0
CARDS_HALF_WIDTH, CARDS_HALF_HEIGHT = 42.0, 29.0
_APART = 13.0
_MARK = 24.0
"""From the edge of the cards to the middle of the button."""


class Point(NamedTuple):
    """A place on the drawing."""

    x: float
    y: float


class Spot(NamedTuple):
    """Middles of a seat's name plate, its cards, its bet, and its button or blind mark."""

    plate: Point
    cards: Point
    bet: Point
    mark: Point


def spots(seats: int) -> tuple[Spot, ...]:
    """Seat 1 first, spread evenly along the rail, with room for the dealer."""
    edge = 2 * _STRAIGHT + 2 * math.pi * _RADIUS
    step = (edge - _DEALER_GAP) / seats
    return tuple(_spot((_DEALER_GAP + step) / 2 + step * number) for number in range(seats))


def _spot(along: float) -> Spot:
    plate, (inx, iny) = _rail(along)
    return _beside(plate, math.copysign(1.0, inx)) if abs(inx) > abs(iny) else _facing(plate, math.copysign(1.0, iny))


def _beside(plate: Point, inward: float) -> Spot:
    """At the round ends all stands in a row, so that neighbours do not meet; the bet lies on the side of the middle line."""
    cards = Point(plate.x + inward * (PLATE_HALF_WIDTH + _APART + CARDS_HALF_WIDTH), plate.y)
    to_middle = math.copysign(CARDS_HALF_HEIGHT + 20, CENTRE_Y - plate.y)
    return Spot(plate, cards, Point(cards.x, cards.y + to_middle), Point(cards.x, cards.y - to_middle))


def _facing(plate: Point, inward: float) -> Spot:
    """On the long sides cards and bet lie before the plate, drawn a little towards the middle of the table."""
    to_middle = CENTRE_X - plate.x
    far = PLATE_HALF_HEIGHT + _APART + CARDS_HALF_HEIGHT
    cards = Point(plate.x + 0.16 * to_middle, plate.y + inward * far)
    bet = Point(plate.x + 0.24 * to_middle, plate.y + inward * (far + CARDS_HALF_HEIGHT + 19))
    aside = math.copysign(CARDS_HALF_WIDTH + _MARK, to_middle)
    return Spot(plate, cards, bet, Point(cards.x + aside, cards.y))


def _rail(along: float) -> tuple[Point, tuple[float, float]]:
    """A point of the rail, `along` from the dealer clockwise, and the direction to the inside there."""
    half, turn = _STRAIGHT / 2, math.pi * _RADIUS
    if along <= half:
        return Point(CENTRE_X - along, CENTRE_Y + _RADIUS), (0.0, -1.0)
    along -= half
    if along <= turn:
        return _bend(CENTRE_X - half, along / _RADIUS)
    along -= turn
    if along <= _STRAIGHT:
        return Point(CENTRE_X - half + along, CENTRE_Y - _RADIUS), (0.0, 1.0)
    along -= _STRAIGHT
    if along <= turn:
        return _bend(CENTRE_X + half, along / _RADIUS + math.pi)
    return Point(CENTRE_X + half - (along - turn), CENTRE_Y + _RADIUS), (0.0, -1.0)


def _bend(middle_x: float, angle: float) -> tuple[Point, tuple[float, float]]:
    """A point of a round end; `angle` clockwise from straight down."""
    outx, outy = -math.sin(angle), math.cos(angle)
    return Point(middle_x + outx * _RADIUS, CENTRE_Y + outy * _RADIUS), (-outx, -outy)
