"""What is being put right, or will be once somebody has signed for it: code, clauses, level, the steps, what is still missing."""

from msgspec.structs import replace

from table_controller.core.events import FindingRaised
from table_controller.core.places import Place
from table_controller.core.procedure import running, unconfirmed
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.state import TableState
from table_controller.core.steps import Step
from table_controller.messages import MessageFault, text
from table_controller.recovery import outline
from table_controller.views.missing import may_say_done, still_missing
from table_controller.views.shapes import PitView, ProcedureView, StepView

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


def in_language(view: PitView, language: str) -> PitView:
    """The view with the texts of its steps in this language: all it says in words. English where the language lacks one."""
    if view.procedure is None or language == "en":
        return view
    steps = tuple(replace(step, text=_said(step, language)) for step in view.procedure.steps)
    return replace(view, procedure=replace(view.procedure, steps=steps))


def _said(step: StepView, language: str) -> str:
    try:
        return text(step.message, language, room=TOPIC)
    except MessageFault:
        return step.text


def _waiting(state: TableState, finding: FindingRaised) -> ProcedureView:
    steps = outline(state, finding)
    return ProcedureView(
        code=finding.code,
        clause=finding.clauses,
        level=finding.level,
        procedure=finding.procedure,
        step=steps[0].n if steps else 1,
        steps=tuple(_step(step, "todo") for step in steps),
        confirmed=False,
        finding=finding.number,
        seat=finding.seat,
        place=_word_of(finding.place),
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
        missing=still_missing(state, procedure),
        by_key=may_say_done(state, procedure),
        finding=procedure.finding,
        seat=procedure.seat,
        place=_word_of(procedure.place),
    )


def _word(procedure: ProcedureState, at: int) -> str:
    if at < procedure.at:
        return "done"
    if at > procedure.at:
        return "todo"
    return "failed" if procedure.failed is not None else "now"


def _word_of(place: Place | None) -> str | None:
    return None if place is None else place.value


def _step(step: Step, word: str) -> StepView:
    return StepView(n=step.n, text=text(step.text, "en", room=TOPIC), state=word, message=step.text)
