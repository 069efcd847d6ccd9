"""The one word for how a table stands between hands (HTTP API, `state`)."""

from table_controller.bootstrap.scenario import play
from table_controller.core import orders as ask
from table_controller.rehearsal.scenario import parse
from table_controller.views.pit import state_word
from tests.core.felt import FLOOR, Felt, seat_place

STRANGE = """rules slovak
limit no 5/10
seats 1=200 2=200 5=200
button 5
deck Jd XX Kh 3c
draw seat 1
draw seat 2
key floor
key ok
return seat 1
move XX seat 2 -> out
shuffle 4d
"""
"""A deck that counts 51 once the strange card has gone: level 1, so the table is not locked."""


def test_a_table_opens_while_the_button_is_drawn_for() -> None:
    felt = Felt(deck="9s Ks").sit({1: 500, 2: 500})
    assert state_word(felt.state) == "idle"
    felt.do(ask.DrawForButton(), by=FLOOR)
    assert state_word(felt.state) == "opening"
    felt.card(seat_place(1)).card(seat_place(2))
    assert state_word(felt.state) == "idle"
    felt.again().start()
    assert state_word(felt.state) == "betting"


def test_a_table_is_out_of_play_while_its_deck_is_known_to_be_wrong() -> None:
    assert play(parse("f", STRANGE)).final.state == "out_of_play"
    assert play(parse("f", STRANGE + "swap_deck 9s 9d 9h\n")).final.state == "idle"
