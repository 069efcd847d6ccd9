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
from table_controller.tracking import timing
from table_controller.tracking.belief import KeyBelief, Press

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
    if unsure:  # where the key stands, not a press
        return _replace(belief, held=held), ()
    again, belief = _doubled(belief, reading), _pressed(belief, Press(*key, reading.at))
    last, others = belief.last, belief.others
    if again:
        return _replace(belief, held=held), ()
    typed, order = keypad.press(belief.typed, reading.key, showdown=_showing(table))
    if belief.doubtful:
        still_typing = reading.key <= _LAST_DIGIT or typed != keypad.EMPTY
        return KeyBelief(held, typed, still_typing, last, others), (order,) if type(order) is CallFloor else ()
    return KeyBelief(held, typed, last=last, others=others), () if order is None else (order,)


def _doubled(belief: KeyBelief, reading: KeyMoved) -> bool:
    """The same key at the same keypad, by the board's clock, sooner than anybody means it twice, though another went down since.

    A digit may be meant twice.
    """
    if reading.key <= _LAST_DIGIT:
        return False
    key, last = (reading.keypad, reading.key), belief.last
    if last is not None and (last.keypad, last.key) == key:
        return 0 <= reading.at - last.at <= timing.ONE_PRESS
    same = (one for one in belief.others if (one.keypad, one.key) == key)
    return any(0 <= reading.at - one.at <= timing.ONE_PRESS_BETWEEN for one in same)


def _pressed(belief: KeyBelief, press: Press) -> KeyBelief:
    """With a digit another amount begins, and the key after it is meant."""
    if press.key <= _LAST_DIGIT:
        return _replace(belief, last=press, others=())
    others = tuple(
        one
        for one in _recent(belief)
        if (one.keypad, one.key) != (press.keypad, press.key) and 0 <= press.at - one.at <= timing.ONE_PRESS
    )
    return _replace(belief, last=press, others=others)


def _recent(belief: KeyBelief) -> tuple[Press, ...]:
    return belief.others if belief.last is None else (*belief.others, belief.last)


def _showing(table: TableState) -> bool:
    return table.hand is not None and table.hand.street is Street.SHOWDOWN
