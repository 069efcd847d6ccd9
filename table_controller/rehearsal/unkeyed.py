"""What players have done and the dealer has not keyed yet, and what comes next meanwhile."""

from dataclasses import dataclass

from table_controller.core.ids import SeatNo
from table_controller.rehearsal.habits import Mishap
from table_controller.rehearsal.players import Act


@dataclass(slots=True)
class Unkeyed:
    """An act that was made and is not keyed yet. `left_ms`: until its key. `asleep`: its time came and nobody thought of it."""

    seat: SeatNo
    act: Act
    left_ms: int
    mishap: Mishap | None
    asleep: bool = False

    def wake(self, left_ms: int) -> None:
        """The dealer sees, so much later, that the screen still waits for this act."""
        self.asleep, self.left_ms = False, left_ms


@dataclass(slots=True)
class Coming:
    """What happens next without a key. `left_ms`: until then. `act`: whose, and which; None: the round is over."""

    left_ms: int
    act: tuple[SeatNo, Act] | None = None
