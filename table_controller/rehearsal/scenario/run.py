"""Plays a scenario from its first line to its last, or to the first that does not hold.

A refusal alone ends nothing: the language asks for it with `expect refused`; it is named when a later wish fails.
"""

from collections.abc import Callable

import msgspec

from table_controller.core.invariants import broken
from table_controller.rehearsal.scenario.expect import why_not
from table_controller.rehearsal.scenario.history import History
from table_controller.rehearsal.scenario.motions import Happening, NextHand
from table_controller.rehearsal.scenario.parse import Scenario
from table_controller.rehearsal.scenario.play_direct import DirectPlayer
from table_controller.rehearsal.scenario.player import ImpossibleError, NotBuiltError, Player, UnsettledError
from table_controller.rehearsal.scenario.scene import Scene, view_of
from table_controller.rehearsal.scenario.setting import Setting
from table_controller.rehearsal.scenario.stage import Stage, set_table
from table_controller.rehearsal.scenario.wishes import Expect, Refused
from table_controller.views.shapes import PitView

MakeStage = Callable[[Scenario], Stage]
MakePlayer = Callable[[Stage, Setting], Player]


class Failure(msgspec.Struct, frozen=True):
    """The line on which the run ended, and why: what it says, and what is so."""

    line: int
    why: str


class Run(msgspec.Struct, frozen=True):
    """A scenario that was played. `failure` None: every wish held. `final`: the pit view at the end."""

    file: str
    failure: Failure | None
    history: History
    final: PitView


def run(scenario: Scenario, make_stage: MakeStage, make_player: MakePlayer = DirectPlayer) -> Run:
    """Sets the table and plays every line."""
    stage = make_stage(scenario)
    history = History()
    failure = _set(scenario, stage, history)
    if failure is None:
        player = make_player(stage, scenario.setting)
        failure = next(filter(None, (_step(step, stage, player, history) for step in scenario.steps)), None)
    if failure is not None:
        failure = Failure(failure.line, f"{scenario.said(failure.line)}: {failure.why}")
    return Run(scenario.file, failure, history, view_of(stage))


def _set(scenario: Scenario, stage: Stage, history: History) -> Failure | None:
    try:
        set_table(stage, scenario.setting)
    except (ImpossibleError, UnsettledError) as wrong:
        return Failure(scenario.setting.lines["seats"], str(wrong))
    history.note(1, stage.state, stage.events, view_of(stage))
    return None


def _step(step: Happening | Expect, stage: Stage, player: Player, history: History) -> Failure | None:
    if isinstance(step, Expect):
        return _expect(step, stage, history)
    if isinstance(step, NextHand):
        history.new_hand()
    before, so_far = stage.state, len(stage.events)
    try:
        history.answered(step.line, step.play(player))
    except (ImpossibleError, NotBuiltError, UnsettledError) as wrong:
        built = "not built yet: " if isinstance(wrong, NotBuiltError) else ""
        return Failure(step.line, f"{built}{wrong}")
    history.note(step.line, before, stage.events[so_far:], view_of(stage))
    wrongs = broken(stage.state)
    return Failure(step.line, f"a law is broken: {', '.join(wrongs)}") if wrongs else None


def _expect(step: Expect, stage: Stage, history: History) -> Failure | None:
    why = why_not(step.wish, Scene(stage, history))
    if not why:
        if isinstance(step.wish, Refused) and history.refusals:
            history.refusals.pop()
        return None
    ignored = [f"line {line} was refused: {refused.code}" for line, refused in history.refusals[-3:]]
    return Failure(step.line, "; ".join((why, *ignored)))
