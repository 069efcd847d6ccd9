"""A hand is killed or comes back by ruling, with all that follows: uncalled chips, pots, the round that may be over."""

from msgspec.structs import replace

from table_controller.core.draft import Draft
from table_controller.core.events import Pot, Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.pots import pots_of
from table_controller.core.procedure_events import ChipsGivenBack, HandKilled, HandRetrieved
from table_controller.core.rounds import after_act
from table_controller.core.state import SeatStatus, TableState, with_seat

_CONTENDS = (SeatStatus.LIVE, SeatStatus.ALL_IN)


def kill(draft: Draft, number: SeatNo, why: str, *, give_back: bool) -> bool:
    """Kills a hand that plays; False when there is none, or when nobody else plays any more.

    `give_back`: what nobody has called goes back (TDA 15-B, 65-A).
    """
    state, hand = draft.state, draft.state.hand
    if hand is None or not hand.live or number not in hand.order or state.seat(number).status not in _CONTENDS:
        return False
    if hand.contending < 2:
        return False
    betting = hand.betting
    draft.add(HandKilled(seat=number, why=why, pots=_pots(state, number, SeatStatus.DEAD)))
    excess = _uncalled(draft.state, number)
    if give_back and betting and excess > 0:
        draft.add(ChipsGivenBack(seat=number, amount=excess))
    if betting:
        after_act(draft)
    return True


def _uncalled(state: TableState, number: SeatNo) -> Chips:
    """What of the seat's own bet or raise nobody has matched; a blind is neither."""
    hand = state.hand
    if hand is None or hand.aggressor != number:
        return Chips(0)
    others = max((seat.bet for seat in state.seats if seat.seat != number), default=0)
    blind = state.stakes.big_blind if hand.street is Street.PREFLOP else 0
    return Chips(max(0, state.seats[number - 1].bet - max(others, blind)))


def retrieve(draft: Draft, number: SeatNo, why: str) -> bool:
    """A hand lives again; False when it was not out."""
    state, hand = draft.state, draft.state.hand
    if hand is None or not hand.live or number not in hand.order:
        return False
    seat = state.seat(number)
    if seat.status in _CONTENDS and not seat.gave_up:
        return False
    draft.add(HandRetrieved(seat=number, why=why, pots=_pots(state, number, SeatStatus.LIVE)))
    return True


def _pots(state: TableState, number: SeatNo, status: SeatStatus) -> tuple[Pot, ...] | None:
    """The pots with the seat in or out, where they have been made up already."""
    hand = state.hand
    if hand is None or hand.betting or hand.street is Street.DEAL:
        return None
    return pots_of(replace(state, seats=with_seat(state.seats, replace(state.seat(number), status=status))), hand)
