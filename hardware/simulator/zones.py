"""The places of a simulated table where a card can physically be.

Owns their names. The names of the felt's zones are those of the table's computer, so that a table configuration can name them.
"""

from enum import StrEnum
from typing import Final


class Zone(StrEnum):
    """Each card is in exactly one of these."""

    DECK = "shoe"
    """In the deck, wherever the dealer keeps it; the first card of the zone is the top."""
    EXIT = "exit"
    """In the mouth of the shoe, over its antenna and gate."""
    HAND = "hand"
    """In somebody's hand, on its way."""
    SEAT_1 = "seat_1"
    SEAT_2 = "seat_2"
    SEAT_3 = "seat_3"
    SEAT_4 = "seat_4"
    SEAT_5 = "seat_5"
    SEAT_6 = "seat_6"
    SEAT_7 = "seat_7"
    SEAT_8 = "seat_8"
    SEAT_9 = "seat_9"
    SEAT_10 = "seat_10"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    BURN = "burn"
    MUCK = "muck"
    HOLD = "hold"
    OUT = "out"
    DROPPED = "dropped"
    """On the floor."""
    STUCK = "stuck"
    """Left the shoe and lies where no antenna sees it."""
    BOX = "box"
    """In a box beside the table: a second deck, and cards taken out of the first."""


SEATS: Final = tuple(range(1, 11))
SEAT_ZONES: Final = {seat: Zone(f"seat_{seat}") for seat in SEATS}
FELT: Final = (*SEAT_ZONES.values(), Zone.FLOP, Zone.TURN, Zone.RIVER, Zone.BURN, Zone.MUCK, Zone.HOLD, Zone.OUT)
"""Every zone with an antenna under it."""
