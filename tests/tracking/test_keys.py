"""Keys of the dealer's keypad as the tracker hears them: a key of an act that goes down twice at once is one press.

The act's own key comes before the next player can have acted, so nobody keys two acts with one key sooner; but a finger that
trembles, or a worn contact, makes two of one press, and the second would be the next player's fold or call.
"""

from typing import Any

import pytest

from table_controller.core import keypad
from table_controller.core.orders import AllIn, BetOrRaise, CheckOrCall, Fold

ACTS = [
    ((), keypad.FOLD, Fold()),
    ((), keypad.CHECK_OR_CALL, CheckOrCall()),
    ((), keypad.ALL_IN, AllIn()),
    ((4, 0), keypad.BET_OR_RAISE, BetOrRaise(to=40)),
]
ORDERS = (Fold, CheckOrCall, AllIn, BetOrRaise)


def pressed(table: Any, key: int, *, after: int = 0) -> None:
    """The key goes down so many ms after it, or another, went down last; it stays down for 30 ms."""
    table.wait(max(0, after - 30))
    table.key(key)
    table.wait(30)
    table.key(key, pressed=False)


def orders(table: Any) -> list[object]:
    return [said for said in table.facts if isinstance(said, ORDERS)]


@pytest.mark.parametrize(("typed", "key", "order"), ACTS)
@pytest.mark.parametrize("gap", [60, 150, 250])
def test_a_key_of_an_act_twice_at_once_is_one_act(table: Any, typed: tuple[int, ...], key: int, order: object, gap: int) -> None:
    for digit in typed:
        pressed(table, digit)
    pressed(table, key)
    pressed(table, key, after=gap)
    assert orders(table) == [order]


@pytest.mark.parametrize("key", sorted({keypad.ENTER, keypad.UNDO, keypad.DEAL_DONE, keypad.EXPOSED}))
def test_a_key_of_the_dealer_s_own_that_bounces_is_pressed_once(table: Any, key: int) -> None:
    """The second word of one key that was let go must not gather the deck, nor take back another act."""
    pressed(table, key)
    once = list(table.facts)
    assert once
    pressed(table, key, after=120)
    assert table.facts == once


@pytest.mark.parametrize("gap", [251, 400])
def test_the_same_key_later_is_the_next_player_s(table: Any, gap: int) -> None:
    pressed(table, keypad.CHECK_OR_CALL)
    pressed(table, keypad.CHECK_OR_CALL, after=gap)
    assert orders(table) == [CheckOrCall(), CheckOrCall()]


def test_another_key_at_once_is_another_act(table: Any) -> None:
    pressed(table, keypad.CHECK_OR_CALL)
    pressed(table, keypad.FOLD, after=60)
    assert orders(table) == [CheckOrCall(), Fold()]


def test_a_key_that_bounces_while_the_next_act_is_keyed_is_pressed_once(table: Any) -> None:
    pressed(table, keypad.CHECK_OR_CALL)
    pressed(table, keypad.FOLD, after=60)
    pressed(table, keypad.CHECK_OR_CALL, after=60)
    assert orders(table) == [CheckOrCall(), Fold()]
    pressed(table, keypad.CHECK_OR_CALL, after=251)
    assert orders(table) == [CheckOrCall(), Fold(), CheckOrCall()]


@pytest.mark.parametrize("between", [keypad.ALL_IN, keypad.UNDO])
def test_a_quick_dealer_s_key_behind_another_is_the_next_player_s(table: Any, between: int) -> None:
    """150 ms after it was let go it does not bounce any more; a hand that goes there and back is no quicker."""
    pressed(table, keypad.CHECK_OR_CALL)
    pressed(table, between, after=60)
    pressed(table, keypad.CHECK_OR_CALL, after=120)
    assert orders(table).count(CheckOrCall()) == 2


def test_a_bounce_takes_nothing_from_the_presses_after_it(table: Any) -> None:
    pressed(table, keypad.CHECK_OR_CALL)
    pressed(table, keypad.FOLD, after=60)
    pressed(table, keypad.CHECK_OR_CALL, after=60)
    pressed(table, keypad.CHECK_OR_CALL, after=200)
    assert orders(table) == [CheckOrCall(), Fold(), CheckOrCall()]


def test_digits_may_be_doubled(table: Any) -> None:
    for digit in (4, 4):
        pressed(table, digit, after=60)
    pressed(table, keypad.BET_OR_RAISE)
    assert orders(table) == [BetOrRaise(to=44)]


def test_three_presses_at_once_are_one_and_a_restart_does_not_change_that(table: Any) -> None:
    pressed(table, keypad.FOLD)
    table.restart(away=0)
    for _ in range(2):
        pressed(table, keypad.FOLD, after=200)
    assert orders(table) == [Fold()]
