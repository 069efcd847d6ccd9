"""Everything that is recorded for one input: what was decided, the findings it gives reason for, what the procedures make of it.

The events of one decision belong together: each is judged where it stands, procedures look at the table only after the last one.
"""

from collections.abc import Sequence

from table_controller.core.draft import Draft
from table_controller.core.events import AnyEvent
from table_controller.core.state import TableState
from table_controller.irregularities import judge
from table_controller.recovery.runner import advance, raised, react, replaced


def record(state: TableState, decided: Sequence[AnyEvent]) -> Draft:
    """The events to record, in order, with the state after each."""
    draft = Draft(state)
    happened: list[tuple[TableState, AnyEvent]] = []
    for event in decided:
        happened.append((draft.state, event))
        _add(draft, event)
    for before, event in happened:
        for follows in react(before, event, draft.state):
            _add(draft, follows)
    for follows in advance(draft.state):
        _add(draft, follows)
    return draft


def _add(draft: Draft, event: AnyEvent) -> None:
    """Records an event, and the findings it gives reason for. Each may take the place of what was being put right."""
    before = draft.state
    draft.add(event)
    for finding in judge(before, event, draft.state):
        said = raised(finding.raised(draft.state.finding_no + 1), draft.state)
        draft.add(said)
        for follows in replaced(draft.state, said):
            draft.add(follows)
