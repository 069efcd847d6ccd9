"""Keys of the dealer's keypads: presses in, orders out. Only a key that goes down counts, and only once.

Knows no key by its meaning; that is the core's keypad. Which keys were pressed during a loss of events nobody can know, so what
a device says before its next snapshot is only where its keys stand.
"""

from table_controller.core import keypad
from table_controller.core.events import Street
from table_controller.core.orders import AnyOrder
from table_controller.core.readings import KeyMoved
from table_controller.core.state import TableState
from table_controller.tracking.belief import KeyBelief


def moved(belief: KeyBelief, reading: KeyMoved, table: TableState, *, unsure: bool) -> tuple[KeyBelief, tuple[AnyOrder, ...]]:
    """A key went down or up. `unsure`: the device has lost events and its snapshot is not complete."""
    key = (reading.keypad, reading.key)
    if reading.pressed == (key in belief.held):
        return belief, ()
    if not reading.pressed:
        return KeyBelief(tuple(other for other in belief.held if other != key), belief.typed), ()
    held = (*belief.held, key)
    if unsure:
        return KeyBelief(held, belief.typed), ()
    typed, order = keypad.press(belief.typed, reading.key, showdown=_showing(table))
    return KeyBelief(held, typed), () if order is None else (order,)


def _showing(table: TableState) -> bool:
    return table.hand is not None and table.hand.street is Street.SHOWDOWN
