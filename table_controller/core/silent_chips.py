"""Chips pushed over the line: which act they are (TDA 42-46, 51, RR betting; RULEBOOK E3-E7, P09).

Silent chips facing a bet: one chip is a call, and several are one while every chip is needed for it; from half of a raise on they
are a raise, and what is less than a full one is made up to it. Chips beyond the act go back. After "raise" was said the call may
lie there first and one more motion follow; in big-bet games under Robert's Rules as many as it takes (RR no-limit). A second
motion without a word is a string bet.
"""

import msgspec

from table_controller.core import betting
from table_controller.core.act_events import AmountWrong, ChipsLaid, ChipsRead
from table_controller.core.act_state import Said
from table_controller.core.draft import Draft
from table_controller.core.events import ActUndone, Called, Checked
from table_controller.core.ids import Chips
from table_controller.core.limits import LegalActs, legal_for, min_to
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person, PushChips
from table_controller.core.rounds import after_act
from table_controller.core.rules import Fallback
from table_controller.core.stakes import Limit
from table_controller.core.state import HandState, SeatState, TableState
from table_controller.core.words import raised_without_amount

_WHY_CALL = {"betting_not_reopened": "short_allin_reopen", "passive_only": "short_allin_reopen", "raise_cap": "raise_cap"}
"""What chips beyond the call are an attempt at, where no raise may be made."""


class Read(msgspec.Struct, frozen=True, gc=False):
    """`to`: the seat's total of the round by what counts. `why`: code of what was strange about it; empty: nothing."""

    to: Chips
    why: str = ""


def push_chips(draft: Draft, order: PushChips, _by: Person) -> Rejection | None:
    """The act the chips stand for, taken or refused like any other."""
    if order.amount <= 0 or any(chip <= 0 for chip in order.chips) or (order.chips and sum(order.chips) != order.amount):
        return Rejection("no_amount")
    if _second_motion(draft.state.hand, order) and not _raise_goes_on(draft, order):
        return None
    found = betting.actor_of(draft, order.seat)
    if isinstance(found, Rejection):
        return found
    hand, seat = found
    if order.amount > seat.stack:
        return Rejection("more_than_stack", {"max": seat.stack})
    acts = legal_for(draft.state, hand, seat)
    said = hand.said
    if said is not None and not said.done and said.seat == seat.seat:
        if _first_of_two(said, acts, order):
            draft.add(ChipsLaid(seat=seat.seat, amount=order.amount))
            return None
        if _as_many_motions_as_it_takes(draft.state):
            draft.add(ChipsLaid(seat=seat.seat, amount=order.amount))
        read = _after_raise(seat, acts, said.lies + order.amount)
    else:
        read = reading(draft.state, hand, seat, order)
    _take(draft, acts, seat, order, read)
    return None


def _second_motion(hand: HandState | None, order: PushChips) -> bool:
    """Nobody has acted since this seat did, and it puts in more."""
    return hand is not None and hand.before is not None and hand.before.seat == order.seat != hand.actor


def _of_the_key(state: TableState, order: PushChips) -> bool:
    """The act was keyed before its chips were out, and these are they."""
    hand = state.hand
    if hand is None or hand.before is None or (hand.astray is not None and hand.astray.pushed == order.seat):
        return False
    at = order.seat - 1
    return bool(order.amount == hand.before.seats[at].stack - state.seats[at].stack)


def _raise_goes_on(draft: Draft, order: PushChips) -> bool:
    """A second motion: chips of the raise that was announced, whose hands have not come to rest; of a key; or a string bet."""
    if _of_the_key(draft.state, order):
        return False
    said = None if draft.state.hand is None else draft.state.hand.said
    announced = said is not None and said.done and said.seat == order.seat and raised_without_amount(said)
    if announced and _as_many_motions_as_it_takes(draft.state):
        draft.add(ActUndone(seat=order.seat))
        return True
    draft.add(ChipsRead(seat=order.seat, amount=order.amount, added=Chips(0), why="string_bet"))
    return False


def _as_many_motions_as_it_takes(state: TableState) -> bool:
    return state.rules.fallback is Fallback.ROBERTS_V11 and state.stakes.limit is not Limit.FIXED_LIMIT


def _first_of_two(said: Said, acts: LegalActs, order: PushChips) -> bool:
    """The exact call after `raise`: one more motion is to come (TDA 42)."""
    return not said.lies and acts.may_call and order.amount == acts.to_call < acts.all_in_to and len(order.chips) != 1


def _after_raise(seat: SeatState, acts: LegalActs, chips: int) -> Read:
    """`raise` was said: the smallest one at least, one chip for all it is worth (TDA 43, 44)."""
    to = Chips(seat.bet + chips)
    return Read(min(max(to, acts.min_to), acts.max_to) if to < acts.all_in_to else min(to, acts.max_to))


def reading(state: TableState, hand: HandState, seat: SeatState, order: PushChips) -> Read:
    """What silent chips are."""
    acts = legal_for(state, hand, seat)
    to = Chips(seat.bet + order.amount)
    call = Chips(seat.bet + acts.to_call)
    if acts.may_call and (to <= call or not acts.may_raise):
        return Read(min(to, call), "" if to <= call else _WHY_CALL.get(acts.why_not, "multi_chip"))
    last_chips = to == acts.all_in_to
    if acts.may_call and not last_chips and _every_chip_needed(order, acts.to_call):
        return Read(call, "oversize_chip" if len(order.chips) == 1 else "multi_chip")
    if to > acts.max_to:
        return Read(acts.max_to, "pot_limit_over" if state.stakes.limit is Limit.POT_LIMIT else "multi_chip")
    if last_chips:
        return Read(to)
    return _made_up(hand, acts, call, to)


def _every_chip_needed(order: PushChips, due: Chips) -> bool:
    """One chip, or none too many: without the smallest they would not reach (TDA 44, 45)."""
    return bool(order.chips) and order.amount - min(order.chips) < due


def _made_up(hand: HandState, acts: LegalActs, call: Chips, to: Chips) -> Read:
    """From half of the smallest raise on it is one, and less is a call (TDA 43); an opening bet is what lies there."""
    lowest = min_to(hand)
    if to >= lowest or acts.opens:
        return Read(to)
    if 2 * (to - hand.bet) >= lowest - hand.bet:
        return Read(min(lowest, acts.max_to), "multi_chip")
    return Read(call, "multi_chip")


def _take(draft: Draft, acts: LegalActs, seat: SeatState, order: PushChips, read: Read) -> None:
    added = Chips(read.to - seat.bet)
    draft.add(ChipsRead(seat=seat.seat, amount=order.amount, added=added, why=read.why))
    if acts.opens or read.to > seat.bet + acts.to_call:
        betting.wager(draft, seat, read.to, acts.min_to)
        return
    draft.add(Checked(seat=seat.seat) if acts.may_check else Called(seat=seat.seat, added=added, all_in=added == seat.stack))
    if added < acts.to_call:
        draft.add(AmountWrong(seat=seat.seat, to=Chips(seat.bet + acts.to_call), why="undercall"))
    after_act(draft)
