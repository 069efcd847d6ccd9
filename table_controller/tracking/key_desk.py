"""Keys of the dealer's keypad: presses in, orders out. A key held down is one press, and so is one reported twice."""

from table_controller.core.events import Street
from table_controller.core.keypad import press
from table_controller.core.orders import AnyOrder
from table_controller.core.readings import KeyMoved
from table_controller.core.state import TableState
from table_controller.tracking.belief import KeyBelief


def pressed(belief: KeyBelief, reading: KeyMoved, table: TableState, *, unsure: bool) -> tuple[KeyBelief, tuple[AnyOrder, ...]]:
    """The key going down gives the order. `unsure`: the device is naming its levels, so a held key is no new press."""
    key = (reading.keypad, reading.key)
    if not reading.pressed:
        return KeyBelief(tuple(held for held in belief.held if held != key), belief.typed), ()
    if key in belief.held:
        return belief, ()
    held = (*belief.held, key)
    if unsure:
        return KeyBelief(held, belief.typed), ()
    showdown = table.hand is not None and table.hand.street is Street.SHOWDOWN
    typed, order = press(belief.typed, reading.key, showdown=showdown)
    return KeyBelief(held, typed), () if order is None else (order,)
