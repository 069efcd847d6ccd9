"""How irregularities about time, claims and pots are treated: rows of the table in `rulings`."""

from collections.abc import Callable

from table_controller.core.awarding import correctable
from table_controller.core.claims import DECLARED
from table_controller.core.limits import legal_for
from table_controller.core.steps import Ruling
from table_controller.recovery.case import BOTH, DEALER, FLOOR, Case

NOTHING, KILL, STANDS, TURN, RETRIEVE, POT = "", "M10", "M12", "M19", "M20", "M21"


def _clock(case: Case) -> Ruling:
    """Facing a bet the hand is dead, otherwise it checks (TDA 29)."""
    hand, number = case.hand, case.finding.seat
    if hand is None or number is None:
        return Ruling(NOTHING, FLOOR)
    facing = legal_for(case.state, hand, case.state.seat(number)).may_call
    return Ruling(KILL if facing else TURN, FLOOR)


def _not_declared(case: Case) -> Ruling:
    """Losing the claim takes the floor's word; it may rule that nothing had to be announced (K18)."""
    return Ruling(STANDS if case.rules.play_board in DECLARED else RETRIEVE, FLOOR)


def _pot(case: Case) -> Ruling:
    """As long as it can be put right (TDA 22)."""
    return Ruling(POT if any(correctable(case.state, pot) for pot in case.state.misawarded) else STANDS, BOTH)


def _seat_taken(_case: Case) -> Ruling:
    """Who may not come in there gets no cards; nothing is to be put right (SK69, TDA 10)."""
    return Ruling(NOTHING, DEALER)


RULINGS: dict[str, Callable[[Case], Ruling]] = {
    "clock": _clock,
    "board_not_declared": _not_declared,
    "wrong_award": _pot,
    "split_wrong": _pot,
    "side_pot_wrong": _pot,
    "seat_taken_wrong": _seat_taken,
}
