"""What follows from what: a betting round that is over, a street whose cards lie complete, a hand that needs no more bets.

Called after every act and every card; adds the events that have become true. Must not know why the act or card came.
"""

from collections.abc import Sequence

from table_controller.core.act_events import HeldActReleased
from table_controller.core.draft import Draft
from table_controller.core.events import CardIdentified, DealCompleted, Folded, ShowdownOpened, Street, StreetClosed, StreetOpened
from table_controller.core.fold_cards import SEAT_INDEX, deal_complete
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.places import Place
from table_controller.core.pots import pots_of, return_uncalled
from table_controller.core.procedure import board_held
from table_controller.core.rules import ShowOrder
from table_controller.core.state import PLACE_INDEX, HandState, SeatStatus, TableState
from table_controller.core.turn import next_actor

_SHOWDOWN = Street.SHOWDOWN
_RIVER = Street.RIVER
_DEAL = Street.DEAL
_PREFLOP = Street.PREFLOP
_ALL_AT_ONCE = ShowOrder.ALL_AT_ONCE
_CALLED_FIRST = ShowOrder.CALLED_PLAYER_FIRST

BOARD_TARGET: dict[Street, int] = {Street.PREFLOP: 3, Street.FLOP: 4, Street.TURN: 5}
"""How many cards lie on the board once the street after this one is complete."""
FOLLOWING: dict[Street, Street] = {Street.PREFLOP: Street.FLOP, Street.FLOP: Street.TURN, Street.TURN: Street.RIVER}
_BOARD = PLACE_INDEX[Place.BOARD]
_CONTENDS = frozenset({SeatStatus.LIVE, SeatStatus.ALL_IN})


def after_act(draft: Draft) -> None:
    """Closes the round if nobody has to act any more."""
    hand = draft.state.hand
    if hand is not None and hand.actor is None and hand.street is not _SHOWDOWN:
        _take_folds(draft, hand)
        close_round(draft)


def _take_folds(draft: Draft, hand: HandState) -> None:
    """A fold out of turn binds without a turn of its own (TDA 53-A, 58); the last hand left is not given up (SK53)."""
    left = hand.contending
    for held in hand.held:
        if held.act == "fold" and draft.state.seats[held.seat - 1].status is SeatStatus.LIVE and left > 1:
            left -= 1
            draft.add(HeldActReleased(seat=held.seat, bound=True))
            draft.add(Folded(seat=held.seat, facing=Chips(0)))


def close_round(draft: Draft) -> None:
    """Uncalled chips go back, bets go to the pots, and what lies complete already is opened."""
    return_uncalled(draft)
    hand = draft.state.hand
    if hand is None:
        return
    draft.add(StreetClosed(street=hand.street, pots=pots_of(draft.state, hand)))
    if hand.street is _RIVER:
        open_showdown(draft)
    else:
        open_streets(draft)


def complete_deal(draft: Draft) -> None:
    """Betting opens; if all are all-in by their blinds it is over at once."""
    draft.add(DealCompleted())
    after_act(draft)


def take_as_complete(draft: Draft) -> None:
    """An act says that the dealer takes the deal, or the flop, for complete although a card is wanting (C16, D5)."""
    state, hand = draft.state, draft.state.hand
    if hand is None or hand.pots_only:
        return
    if hand.street is _DEAL:
        if any(len(state.lying[SEAT_INDEX[seat]]) >= 2 for seat in hand.order):
            complete_deal(draft)
    elif hand.street is _PREFLOP and 0 < len(state.lying[_BOARD]) < 3 and not board_held(state):
        open_street(draft, hand)


def after_card(draft: Draft) -> None:
    """Completes the deal or opens a street if this card was the last one it wanted."""
    hand = draft.state.hand
    if hand is None:
        return
    if hand.street is _DEAL:
        if deal_complete(draft.state.lying, hand.order):
            complete_deal(draft)
    elif not hand.betting:
        open_streets(draft)


def flop_is_short(state: TableState) -> bool:
    """The flop is due and has begun: one or two of its cards lie on the board (D5)."""
    hand = state.hand
    if hand is None or hand.street is not _PREFLOP or hand.betting or hand.pots_only or not hand.live:
        return False
    return 0 < len(state.lying[_BOARD]) < 3


def open_streets(draft: Draft) -> None:
    """Opens every street whose cards lie complete, until somebody has to act."""
    while True:
        hand = draft.state.hand
        if hand is None or hand.betting or hand.pots_only or hand.street not in FOLLOWING:
            return
        board, wanted = draft.state.lying[_BOARD], BOARD_TARGET[hand.street]
        if len(board) < wanted or sum(card.up for card in board) < wanted:
            return  # a burn, a hand or the muck that touches the board is no street
        if draft.state.findings and board_held(draft.state):
            return
        open_street(draft, hand)


def open_street(draft: Draft, hand: HandState) -> None:
    """The following street's betting begins; after the river with nobody to bet, the showdown."""
    following = FOLLOWING[hand.street]
    actor = next_actor(draft.state.seats, hand.order, None, Chips(0), Chips(0))
    draft.add(StreetOpened(street=following, actor=actor))
    if actor is None and following is _RIVER:
        open_showdown(draft)


def lay_open(draft: Draft, draws: Sequence[int]) -> None:
    """Cards of these draws, laid on the board by hand, are proven to belong there: they play, and everybody sees them."""
    for index, card in enumerate(draft.state.lying[_BOARD]):
        if not card.up and card.hidden is not None and card.draw in draws:
            up = card.hidden.face
            draft.add(CardIdentified(place=Place.BOARD, index=index, hidden=card.hidden, up=up, draw=card.draw))


def open_showdown(draft: Draft) -> None:
    """Hands are shown, unless only one player is left (SK53, PL11)."""
    hand = draft.state.hand
    if hand is not None and hand.contending > 1:
        draft.add(ShowdownOpened(order=show_order(draft.state, hand)))


def show_order(state: TableState, hand: HandState) -> tuple[SeatNo, ...]:
    """The last to bet or raise on the last street first, else the first left of the button; then clockwise (TDA 17, RR 7).

    Where the challenged player has to show, it is who bet or raised last on any street (UA25).
    """
    rivals = tuple(number for number in hand.order if state.seats[number - 1].status in _CONTENDS)
    rule = state.rules.show_order
    first = hand.challenged if rule is _CALLED_FIRST else hand.aggressor
    if first not in rivals or rule is _ALL_AT_ONCE:
        return rivals
    at = rivals.index(first)
    return rivals[at:] + rivals[:at]
