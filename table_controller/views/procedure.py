"""What is being put right, or will be once somebody has signed for it: code, clauses, level, the steps, what is still missing."""

from table_controller.core.events import FindingRaised
from table_controller.core.messages import Message
from table_controller.core.procedure import missing, running, unconfirmed
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.state import TableState
from table_controller.core.steps import Need, Step
from table_controller.messages import text
from table_controller.recovery import outline
from table_controller.views.shapes import ProcedureView, StepView

TOPIC = "prompt"
"""Steps are prompts: the same key on page, lamp, console and in a scenario."""


def procedure_view(state: TableState) -> ProcedureView | None:
    """Of the newest open finding that something is to be done about, else of the procedure under way."""
    numbers = unconfirmed(state)
    waiting = [one for one in state.findings if one.number in numbers and one.procedure]
    if waiting:
        return _waiting(state, waiting[-1])
    procedure = running(state)
    return None if procedure is None else _running(state, procedure)


def _waiting(state: TableState, finding: FindingRaised) -> ProcedureView:
    steps = outline(state, finding)
    return ProcedureView(
        code=finding.code,
        clause=finding.clauses,
        level=finding.level,
        procedure=finding.procedure,
        step=1,
        steps=tuple(_step(step, "todo") for step in steps),
        confirmed=False,
    )


def _running(state: TableState, procedure: ProcedureState) -> ProcedureView:
    step = procedure.step
    return ProcedureView(
        code=procedure.code,
        clause=procedure.clauses,
        level=procedure.level,
        procedure=procedure.procedure,
        step=step.n if step is not None else procedure.steps[-1].n if procedure.steps else 1,
        steps=tuple(_step(step, _word(procedure, at)) for at, step in enumerate(procedure.steps)),
        confirmed=True,
        failed=procedure.failed,
        missing=tuple(_missing(need) for need in missing(state, procedure)),
    )


def _word(procedure: ProcedureState, at: int) -> str:
    if at < procedure.at:
        return "done"
    if at > procedure.at:
        return "todo"
    return "failed" if procedure.failed is not None else "now"


def _step(step: Step, word: str) -> StepView:
    return StepView(n=step.n, text=text(step.text, "en", room=TOPIC), state=word, message=step.text)


def _missing(need: Need) -> Message:
    params: dict[str, str | int] = {"count": need.count}
    if need.place is not None:
        params["place"] = need.place.value
    if need.seat is not None:
        params["seat"] = need.seat
    return Message(need.what, params)
