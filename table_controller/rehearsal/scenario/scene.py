"""What a wish is compared with: the product at this moment, and what the run has seen."""

from functools import cached_property

from table_controller.core.ids import Seq, TableId
from table_controller.core.state import HandState, TableState
from table_controller.rehearsal.scenario.history import History
from table_controller.rehearsal.scenario.stage import Stage
from table_controller.views.pit import pit_view
from table_controller.views.shapes import PitView

TABLE = TableId("T1")


class Scene:
    """One moment; made anew after each statement."""

    def __init__(self, stage: Stage, history: History) -> None:
        self.stage = stage
        self.history = history
        self.state: TableState = stage.state

    @property
    def hand(self) -> HandState | None:
        """The running hand, or the last one."""
        return self.state.hand

    @cached_property
    def pit(self) -> PitView:
        """What pit and dealer are shown."""
        return view_of(self.stage)


def view_of(stage: Stage) -> PitView:
    """The pit view of the stage now."""
    return pit_view(TABLE, Seq(len(stage.events)), stage.wall, stage.state, stage.alarms)
