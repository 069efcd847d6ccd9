"""Which keys of the dealer's keypad say an order. Found by typing on the same keypad the product has, so the two cannot differ.

Owns no key's meaning.
"""

from collections.abc import Iterator

import msgspec

from table_controller.core import keypad
from table_controller.core import orders as ask
from table_controller.core.events import Street
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder
from table_controller.core.state import TableState

_KEYS = tuple(key for key in range(keypad.FOLD, keypad.CLEAR + 1) if key != keypad.SEAT)
_OF_THE_ACTOR = (ask.Fold, ask.CheckOrCall, ask.BetOrRaise, ask.AllIn)
"""Orders that mean whoever's turn it is when they name no seat."""


def keys_for(order: AnyOrder, state: TableState) -> tuple[int, ...] | None:
    """The keys that say this order now, fewest first; None when the keypad has no word for it."""
    for keys in _ways(getattr(order, "seat", None), getattr(order, "to", None)):
        if _meant(_typed(keys, state), state) == order:
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


def _meant(said: AnyOrder | None, state: TableState) -> AnyOrder | None:
    """The order as the table takes it: for the seat whose turn it is, and as the one act of two that fits."""
    hand = state.hand
    if isinstance(said, _OF_THE_ACTOR) and hand is not None:
        said = msgspec.structs.replace(said, seat=hand.actor) if said.seat is None else said
    if isinstance(said, ask.CheckOrCall) and hand is not None and said.seat is not None:
        owes = state.seat(said.seat).bet < hand.bet
        return ask.Call(seat=said.seat) if owes else ask.Check(seat=said.seat)
    if isinstance(said, ask.BetOrRaise) and hand is not None and said.to is not None:
        return ask.Raise(seat=said.seat, to=said.to) if hand.bet else ask.Bet(seat=said.seat, to=said.to)
    return said
