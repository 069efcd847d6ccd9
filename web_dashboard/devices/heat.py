"""Where the table misread: what the record says of each place, put where the place is drawn. Counts only, never a card.

Owns where a place lies on the drawing; what a misread is `audit.books` says.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from table_controller.core.places import SEAT_PLACES, Place
from web_dashboard.pages.geometry import Point, spots

_CENTRE = {
    Place.BOARD: Point(600, 280),
    Place.BURN: Point(505, 470),
    Place.SHOE: Point(600, 470),
    Place.MUCK: Point(695, 470),
    Place.HOLD: Point(395, 380),
    Place.OUT: Point(805, 380),
}


class HeatSpot(NamedTuple):
    """One place of the drawing. `times`: misread. `share`: 0 to 1, of the place with most.

    `what`: by kind, the most frequent first.
    """

    place: str
    at: Point
    times: int
    share: float
    what: tuple[tuple[str, int], ...]


def heat_of(misread: Mapping[Place, Counter[str]], seats: int) -> tuple[HeatSpot, ...]:
    """Every place of a table with so many seats, also those where nothing was misread."""
    where = {SEAT_PLACES[number]: spot.cards for number, spot in zip(SEAT_PLACES, spots(seats), strict=False)} | _CENTRE
    totals = {place: sum(misread[place].values()) if place in misread else 0 for place in where}
    most = max(totals.values(), default=0)
    return tuple(
        HeatSpot(
            place.value,
            at,
            totals[place],
            totals[place] / most if most else 0.0,
            tuple(misread[place].most_common()) if place in misread else (),
        )
        for place, at in where.items()
    )
