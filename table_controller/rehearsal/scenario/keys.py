"""Which keys of the dealer's keypad say an order. Found by typing on the same keypad the product has, so the two cannot differ.

One key that stands for two acts is pressed only where it leads to the same as the act. Owns no key's meaning.
"""

from collections.abc import Iterator

import msgspec

from table_controller.core import keypad
from table_controller.core import orders as ask
from table_controller.core.decide import decide
from table_controller.core.events import Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder, Person
from table_controller.core.state import TableState

_KEYS = tuple(key for key in range(keypad.FOLD, keypad.CLEAR + 1) if key != keypad.SEAT)
_OF_THE_ACTOR = (ask.Fold, ask.CheckOrCall, ask.BetOrRaise, ask.AllIn)
"""Orders that mean whoever's turn it is when they name no seat."""


def keys_for(order: AnyOrder, state: TableState, by: Person) -> tuple[int, ...] | None:
    """The keys that say this order now, fewest first; None when the keypad has no word for it, or one that means more."""
    for keys in _ways(getattr(order, "seat", None), getattr(order, "to", None)):
        said = _typed(keys, state)
        if said is not None and _of_seat(said, state) == _one_key(order) and _leads_to_the_same(said, order, state, by):
            return keys
    return None


def _ways(seat: SeatNo | None, to: Chips | None) -> Iterator[tuple[int, ...]]:
    amount = () if to is None else _digits(to)
    yield from ((*amount, key) for key in _KEYS)
    if seat is not None:
        yield from ((keypad.SEAT, *_digits(seat), key) for key in _KEYS)


def _digits(number: int) -> tuple[int, ...]:
    return tuple(int(digit) for digit in str(number))


def _typed(keys: tuple[int, ...], state: TableState) -> AnyOrder | None:
    hand = state.hand
    typed, order = keypad.EMPTY, None
    for key in keys:
        typed, order = keypad.press(typed, key, showdown=hand is not None and hand.street is Street.SHOWDOWN)
    return order


def _of_seat(said: AnyOrder, state: TableState) -> AnyOrder:
    """The order with the seat it is taken for."""
    if isinstance(said, _OF_THE_ACTOR) and said.seat is None and state.hand is not None:
        return msgspec.structs.replace(said, seat=state.hand.actor)
    return said


def _one_key(order: AnyOrder) -> AnyOrder:
    """The keypad has one key for check and call, and one for bet and raise."""
    match order:
        case ask.Check() | ask.Call():
            return ask.CheckOrCall(seat=order.seat)
        case ask.Bet() | ask.Raise():
            return ask.BetOrRaise(seat=order.seat, to=order.to)
    return order


def _leads_to_the_same(said: AnyOrder, order: AnyOrder, state: TableState, by: Person) -> bool:
    return said == order or decide(state, said, by) == decide(state, order, by)
