"""`fold`: the state after one more event. Total and pure: any event in any state gives a state, and never an exception.

Events that change no state (a clock that was called, a card read twice) simply pass. What an event may follow is decided
before it is made (`decide`), not here: the journal is always right.
"""

from collections.abc import Callable, Iterable
from typing import Any

from table_controller.core import (
    fold_acts,
    fold_cards,
    fold_floor,
    fold_hand,
    fold_irregular,
    fold_procedure,
    fold_shift,
    fold_table,
)
from table_controller.core.events import AnyEvent
from table_controller.core.state import TableState

FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    **fold_table.FOLDS,
    **fold_cards.FOLDS,
    **fold_acts.FOLDS,
    **fold_hand.FOLDS,
    **fold_floor.FOLDS,
    **fold_procedure.FOLDS,
    **fold_irregular.FOLDS,
    **fold_shift.FOLDS,
}


def fold(state: TableState, event: AnyEvent) -> TableState:
    """The state after `event`."""
    change = FOLDS.get(type(event))
    return state if change is None else change(state, event)


def fold_all(state: TableState, events: Iterable[AnyEvent]) -> TableState:
    """The state after all of them, in order."""
    for event in events:
        state = fold(state, event)
    return state
