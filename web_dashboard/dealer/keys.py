"""Which order the large confirming key gives at each step, and which answers a question has. Data; decides nothing."""

import msgspec

from table_controller.views.shapes import DealerView


class Confirm(msgspec.Struct, frozen=True):
    """`order`: as a key of the page carries it. `label`: name in the room `act`. `ready`: pressing it makes sense now.

    `final`: it cannot be taken back, so a second tap at another place does it.
    """

    order: str
    label: str
    ready: bool = True
    final: bool = False


_BY_STEP = {
    "deal_done": Confirm("deal_done", "deal_done"),
    "award": Confirm("award", "award", final=True),
    "gather_cards": Confirm("next_hand", "next_hand"),
    "confirm_draw": Confirm("confirm_step", "confirm_draw"),
}
_LAY = Confirm("lay_cards", "lay_cards")
_LAY_OPEN = Confirm("lay_cards cards", "lay_cards")
_NOTHING = Confirm("confirm_step", "confirm", ready=False)
_FOUND = Confirm("confirm_step", "confirm")
_AGAIN = Confirm("confirm_step", "retry")
_STEP_DONE = Confirm("confirm_step", "step_done")
_YES_NO = ("yes", "no")
_ANSWERS: dict[str, tuple[str, ...]] = {"chips_without_key": ("no_bet",), "key_without_chips": ("chips_in",)}
_DEALER = 1
"""The level a dealer may sign for alone."""


def confirm(view: DealerView) -> Confirm:
    """What ENTER means now: the newest finding nobody has signed for, a step that failed or that no sensor sees, the next step.

    A dealer signs for findings of level 1; the others are the floor's.
    """
    waiting = [finding for finding in view.pit.findings if finding.choices]
    if waiting:
        return _FOUND if waiting[-1].level == _DEALER else _NOTHING
    procedure = view.pit.procedure
    if procedure is not None and procedure.failed is not None:
        return _AGAIN if procedure.level == _DEALER else _NOTHING
    if procedure is not None and procedure.by_key:
        return _STEP_DONE
    if view.lay is not None:
        return _LAY_OPEN if view.lay.cards else _LAY
    return _BY_STEP.get(view.prompt.key, _NOTHING)


def answers(question: str) -> tuple[str, ...]:
    """The answers a question may be given, names of the room `answer`."""
    return _ANSWERS.get(question, _YES_NO)
