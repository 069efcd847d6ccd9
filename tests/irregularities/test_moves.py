"""Cards moved by hand: for each moment of a hand and each pair of places, what is found, or that it is allowed."""

from typing import Any

import pytest

from table_controller.core import orders as ask
from table_controller.core.ids import SeatNo
from table_controller.irregularities import moves
from table_controller.irregularities.moves import ROWS, Lies
from table_controller.irregularities.scene import Phase

FOULED, BOARD, LINE = "fouled_hand", "board_card_lost_or_mucked", "folded_over_line"
SWAPPED, BURNS, MIXED = "order_burn_board_swapped", "deck_bottom_burn", "stub_disordered"
WHILE_CARDS_COME = {
    # from    to: seat 1 plays, seat 3 has folded, seat 9 has no part in the hand
    "1": {"2": FOULED, "3": FOULED, "9": FOULED, "burn": FOULED, "board": FOULED, "hold": FOULED, "out": FOULED, "shoe": FOULED},
    "3": {
        "1": FOULED,
        "4": FOULED,
        "9": LINE,
        "burn": LINE,
        "board": BOARD,
        "muck": "",
        "hold": LINE,
        "out": LINE,
        "shoe": MIXED,
    },
    "burn": {"1": FOULED, "3": BURNS, "9": BURNS, "board": SWAPPED, "muck": BURNS, "hold": BURNS, "out": BURNS, "shoe": BURNS},
    "board": {"1": BOARD, "3": BOARD, "9": BOARD, "burn": BOARD, "muck": BOARD, "hold": BOARD, "out": BOARD, "shoe": BOARD},
    "muck": {"1": FOULED, "3": LINE, "9": LINE, "burn": LINE, "board": BOARD, "hold": LINE, "out": LINE, "shoe": MIXED},
}
AT_SHOWDOWN = {
    "1": {**WHILE_CARDS_COME["1"], "muck": ""},
    "3": {**WHILE_CARDS_COME["3"], "shoe": ""},
    "burn": {**WHILE_CARDS_COME["burn"], "muck": "", "shoe": ""},
    "board": WHILE_CARDS_COME["board"],
    "muck": {**WHILE_CARDS_COME["muck"], "shoe": ""},
}
MOMENTS = {"flop": WHILE_CARDS_COME, "before turn": WHILE_CARDS_COME, "river": WHILE_CARDS_COME, "showdown": AT_SHOWDOWN}
MOVES = [
    (moment, source, to, code) for moment, table in MOMENTS.items() for source, row in table.items() for to, code in row.items()
]


def played_to(table: Any, moment: str, profile: str = "slovak") -> Any:
    """Seat 3 has folded; one of its cards lies in the muck, the other still at its place."""
    playing = table(profile)
    playing.play_to("preflop")
    playing.must(ask.Fold())
    playing.move("3", "muck")
    playing.calls()
    for street, cards in (("flop", "burn board board board"), ("turn", "burn board"), ("river", "burn board")):
        if moment == f"before {street}":
            break
        playing.to(cards)
        if moment == street:
            break
        playing.calls()
    assert playing.codes() == []
    return playing


@pytest.mark.parametrize(("moment", "source", "to", "code"), MOVES)
def test_what_is_found_when_a_card_is_moved(table: Any, moment: str, source: str, to: str, code: str) -> None:
    """RULEBOOK 4, its last rows; F1, F4, A6, D17, D18, D19, SK53, SK78."""
    playing = played_to(table, moment)
    playing.move(source, to)
    assert playing.codes() == ([code] if code else [])


@pytest.mark.parametrize("source", ["burn", "muck"])
def test_only_cards_of_the_deck_make_a_street(table: Any, source: str) -> None:
    """A burn or a folded card on the board is no turn; once it is back, the turn is burned and dealt as ever."""
    playing = played_to(table, "before turn")
    playing.move(source, "board")
    playing.to("burn")
    assert playing.state.hand.street == "flop"
    assert playing.state.hand.actor is None


def test_an_open_hole_card_on_the_board_is_no_street(table: Any) -> None:
    """It is in everybody's sight, but did not come out of the deck."""
    playing = played_to(table, "flop")
    playing.must(ask.Exposed(seat=SeatNo(1)))
    playing.calls()
    playing.move("1", "board")
    assert playing.open_codes()[-1] == FOULED
    assert playing.state.hand.street == "flop"


@pytest.mark.parametrize("moment", ["flop", "river", "showdown"])
def test_a_second_move_does_not_hide_behind_the_first(table: Any, moment: str) -> None:
    """A card of the board goes, and another one is laid in its place: both are wrong."""
    playing = played_to(table, moment)
    playing.move("board", "muck")
    playing.move("1", "board")
    assert playing.codes() == [BOARD, FOULED]


def test_what_goes_back_by_itself_is_no_second_error(table: Any) -> None:
    playing = played_to(table, "showdown")
    playing.move("board", "muck")
    playing.move("muck", "board")
    assert playing.codes() == [BOARD]


def test_a_closed_hand_pushed_over_the_line_may_come_back_where_the_house_says_so(table: Any) -> None:
    """TDA 14: it is not dead until it is pushed into the muck; SK78: it is."""
    for profile, codes in (("tda_2024", []), ("slovak", [LINE])):
        playing = played_to(table, "showdown", profile)
        playing.move("1", "muck")
        playing.move("muck", "1")
        assert playing.codes() == codes


def test_all_is_gathered_once_one_player_is_left_or_the_pots_are_out(table: Any) -> None:
    """SK53, SK62: no hand is compared any more."""
    alone, paid = played_to(table, "flop"), played_to(table, "showdown")
    alone.all_fold()
    paid.award()
    for playing in (alone, paid):
        for source in ("board", "burn", "1", "2"):
            playing.move(source, "muck")
        playing.move("muck", "shoe")
        assert playing.codes() == []


def test_the_hand_that_was_touched_is_named(table: Any) -> None:
    playing = played_to(table, "flop")
    playing.move("burn", "1")
    assert playing.found[0].seat == SeatNo(1)


def test_no_pair_of_places_is_passed_over() -> None:
    """For each there is a row without a condition."""
    always = moves._always
    for phase in Phase:
        for lay in Lies:
            for lies in Lies:
                rows = [row for row in ROWS if phase in row.phases and lay in row.lay and lies in row.lies]
                assert [row.when for row in rows][-1:] == [always], (phase, lay, lies)
