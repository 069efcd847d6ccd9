"""What a decision is made in: the events so far, and the state they lead to, so that one event may follow from another."""

from table_controller.core.events import AnyEvent
from table_controller.core.fold import FOLDS
from table_controller.core.state import TableState


class Draft:
    """`events` in order; `states[n]` is the state after `events[n]`; `state` is the state after all of them."""

    __slots__ = ("events", "state", "states")

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[AnyEvent] = []
        self.states: list[TableState] = []

    def add(self, event: AnyEvent) -> None:
        """One more event has happened."""
        change = FOLDS.get(type(event))
        if change is not None:
            self.state = change(self.state, event)
        self.events.append(event)
        self.states.append(self.state)
