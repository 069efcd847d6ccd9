"""Which order the large confirming key gives at each step, and which answers a question has. Data; decides nothing."""

import msgspec

from table_controller.views.shapes import DealerView


class Confirm(msgspec.Struct, frozen=True):
    """`order`: as a key of the page carries it. `label`: name in the room `act`. `ready`: pressing it makes sense now."""

    order: str
    label: str
    ready: bool = True


_BY_STEP = {
    "deal_done": Confirm("deal_done", "deal_done"),
    "award": Confirm("award", "award"),
    "gather_cards": Confirm("next_hand", "next_hand"),
    "confirm_draw": Confirm("confirm_step", "confirm_draw"),
}
_NOTHING = Confirm("confirm_step", "confirm", ready=False)
_FOUND = Confirm("confirm_step", "confirm")
_YES_NO = ("yes", "no")
_ANSWERS: dict[str, tuple[str, ...]] = {"chips_without_key": ("no_bet",), "key_without_chips": ("chips_in",)}


def confirm(view: DealerView) -> Confirm:
    """What ENTER means now. A dealer confirms findings of level 1; the others are the floor's."""
    findings = view.pit.findings
    if findings:
        return _FOUND if findings[-1].level == 1 else _NOTHING
    return _BY_STEP.get(view.prompt.key, _NOTHING)


def answers(question: str) -> tuple[str, ...]:
    """The answers a question may be given, names of the room `answer`."""
    return _ANSWERS.get(question, _YES_NO)
