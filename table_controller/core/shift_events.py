"""What the record says of who works at the table and which level is played. Times are wall clock, UTC ms."""

from table_controller.core.event_base import Event
from table_controller.core.order_base import Person


class DealerChanged(Event, frozen=True, kw_only=True):
    """Another dealer deals from now on; empty: nobody does."""

    dealer: str
    at: int
    by: Person


class FloorAssigned(Event, frozen=True, kw_only=True):
    """Who answers for the table from now on; empty: nobody does."""

    floor: str
    by: Person


class LevelBegan(Event, frozen=True, kw_only=True):
    """The blinds of this level come with the `StakesChanged` before. 0 minutes: it lasts until somebody says otherwise."""

    number: int
    minutes: int
    at: int
    by: Person


class LevelClockSet(Event, frozen=True, kw_only=True):
    """The clock of the level was stopped, or runs on."""

    run: bool
    at: int
    by: Person


ShiftEvent = DealerChanged | FloorAssigned | LevelBegan | LevelClockSet
