"""Everything that follows from one recorded event: the findings it gives reason for, and what the procedures make of it."""

from table_controller.core.draft import Draft
from table_controller.core.events import AnyEvent, FindingRaised
from table_controller.core.state import TableState
from table_controller.irregularities import judge
from table_controller.recovery.runner import raised, react


def consequences(before: TableState, event: AnyEvent, after: TableState) -> tuple[AnyEvent, ...]:
    """The events to record after `event`, in order. `after` is the table with it."""
    draft = Draft(after)
    _judged(draft, before, event, after)
    for follows in react(before, event, draft.state):
        then = draft.state
        draft.add(follows)
        _judged(draft, then, follows, draft.state)
    return tuple(draft.events)


def _judged(draft: Draft, before: TableState, event: AnyEvent, after: TableState) -> None:
    """Findings of this event; each may take the place of what was being put right."""
    for finding in judge(before, event, after):
        said: FindingRaised = raised(finding.raised(draft.state.finding_no + 1), draft.state)
        then = draft.state
        draft.add(said)
        for follows in react(then, said, draft.state):
            draft.add(follows)
