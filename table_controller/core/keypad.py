"""The dealer's keypad as a fold: one key press in, at most one order out.

Owns what is typed and not yet sent: an amount, or a seat after the seat key. Key numbers are those of the table bus contract.
Must not know whose turn it is: an order without a seat means whoever's turn it is.
"""

from collections.abc import Callable

import msgspec

from table_controller.core import orders as ask
from table_controller.core.ids import MAX_SEATS, Chips, SeatNo

MOST_DIGITS = 9
"""Longest amount that can be typed; further digits are ignored until the amount is cleared."""

FOLD, CHECK_OR_CALL, BET_OR_RAISE, ALL_IN, ENTER, UNDO, FLOOR, EXPOSED, BOXED, SEAT, MISDEAL, CLOCK, DEAL_DONE, CLEAR = range(
    10, 24
)


class Typed(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What stands on the keypad's display. `seat_asked`: the digits are the number of a seat."""

    digits: str = ""
    seat_asked: bool = False


EMPTY = Typed()


def press(typed: Typed, key: int, *, showdown: bool) -> tuple[Typed, ask.AnyOrder | None]:
    """What the display shows after this key, and the order it gave. `showdown`: hands are being shown.

    A key the contract does not number, or a seat the table bus cannot name, clears the display and orders nothing.
    """
    if 0 <= key <= 9:
        return _digit(typed, key), None
    if key == SEAT:
        return Typed("", True), None
    if key == CLEAR:
        return EMPTY, ask.Cancel() if typed == EMPTY else None
    if typed.seat_asked:
        return EMPTY, _for_seat(typed.digits, key, showdown)
    amount = Chips(int(typed.digits)) if typed.digits else None
    return EMPTY, _plain(key, amount, showdown)


def _digit(typed: Typed, key: int) -> Typed:
    most = 2 if typed.seat_asked else MOST_DIGITS
    if len(typed.digits) >= most or (typed.digits == "" and key == 0):
        return typed
    return Typed(f"{typed.digits}{key}", typed.seat_asked)


def _plain(key: int, amount: Chips | None, showdown: bool) -> ask.AnyOrder | None:
    if key == BET_OR_RAISE:
        return ask.Show() if showdown and amount is None else ask.BetOrRaise(to=amount)
    if key == FOLD:
        return ask.Muck() if showdown else ask.Fold()
    make = _PLAIN.get(key)
    return None if make is None else make()


def _for_seat(digits: str, key: int, showdown: bool) -> ask.AnyOrder | None:
    number = int(digits) if digits else 0
    make = (_AT_SHOWDOWN if showdown else _IN_PLAY).get(key) or _ANY_TIME.get(key)
    if make is None or not 1 <= number <= MAX_SEATS:
        return None
    return make(SeatNo(number))


_PLAIN: dict[int, Callable[[], ask.AnyOrder]] = {
    CHECK_OR_CALL: ask.CheckOrCall,
    ALL_IN: ask.AllIn,
    ENTER: ask.ConfirmStep,
    UNDO: ask.Undo,
    FLOOR: ask.CallFloor,
    EXPOSED: ask.Exposed,
    BOXED: ask.Boxed,
    MISDEAL: ask.Misdeal,
    CLOCK: ask.Clock,
    DEAL_DONE: ask.DealDone,
}
_IN_PLAY: dict[int, Callable[[SeatNo], ask.AnyOrder]] = {
    FOLD: lambda seat: ask.Fold(seat=seat),
    CHECK_OR_CALL: lambda seat: ask.CheckOrCall(seat=seat),
    BET_OR_RAISE: lambda seat: ask.BetOrRaise(seat=seat),
    ALL_IN: lambda seat: ask.AllIn(seat=seat),
}
_AT_SHOWDOWN: dict[int, Callable[[SeatNo], ask.AnyOrder]] = {
    FOLD: lambda seat: ask.Muck(seat=seat),
    CHECK_OR_CALL: lambda seat: ask.PlayingBoard(seat=seat),
    BET_OR_RAISE: lambda seat: ask.Show(seat=seat),
}
_ANY_TIME: dict[int, Callable[[SeatNo], ask.AnyOrder]] = {
    EXPOSED: lambda seat: ask.Exposed(seat=seat),
    UNDO: lambda seat: ask.Flashed(seat=seat, by_dealer=False),
    BOXED: lambda seat: ask.Flashed(seat=seat, by_dealer=True),
    MISDEAL: lambda seat: ask.ReportAbsent(seat=seat),
    CLOCK: lambda seat: ask.Clock(seat=seat),
}
"""After the seat key the misdeal key says that the player is absent, undo and boxed who flashed the card (table bus, Keys)."""
