"""Acts out of turn: held until the turn comes, then binding if nothing has changed (TDA 53, RR betting, PL07; M19).

A skipped player does not lose his turn by it. Checks, calls and folds in between change nothing; a bet or raise does. A fold out
of turn binds whatever happens. Knows no limit of the game: the act itself is taken or refused like any other in its turn.
"""

from collections.abc import Callable
from typing import Any

from table_controller.core import betting, words
from table_controller.core import orders as ask
from table_controller.core.act_events import ActHeld, HeldActReleased, HeldActsRuled
from table_controller.core.act_state import HeldAct
from table_controller.core.draft import Draft
from table_controller.core.events import FindingRaised
from table_controller.core.fold_table import find
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.limits import min_to
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.state import HandState, SeatState, SeatStatus

SYSTEM = Person(Role.SYSTEM)
CHIPS_GO_IN = frozenset({"call", "wager", "all_in"})

Meant = tuple[str, int]
"""Which act, and what the seat would have in the round by it."""


def price_now(hand: HandState) -> Chips:
    """What has to be matched, held bets counted."""
    wagers = [act.to for act in hand.held if act.act in ("wager", "all_in")]
    return max(hand.bet, *wagers) if wagers else hand.bet


def substantial(hand: HandState) -> bool:
    """Two acts behind a skipped seat of which one puts chips in, or three of any kind (TDA 36, 53-B)."""
    paid = any(act.act in CHIPS_GO_IN for act in hand.held)
    return len(hand.held) >= 3 or (len(hand.held) == 2 and paid)


def hold(draft: Draft, order: AnyOrder, refused: Rejection) -> Rejection | None:
    """Keeps the act of a seat whose turn it is not. `refused`: why it could not be taken, and the answer where it cannot wait."""
    hand = draft.state.hand
    meant = words.act_of(order) if isinstance(order, ask.Declare) else order
    named: SeatNo | None = getattr(order, "seat", None)
    make = _MEANT.get(type(meant))
    if refused.code != "not_your_turn" or hand is None or named is None or make is None:
        return refused
    seat = find(draft.state, named)
    if seat is None or named not in hand.order or seat.status is not SeatStatus.LIVE:
        return refused
    if any(act.seat == named for act in hand.held):
        return Rejection("already_held", {"seat": named})
    price = price_now(hand)
    act, to = make(meant, hand, seat, price)
    if act == "check" and price > seat.bet:
        return Rejection("check_facing_bet", {"to_call": min(price - seat.bet, seat.stack)})
    if act == "wager" and not seat.bet < to <= seat.bet + seat.stack:
        return Rejection("no_amount") if to <= seat.bet else Rejection("more_than_stack", {"max": seat.bet + seat.stack})
    draft.add(ActHeld(seat=named, act=act, to=Chips(to), price=price))
    return None


def _call(_order: Any, _hand: HandState, seat: SeatState, price: Chips) -> Meant:
    if price <= seat.bet:
        return "check", seat.bet
    return "call", min(price, seat.bet + seat.stack)


def _wager(order: Any, hand: HandState, _seat: SeatState, _price: Chips) -> Meant:
    return "wager", min_to(hand) if order.to is None else order.to


def _pushed(order: Any, hand: HandState, seat: SeatState, price: Chips) -> Meant:
    """Chips out of turn: up to the price they are a call."""
    to = seat.bet + order.amount
    return _call(order, hand, seat, price) if to <= price or seat.stack < order.amount else ("wager", to)


_MEANT: dict[type, Callable[[Any, HandState, SeatState, Chips], Meant]] = {
    ask.Fold: lambda _order, _hand, seat, _price: ("fold", seat.bet),
    ask.Check: lambda _order, _hand, seat, _price: ("check", seat.bet),
    ask.Call: _call,
    ask.CheckOrCall: _call,
    ask.Bet: _wager,
    ask.Raise: _wager,
    ask.BetOrRaise: _wager,
    ask.PushChips: _pushed,
    ask.AllIn: lambda _order, _hand, seat, _price: ("all_in", seat.bet + seat.stack),
}


def waits(hand: HandState, finding: FindingRaised) -> bool:
    """Whether what the finding is about still waits for its turn: the seat's act, or any behind a skipped player."""
    if finding.code == "skipped_player":
        return bool(hand.held)
    return any(act.seat == finding.seat for act in hand.held)


def settle(draft: Draft, *, force: bool = False) -> None:
    """Takes or takes back what was held, as far as its turn has come. While the floor is waited for only with `force`."""
    while True:
        hand = draft.state.hand
        if hand is None or (draft.state.locked and not force):
            return
        due = next((act for act in hand.held if act.seat == hand.actor), None)
        if due is None:
            return
        if (due.act != "fold" and hand.bet != due.price) or not _taken(draft, due):
            draft.add(HeldActReleased(seat=due.seat, bound=False))


def _taken(draft: Draft, held: HeldAct) -> bool:
    """Whether the act could be taken as it was made."""
    trial = Draft(draft.state)
    trial.add(HeldActReleased(seat=held.seat, bound=True))
    if _TAKE[held.act](trial, held) is not None:
        return False
    draft.events += trial.events
    draft.states += trial.states
    draft.state = trial.state
    return True


_TAKE: dict[str, Callable[[Draft, HeldAct], Rejection | None]] = {
    "fold": lambda draft, held: betting.fold_hand(draft, ask.Fold(seat=held.seat), SYSTEM),
    "check": lambda draft, held: betting.check(draft, ask.Check(seat=held.seat), SYSTEM),
    "call": lambda draft, held: betting.call(draft, ask.Call(seat=held.seat), SYSTEM),
    "wager": lambda draft, held: betting.bet_or_raise(draft, ask.BetOrRaise(seat=held.seat, to=held.to), SYSTEM),
    "all_in": lambda draft, held: betting.all_in(draft, ask.AllIn(seat=held.seat), SYSTEM),
}


def let_stand(draft: Draft) -> None:
    """The floor's ruling on a skipped player: what was done behind him stands, and he may only call, check or fold (TDA 53-B)."""
    hand = draft.state.hand
    if hand is None or hand.actor is None or not hand.held:
        return
    at = hand.order.index(hand.actor)
    waiting = {act.seat for act in hand.held}
    skipped = []
    for number in hand.order[at:] + hand.order[:at]:
        if number in waiting:
            break
        if draft.state.seats[number - 1].status is SeatStatus.LIVE:
            skipped.append(number)
    draft.add(HeldActsRuled(passive=tuple(skipped)))


def contradicts(hand: HandState, to: Chips) -> bool:
    """Whether a bet of this total, had it been made before, would have changed the price for what was done since."""
    return any(act.act != "fold" and to > act.price for act in hand.held)
