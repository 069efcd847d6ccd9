"""Taking the last act back, with all that followed from it, until the next card moves."""

from table_controller.core.draft import Draft
from table_controller.core.events import ActUndone, FindingClosed
from table_controller.core.follow import OF_ACTS
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person, Undo
from table_controller.core.procedure import unconfirmed

_THROWN = "folded_over_line"
"""Said of a hand whose act was keyed wrongly, too: with the act taken back nothing is to be killed, unless it has begun. So it
is of any hand whose fold could not be keyed any more when the act closed the round: now it can; else the end of the round says
so again.
"""


def undo(draft: Draft, _order: Undo, by: Person) -> Rejection | None:
    """The act before it becomes the last one, so that several may be taken back one by one."""
    hand = draft.state.hand
    if hand is None or hand.before is None:
        return Rejection("nothing_to_undo")
    if draft.state.locked:
        return Rejection("table_locked")
    seat = hand.before.seat
    draft.add(ActUndone(seat=seat))
    reopened = not hand.betting and draft.state.hand is not None and draft.state.hand.betting
    waiting = unconfirmed(draft.state)
    for finding in draft.state.findings:
        thrown = finding.code == _THROWN and finding.number in waiting
        if (thrown and reopened) or (finding.seat == seat and (thrown or finding.code in OF_ACTS)):
            draft.add(FindingClosed(number=finding.number, how="undone", by=by))
    return None
