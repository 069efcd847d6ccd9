"""The one runner of all procedures: what follows from an event for what is open, signed, under way or failed.

`react` is asked about each event that was recorded, `advance` after all of them. They move nothing and ask nobody: a step is
done when the sensors show what it needs. Nothing is put right that has not been signed for at its level.
"""

from collections.abc import Callable

from msgspec.structs import replace

from table_controller.core import events as did
from table_controller.core.awarding import correctable
from table_controller.core.deciding import OF_POTS, with_ruling
from table_controller.core.draft import Draft
from table_controller.core.events import AnyEvent, FindingClosed, FindingRaised
from table_controller.core.failing import failed
from table_controller.core.places import Place
from table_controller.core.procedure import missing, unconfirmed
from table_controller.core.procedure_events import (
    FindingConfirmed,
    ProcedureFinished,
    ProcedureStarted,
    RulingGiven,
    StepDone,
    StepFailed,
    StepOverridden,
)
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.rounds import after_card, lay_open
from table_controller.core.signing import enough
from table_controller.core.state import NOTHING_LIES, TableState
from table_controller.irregularities import CATALOGUE, cited
from table_controller.recovery.case import Case
from table_controller.recovery.decisions import as_decided
from table_controller.recovery.effects import RULES, close_others, signer, take_effect
from table_controller.recovery.gone import GONE
from table_controller.recovery.plans import plan
from table_controller.recovery.rulings import ruled, ruling

MOST_STEPS = 64
"""More steps than this cannot follow from one event."""


def react(before: TableState, event: AnyEvent, now: TableState) -> tuple[AnyEvent, ...]:
    """What this event does to what is open or under way. `now`: the table with everything that was decided along with it."""
    if not now.findings and not before.findings:
        return ()
    draft = Draft(now)
    handle = _HANDLERS.get(type(event))
    if handle is not None:
        handle(draft, before, event)
    else:
        _spoiled(draft, before, event)
    _cleared(draft, event)
    return tuple(draft.events)


def advance(now: TableState) -> tuple[AnyEvent, ...]:
    """Steps that are done, and findings that are treated otherwise since somebody has acted."""
    if not now.findings:
        return ()
    draft = Draft(now)
    _advance(draft)
    _open_what_lies(draft)
    _uncontested(draft)
    _gathered(draft)
    _too_late_for_pots(draft)
    _ruled_anew(draft)
    return tuple(draft.events)


def replaced(now: TableState, finding: FindingRaised) -> tuple[AnyEvent, ...]:
    """What explains more takes the place of what was being put right."""
    draft = Draft(now)
    if finding.replaces is not None:
        _end(draft, finding.replaces, "replaced", close=False)
    return tuple(draft.events)


def raised(finding: FindingRaised, state: TableState) -> FindingRaised:
    """The finding as it is to be recorded: with what will put it right, who may confirm that, and whether it locks."""
    hand = state.hand
    acts = 0 if hand is None or not hand.live else hand.acts
    known = replace(finding, acts=acts, drawn=state.drawn, keeps_board=finding.keeps_board or finding.code in KEEPS_BOARD)
    return _with_ruling(known, state)


POT_CODES = frozenset({"wrong_award", "split_wrong", "side_pot_wrong", "hidden_chips", "rake_wrong"})
"""About pots that have been pushed: the end of the hand is when they begin (M21)."""
KILLED = "killed_by_ruling"
"""Stands for the code where the floor names the seat whose hand is dead."""
KEEPS_BOARD = frozenset(
    {
        "flop_premature",
        "turn_premature",
        "river_premature",
        "board_two_streets",
        "flop_too_many",
        "turn_two_cards",
        "board_with_all_in_incomplete",
    }
)
"""Irregularities with cards on the board that do not belong to a street that is complete."""
_ACTED_ON = {"flop_no_burn_before_action": "flop_no_burn_after_action"}
"""Codes that become others when somebody acts."""


def _with_ruling(finding: FindingRaised, state: TableState) -> FindingRaised:
    now = ruling(state, finding)
    return replace(finding, procedure=now.procedure, level=now.level, locks=now.level > 1)


# --- signatures and rulings ------------------------------------------------------------------------------------------


def _signed(draft: Draft, _before: TableState, event: FindingConfirmed | RulingGiven) -> None:
    """Begins what the house rules say, or what the floor has ruled; a ruling takes the place of what was being done."""
    finding = draft.state.finding(event.number)
    if finding is None or not enough(draft.state, finding):
        return
    said = next((one for one in reversed(draft.state.signed) if one.finding == event.number and one.ruling), None)
    case = Case(draft.state, finding, draft.state.rules)
    if said is None:
        _begin(draft, finding, case, ruled(case).procedure)
        return
    decided = as_decided(case, said.ruling)
    if decided is not None:
        _end(draft, finding.number, "overridden", close=False)
        chosen = replace(finding, seat=said.seat if said.seat is not None else finding.seat)
        about = replace(chosen, code=KILLED) if said.ruling == "kill" else chosen
        rules = with_ruling(case.rules, finding.code, said.ruling) or case.rules
        _begin(draft, chosen, Case(draft.state, about, rules), decided.procedure)


def _begin(draft: Draft, finding: FindingRaised, case: Case, name: str) -> None:
    steps = plan(name, case)
    if not steps:
        draft.add(FindingClosed(number=finding.number, how="confirmed", by=signer(draft, finding.number)))
        after_card(draft)
        return
    draft.add(
        ProcedureStarted(
            finding=finding.number,
            code=finding.code,
            procedure=name,
            level=finding.level,
            clauses=finding.clauses,
            steps=steps,
            seat=finding.seat,
            place=finding.place,
        )
    )


# --- steps -----------------------------------------------------------------------------------------------------------


def _advance(draft: Draft) -> None:
    """Every step that is done, of every procedure, the one that began last first."""
    for _ in range(MOST_STEPS):
        one = next((one for one in reversed(draft.state.procedures) if _done(draft.state, one)), None)
        if one is None:
            return
        step = one.step
        if step is None:
            _end(draft, one.finding, "overridden" if one.overridden else "stands" if one.procedure == "M12" else "repaired")
            continue
        lay_open(draft, [need.count for need in step.needs if need.what == "lies" and need.place is Place.BOARD])
        if step.effect:
            take_effect(draft, one, step.effect)
        if any(other.finding == one.finding for other in draft.state.procedures):
            draft.add(StepDone(finding=one.finding, n=step.n))


def _open_what_lies(draft: Draft) -> None:
    """A street whose cards lie complete is opened as soon as no step holds it back, and what the steps did has taken effect."""
    hand = draft.state.hand
    if any(one.overridden for one in draft.state.procedures):
        return  # a step that was passed over proves nothing about what lies on the board
    if draft.state.procedures and hand is not None and hand.live and hand.street is not did.Street.DEAL:
        after_card(draft)


def _done(state: TableState, one: ProcedureState) -> bool:
    return one.failed is None and not missing(state, one)


def _end(draft: Draft, finding: int, how: str, *, close: bool = True) -> None:
    """The procedure of this finding is over, and so is the finding; what lies complete now is opened."""
    for one in draft.state.procedures:
        if one.finding == finding:
            draft.add(ProcedureFinished(finding=finding, procedure=one.procedure, how=how))
    if close and draft.state.finding(finding) is not None:
        if how == "stands" and draft.state.hand is not None:  # a card put on the board before anybody ruled plays there
            lay_open(draft, draft.state.hand.laid[1:])
        draft.add(FindingClosed(number=finding, how=how, by=signer(draft, finding)))
        after_card(draft)


def _overridden(draft: Draft, before: TableState, event: StepOverridden) -> None:
    one = next((one for one in before.procedures if one.finding == event.finding), None)
    if one is not None and one.step is not None and one.step.effect not in ("", "reshuffled"):  # nobody has seen it shuffled
        take_effect(draft, one, one.step.effect)


def _spoiled(draft: Draft, before: TableState, event: AnyEvent) -> None:
    found = failed(before, event)
    if found is None:
        return
    one, seen = found
    if one.step is not None and any(other.finding == one.finding for other in draft.state.procedures):
        draft.add(StepFailed(finding=one.finding, n=one.step.n, seen=seen))


# --- findings that end or change by themselves -----------------------------------------------------------------------


def _hand_over(draft: Draft, _before: TableState, _event: did.HandEnded) -> None:
    close_others(draft, 0, "hand_over", RULES, but_codes=POT_CODES)


def _gathered(draft: Draft) -> None:
    """With every card back in the deck nothing is left to be put right but pots, and a hand that is to be dealt again."""
    state = draft.state
    if state.in_hand or not state.ready or state.lying != NOTHING_LIES:
        return
    for one in state.procedures:
        if one.code not in OF_POTS and all(need.what != "again" for step in one.steps[one.at :] for need in step.needs):
            _end(draft, one.finding, "hand_over")


def _too_late_for_pots(draft: Draft) -> None:
    """What was pushed wrongly stands once it cannot be moved any more (TDA 22, M21.3)."""
    for one in draft.state.procedures:
        if one.code in OF_POTS and not any(correctable(draft.state, pot) for pot in draft.state.misawarded):
            _end(draft, one.finding, "stands")


def _uncontested(draft: Draft) -> None:
    """With one player left no card is dealt any more, so what was wrong with burns and board is past (M5.2, D9)."""
    hand = draft.state.hand
    alone = hand is not None and hand.live and hand.pots_only and hand.contending == 1
    for one in [one for one in draft.state.procedures if alone and one.code in KEEPS_BOARD]:
        _end(draft, one.finding, "hand_over")


def _cleared(draft: Draft, event: AnyEvent) -> None:
    """What nobody has confirmed yet and is not so any more."""
    if not isinstance(event, did.CardEvent | did.DeckCounted | did.DeckGathered):
        return
    for number in unconfirmed(draft.state):
        finding = draft.state.finding(number)
        if finding is not None and (gone := GONE.get(finding.code)) is not None and gone(draft.state, finding):
            draft.add(FindingClosed(number=number, how="cleared", by=RULES))
            after_card(draft)


def _ruled_anew(draft: Draft) -> None:
    """Acts pass cut-offs: level, procedure or code of what is open are then others, and it is raised anew."""
    hand = draft.state.hand
    if hand is not None and not hand.live and hand.outcome == "void":
        return  # whoever voided it closes what is open
    for number in unconfirmed(draft.state):
        finding = draft.state.finding(number)
        if finding is None:
            continue
        changed = _as_it_is_now(finding, draft.state)
        if changed != finding:
            draft.add(replace(changed, number=draft.state.finding_no + 1, replaces=finding.number))


def _as_it_is_now(finding: FindingRaised, state: TableState) -> FindingRaised:
    acted = Case(state, finding, state.rules).acted
    code = _ACTED_ON.get(finding.code, finding.code) if acted else finding.code
    if code != finding.code:
        finding = replace(finding, code=code, clauses=cited(CATALOGUE[code], state.rules))
    return _with_ruling(finding, state)


_HANDLERS: dict[type, Callable[..., None]] = {
    FindingConfirmed: _signed,
    RulingGiven: _signed,
    StepOverridden: _overridden,
    did.HandEnded: _hand_over,
}
