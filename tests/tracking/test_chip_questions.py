"""When the dealer is asked about chips: where more than the line speaks for it. Sleeves cross it, and some chips are not seen."""

from typing import Any

import pytest

from table_controller.core.events import BetMade, Called, Checked, Folded, Street, StreetClosed, StreetOpened
from table_controller.core.ids import Chips, SeatNo

from .test_chips import LINE, SEAT, acting, asked, bet, crosses, playing, unseen

OTHER = SeatNo(1)
OTHER_LINE = 20 + OTHER


def test_chips_of_whose_turn_it_is_without_a_key_are_a_question(table: Any) -> None:
    acting(table)
    crosses(table)
    table.wait(19_700)
    assert asked(table) == []
    table.wait(100)
    assert asked(table) == [(SEAT, False)]
    table.wait(60_000)
    assert len(asked(table)) == 1


def test_chips_wait_anew_while_the_keys_before_theirs_come_late_one_after_the_other(table: Any) -> None:
    playing(table)
    crosses(table)
    for act in (Folded(seat=SeatNo(3), facing=Chips(0)), Called(seat=SeatNo(1), added=Chips(0), all_in=False)):
        table.wait(19_000)
        table.recorded(act)
    table.wait(19_900)
    assert asked(table) == []
    table.wait(200)
    assert asked(table) == [(SEAT, False)]


def test_chips_out_of_turn_are_a_question_when_the_turn_comes_and_nothing_is_keyed(table: Any) -> None:
    playing(table)
    crosses(table)
    table.wait(60_000)
    assert asked(table) == []
    table.recorded(Folded(seat=SeatNo(3), facing=Chips(0)), Called(seat=SeatNo(1), added=Chips(0), all_in=False))
    table.wait(20_000)
    assert asked(table) == [(SEAT, False)]


def bet_keyed_as_a_check(table: Any, *, answered: bool) -> None:
    """Chips of a bet cross on the flop, and perhaps those of its call; checks are keyed."""
    acting(table).recorded(StreetClosed(street=Street.PREFLOP, pots=()), StreetOpened(street=Street.FLOP, actor=SEAT))
    crosses(table)
    table.recorded(Checked(seat=SEAT))
    if answered:
        crosses(table, line=OTHER_LINE)
        table.recorded(Checked(seat=OTHER))


def test_chips_of_two_seats_in_one_round_and_keys_that_move_none_are_a_question_about_the_first(table: Any) -> None:
    bet_keyed_as_a_check(table, answered=True)
    table.wait(7_400)
    assert asked(table) == []
    table.wait(700)
    assert asked(table) == [(SEAT, False)]
    table.wait(60_000)
    assert len(asked(table)) == 1


def test_a_round_that_ends_before_is_asked_about_all_the_same(table: Any) -> None:
    bet_keyed_as_a_check(table, answered=True)
    table.recorded(StreetClosed(street=Street.FLOP, pots=()), StreetOpened(street=Street.TURN, actor=SEAT))
    table.wait(8_000)
    assert asked(table) == [(SEAT, False)]


@pytest.mark.parametrize("next_round", [False, True])
def test_a_short_sleeve_before_a_check_is_never_asked_about(table: Any, next_round: bool) -> None:
    """As short as chips, and the key moves none; in the next round the same happens to another seat."""
    bet_keyed_as_a_check(table, answered=False)
    if next_round:
        table.recorded(StreetClosed(street=Street.FLOP, pots=()), StreetOpened(street=Street.TURN, actor=OTHER))
        crosses(table, line=OTHER_LINE)
        table.recorded(Checked(seat=OTHER))
    table.wait(60_000)
    assert asked(table) == []


def test_who_checks_and_then_raises_without_a_key_is_asked_about_the_raise(table: Any) -> None:
    bet_keyed_as_a_check(table, answered=False)
    table.recorded(BetMade(seat=OTHER, to=Chips(20), added=Chips(20), all_in=False))
    table.wait(3_000)
    crosses(table)
    table.wait(20_000)
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


def test_chips_that_were_not_seen_once_or_twice_are_believed_and_three_times_are_a_question(table: Any) -> None:
    """One crossing in a hundred is not seen, at a bad table one in twenty; the dealer has keyed what he saw."""
    unseen(table)
    table.recorded(bet(120))
    table.wait(7_900)
    assert asked(table) == []
    table.wait(100)
    assert asked(table) == [(SEAT, True)]


def test_after_a_question_the_count_begins_anew(table: Any) -> None:
    unseen(table)
    for to in (120, 160, 200):
        table.recorded(bet(to))
        table.wait(20_000)
    assert len(asked(table)) == 1
    table.recorded(bet(240))
    table.wait(20_000)
    assert len(asked(table)) == 2


def test_chips_that_were_seen_again_begin_the_count_anew(table: Any) -> None:
    unseen(table)
    crosses(table)
    table.recorded(bet(120))
    table.wait(20_000)
    for to in (160, 200):
        table.recorded(bet(to))
        table.wait(20_000)
    assert asked(table) == []
