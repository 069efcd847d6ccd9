"""M19: acts out of turn and behind a skipped player, amounts that are wrong, words and chips that do not count, the clock.

Data only, as all procedures; the acts themselves are held and taken by the engine.
"""

from collections.abc import Callable

from table_controller.core.steps import Need, Step
from table_controller.recovery.building import step, told
from table_controller.recovery.case import Case

AMEND = "amend"
"""The effect of putting right at once what the finding says (`core.amends`)."""
Steps = tuple[Step, ...]


def out_of_turn(case: Case) -> Steps:
    """M19."""
    make = _STEPS.get(case.finding.code)
    return () if make is None else make(case)


def _held(case: Case) -> Steps:
    seat, hand = case.finding.seat or 0, case.hand
    actor = 0 if hand is None else hand.actor or 0
    return (
        told(1, "turn_held", seat=seat, actor=actor),
        step(2, "turn_skipped", Need("unheld", seat=case.finding.seat), actor=actor),
        told(3, "turn_settled", seat=seat),
    )


def _skipped(case: Case) -> Steps:
    seat = case.finding.seat or 0
    return (
        told(1, "turn_skipped", actor=seat),
        told(4, "turn_ruled", AMEND, seat=seat),
        step(2, "turn_passive", Need("unheld"), seat=seat),
        told(3, "turn_settled", seat=seat),
    )


def _amount(case: Case) -> Steps:
    return (told(3, "amount_right", AMEND, seat=case.finding.seat or 0),)


def _string(case: Case) -> Steps:
    return (told(3, "chips_back", seat=case.finding.seat or 0),)


def _clock(case: Case) -> Steps:
    return (told(2, "clock_checks", AMEND, seat=case.finding.seat or 0),)


_STEPS: dict[str, Callable[[Case], Steps]] = {
    "out_of_turn": _held,
    "skipped_player": _skipped,
    "undercall": _amount,
    "underbet": _amount,
    "underraise": _amount,
    "wrong_amount_stated": _amount,
    "string_bet": _string,
    "clock": _clock,
}
