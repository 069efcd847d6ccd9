"""Acts: whose turn it is, whether the act is allowed, and what it becomes in the record.

An act that may not be done now is refused with a reason and changes nothing. Cards are never touched here: silence and moved
cards are evidence for others, a key is an act (B45).
"""

from table_controller.core import orders as ask
from table_controller.core.act_events import ActDeclared, AmountWrong
from table_controller.core.draft import Draft
from table_controller.core.events import BetMade, Called, Checked, Folded, Raised, Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.limits import LegalActs, after_wager, legal_for, to_match
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person
from table_controller.core.procedure import acts_held
from table_controller.core.questions import CHIPS_WITHOUT_KEY, close_for
from table_controller.core.rounds import after_act, take_as_complete
from table_controller.core.state import HandState, SeatState

_OVER = Street.OVER


def actor_of(draft: Draft, number: SeatNo | None) -> tuple[HandState, SeatState] | Rejection:
    """The seat whose turn it is, if this order may speak for it. An open irregularity refuses no act: it was made."""
    hand = draft.state.hand
    if hand is None or hand.street is _OVER:
        return Rejection("no_hand")
    if draft.state.lost and draft.state.unheard:
        return Rejection("table_locked")
    if draft.state.procedures and acts_held(draft.state):
        return Rejection("betting_not_open")
    if hand.actor is None:
        take_as_complete(draft)
        hand = draft.state.hand
    if hand is None or hand.actor is None:
        return Rejection("betting_not_open")
    if number is not None and number != hand.actor:
        return Rejection("not_your_turn", {"seat": number, "actor": hand.actor})
    if draft.state.paused is not None:
        return Rejection("table_paused")
    return hand, draft.state.seats[hand.actor - 1]


def fold_hand(draft: Draft, order: ask.Fold, _by: Person) -> Rejection | None:
    """Out of the hand, facing a bet or not (E12)."""
    found = actor_of(draft, order.seat)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    facing = min(max(0, to_match(draft.state, hand, seat) - seat.bet), seat.stack)
    draft.add(Folded(seat=seat.seat, facing=Chips(facing)))
    after_act(draft)
    return None


def check(draft: Draft, order: ask.Check, _by: Person) -> Rejection | None:
    """Stays in for nothing. Facing a bet it is no act, and only call and fold are left (E11, TDA 55)."""
    found = actor_of(draft, order.seat)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    due = to_match(draft.state, hand, seat) - seat.bet
    if due > 0:
        if seat.seat in hand.passive:
            return Rejection("check_facing_bet", {"to_call": min(due, seat.stack)})
        draft.add(ActDeclared(seat=seat.seat, act="check"))
        return None
    draft.add(Checked(seat=seat.seat))
    after_act(draft)
    return None


def call(draft: Draft, order: ask.Call, _by: Person) -> Rejection | None:
    """Matches the bet with what the stack allows; without a bet it is a check (E11, TDA 55)."""
    found = actor_of(draft, order.seat)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    due = to_match(draft.state, hand, seat) - seat.bet
    if due <= 0:
        draft.add(ActDeclared(seat=seat.seat, act="call"))
        draft.add(Checked(seat=seat.seat))
        after_act(draft)
        return None
    match(draft, seat, due)
    return None


def match(draft: Draft, seat: SeatState, due: int) -> None:
    added = min(due, seat.stack)
    draft.add(Called(seat=seat.seat, added=Chips(added), all_in=added == seat.stack))
    _chips_explained(draft, seat)


def check_or_call(draft: Draft, order: ask.CheckOrCall, _by: Person) -> Rejection | None:
    """The one key for both."""
    found = actor_of(draft, order.seat)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    due = to_match(draft.state, hand, seat) - seat.bet
    if due > 0:
        match(draft, seat, due)
    else:
        draft.add(Checked(seat=seat.seat))
        after_act(draft)
    return None


def bet(draft: Draft, order: ask.Bet, _by: Person) -> Rejection | None:
    """The first bet of a round."""
    hand = draft.state.hand
    if hand is not None and hand.actor is not None and hand.bet > 0:
        found = actor_of(draft, order.seat)
        return found if isinstance(found, Rejection) else Rejection("bet_facing_bet", {"bet": hand.bet})
    return _wager(draft, order.seat, order.to)


def raise_to(draft: Draft, order: ask.Raise, _by: Person) -> Rejection | None:
    """A raise; with no bet before it, it is one (E11, TDA 55)."""
    hand = draft.state.hand
    unfit = hand is not None and hand.actor is not None and hand.bet == 0
    return _wager(draft, order.seat, order.to, "raise" if unfit else "")


def bet_or_raise(draft: Draft, order: ask.BetOrRaise, _by: Person) -> Rejection | None:
    """The one key for both; without an amount the smallest, which in fixed limit is the only one."""
    return _wager(draft, order.seat, order.to)


def _wager(draft: Draft, number: SeatNo | None, to: Chips | None, unfit: str = "") -> Rejection | None:
    """`unfit`: the word that was used although it does not fit."""
    found = actor_of(draft, number)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    may = legal_for(draft.state, hand, seat)
    to = may.min_to if to is None else to
    refused = _refused(hand, may, to)
    if refused is not None:
        return refused
    if unfit:
        draft.add(ActDeclared(seat=seat.seat, act=unfit, to=to))
    wager(draft, seat, to, may.min_to)
    return None


def _refused(hand: HandState, may: LegalActs, to: Chips) -> Rejection | None:
    """What may not be done. Too little is no reason: it lies there, and is put right (E7)."""
    if not may.may_raise:
        return Rejection(may.why_not, {"to_call": may.to_call})
    if to > may.all_in_to:
        return Rejection("more_than_stack", {"max": may.all_in_to})
    if to > may.max_to:
        return Rejection("above_maximum", {"max": may.max_to})
    if to <= hand.bet and to != may.all_in_to:
        return Rejection("below_minimum", {"min": may.min_to})
    return None


def wager(draft: Draft, seat: SeatState, to: Chips, lowest: Chips) -> None:
    """Puts it on the line. Too little for a bet or raise is recorded as it is, and that it is wrong (TDA 43, 52)."""
    hand = draft.state.hand
    if hand is None:
        return
    added = Chips(to - seat.bet)
    all_in = added == seat.stack
    opens = hand.bet == 0
    if opens:
        draft.add(BetMade(seat=seat.seat, to=to, added=added, all_in=all_in))
    else:
        full = after_wager(draft.state, hand, to).full
        draft.add(Raised(seat=seat.seat, to=to, added=added, all_in=all_in, full=full))
    if to < lowest:
        draft.add(AmountWrong(seat=seat.seat, to=lowest, why="underbet" if opens else "underraise"))
    _chips_explained(draft, seat)


def _chips_explained(draft: Draft, seat: SeatState) -> None:
    """The key that a question waited for has come; and the round may be over."""
    if draft.state.questions:
        close_for(draft, seat.seat, CHIPS_WITHOUT_KEY, "keyed")
    after_act(draft)


def all_in(draft: Draft, order: ask.AllIn, _by: Person) -> Rejection | None:
    """All of the stack: a call where it does not reach further or nobody could answer more, else a bet or raise.

    Where the limit of the game stops the chips short of the stack the order is refused, not cut.
    """
    found = actor_of(draft, order.seat)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    may = legal_for(draft.state, hand, seat)
    if may.may_raise:
        refused = _refused(hand, may, may.all_in_to)
        if refused is None:
            wager(draft, seat, may.all_in_to, may.min_to)
        return refused
    if may.why_not not in ("stack_too_short", "all_others_all_in") or not may.may_call:
        return Rejection(may.why_not if may.may_call else "nothing_to_call", {"to_call": may.to_call})
    match(draft, seat, may.to_call)
    return None
