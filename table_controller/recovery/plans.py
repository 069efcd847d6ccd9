"""Every procedure by its name. A procedure is data: the steps that are to be taken, from where the table stands now."""

from collections.abc import Callable

from table_controller.core.steps import Step
from table_controller.recovery import plans_betting as betting
from table_controller.recovery import plans_board as board
from table_controller.recovery import plans_deal as deal
from table_controller.recovery import plans_hands as hands
from table_controller.recovery import plans_table as table
from table_controller.recovery.case import Case

PLANS: dict[str, Callable[[Case], tuple[Step, ...]]] = {
    "M1": deal.misdeal,
    "M2": deal.swap,
    "M3": deal.swap_now,
    "M4": deal.extra_to_burn,
    "M5": board.flop_again,
    "M6": board.river_becomes_turn,
    "M7": board.reshuffle_now,
    "M8": board.scramble,
    "M9": board.flop_burn,
    "M10": hands.kill,
    "M11": board.restore_order,
    "M12": hands.stands,
    "M13": table.scrap,
    "M14": deal.void,
    "M15": deal.move_card,
    "M16": board.short_flop,
    "M17": board.two_cards,
    "M18": table.button,
    "M19": betting.out_of_turn,
    "M20": hands.retrieve,
    "M21": table.pot,
}
"""M0 (stop, look) comes before each of them and has no steps of its own."""


def plan(name: str, case: Case) -> tuple[Step, ...]:
    """The steps; none for a name that is no procedure."""
    make = PLANS.get(name)
    return () if make is None else make(case)
