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
    press = Press(reading.keypad, reading.key, reading.at)
    key = (press.keypad, press.key)
    if reading.pressed == (key in belief.held):
        return belief, ()
    if not reading.pressed:
        released = belief.released if unsure else (*_recent(belief, press), press)
        return _replace(belief, held=tuple(other for other in belief.held if other != key), released=released), ()
    belief = _replace(belief, held=(*belief.held, key))
    if unsure or _bounced(belief, press):  # where the key stands, not a press
        return belief, ()
    again, belief = _doubled(belief.last, press), _pressed(belief, press)
    if again:
        return belief, ()
    typed, order = keypad.press(belief.typed, press.key, showdown=_showing(table))
    if belief.doubtful:
        still_typing = press.key <= _LAST_DIGIT or typed != keypad.EMPTY
        return _replace(belief, typed=typed, doubtful=still_typing), (order,) if type(order) is CallFloor else ()
    return _replace(belief, typed=typed), () if order is None else (order,)


def _doubled(last: Press | None, press: Press) -> bool:
    """The same key at the same keypad, by the board's clock, sooner than anybody means it twice. A digit may be meant twice."""
    if last is None or press.key <= _LAST_DIGIT or (last.keypad, last.key) != (press.keypad, press.key):
        return False
    return 0 <= press.at - last.at <= timing.ONE_PRESS


def _bounced(belief: KeyBelief, press: Press) -> bool:
    """Another key went down since, and this one has only just been let go: a hand that goes there and back takes longer."""
    key, last = (press.keypad, press.key), belief.last
    if press.key <= _LAST_DIGIT or last is None or (last.keypad, last.key) == key:
        return False
    return any((one.keypad, one.key) == key and 0 <= press.at - one.at <= timing.BOUNCE for one in belief.released)


def _pressed(belief: KeyBelief, press: Press) -> KeyBelief:
    """With a digit another amount begins, and the key after it is meant."""
    return _replace(belief, last=press, released=() if press.key <= _LAST_DIGIT else belief.released)


def _recent(belief: KeyBelief, press: Press) -> tuple[Press, ...]:
    """Other keys that were let go so shortly before that they may bounce yet."""
    return tuple(
        one
        for one in belief.released
        if (one.keypad, one.key) != (press.keypad, press.key) and 0 <= press.at - one.at <= timing.BOUNCE
    )


def _showing(table: TableState) -> bool:
    return table.hand is not None and table.hand.street is Street.SHOWDOWN
