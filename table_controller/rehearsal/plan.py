"""What a robot is to play."""

from dataclasses import dataclass
from typing import Final

from table_controller.core.ids import Chips, SeatNo
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Stakes
from table_controller.rehearsal.habits import OFF, KeyHabits
from table_controller.rehearsal.pace import Pace

_TDA: Final = HouseRules()


@dataclass(frozen=True, slots=True)
class RobotPlan:
    """What one robot plays. `hands`: it stops after so many finished ones. `seats`: of the table.

    `errors`: chance of one in a hand. `walks`: chance before each hand that somebody sits out for a while. `draw`: the button is
    drawn for, else the floor places it. `games`: played in turn; none: what the table plays. `shared`: others give orders too.
    `habits`: how late and how well the dealer keys, and how far players get ahead of it.
    """

    seed: int
    hands: int
    players: tuple[SeatNo, ...]
    buy_in: Chips
    pace: Pace
    seats: int = 10
    errors: float = 0.0
    walks: float = 0.03
    draw: bool = True
    rules: HouseRules = _TDA
    games: tuple[Stakes, ...] = ()
    shared: bool = False
    habits: KeyHabits = OFF
