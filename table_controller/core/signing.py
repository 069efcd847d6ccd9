"""Who may sign for what: level 1 anybody at the table, level 2 floor or pit, level 3 floor or pit and a second person."""

from table_controller.core.events import FindingRaised
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person, Role
from table_controller.core.persons import same
from table_controller.core.state import TableState

FLOOR = (Role.FLOOR, Role.PIT)
SECOND = (Role.FLOOR, Role.PIT, Role.SURVEILLANCE)
BOTH = 3
"""The level that takes two persons."""


def may_sign(state: TableState, finding: FindingRaised, by: Person) -> Rejection | None:
    """Why this person may not sign for it now."""
    if finding.level <= 1:
        return None
    others = signers(state, finding.number)
    if not others or finding.level < BOTH:
        return None if by.role in FLOOR else Rejection("floor_needed")
    return None if by.role in SECOND and not any(same(by, one) for one in others) else Rejection("second_person_needed")


def signers(state: TableState, number: int) -> tuple[Person, ...]:
    """Who has signed for the finding."""
    return tuple(one.by for one in state.signed if one.finding == number)


def enough(state: TableState, finding: FindingRaised) -> bool:
    """Whether those who have signed may let it be put right."""
    return len(signers(state, finding.number)) >= (2 if finding.level >= BOTH else 1)


def may_override(state: TableState, by: Person) -> Rejection | None:
    """Whether floor or pit may decide alone: while level 3 is open, only after another person has signed."""
    if by.role not in FLOOR:
        return Rejection("floor_needed")
    for finding in state.findings:
        signed = signers(state, finding.number)
        if finding.level >= BOTH and len(signed) < 2 and not any(not same(by, one) for one in signed):
            return Rejection("second_person_needed")
    return None
