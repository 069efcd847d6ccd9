"""What a confirmed finding about betting changes at once: an amount is made right, acts stand, a clock has run out.

Which level may confirm is decided before; what takes several steps is a procedure and not here.
"""

from collections.abc import Callable

from table_controller.core import betting, held
from table_controller.core import orders as ask
from table_controller.core.act_events import AmountCorrected
from table_controller.core.act_state import AmissAct
from table_controller.core.draft import Draft
from table_controller.core.events import FindingRaised
from table_controller.core.ids import Chips
from table_controller.core.limits import legal_for
from table_controller.core.rounds import after_act


def amend(draft: Draft, finding: FindingRaised) -> None:
    """Carries out what follows from confirming it; for most codes nothing does."""
    make = _AMENDS.get(finding.code)
    if make is not None:
        make(draft, finding)


def _amount(draft: Draft, finding: FindingRaised) -> None:
    """Until the street is over; afterwards it stands (TDA 52)."""
    hand = draft.state.hand
    wrong = None if hand is None else next((act for act in hand.amiss if act.seat == finding.seat), None)
    if wrong is not None:
        _complete(draft, wrong)


def _stated(draft: Draft, _finding: FindingRaised) -> None:
    """The caller owes the true amount, whatever he was told (TDA 49)."""
    hand = draft.state.hand
    for wrong in () if hand is None else hand.amiss:
        if wrong.why == "undercall":
            _complete(draft, wrong)


def _complete(draft: Draft, wrong: AmissAct) -> None:
    seat = draft.state.seats[wrong.seat - 1]
    added = max(0, min(wrong.to - seat.bet, seat.stack))
    draft.add(
        AmountCorrected(seat=seat.seat, to=Chips(seat.bet + added), added=Chips(added), all_in=added == seat.stack, why=wrong.why)
    )
    after_act(draft)


def _skipped(draft: Draft, _finding: FindingRaised) -> None:
    held.let_stand(draft)


def _clock(draft: Draft, finding: FindingRaised) -> None:
    """Facing a bet the hand is dead, otherwise it checks (TDA 29)."""
    hand = draft.state.hand
    if hand is None or hand.actor is None or hand.actor != finding.seat:
        return
    acts = legal_for(draft.state, hand, draft.state.seats[hand.actor - 1])
    if acts.may_check:
        betting.check(draft, ask.Check(seat=hand.actor), held.SYSTEM)
    else:
        betting.fold_hand(draft, ask.Fold(seat=hand.actor), held.SYSTEM)


_AMENDS: dict[str, Callable[[Draft, FindingRaised], None]] = {
    "undercall": _amount,
    "underbet": _amount,
    "underraise": _amount,
    "wrong_amount_stated": _stated,
    "skipped_player": _skipped,
    "clock": _clock,
}
