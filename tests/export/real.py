"""Hands played straight into the engine, as played hands: no journal, no devices."""

from collections.abc import Iterable

from table_controller.alarms import Alarms
from table_controller.bootstrap.scenario import direct_stage
from table_controller.core import events as did
from table_controller.core.decide import advance
from table_controller.core.fold import fold
from table_controller.core.ids import AttemptNo, HandNo, Seq, TableId
from table_controller.core.messages import Rejection
from table_controller.core.state import TableState, empty_table
from table_controller.export import PlayedHand, Step
from table_controller.rehearsal.direct import DEALER, FLOOR, opened, play
from table_controller.rehearsal.real_hands import HandRow, script_of
from table_controller.rehearsal.scenario import run
from tests.recovery.scenes import Scene

WALL = 1_796_032_800_000


def hand_of(events: Iterable[tuple[did.AnyEvent, TableState]], start: TableState) -> PlayedHand:
    """The last hand among these events, each with the table after it."""
    before, steps, state = start, list[Step](), start
    for event, after in events:
        if isinstance(event, did.HandStarted):
            before, steps = state, []
        steps.append(Step(Seq(len(steps) + 1), WALL + 1000 * len(steps), event, after, Alarms()))
        state = after
    return PlayedHand(TableId("T1"), HandNo(1), AttemptNo(1), before, tuple(steps))


def played(row: HandRow) -> PlayedHand:
    """A row of real hands."""
    script = script_of(row)
    start, setup = opened(script), len(script.setup)
    state, told = start, list[tuple[did.AnyEvent, TableState]]()
    for number, said in enumerate(play(script).inputs):
        result = advance(state, said, FLOOR if number < setup else DEALER)
        assert not isinstance(result, Rejection)
        told += zip(result.events, result.states, strict=True)
        state = result.state
    return hand_of(told, start)


def scene(body: str, **setting: str) -> PlayedHand:
    """A scene of the worked examples: six seats, button at 6, blinds 5 and 10."""
    stages = []

    def staged(scenario: object) -> object:
        stages.append(direct_stage(scenario))  # type: ignore[arg-type]
        return stages[0]

    result = run(Scene("told", body, **setting).scenario(), staged)  # type: ignore[arg-type]
    assert result.failure is None, result.failure
    state, told = empty_table(10), list[tuple[did.AnyEvent, TableState]]()
    for event in stages[0].events:
        state = fold(state, event)
        told.append((event, state))
    return hand_of(told, empty_table(10))
