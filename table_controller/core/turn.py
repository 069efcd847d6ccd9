"""Whose turn it is. Knows seats and what must be matched, nothing of limits or of how chips move."""

from table_controller.core.ids import Chips, SeatNo
from table_controller.core.state import SeatState, SeatStatus

_LIVE = SeatStatus.LIVE


def next_actor(
    seats: tuple[SeatState, ...], order: tuple[SeatNo, ...], start: SeatNo | None, bet: Chips, highest: Chips
) -> SeatNo | None:
    """The first seat after `start` (None: from the head of the order) that still has to act in this round; None: it is over.

    A seat has to act while it has not acted or has not matched `bet`; but alone with chips it has only to answer a bet that
    really lies there (`highest`), not a blind that came short.
    """
    at = order.index(start) + 1 if start in order else 0
    waiting: SeatNo | None = None
    able = 0
    for number in (order[at:] + order[:at]) if at else order:
        seat = seats[number - 1]
        if seat.status is _LIVE:
            able += 1
            if waiting is not None:
                return waiting
            if not seat.acted or seat.bet < bet:
                if seat.bet < highest or able > 1:
                    return number
                waiting = number
    return None
