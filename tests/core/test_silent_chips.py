"""Chips pushed without a word are the act the rules make of them (TDA 43-45, worked example P09)."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.events import Called, Checked, Street
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo
from table_controller.core.orders import PushChips
from table_controller.core.silent_chips import reading
from table_controller.core.stakes import Limit, Stakes
from table_controller.core.state import HandState, SeatState, SeatStatus, TableState
from tests.core.felt import Felt, stakes

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


def read(state: TableState, *chips: int, counted: bool = True) -> tuple[int, str]:
    assert state.hand is not None
    values = tuple(map(Chips, chips)) if counted else ()
    made = reading(state, state.hand, state.seat(SEAT), PushChips(seat=SEAT, amount=Chips(sum(chips)), chips=values))
    return made.to, made.why


@pytest.mark.parametrize(
    ("bet", "raise_by", "chips", "to", "why"),
    [
        (1100, 600, (1000, 100, 100, 100, 100, 100), 1700, "multi_chip"),
        (1100, 600, (1000, 100, 100, 100), 1100, "multi_chip"),
        (1100, 600, (500, 1000), 1100, "multi_chip"),
        (1400, 1400, (1000, 500, 500, 500), 2800, "multi_chip"),
        (1400, 1400, (1000, 500, 500), 1400, "multi_chip"),
        (325, 325, (500, 25), 650, "multi_chip"),
        (20, 20, (25, 5), 40, "multi_chip"),
        (20, 20, (25,), 20, "oversize_chip"),
        (20, 20, (10, 10, 5), 20, "multi_chip"),
    ],
)
def test_e4_e5_the_published_examples(bet: int, raise_by: int, chips: tuple[int, ...], to: int, why: str) -> None:
    """P09, TDA-43, TDA-44, TDA-45."""
    assert read(facing(bet, raise_by), *chips) == (to, why)


def test_a_full_raise_is_the_raise_it_is() -> None:
    assert read(facing(20, 20), 25, 25, 5) == (55, "")


def test_e4_without_a_bet_one_chip_counts_in_full() -> None:
    assert read(facing(0, 20), 100) == (100, "")


def test_e7_without_a_bet_less_than_the_smallest_is_what_lies_there() -> None:
    assert read(facing(0, 20), 10, 5) == (15, "")


def test_the_last_chips_are_all_in_whatever_they_come_to() -> None:
    assert read(facing(20, 20, stack=12), 10, 2) == (12, "")
    assert read(facing(20, 20, stack=30), 30) == (30, "")


def test_e6_less_than_the_call_is_what_lies_there() -> None:
    assert read(facing(20, 20), 10) == (10, "")


def test_chips_in_front_of_the_seat_count_to_the_call() -> None:
    assert read(facing(20, 20, mine=10), 10) == (20, "")


@pytest.mark.parametrize(("amount", "to"), [(29, 20), (30, 40)])
def test_uncounted_chips_are_judged_by_half_of_a_raise(amount: int, to: int) -> None:
    """TDA-43."""
    assert read(facing(20, 20), amount, counted=False) == (to, "multi_chip")


@pytest.mark.parametrize("limit", [Limit.FIXED_LIMIT, Limit.POT_LIMIT])
def test_e4_one_chip_beyond_the_largest_raise_is_still_a_call(limit: Limit) -> None:
    """TDA-44: whatever it is worth."""
    felt = Felt(stakes(limit)).sit({1: 500, 2: 500, 3: 500}, button=3).start()
    felt.do(ask.PushChips(seat=SeatNo(3), amount=Chips(100), chips=(Chips(100),)))
    assert felt.bets()[3] == 10
    assert [event.why for event in felt.last if hasattr(event, "why")] == ["oversize_chip"]


def test_e5_few_chips_of_the_big_blind_are_a_check() -> None:
    """They are less than half of a raise and there is nothing to call."""
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("c c")
    felt.do(ask.PushChips(seat=SeatNo(2), amount=Chips(4)))
    assert any(isinstance(event, Checked) for event in felt.last)
    assert not any(isinstance(event, Called) for event in felt.last)
