"""Cards of a hand that plays lie in the muck: the key of a fold is waited for eight seconds, and anew after each act (F1, F4)."""

from typing import Any

from table_controller.core.events import CardDealt, CardMoved, DealCompleted, Folded
from table_controller.core.facts import FoldKeyWaited
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.readings import ReaderState
from table_controller.tracking import deadline

from .conftest import BOARD
from .test_chips import STARTED


def thrown(table: Any, seat: int, cards: int = 2) -> Any:
    """The hand has two cards at each seat; so many of this seat's go into the muck. Seat 3, the button, acts first."""
    table.recorded(STARTED, *(CardDealt(seat=SeatNo(at), draw=at) for at in (1, 2, 3, 1, 2, 3)), DealCompleted())
    table.recorded(*(CardMoved(source=SEAT_PLACES[SeatNo(seat)], index=0, to=Place.MUCK) for _ in range(cards)))
    return table


def test_a_hand_out_of_turn_is_told_once_after_eight_seconds(table: Any) -> None:
    thrown(table, 2).wait(7_999)
    assert table.said(FoldKeyWaited) == []
    table.wait(1)
    assert [fact.seat for fact in table.said(FoldKeyWaited)] == [2]
    table.wait(60_000)
    assert len(table.said(FoldKeyWaited)) == 1


def test_each_act_begins_the_wait_anew(table: Any) -> None:
    thrown(table, 2).wait(7_000)
    table.recorded(Folded(seat=SeatNo(3), facing=Chips(10)))
    table.wait(7_999)
    assert table.said(FoldKeyWaited) == []
    table.wait(1)
    assert len(table.said(FoldKeyWaited)) == 1


def test_a_table_that_takes_no_keys_begins_the_wait_anew_when_it_takes_them_again(table: Any) -> None:
    thrown(table, 2).wait(4_000)
    table.say(ReaderState(device=BOARD, at=table.now, reader=0, ok=False, reason=0))
    table.wait(3_000)
    table.say(ReaderState(device=BOARD, at=table.now, reader=0, ok=True, reason=0))
    table.wait(7_999)
    assert table.said(FoldKeyWaited) == []
    table.wait(1)
    assert len(table.said(FoldKeyWaited)) == 1


def test_a_fold_in_turn_may_be_keyed_as_late_as_it_likes(table: Any) -> None:
    thrown(table, 3).wait(60_000)
    assert table.said(FoldKeyWaited) == []
    table.recorded(Folded(seat=SeatNo(3), facing=Chips(10)))
    assert deadline(table.state) is None


def test_one_card_of_a_hand_is_told_in_its_turn_too(table: Any) -> None:
    thrown(table, 3, cards=1).wait(8_000)
    assert [fact.seat for fact in table.said(FoldKeyWaited)] == [3]


def test_cards_that_come_back_are_waited_for_no_more(table: Any) -> None:
    thrown(table, 2, cards=1)
    table.recorded(CardMoved(source=Place.MUCK, index=0, to=SEAT_PLACES[SeatNo(2)]))
    table.wait(60_000)
    assert table.said(FoldKeyWaited) == []
