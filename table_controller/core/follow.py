"""What follows an act or ruling of its own accord: held acts whose turn has come, and findings whose matter is settled.

Such findings need nobody's word: what was held has been taken or taken back, an amount was put right or can no longer be, and
what was only noted is past as soon as play has gone on.
"""

from table_controller.core import held
from table_controller.core.awarding import correctable
from table_controller.core.deciding import OF_POTS
from table_controller.core.draft import Draft
from table_controller.core.events import FindingClosed, FindingRaised
from table_controller.core.ids import SeatNo
from table_controller.core.orders import Person, Role
from table_controller.core.state import HandState, SeatStatus, TableState

_SYSTEM = Person(Role.SYSTEM)

NOTED = frozenset(
    {
        "oversize_chip",
        "multi_chip",
        "short_allin_reopen",
        "raise_cap",
        "pot_limit_over",
        "check_facing_bet",
        "call_no_bet",
        "raise_no_bet",
        "fold_no_bet",
        "allin_below_sb",
    }
)
"""Ruled as soon as they are seen: nothing waits for them."""
AMOUNTS = frozenset({"undercall", "underbet", "underraise"})
"""Put right when confirmed, until the street is over (TDA 51, 52)."""

OF_ACTS = NOTED | AMOUNTS | {"out_of_turn", "string_bet", "wrong_amount_stated"}
"""About one act: gone when the act is taken back."""


def follow_up(before: TableState, draft: Draft) -> None:
    """`before`: the state before the act that is followed up."""
    hand = draft.state.hand
    if hand is not None and hand.held:
        held.settle(draft)
    busy = {one.finding for one in draft.state.procedures}
    for finding in before.findings:
        if finding.number in busy:
            continue
        how = _settled(before, draft.state, finding)
        if how and any(one.number == finding.number for one in draft.state.findings):
            draft.add(FindingClosed(number=finding.number, how=how, by=_SYSTEM))


def _settled(before: TableState, now: TableState, finding: FindingRaised) -> str:
    """How it is settled; empty: it is not."""
    hand = now.hand
    if hand is None:
        return ""
    if finding.code in NOTED:
        return "noted" if _gone_on(before.hand, hand) else ""
    if finding.code in AMOUNTS:
        return "" if any(act.seat == finding.seat for act in hand.amiss) else "stands"
    if finding.code in OF_POTS:
        return "" if any(correctable(now, pot) for pot in now.misawarded) else "stands"
    if finding.code == "clock":
        return "" if hand.actor == finding.seat and not _gone_on(before.hand, hand) else "cleared"
    if finding.code == "folded_over_line":  # the key of its fold came after all, in turn
        in_turn = before.hand is not None and before.hand.actor == finding.seat
        return "late_entry" if in_turn and _folded(now, finding.seat) else ""
    if finding.code == "out_of_turn":
        return "" if any(act.seat == finding.seat for act in hand.held) else "repaired"
    return ""


def _folded(state: TableState, seat: SeatNo | None) -> bool:
    return seat is not None and state.seats[seat - 1].status is SeatStatus.FOLDED


def _gone_on(before: HandState | None, now: HandState) -> bool:
    return before is None or (before.acts, before.street, before.number) != (now.acts, now.street, now.number)
