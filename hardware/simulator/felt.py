"""Where the zones of a simulated table lie on its felt: which are beside each other, and over which a card passes on its way.

Owns the places, in cm. Knows nothing of antennas.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Final

from hardware.simulator.zones import FELT, SEAT_ZONES, SEATS, Zone

_SEAT_PLACES: Final = ((-72, 28), (-98, 48), (-98, 72), (-72, 92), (-26, 104), (26, 104), (72, 92), (98, 72), (98, 48), (72, 28))
PLACES: Final[Mapping[Zone, tuple[float, float]]] = {
    **dict(zip(SEAT_ZONES.values(), _SEAT_PLACES, strict=True)),
    Zone.FLOP: (-10, 41),
    Zone.TURN: (8, 41),
    Zone.RIVER: (18, 41),
    Zone.BURN: (-20, 26),
    Zone.HOLD: (20, 24),
    Zone.OUT: (34, 24),
    Zone.MUCK: (-36, 10),
    Zone.EXIT: (-37, 28),
}
"""Middles of the areas of `layouts/slovak.toml`, in whole cm: `x` to the right of the dealer, `y` away from him."""
NEAR_CM: Final = 25
"""Antennas whose middles are no farther apart can hear each other's cards (assumed); and neighbours' seats can."""
OVER_CM: Final = 12
"""A card that passes a zone's middle so near is over its antenna (assumed)."""
STACKED: Final = frozenset({Zone.BURN, Zone.MUCK, Zone.HOLD, Zone.OUT, *SEAT_ZONES.values()})
"""Here cards lie on each other. The flop lies side by side."""


def beside(zone: Zone) -> tuple[Zone, ...]:
    """The zones of the felt whose antennas can hear this one's cards."""
    near = [other for other in FELT if other is not zone and math.dist(PLACES[zone], PLACES[other]) <= NEAR_CM]
    seats = [SEAT_ZONES[seat + step] for seat in SEATS for step in (-1, 1) if SEAT_ZONES[seat] is zone and seat + step in SEATS]
    return tuple(dict.fromkeys([*near, *seats]))


def passed(source: Zone, to: Zone) -> Iterator[tuple[Zone, float]]:
    """The zones a card passes on the straight way, with the part of the way at which it is nearest (0..1)."""
    if source not in PLACES or to not in PLACES:
        return
    (x, y), (end_x, end_y) = PLACES[source], PLACES[to]
    length = math.dist((x, y), (end_x, end_y))
    for zone in FELT:
        if zone in (source, to) or not length:
            continue
        at_x, at_y = PLACES[zone]
        part = ((at_x - x) * (end_x - x) + (at_y - y) * (end_y - y)) / length**2
        if 0 < part < 1 and math.dist((at_x, at_y), (x + part * (end_x - x), y + part * (end_y - y))) <= OVER_CM:
            yield zone, part
