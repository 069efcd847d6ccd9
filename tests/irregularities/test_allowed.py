"""The table of allowed next events: every row, both sides of its boundary, and that no row can be left out.

A case plays a clean hand to a street, then draws cards to the named places. Six seats, button 6; the deal begins at seat 1.
"""

from typing import Any, NamedTuple

import pytest

from table_controller.irregularities import allowed


class Case(NamedTuple):
    """`upto`: how far the clean hand has come; `dealt`: cards of the deal when it has not come so far."""

    name: str
    upto: str
    spots: str
    codes: str
    profile: str = "tda_2024"
    dealt: int = 0


WRONG = (
    # the deal
    Case("C8 SK29 TDA-35-A2 RR-misdeal-h: first card to the big blind", "", "2", "deal_first_wrong_seat"),
    Case("C8: first card to an empty seat", "", "8", "deal_first_wrong_seat"),
    Case("C14 TDA-35-B RR-misdeal-f: second card to the seat that got the first", "", "1", "hole_extra_mid_deal", dealt=1),
    Case("C14: in the second round", "", "2", "hole_extra_mid_deal", dealt=8),
    Case("C9 SK29 TDA-RP-14 RR-misdeal-f: a seat is passed over", "", "3", "deal_out_of_sequence", dealt=1),
    Case("C9: back to a seat that has its card", "", "1", "deal_out_of_sequence", dealt=2),
    Case("C9: the last card to another seat", "", "4", "deal_out_of_sequence", dealt=11),
    Case("C10 TDA-35-A3 RR-misdeal-i: a card to an empty seat", "", "9", "deal_to_unentitled_seat", dealt=1),
    Case("C9: a card of the deal to the muck", "", "muck", "deal_out_of_sequence", dealt=3),
    Case("C9: a card of the deal set aside", "", "hold", "deal_out_of_sequence", dealt=7),
    Case("C9: a card of the deal out of play", "", "out", "deal_out_of_sequence", dealt=11),
    Case("C11 TDA-35-A4 RR-misdeal-j: burned when the button has no card", "", "burn", "deal_missed_seat", dealt=5),
    Case("C11: on the board when the button has no card", "", "board", "deal_missed_seat", dealt=5),
    Case("C15 SK85: burned with two seats short", "", "burn", "hole_wrong_count", dealt=10),
    Case("C16 TDA-37 RR-misdeal-e: burned with the button short", "", "burn", "hole_too_few_button", dealt=11),
    Case("C16: on the board with the button short", "", "board", "hole_too_few_button", dealt=11),
    # extra cards
    Case("C12 TDA-35-A5: a third card to the first seat", "preflop", "1", "hole_extra_one_after_deal"),
    Case("C12 UA36", "preflop", "1", "hole_extra_one_after_deal", "ukrainian"),
    Case("C12 HU35: also when the betting is over", "before flop", "1", "hole_extra_one_after_deal", "hungarian"),
    Case("C15 SK86: in a Slovak house also for the first seat", "preflop", "1", "hole_wrong_count", "slovak"),
    Case("C15 RR-misdeal-e: a third card to another seat", "preflop", "4", "hole_wrong_count", "roberts_v11"),
    Case("C15: on a later street", "flop", "1", "hole_wrong_count"),
    Case("C15: between two streets", "before turn", "3", "hole_wrong_count"),
    Case("C10: a card to an empty seat after the deal", "preflop", "7", "deal_to_unentitled_seat"),
    Case(
        "C13 UA37 HU36 RR-misdeal-d TDA-35-A5: two extra cards", "preflop", "1 2", "hole_extra_one_after_deal hole_extra_multiple"
    ),
    Case("C13: both to one seat", "preflop", "5 5", "hole_wrong_count hole_extra_multiple", "hungarian"),
    # burns and flop
    Case("D21 TDA-38: only the burn was taken early", "preflop", "burn", "burn_early"),
    Case("D8 RR-hold'em-5: two burns before the flop betting was over", "flop", "burn burn", "burn_early burn_double"),
    Case("D6 UA31 HU30 TDA-RP-5-A RR-hold'em-6: flop before its time", "preflop", "board", "flop_premature"),
    Case("D6: with its burn, which is explained along", "preflop", "burn board board board", "burn_early flop_premature"),
    Case("D1 TDA-39-B RR-hold'em-4: flop without a burn", "before flop", "board", "flop_no_burn_before_action"),
    Case("D1: all three cards are one finding", "before flop", "board board board", "flop_no_burn_before_action"),
    Case(
        "D18: the burn after the first flop card",
        "before flop",
        "board burn",
        "flop_no_burn_before_action order_burn_board_swapped",
    ),
    Case(
        "D18: the burn after the whole flop",
        "before flop",
        "board board board burn",
        "flop_no_burn_before_action order_burn_board_swapped",
    ),
    Case("D3 RR-hold'em-4 TDA-38: two burns before the flop", "before flop", "burn burn", "flop_double_burn"),
    Case("D3: a burn among the flop cards", "before flop", "burn board burn", "flop_double_burn"),
    Case("D4 SK40", "before flop", "burn board board board board", "flop_too_many", "slovak"),
    Case("D4 UA30 HU29 TDA-39-A: also five", "before flop", "burn board board board board board", "flop_too_many flop_too_many"),
    # turn and river
    Case("D9 SK44", "flop", "burn board", "burn_early turn_premature", "slovak"),
    Case("D9 UA32 HU31 TDA-RP-5-B", "flop", "burn board", "burn_early turn_premature", "ukrainian"),
    Case(
        "D11 TDA-RP-5: turn and river in one go", "flop", "burn board burn board", "burn_early turn_premature board_two_streets"
    ),
    Case("D7 RR-hold'em-5 TDA-38: turn without a burn", "before turn", "board", "turn_no_burn"),
    Case("D18: the burn after the turn", "before turn", "board burn", "turn_no_burn order_burn_board_swapped"),
    Case("D8 RR-hold'em-5: two burns before the turn", "before turn", "burn burn", "burn_double", "roberts_v11"),
    Case("D12 RR-hold'em-5: two cards in the turn slot", "turn", "board", "turn_two_cards"),
    Case("D21: the river's burn too early", "turn", "burn", "burn_early"),
    Case("D10 UA35 HU34 TDA-RP-5-C: river before its time", "turn", "burn board", "burn_early river_premature", "hungarian"),
    Case("D7: river without a burn", "before river", "board", "river_no_burn"),
    Case("D18: the burn after the river", "before river", "board burn", "river_no_burn order_burn_board_swapped"),
    Case("D8: two burns before the river", "before river", "burn burn", "burn_double"),
    Case("D12 M17: two cards in the river slot", "river", "board", "turn_two_cards"),
    Case("D14 TDA-28: a burn after the river", "river", "burn", "no_more_cards_needed"),
    Case("D14: a sixth board card with its burn", "river", "burn board", "no_more_cards_needed"),
    Case("D14: a card to a seat", "river", "3", "no_more_cards_needed"),
    Case("D14: at the showdown", "showdown", "board", "no_more_cards_needed"),
    # between hands
    Case("A8: a card is drawn while the deck counts short by one that lies out", "one left", "1", "leftover_card"),
    Case("A8: a card of the last hand is found after the deck was said to be whole", "gathered", "burn", "leftover_card"),
    Case("D14: the last hand is over and nothing is gathered yet", "showdown", "board", "no_more_cards_needed"),
    Case("C9 SK22: in the opening draw a second card to a seat", "draw", "1 1", "deal_out_of_sequence"),
    Case("C9 SK22: in the opening draw a card to an empty seat", "draw", "9", "deal_out_of_sequence"),
    Case("C9 SK22: in the opening draw a card elsewhere", "draw", "1 burn", "deal_out_of_sequence"),
    # astray
    Case("A7 TDA-RP-4: a card of the deck into the muck", "flop", "muck", "stub_mucked"),
    Case("A7: set aside", "before flop", "hold", "stub_mucked"),
    Case("A7: out of play", "before river", "out", "stub_mucked"),
    Case("D14: astray after the river", "river", "muck", "no_more_cards_needed"),
)


def played(table: Any, case: Case) -> Any:
    playing = table(case.profile)
    if case.upto in SETTINGS:
        SETTINGS[case.upto](playing)
    elif case.upto:
        playing.play_to(case.upto)
    else:
        playing.deal(short=12 - case.dealt)
    assert playing.codes() == []
    playing.to(case.spots, found=case.upto == "gathered")
    return playing


def one_left_on_burn(playing: Any) -> None:
    """The hand is over, all cards but one burn went back, and the shoe counted 51."""
    playing.play_to("showdown")
    playing.award()
    for seat in range(1, 7):
        playing.move(str(seat), "shoe")
        playing.move(str(seat), "shoe")
    for _ in range(5):
        playing.move("board", "shoe")
    playing.move("burn", "shoe")
    playing.move("burn", "shoe")
    playing.gather(51)
    playing.draws = 12


def gathered(playing: Any) -> None:
    """The hand is over and the deck is said to be whole."""
    playing.play_to("showdown")
    playing.award()
    playing.gather()


def drawing(playing: Any) -> None:
    playing.draw_for_button()


def button_short(playing: Any) -> None:
    """The floor lets a hand go on whose button has one card."""
    playing.deal(short=1)
    playing.deal_done()
    playing.resume()
    playing.found.clear()


def passed_over(playing: Any) -> None:
    """The floor lets the deal go on although seat 2 was passed over."""
    playing.deal(short=11)
    playing.to("3")
    playing.resume()
    playing.found.clear()


SETTINGS = {
    "passed over": passed_over,
    "one left": one_left_on_burn,
    "gathered": gathered,
    "draw": drawing,
    "button short": button_short,
}


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.name)
def test_what_differs_has_its_code(table: Any, case: Case) -> None:
    assert played(table, case).codes() == case.codes.split()


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.name)
def test_only_the_code_that_explains_everything_stays_open(table: Any, case: Case) -> None:
    assert played(table, case).open_codes() == case.codes.split()[-1:]


@pytest.mark.parametrize("row", allowed.ROWS, ids=lambda row: f"{row.code} {row.when.__name__}")
def test_no_row_can_be_left_out(table: Any, row: allowed.Row, monkeypatch: pytest.MonkeyPatch) -> None:
    without = {key: tuple(other for other in rows if other is not row) for key, rows in allowed._ROWS_OF.items()}
    monkeypatch.setattr(allowed, "_ROWS_OF", without)
    cases = [case for case in (*WRONG, *RIGHT) if played(table, case).codes() != case.codes.split()]
    assert cases


RIGHT = (
    Case("SK29: the deal as it should go", "", "2", "", dealt=1),
    Case("TDA-35-B: the button ends one round, the first seat begins the next", "", "1", "", dealt=6),
    Case("C9 C15b: the order goes on behind a seat that was passed over and let pass", "passed over", "4 5 6 1 2", ""),
    Case("C16 TDA-37: the button's missing card, also after action", "button short", "6", ""),
    Case("SK22: one open card to each player", "draw", "1 2 3 4 5 6", ""),
    Case("SK39: burn and flop", "before flop", "burn board board board", ""),
    Case("SK43: burn and turn", "before turn", "burn board", ""),
    Case("SK47: burn and river", "before river", "burn board", ""),
)


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: case.name)
def test_what_the_rules_want_is_no_finding(table: Any, case: Case) -> None:
    assert played(table, case).codes() == []


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_a_burn_taken_early_is_the_burn_of_its_street(table: Any, street: str) -> None:
    """D21: keep it, warn, and no second one is wanted."""
    playing = table()
    playing.play_to({"flop": "preflop", "turn": "flop", "river": "turn"}[street])
    playing.to("burn")
    assert not playing.state.locked
    playing.calls()
    playing.to("board board board" if street == "flop" else "board")
    assert playing.codes() == ["burn_early"]


def test_a_fourth_flop_card_after_an_act_is_a_premature_turn_without_its_burn(table: Any) -> None:
    """D4 and D9: the boundary is the first act on the flop."""
    playing = table()
    playing.play_to("flop")
    playing.check()
    playing.to("board")
    assert playing.codes() == ["turn_premature"]


def test_a_fifth_board_card_after_an_act_on_the_turn_is_a_premature_river(table: Any) -> None:
    """D12 and D10: the boundary is the first act on the turn."""
    playing = table()
    playing.play_to("turn")
    playing.check()
    playing.to("board")
    assert playing.codes() == ["river_premature"]


def test_a_card_after_everybody_folded_is_not_needed(table: Any) -> None:
    """D14, SK53, PL11, TDA-28: no rabbit hunting."""
    playing = table()
    playing.play_to("flop")
    playing.all_fold()
    playing.to("burn")
    assert [code for code in playing.codes() if code != "fold_no_bet"] == ["no_more_cards_needed"]


def test_an_all_in_hand_runs_out_without_betting(table: Any) -> None:
    """D13: streets follow one another at once when nobody can bet; each still wants its burn."""
    playing = table()
    playing.deal()
    playing.all_in()
    playing.to("burn board board board burn board burn board")
    assert playing.codes() == []


def test_without_betting_a_missing_burn_is_still_seen(table: Any) -> None:
    """D7: the turn after an all-in, without its burn."""
    playing = table()
    playing.deal()
    playing.all_in()
    playing.to("burn board board board board")
    assert playing.codes() == ["turn_no_burn"]


def test_a_heads_up_deal_begins_with_the_big_blind(table: Any) -> None:
    """B5, TDA-34-B: the button is the small blind and gets the last card."""
    right = table(seats=(2, 5), button=5)
    right.to("2 5 2 5")
    assert right.codes() == []
    wrong = table(seats=(2, 5), button=5)
    wrong.to("5")
    assert wrong.codes() == ["deal_first_wrong_seat"]
