"""Showing, giving up, cards speak, playing the board, who gets the pots (G1-G3, G9, TDA 12-17, FAULTS B86)."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.cards import cards, text_of
from table_controller.core.events import FindingRaised
from table_controller.core.fold import fold
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.rules import HouseRules, ShowOrder
from table_controller.core.stakes import AnteBy
from tests.core.felt import Felt, seat_place, stakes

BOARD_PLAYS = "2c 2d 3c 3d 4c 4d 9c Ts Js Qs 9d Ks 9h As"


def to_river(rules: HouseRules | None = None, deck: str = "") -> Felt:
    """Three players, button 3, at the river without a bet."""
    felt = Felt(rules=rules, deck=deck).sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("c c x")
    return felt.street().acts("x x x").street().acts("x x x").street()


@pytest.mark.parametrize(
    ("order", "line", "wanted"),
    [
        (ShowOrder.LAST_AGGRESSOR, "x x x", (1, 2, 3)),
        (ShowOrder.LAST_AGGRESSOR, "x 40 c c", (2, 3, 1)),
        (ShowOrder.LAST_AGGRESSOR, "x 40 f 90 c", (1, 2)),
        (ShowOrder.CALLED_PLAYER_FIRST, "x 40 c c", (2, 3, 1)),
        (ShowOrder.ALL_AT_ONCE, "x 40 c c", (1, 2, 3)),
    ],
)
def test_b86_g1_who_shows_first(order: ShowOrder, line: str, wanted: tuple[int, ...]) -> None:
    assert to_river(HouseRules(show_order=order)).acts(line).hand.show_order == wanted


def test_g1_a_bet_of_an_earlier_street_does_not_count() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("30 c c").street().acts("x 50 c c")
    felt.street().acts("x x x").street().acts("x x x")
    assert felt.hand.show_order == (1, 2, 3)


def test_g1_all_in_before_the_river_the_last_bettor_shows_first() -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("c c x").street().acts("x a c f")
    while felt.hand.street != "showdown":
        felt.street()
    assert felt.hand.show_order == (2, 3)


def test_a_hand_is_tabled_with_the_cards_that_lie_there() -> None:
    felt = to_river(deck="Ac Kc Qc Ad Kd Qd").acts("x x x").do(ask.Show())
    assert felt.state.seat(SeatNo(1)).tabled == cards("Ac Ad")
    assert [card.public is not None for card in felt.state.at(seat_place(1))] == [True, True]
    assert [card.public for card in felt.state.at(seat_place(2))] == [None, None]


def test_the_next_to_show_is_meant_where_no_seat_is_named() -> None:
    felt = to_river().acts("x x x").do(ask.Show(), ask.Muck(), ask.Show())
    seats = [felt.state.seat(SeatNo(n)) for n in (1, 2, 3)]
    assert [(bool(seat.tabled), seat.gave_up) for seat in seats] == [(True, False), (False, True), (True, False)]
    assert felt.refusal(ask.Show()) == "nobody_to_show"


def test_tda_13_c_a_tabled_hand_cannot_be_given_up() -> None:
    felt = to_river().acts("x x x").do(ask.Show())
    assert felt.refusal(ask.Muck(seat=SeatNo(1))) == "already_shown"
    assert felt.refusal(ask.Show(seat=SeatNo(1))) == "already_shown"


def test_a_hand_given_up_cannot_be_shown() -> None:
    felt = to_river().acts("x x x").do(ask.Muck())
    assert felt.refusal(ask.Show(seat=SeatNo(1))) == "already_given_up"


def test_giving_up_may_be_undone() -> None:
    felt = to_river().acts("x x x").do(ask.Muck(), ask.Undo(), ask.Show(seat=SeatNo(1)))
    assert felt.state.seat(SeatNo(1)).tabled


def test_the_last_for_a_pot_need_not_and_cannot_give_up() -> None:
    felt = to_river().acts("x x x").do(ask.Muck(), ask.Muck())
    assert felt.refusal(ask.Muck(seat=SeatNo(3))) == "last_for_pot"
    felt.do(ask.Award())
    assert (felt.won(), felt.hand.awards[0].best) == ([(0, 3, 30)], ())


def test_the_last_for_a_side_pot_keeps_it_while_the_main_pot_is_still_compared() -> None:
    felt = Felt(deck="Ac 2d 3h Ad 7d 8h Kc Ks 9s 4s 5c Jd 5h Qh").sit({1: 50, 2: 500, 3: 500}, button=3)
    felt.start().acts("100 a c").check_down_to_showdown()
    felt.do(ask.Muck(seat=SeatNo(2)))
    assert felt.refusal(ask.Muck(seat=SeatNo(3))) == "last_for_pot"
    felt.do(ask.Show(seat=SeatNo(3)), ask.Show(seat=SeatNo(1)), ask.Award())
    assert felt.won() == [(0, 1, 150), (1, 3, 100)]


@pytest.mark.parametrize("seat", [2, 4])
def test_only_who_is_in_the_hand_shows(seat: int) -> None:
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start().acts("c c x").street().acts("x f x")
    felt.street().acts("x x").street().acts("x x")
    assert felt.refusal(ask.Show(seat=SeatNo(seat))) == "not_in_showdown"


def test_f6_a_hand_reported_as_shown_while_bets_are_taken_is_exposed_and_nobody_shows_when_one_is_left() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1).start()
    felt.do(ask.Report(code="player_exposes_cards", seat=SeatNo(1)))
    raised = FindingRaised(number=1, code="player_exposes_cards", level=1, clauses=(), seat=SeatNo(1))
    felt.state = fold(felt.state, raised)
    assert felt.refusal(ask.Show(seat=SeatNo(2))) == "no_showdown"
    assert felt.refusal(ask.Show(seat=SeatNo(1), cards="As Ad")) == "no_showdown"
    assert felt.do(ask.Show(seat=SeatNo(1))).kinds() == ["HandExposed"]
    felt.acts("f")
    assert felt.refusal(ask.Show(seat=SeatNo(2))) == "no_showdown"


def test_an_order_alone_opens_no_hand_before_the_showdown() -> None:
    """Not in the deal, nor while there is betting, nor between two streets; with cards named it is refused too."""
    felt = Felt().sit({1: 500, 2: 500, 3: 500}, button=3).start()
    lines = ("", "c c x", "x x x", "x x x")
    for number, line in enumerate(lines):
        for asked in (ask.Show(seat=SeatNo(1)), ask.Show(), ask.Show(seat=SeatNo(2), cards="As Ad")):
            assert felt.refusal(asked) == "no_showdown", (number, asked)
        if line:
            felt.acts(line)
            assert felt.refusal(ask.Show(seat=SeatNo(1))) == "no_showdown", f"after the betting {number}"
            felt.street()
    assert all(card.public is None for number in (1, 2, 3) for card in felt.state.at(seat_place(number)))


def test_who_is_all_in_shows_nothing_while_others_can_still_bet() -> None:
    felt = Felt().sit({1: 50, 2: 500, 3: 500}, button=3).start().acts("100 a c")
    assert not felt.hand.betting
    assert felt.refusal(ask.Show(seat=SeatNo(1))) == "no_showdown"


def test_tda_16_all_in_hands_may_be_opened_before_the_next_card() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1).start().acts("a a").do(ask.Show(seat=SeatNo(1)), ask.Show(seat=SeatNo(2)))
    felt.street().street().street()
    felt.do(ask.Award())
    assert felt.hand.outcome == "showdown"


def test_pots_wait_until_everybody_has_shown_or_given_up() -> None:
    felt = to_river().acts("x x x").do(ask.Show())
    assert felt.refusal(ask.Award()) == "hands_not_shown"
    felt.do(ask.Show(), ask.Show(), ask.Award())


def test_pots_wait_for_the_last_bet() -> None:
    assert to_river().refusal(ask.Award()) == "hand_not_over"


def test_g3_cards_speak_best_five_of_seven() -> None:
    deck = "Ah 7c 2c Kh 7d 3d 9s Qh Jh 4s 9d 7h 9c 2s"
    felt = to_river(deck=deck).acts("x x x").show_down()
    award = felt.hand.awards[0]
    assert (award.seat, award.category) == (1, "flush")
    assert [text_of(card) for card in award.best] == ["Ah", "Kh", "Qh", "Jh", "7h"]


def test_sk49_everybody_plays_the_board() -> None:
    felt = to_river(deck=BOARD_PLAYS).acts("x x x").show_down()
    assert felt.won() == [(0, 1, 10), (0, 2, 10), (0, 3, 10)]
    assert all(award.plays_board and award.category == "royal_flush" for award in felt.hand.awards)


def test_sk64_suits_never_decide() -> None:
    felt = to_river(deck="Ac As 2c Kc Ks 3c 9d Qh 7d 5h 9h Tc 9s 8d").acts("x x x").show_down()
    assert felt.won() == [(0, 1, 15), (0, 2, 15)]


def test_playing_the_board_is_announced_before_the_cards_are_gone() -> None:
    felt = to_river(deck=BOARD_PLAYS).acts("x x x").do(ask.PlayingBoard(seat=SeatNo(2)))
    assert felt.state.seat(SeatNo(2)).plays_board
    felt.do(ask.Muck(seat=SeatNo(1)))
    assert felt.refusal(ask.PlayingBoard(seat=SeatNo(1))) == "already_given_up"


def test_unknown_cards_are_not_guessed() -> None:
    felt = to_river().acts("x x x")
    felt.move(seat_place(1), seat_place(9))
    assert felt.refusal(ask.Show(seat=SeatNo(1))) == "cards_unknown"


def test_sk52_the_odd_chip_goes_left_of_the_button_whatever_the_number_of_the_seat() -> None:
    felt = Felt(stakes(ante=Chips(1), ante_by=AnteBy.BUTTON), deck=BOARD_PLAYS).sit({2: 500, 4: 500, 6: 500}, button=4)
    felt.start().acts("f c x").check_down()
    assert felt.won() == [(0, 6, 11), (0, 2, 10)]


def test_nobody_gives_up_before_the_showdown() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1).start().acts("a a")
    assert felt.refusal(ask.Muck(seat=SeatNo(1))) == "no_showdown"
    assert felt.refusal(ask.PlayingBoard(seat=SeatNo(1))) == "no_showdown"
