"""The steps a finding will lead to once it is confirmed, as the table stands now."""

from table_controller.core.events import FindingRaised
from table_controller.core.state import TableState
from table_controller.core.steps import Step
from table_controller.recovery.case import Case
from table_controller.recovery.plans import plan


def outline(state: TableState, finding: FindingRaised) -> tuple[Step, ...]:
    """For whoever shows it before anybody has signed."""
    return plan(finding.procedure, Case(state, finding, state.rules))
