"""Folds of who works at the table and which level is played."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table_controller.core.shift_events import DealerChanged, FloorAssigned, LevelBegan, LevelClockSet
from table_controller.core.shift_state import LevelState
from table_controller.core.state import TableState


def _dealer_changed(state: TableState, event: DealerChanged) -> TableState:
    return replace(state, shift=replace(state.shift, dealer=event.dealer, dealer_since=event.at))


def _floor_assigned(state: TableState, event: FloorAssigned) -> TableState:
    return replace(state, shift=replace(state.shift, floor=event.floor))


def _level_began(state: TableState, event: LevelBegan) -> TableState:
    began = LevelState(event.number, event.minutes, since=event.at if event.minutes else None)
    return replace(state, shift=replace(state.shift, level=began))


def _level_clock_set(state: TableState, event: LevelClockSet) -> TableState:
    level = state.shift.level
    if level is None:
        return state
    ran = 0 if level.since is None else max(0, event.at - level.since)
    level = replace(level, used_ms=level.used_ms + ran, since=event.at if event.run else None)
    return replace(state, shift=replace(state.shift, level=level))


FOLDS: dict[type, Callable[[TableState, Any], TableState]] = {
    DealerChanged: _dealer_changed,
    FloorAssigned: _floor_assigned,
    LevelBegan: _level_began,
    LevelClockSet: _level_clock_set,
}
