"""A controller that has just started takes what its devices kept in the order in which it happened."""

from types import SimpleNamespace
from typing import Any, cast

from drivers.ports import Delivery, TablePort
from table_controller.core.ids import DeviceId, Millis
from table_controller.core.readings import DeviceUp, KeyMoved, Reading
from table_controller.service.settling import MOST_HELD, PATIENCE_MS, Settling, in_order

SHOE, KEYPAD = "shoe", "keypad"


def delivered(port: str, reading: Reading) -> Delivery:
    return Delivery(cast(TablePort, SimpleNamespace(name=port)), reading)


def hello(port: str, at: int) -> Delivery:
    return delivered(port, DeviceUp(device=DeviceId(port), at=Millis(at), life=1, new_life=False))


def key(port: str, at: int) -> Delivery:
    return delivered(port, KeyMoved(device=DeviceId(port), at=Millis(at), keypad=0, key=10, pressed=True))


def times(deliveries: list[Delivery]) -> list[int]:
    return [delivery.reading.at for delivery in deliveries]


def test_nothing_is_decided_before_every_device_has_said_hello() -> None:
    settling = Settling([SHOE, KEYPAD], Millis(0))
    assert settling.pass_on([hello(SHOE, 10), key(SHOE, 5)], Millis(20)) == []
    assert settling.deadline() == PATIENCE_MS
    out = settling.pass_on([hello(KEYPAD, 12), key(KEYPAD, 3)], Millis(30))
    assert len(out) == 4
    assert settling.deadline() is None


def test_what_was_kept_comes_out_in_the_order_in_which_it_happened() -> None:
    settling = Settling([SHOE, KEYPAD], Millis(0))
    settling.pass_on([hello(SHOE, 100), key(SHOE, 210), key(SHOE, 400)], Millis(500))
    out = settling.pass_on([hello(KEYPAD, 150), key(KEYPAD, 300)], Millis(510))
    assert times(out) == [100, 150, 210, 300, 400]


def test_a_device_that_never_answers_holds_nobody_up_for_longer_than_the_patience() -> None:
    settling = Settling([SHOE, KEYPAD], Millis(0))
    assert settling.pass_on([hello(SHOE, 1), key(SHOE, 2)], Millis(PATIENCE_MS - 1)) == []
    assert len(settling.pass_on([], Millis(PATIENCE_MS))) == 2


def test_held_readings_are_bounded() -> None:
    settling = Settling([SHOE, KEYPAD], Millis(0))
    flood = [key(SHOE, at) for at in range(MOST_HELD)]
    assert len(settling.pass_on(flood, Millis(1))) == MOST_HELD


def test_afterwards_everything_passes_at_once_and_untouched() -> None:
    settling = Settling([SHOE], Millis(0))
    settling.pass_on([hello(SHOE, 1)], Millis(2))
    late = [key(SHOE, 9), key(KEYPAD, 3)]
    assert settling.pass_on(late, Millis(10)) is late


def test_a_device_keeps_its_own_order_even_where_a_first_edge_lies_before_the_event_before() -> None:
    first, second, other = key(SHOE, 50), key(SHOE, 40), key(KEYPAD, 45)
    assert in_order(cast(Any, [first, second, other])) == [other, first, second]
