"""Whether what must be so is so: one check for each `expect` form, against state, events and the pit view.

A check answers why the wish does not hold, or nothing. It never says which hidden cards lie somewhere.
"""

from collections.abc import Callable
from typing import Any

from table_controller.alarms import Alarms
from table_controller.core.button import Positions, plan
from table_controller.core.events import Street
from table_controller.core.messages import Message
from table_controller.core.places import Place
from table_controller.core.state import HandState, TableState, passed
from table_controller.rehearsal.scenario import expect_cards, expect_money
from table_controller.rehearsal.scenario import wishes as wish
from table_controller.rehearsal.scenario.history import LATE_ENTRY, History
from table_controller.rehearsal.scenario.scene import Scene
from table_controller.rehearsal.scenario.wishes import Wish

HOLDS = ""


def why_not(wanted: Wish, scene: Scene) -> str:
    """Why the wish does not hold; empty when it does."""
    return _CHECKS[type(wanted)](wanted, scene)


# --- findings and procedures -----------------------------------------------------------------------------------------


def _clean(_wanted: wish.Clean, scene: Scene) -> str:
    return f"findings: {_codes(scene.history)}" if scene.history.of_hand else HOLDS


def _found(wanted: wish.Found, scene: Scene) -> str:
    if wanted.code == LATE_ENTRY:
        entered = scene.history.late_entries and wanted.level in (None, 1) and not wanted.clause and not wanted.only
        return HOLDS if entered else f"{scene.history.late_entries} findings closed as late_entry"
    same = [finding for finding in scene.history.of_hand if finding.code == wanted.code]
    if not same:
        return f"no finding {wanted.code}; findings: {_codes(scene.history)}"
    if wanted.level is not None and all(finding.level != wanted.level for finding in same):
        return f"{wanted.code} is of level {same[-1].level}"
    cited = [clause for finding in same for clause in finding.clauses]
    if wanted.clause is not None and wanted.clause not in cited:
        return f"{wanted.code} cites {', '.join(cited) or 'no clause'}"
    if wanted.only and any(finding.code != wanted.code for finding in scene.history.lasting):
        return f"findings: {_codes(scene.history)}"
    return HOLDS


def _codes(history: History) -> str:
    return ", ".join(finding.code for finding in history.of_hand) or "none"


def _runs(wanted: wish.Runs, scene: Scene) -> str:
    shown = scene.pit.procedure
    if shown is None:
        return "no procedure is shown"
    if shown.procedure != wanted.procedure:
        return f"the procedure is {shown.procedure}"
    if wanted.step is not None and shown.step != wanted.step:
        return f"the next step is {shown.step}"
    return HOLDS


def _prompted(wanted: wish.Prompted, scene: Scene) -> str:
    shown = scene.pit.prompt
    if shown is None:
        return "nothing is prompted"
    key = _SAME_PROMPT.get(shown.key, shown.key)
    args = prompt_args(shown)
    if key != wanted.key or (wanted.args and args != wanted.args):
        return f"the prompt is {' '.join((key, *args))}"
    return HOLDS


_SAME_PROMPT = {"start_hand": "deal_seat"}
"""The first card of a hand has a prompt of its own on the dealer's page; the language calls it like the others."""


def prompt_args(prompt: Message) -> tuple[str, ...]:
    """The values of a prompt's parameters, in order, word by word."""
    return tuple(word for value in prompt.params.values() for word in str(value).split())


# --- the hand --------------------------------------------------------------------------------------------------------


def _acting(wanted: wish.Acting, scene: Scene) -> str:
    actor = None if scene.hand is None else scene.hand.actor
    return HOLDS if actor == wanted.seat else f"the actor is {_nobody(actor)}"


def _on_street(wanted: wish.OnStreet, scene: Scene) -> str:
    hand = scene.hand
    if hand is None:
        return "no hand has begun"
    street = Street.PREFLOP if hand.street is Street.DEAL else hand.street
    return HOLDS if street is wanted.street else f"the street is {street.value}"


def _table_is(wanted: wish.TableIs, scene: Scene) -> str:
    if scene.state.locked is wanted.locked:
        return HOLDS
    return f"the table is {'locked' if scene.state.locked else 'open'}"


def _hand_is(wanted: wish.HandIs, scene: Scene) -> str:
    hand = scene.hand
    if hand is None:
        return "no hand has begun"
    word = "live" if hand.live else "void" if hand.outcome == "void" else "over"
    return HOLDS if word == wanted.word else f"the hand is {word}"


def _attempt(wanted: wish.AttemptIs, scene: Scene) -> str:
    number = 1 if scene.hand is None or _gathered(scene.state, scene.hand) else scene.hand.attempt + _due_again(scene)
    return HOLDS if number == wanted.number else f"the attempt is {number}"


def _due_again(scene: Scene) -> bool:
    """The void hand's cards are gathered: what comes next is another attempt at it."""
    hand = scene.hand
    return hand is not None and not hand.live and hand.outcome == "void" and scene.state.ready


def _hand_number(wanted: wish.HandNumberIs, scene: Scene) -> str:
    number = scene.state.hands + 1 if scene.hand is None or _gathered(scene.state, scene.hand) else scene.hand.number
    return HOLDS if number == wanted.number else f"the hand is number {number}"


def _gathered(state: TableState, hand: HandState) -> bool:
    """The hand is over, its cards are gathered, and no other attempt is due: the next hand is the one that counts."""
    return not hand.live and hand.outcome != "void" and state.ready


def _placed(wanted: wish.Placed, scene: Scene) -> str:
    where = _positions(scene.state)
    if where is None:
        return "nobody knows the button, or too few play"
    seat = {"button": where.button, "sb": where.small_blind, "bb": where.big_blind}[wanted.what]
    return HOLDS if seat == wanted.seat else f"{wanted.what} is {_nobody(seat)}"


def _positions(state: TableState) -> Positions | None:
    """Of the hand on the table, or of the next one once its cards are gathered."""
    hand = state.hand
    if hand is not None and (hand.live or not state.ready):
        return Positions(hand.button, hand.small_blind, hand.big_blind)
    coming = plan(state)
    return None if coming is None else coming.positions


def _nobody(seat: int | None) -> str:
    return "nobody" if seat is None else str(seat)


def _cutoff(wanted: wish.CutoffPassed, scene: Scene) -> str:
    so = passed(scene.state, wanted.cutoff)
    return HOLDS if so is wanted.so else f"{wanted.cutoff.value} is {'yes' if so else 'no'}"


# --- alarms, questions, refusals -------------------------------------------------------------------------------------


def _alarm(wanted: wish.AlarmIsOn, scene: Scene) -> str:
    alarms: Alarms = scene.stage.alarms
    same = [alarm for alarm in alarms.listed if alarm.code == wanted.code]
    if not same:
        return f"no such alarm; alarms: {', '.join(alarm.code for alarm in alarms.listed) or 'none'}"
    if wanted.priority is not None and all(alarm.priority != wanted.priority for alarm in same):
        return f"its priority is {same[-1].priority}"
    return HOLDS


def _asked(wanted: wish.Asked, scene: Scene) -> str:
    questions = scene.state.questions
    if wanted.seat is None and wanted.board is None:
        return f"{len(questions)} questions are open" if questions else HOLDS
    for question in questions:
        about_board = question.place is Place.BOARD and question.position == wanted.board
        if about_board if wanted.board is not None else question.seat == wanted.seat:
            return HOLDS
    return "no such question is open"


def _refused(_wanted: wish.Refused, scene: Scene) -> str:
    return "it was not refused" if scene.history.answer is None else HOLDS


_CHECKS: dict[type[Wish], Callable[[Any, Scene], str]] = {
    wish.Clean: _clean,
    wish.Found: _found,
    wish.Runs: _runs,
    wish.Prompted: _prompted,
    wish.Acting: _acting,
    wish.OnStreet: _on_street,
    wish.TableIs: _table_is,
    wish.HandIs: _hand_is,
    wish.AttemptIs: _attempt,
    wish.HandNumberIs: _hand_number,
    wish.Placed: _placed,
    wish.CutoffPassed: _cutoff,
    wish.AlarmIsOn: _alarm,
    wish.Asked: _asked,
    wish.Refused: _refused,
    **expect_cards.CHECKS,
    **expect_money.CHECKS,
}
