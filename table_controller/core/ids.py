"""Types of the values that look like plain numbers and strings but must never be mixed up."""

from typing import NewType

TableId = NewType("TableId", str)
SeatNo = NewType("SeatNo", int)
"""A seat, 1 to 10, counted clockwise from the dealer's left hand."""
Chips = NewType("Chips", int)
"""An amount in the table's smallest unit."""
HandNo = NewType("HandNo", int)
"""Number of a hand at its table, from 1. A misdealt hand keeps its number."""
AttemptNo = NewType("AttemptNo", int)
"""Which deal of the same hand this is, from 1."""
Seq = NewType("Seq", int)
"""Position of a record in the journal of one table, from 1, without gaps."""
PieceNo = NewType("PieceNo", int)
"""One physical card as the table's deck registry numbers it. Two cards with the same face are two pieces."""
Millis = NewType("Millis", int)
"""Milliseconds of the host's monotonic clock."""
DeviceId = NewType("DeviceId", str)
"""Serial number of a device, 16 hexadecimal digits."""

MAX_SEATS = 10
ALL_SEATS: tuple[SeatNo, ...] = tuple(SeatNo(n) for n in range(1, MAX_SEATS + 1))


def after(seats: tuple[SeatNo, ...], seat: SeatNo) -> tuple[SeatNo, ...]:
    """The given seats clockwise, beginning with the first one left of `seat`; `seat` itself, if among them, comes last."""
    ordered = sorted(seats)
    return tuple([other for other in ordered if other > seat] + [other for other in ordered if other <= seat])
