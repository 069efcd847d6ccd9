"""The opening draw for the button (SK22-SK24, B11)."""

import pytest

from table_controller.core import orders as ask
from table_controller.core.cards import card
from table_controller.core.draw import button_by_draw
from table_controller.core.events import ButtonPlaced
from table_controller.core.expect import expected
from table_controller.core.ids import SeatNo
from tests.core.felt import FLOOR, Felt, seat_place


@pytest.mark.parametrize(
    ("faces", "button"),
    [
        ({1: "2c", 4: "Kd", 6: "9s"}, 1),
        ({1: "Ac", 4: "Kd", 6: "9s"}, 6),
        ({1: "Kc", 4: "Kh", 6: "Kd"}, 1),
        ({1: "Kc", 4: "Kh", 6: "Ks"}, 4),
        ({1: "9d", 4: "9c", 6: "2s"}, 6),
        ({3: "2c", 8: "3c"}, 3),
    ],
)
def test_the_highest_card_starts_and_his_right_neighbour_gets_the_button(faces: dict[int, str], button: int) -> None:
    assert button_by_draw({SeatNo(seat): card(face) for seat, face in faces.items()}) == button


def test_one_open_card_each_then_the_cards_go_back_and_the_hand_begins() -> None:
    felt = Felt(deck="9s Ks Kh 2c").sit({1: 500, 2: 500, 3: 500, 4: 500}).do(ask.DrawForButton(), by=FLOOR)
    for seat in (1, 2, 3, 4):
        assert expected(felt.state).place == seat_place(seat)
        felt.card(seat_place(seat))
        assert felt.state.at(seat_place(seat))[0].public is not None
    assert felt.last[-1] == ButtonPlaced(seat=SeatNo(1), why="draw")
    assert expected(felt.state).step.key == "gather_cards"
    felt.again().start()
    assert (felt.hand.button, felt.hand.small_blind, felt.hand.number) == (1, 2, 1)


def test_the_floor_may_place_the_button_instead() -> None:
    felt = Felt().sit({1: 500, 2: 500}).do(ask.DrawForButton(), by=FLOOR).card(seat_place(1))
    felt.do(ask.PlaceButton(seat=SeatNo(2)), by=FLOOR)
    assert felt.state.drawing == ()
    assert expected(felt.state).step.key == "gather_cards"


def test_no_draw_during_a_hand_with_cards_out_or_alone() -> None:
    assert Felt().sit({1: 500}).refusal(ask.DrawForButton(), FLOOR) == "too_few_players"
    felt = Felt().sit({1: 500, 2: 500}, button=1).start()
    assert felt.refusal(ask.DrawForButton(), FLOOR) == "hand_running"
    felt.acts("f").do(ask.Award())
    assert felt.refusal(ask.DrawForButton(), FLOOR) == "cards_not_gathered"


def test_a_deck_made_whole_during_the_draw_begins_it_again() -> None:
    felt = Felt(deck="9s Ks").sit({1: 500, 2: 500}).do(ask.DrawForButton(), by=FLOOR).card(seat_place(1))
    felt.again("2c Ks")
    assert expected(felt.state).place == seat_place(1)
    felt.card(seat_place(1)).card(seat_place(2))
    assert felt.last[-1] == ButtonPlaced(seat=SeatNo(1), why="draw")
