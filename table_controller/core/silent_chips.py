"""Chips pushed over the line without a word: which act they are (TDA 43-45, RR betting; RULEBOOK E4, E5, P09).

Facing a bet one chip is a call, and several are one while every chip is needed for it; from half of a raise on it is a raise,
and what is less than a full one is made up to it. Chips beyond the act go back. Knows no seat's turn: the act itself is refused
where it is not allowed.
"""

from collections.abc import Callable
from typing import Any

from table_controller.core import betting
from table_controller.core import orders as ask
from table_controller.core.draft import Draft
from table_controller.core.ids import Chips
from table_controller.core.limits import LegalActs, legal, min_to
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, PushChips
from table_controller.core.state import HandState, TableState


def push_chips(draft: Draft, order: PushChips, by: Person) -> Rejection | None:
    """The act the chips stand for, taken or refused like any other."""
    if order.amount <= 0 or any(chip <= 0 for chip in order.chips):
        return Rejection("no_amount")
    meant = meaning(draft.state, order)
    return meant if isinstance(meant, Rejection) else _ACTS[type(meant)](draft, meant, by)


def meaning(state: TableState, order: PushChips) -> AnyOrder | Rejection:
    """The act, or why these chips are none."""
    hand, acts = state.hand, legal(state)
    if hand is None or acts is None or acts.seat != order.seat:
        return ask.CheckOrCall(seat=order.seat)
    bet = state.seat(order.seat).bet
    stack = acts.all_in_to - bet
    if order.amount > stack:
        return Rejection("more_than_stack", {"max": stack})
    if order.amount == stack:  # the last chips
        return ask.AllIn(seat=order.seat)
    if acts.may_call and order.amount < acts.to_call:
        return Rejection("undercall", {"to_call": acts.to_call})
    if acts.may_call and _is_call(order, acts.to_call):
        return ask.Call(seat=order.seat)
    return _wager(hand, acts, order, Chips(bet + order.amount))


def _is_call(order: PushChips, due: Chips) -> bool:
    """One chip, or none too many: without the smallest they would not reach (TDA 44, 45)."""
    if order.amount == due or len(order.chips) == 1:
        return True
    return bool(order.chips) and order.amount - min(order.chips) < due


def _wager(hand: HandState, acts: LegalActs, order: PushChips, to: Chips) -> AnyOrder | Rejection:
    """More than a call: from half of the smallest raise on it is one (TDA 43); what lies beyond the limit goes back (52-B)."""
    lowest = min_to(hand)
    too_little = 2 * (to - hand.bet) < lowest - hand.bet
    if acts.may_call and (too_little or not acts.may_raise):
        return ask.Call(seat=order.seat)
    if too_little or (acts.opens and to < lowest):
        return Rejection("below_minimum", {"min": lowest})
    return ask.BetOrRaise(seat=order.seat, to=min(max(to, lowest), max(acts.max_to, lowest)))


_ACTS: dict[type, Callable[[Draft, Any, Person], Rejection | None]] = {
    ask.CheckOrCall: betting.check_or_call,
    ask.Call: betting.call,
    ask.AllIn: betting.all_in,
    ask.BetOrRaise: betting.bet_or_raise,
}
