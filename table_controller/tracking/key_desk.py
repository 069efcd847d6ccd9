"""Keys of the dealer's keypads: presses in, orders out. Only a key that goes down counts, and only once.

Knows no key by its meaning; that is the core's keypad. Which keys were pressed during a loss of events nobody can know: what a
device says before its next snapshot is only where its keys stand, and the first key that would act after it does not, for what
was typed may lack its beginning. The dealer sees that nothing has followed and keys it again.
"""

import msgspec

from table_controller.core import keypad
from table_controller.core.events import Street
from table_controller.core.orders import AnyOrder, CallFloor
from table_controller.core.readings import KeyMoved
from table_controller.core.state import TableState
from table_controller.tracking.belief import KeyBelief

_replace = msgspec.structs.replace

_LAST_DIGIT = 9


def moved(belief: KeyBelief, reading: KeyMoved, table: TableState, *, unsure: bool) -> tuple[KeyBelief, tuple[AnyOrder, ...]]:
    """A key went down or up. `unsure`: the device has lost events and its snapshot is not complete."""
    key = (reading.keypad, reading.key)
    if reading.pressed == (key in belief.held):
        return belief, ()
    if not reading.pressed:
        return _replace(belief, held=tuple(other for other in belief.held if other != key)), ()
    held = (*belief.held, key)
    if unsure:
        return _replace(belief, held=held), ()
    typed, order = keypad.press(belief.typed, reading.key, showdown=_showing(table))
    if belief.doubtful:
        still_typing = reading.key <= _LAST_DIGIT or typed != keypad.EMPTY
        return KeyBelief(held, typed, still_typing), (order,) if type(order) is CallFloor else ()
    return KeyBelief(held, typed), () if order is None else (order,)


def _showing(table: TableState) -> bool:
    return table.hand is not None and table.hand.street is Street.SHOWDOWN
