"""Chips pushed without a word are the act the rules make of them (TDA 43-45, worked example P09)."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.events import Street
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, PushChips
from table_controller.core.silent_chips import meaning
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import HandState, SeatState, SeatStatus, TableState

SEAT = SeatNo(2)


def facing(bet: int, raise_by: int, *, stack: int = 20_000, mine: int = 0) -> TableState:
    """Seat 2 faces a total of `bet`; the smallest raise is by `raise_by`."""
    other = SeatState(
        seat=SeatNo(1), player="P1", stack=Chips(20_000), bet=Chips(bet), paid=Chips(bet), status=SeatStatus.LIVE, acted=True
    )
    seat = SeatState(seat=SEAT, player="P2", stack=Chips(stack), bet=Chips(mine), paid=Chips(mine), status=SeatStatus.LIVE)
    hand = HandState(
        number=HandNo(1),
        attempt=AttemptNo(1),
        button=SeatNo(1),
        small_blind=None,
        big_blind=SeatNo(1),
        order=(SeatNo(1), SEAT),
        street=Street.FLOP,
        betting=True,
        actor=SEAT,
        contending=2,
        bet=Chips(bet),
        highest=Chips(bet),
        full_raise=Chips(raise_by),
        middle=Chips(bet + mine),
    )
    stakes = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(1), big_blind=Chips(2))
    return TableState(seats=(other, seat), hand=hand, stakes=stakes, bank=Chips(40_000))


def act(state: TableState, *chips: int) -> AnyOrder | Rejection:
    return meaning(state, PushChips(seat=SEAT, amount=Chips(sum(chips)), chips=tuple(map(Chips, chips))))


@pytest.mark.parametrize(
    ("bet", "raise_by", "chips", "to"),
    [
        (1100, 600, (1000, 100, 100, 100, 100, 100), 1700),
        (1100, 600, (1000, 100, 100, 100), None),
        (1100, 600, (500, 1000), None),
        (1400, 1400, (1000, 500, 500, 500), 2800),
        (1400, 1400, (1000, 500, 500), None),
        (325, 325, (500, 25), 650),
        (20, 20, (25, 5), 40),
        (20, 20, (25,), None),
        (20, 20, (10, 10, 5), None),
    ],
)
def test_the_published_examples(bet: int, raise_by: int, chips: tuple[int, ...], to: int | None) -> None:
    wanted: AnyOrder = ask.Call(seat=SEAT) if to is None else ask.BetOrRaise(seat=SEAT, to=Chips(to))
    assert act(facing(bet, raise_by), *chips) == wanted


def test_a_full_raise_is_the_raise_it_is() -> None:
    assert act(facing(20, 20), 25, 25, 5) == ask.BetOrRaise(seat=SEAT, to=Chips(55))


def test_without_a_bet_one_chip_counts_in_full() -> None:
    assert act(facing(0, 20), 100) == ask.BetOrRaise(seat=SEAT, to=Chips(100))


def test_without_a_bet_less_than_the_smallest_bet_is_refused() -> None:
    assert act(facing(0, 20), 10, 5) == Rejection("below_minimum", {"min": 20})


def test_the_last_chips_are_all_in_whatever_they_come_to() -> None:
    assert act(facing(20, 20, stack=12), 10, 2) == ask.AllIn(seat=SEAT)


def test_less_than_the_call_is_no_act() -> None:
    assert act(facing(20, 20), 10) == Rejection("undercall", {"to_call": 20})


def test_chips_in_front_of_the_seat_count_to_the_call() -> None:
    assert act(facing(20, 20, mine=10), 10) == ask.Call(seat=SEAT)


def test_nobody_pushes_more_than_he_has() -> None:
    assert act(facing(20, 20, stack=50), 100) == Rejection("more_than_stack", {"max": 50})


def test_uncounted_chips_are_judged_by_half_of_a_raise() -> None:
    state = facing(20, 20)
    assert meaning(state, PushChips(seat=SEAT, amount=Chips(29))) == ask.Call(seat=SEAT)
    assert meaning(state, PushChips(seat=SEAT, amount=Chips(30))) == ask.BetOrRaise(seat=SEAT, to=Chips(40))
