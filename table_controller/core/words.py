"""What players say before chips or cards show it: words in turn bind (TDA 40, 55, SK80, HU19; RULEBOOK E3, E4, E11).

Words that say all are the act at once. "Raise" without an amount waits for the chips. Words that do not fit what lies there are
taken as the rules take them: a call without a bet is a check, a raise without one a bet, a check facing one leaves call and fold.
"""

from collections.abc import Callable
from typing import Any

from table_controller.core import betting
from table_controller.core import orders as ask
from table_controller.core.act_events import ActDeclared
from table_controller.core.act_state import Said
from table_controller.core.draft import Draft
from table_controller.core.ids import Chips
from table_controller.core.limits import legal_for
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Declare, Person
from table_controller.core.state import TableState

_WAGERS = frozenset({"bet", "raise"})

_ACTS: dict[str, Callable[[Declare], AnyOrder]] = {
    "fold": lambda said: ask.Fold(seat=said.seat),
    "check": lambda said: ask.Check(seat=said.seat),
    "call": lambda said: ask.Call(seat=said.seat),
    "bet": lambda said: ask.Bet(seat=said.seat, to=said.to or Chips(0)),
    "raise": lambda said: ask.Raise(seat=said.seat, to=said.to or Chips(0)),
    "all_in": lambda said: ask.AllIn(seat=said.seat),
}


def act_of(order: Declare) -> AnyOrder | Rejection:
    """The order these words are worth; a raise without an amount is one for the smallest."""
    if order.what not in _ACTS:
        return Rejection("no_such_act", {"what": order.what})
    if order.what in _WAGERS and order.to is None:
        return ask.BetOrRaise(seat=order.seat)
    return _ACTS[order.what](order)


def declare(draft: Draft, order: Declare, by: Person) -> Rejection | None:
    """Words of the player whose turn it is."""
    meant = act_of(order)
    if isinstance(meant, Rejection):
        return meant
    if order.what in _WAGERS and order.to is None:
        return _without_amount(draft, order)
    said = draft.state.hand is not None and draft.state.hand.actor == order.seat
    if said and _fits(draft.state, order):
        draft.add(ActDeclared(seat=order.seat, act=order.what, to=order.to))
    return _TAKE[type(meant)](draft, meant, by)


def _fits(state: TableState, order: Declare) -> bool:
    """Whether the words are the act; where they are not, the act itself says how they are taken."""
    facing = state.hand is not None and state.hand.bet > 0
    if order.what == "check":
        return not _due(state, order)
    if order.what == "call":
        return _due(state, order)
    return order.what != "raise" or facing


def _due(state: TableState, order: Declare) -> bool:
    hand = state.hand
    return hand is not None and legal_for(state, hand, state.seats[order.seat - 1]).may_call


def _without_amount(draft: Draft, order: Declare) -> Rejection | None:
    """The chips will say how much; that it may be done at all is asked now."""
    found = betting.actor_of(draft, order.seat)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    may = legal_for(draft.state, hand, seat)
    if not may.may_raise:
        return Rejection(may.why_not, {"to_call": may.to_call})
    if order.what == "bet" and hand.bet > 0:
        return Rejection("bet_facing_bet", {"bet": hand.bet})
    draft.add(ActDeclared(seat=seat.seat, act=order.what))
    return None


_TAKE: dict[type, Callable[[Draft, Any, Person], Rejection | None]] = {
    ask.Fold: betting.fold_hand,
    ask.Check: betting.check,
    ask.Call: betting.call,
    ask.Bet: betting.bet,
    ask.Raise: betting.raise_to,
    ask.AllIn: betting.all_in,
}


def bound(state: TableState, order: AnyOrder) -> Rejection | None:
    """Why the actor may not do this after what he said: he has announced a bet or raise, and the chips are to come."""
    said = None if state.hand is None else state.hand.said
    if said is None or said.done or state.hand is None or said.seat != state.hand.actor:
        return None
    other = type(order) in (ask.Fold, ask.Check, ask.Call, ask.CheckOrCall)
    spoken = getattr(order, "seat", None) in (None, said.seat)
    return Rejection("words_bind", {"seat": said.seat}) if other and spoken else None


def repeated(state: TableState, order: AnyOrder) -> bool:
    """Whether the key or the chips only follow what the same player has said, and what is recorded."""
    hand = state.hand
    if hand is None or hand.said is None or not hand.said.done or hand.before is None:
        return False
    if hand.before.seat != hand.said.seat or getattr(order, "seat", None) != hand.said.seat:
        return False
    if isinstance(order, ask.PushChips):
        return not (raised_without_amount(hand.said) and hand.astray is not None and hand.astray.pushed == order.seat)
    return _same(hand.said, order)


def raised_without_amount(said: Said) -> bool:
    """Only the chips say how much, and once they lie there nothing else is announced."""
    return said.act in _WAGERS and said.to is None


def _same(said: Said, order: AnyOrder) -> bool:
    if isinstance(order, ask.CheckOrCall):
        return said.act in ("check", "call")
    if isinstance(order, ask.Bet | ask.Raise | ask.BetOrRaise):
        return said.act in _WAGERS and order.to in (None, said.to)
    return {ask.Fold: "fold", ask.Check: "check", ask.Call: "call", ask.AllIn: "all_in"}.get(type(order)) == said.act
