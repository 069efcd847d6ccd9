"""Where a card can lie. Every card is in exactly one place."""

from enum import StrEnum

from table_controller.core.ids import ALL_SEATS, SeatNo


class Place(StrEnum):
    """A zone of the table. The board is one place; which slot a card has follows from the order of arrival."""

    SHOE = "shoe"
    """In the deck, wherever the dealer holds it."""
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
    BURN = "burn"
    BOARD = "board"
    MUCK = "muck"
    HOLD = "hold"
    """The marked spot for cards set aside during a recovery."""
    OUT = "out"
    """Out of play: jokers, boxed and foreign cards."""
    DROPPED = "dropped"
    """Known to have left the table."""
    NOWHERE = "nowhere"
    """Left one place and not yet seen in another."""


SEAT_PLACES: dict[SeatNo, Place] = {seat: Place(f"seat_{seat}") for seat in ALL_SEATS}
SEAT_OF_PLACE: dict[Place, SeatNo] = {place: seat for seat, place in SEAT_PLACES.items()}
