"""When the dealer is asked about chips: where more than the line speaks for it. Sleeves cross it, and some chips are not seen."""

from typing import Any

import pytest

from table_controller.core.events import Called, Checked, Folded, Street, StreetClosed, StreetOpened
from table_controller.core.ids import Chips, SeatNo

from .test_chips import LINE, SEAT, acting, asked, bet, crosses, playing, unseen


def test_chips_of_whose_turn_it_is_without_a_key_are_a_question(table: Any) -> None:
    acting(table)
    crosses(table)
    table.wait(11_700)
    assert asked(table) == []
    table.wait(100)
    assert asked(table) == [(SEAT, False)]
    table.wait(60_000)
    assert len(asked(table)) == 1


def test_chips_wait_anew_while_the_keys_before_theirs_come_late_one_after_the_other(table: Any) -> None:
    playing(table)
    crosses(table)
    for act in (Folded(seat=SeatNo(3), facing=Chips(0)), Called(seat=SeatNo(1), added=Chips(0), all_in=False)):
        table.wait(11_000)
        table.recorded(act)
    table.wait(11_900)
    assert asked(table) == []
    table.wait(200)
    assert asked(table) == [(SEAT, False)]


def test_chips_out_of_turn_are_a_question_when_the_turn_comes_and_nothing_is_keyed(table: Any) -> None:
    playing(table)
    crosses(table)
    table.wait(60_000)
    assert asked(table) == []
    table.recorded(Folded(seat=SeatNo(3), facing=Chips(0)), Called(seat=SeatNo(1), added=Chips(0), all_in=False))
    table.wait(12_000)
    assert asked(table) == [(SEAT, False)]


def test_chips_and_a_key_that_moves_none_are_a_question_whosever_turn_it_is(table: Any) -> None:
    acting(table)
    crosses(table)
    table.recorded(Checked(seat=SEAT))
    table.wait(7_900)
    assert asked(table) == []
    table.wait(100)
    assert asked(table) == [(SEAT, False)]


def test_a_hand_that_is_folded_may_touch_the_line(table: Any) -> None:
    acting(table)
    crosses(table)
    table.recorded(Folded(seat=SEAT, facing=Chips(10)))
    table.wait(60_000)
    assert asked(table) == []


def test_a_sleeve_that_nothing_follows_is_never_asked_about(table: Any) -> None:
    """Short, as chips are, but out of turn; the round ends without a turn of this seat."""
    playing(table)
    crosses(table)
    table.wait(30_000)
    table.recorded(StreetClosed(street=Street.PREFLOP, pots=()), StreetOpened(street=Street.FLOP, actor=SEAT))
    table.wait(60_000)
    assert asked(table) == []


@pytest.mark.parametrize("blocked", [1_100, 5_000, 60_000])
def test_a_line_that_is_blocked_for_longer_than_chips_do_says_nothing(table: Any, blocked: int) -> None:
    """A sleeve on the line of the very player who thinks."""
    acting(table)
    crosses(table, blocked)
    table.wait(60_000)
    assert asked(table) == []


def test_keys_while_the_line_is_blocked_want_no_chips(table: Any) -> None:
    playing(table)
    table.input(LINE, True)
    for to in (40, 80, 120):
        table.recorded(bet(to))
        table.wait(20_000)
    table.input(LINE, False)
    assert asked(table) == []


def test_chips_that_were_not_seen_once_are_believed_and_twice_are_a_question(table: Any) -> None:
    """One crossing in a hundred is not seen; the dealer has keyed what he saw."""
    unseen(table)
    table.recorded(bet(80))
    table.wait(7_900)
    assert asked(table) == []
    table.wait(100)
    assert asked(table) == [(SEAT, True)]


def test_chips_that_were_seen_again_begin_the_count_anew(table: Any) -> None:
    unseen(table)
    crosses(table)
    table.recorded(bet(80))
    table.wait(20_000)
    table.recorded(bet(120))
    table.wait(20_000)
    assert asked(table) == []
