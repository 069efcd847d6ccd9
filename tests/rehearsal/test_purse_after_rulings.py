"""Chips after something went wrong: the screen says what lies where, and the people put it so, losing none."""

from table_controller.core.ids import Chips, SeatNo
from tests.rehearsal.screens import award, finding, hand, screen, seat
from tests.rehearsal.test_people import Chair, play


def test_chips_that_do_not_count_go_back_and_missing_ones_are_added() -> None:
    chair = Chair()
    chair.purse.push(SeatNo(1), Chips(100))
    chair.purse.push(SeatNo(2), Chips(10))
    chair.hands.done.clear()
    play(chair.purse.as_ruled(screen(running=hand(seats=(seat(1, 480, 20), seat(2, 480, 20), seat(3, 500))))))
    assert chair.hands.done == [("pull_back", 1, 80), ("push", 2, 10)]
    assert chair.purse.bets == {1: 20, 2: 20}
    assert chair.total() == 1500


def test_chips_out_of_turn_wait_as_long_as_the_finding_stands() -> None:
    chair = Chair()
    chair.purse.hold(SeatNo(3), Chips(20))
    chair.hands.done.clear()
    lying = hand(seats=(seat(1, 500), seat(2, 500), seat(3, 500)))
    play(chair.purse.as_ruled(screen(running=lying, findings=(finding(1, "out_of_turn"),))))
    assert chair.hands.done == []
    play(chair.purse.as_ruled(screen(running=lying)))
    assert chair.hands.done == [("pull_back", 3, 20)]
    assert chair.purse.held == {}


def test_chips_out_of_turn_that_were_taken_stay() -> None:
    chair = Chair()
    chair.purse.hold(SeatNo(3), Chips(20))
    chair.hands.done.clear()
    taken = hand(seats=(seat(1, 500), seat(2, 500), seat(3, 480, 20)))
    play(chair.purse.as_ruled(screen(running=taken, findings=(finding(1, "out_of_turn"),))))
    play(chair.purse.as_ruled(screen(running=taken)))
    assert chair.hands.done == []


def test_a_pot_that_went_to_the_wrong_seat_goes_on_to_the_right_one() -> None:
    chair = Chair()
    chair.purse.push(SeatNo(1), Chips(50))
    chair.purse.push(SeatNo(2), Chips(50))
    play(chair.purse.close_round())
    play(chair.purse.pay(SeatNo(2), Chips(100)))
    chair.hands.done.clear()
    right = (seat(1, 550), seat(2, 450), seat(3, 500))
    play(chair.purse.pay_out(screen(running=hand(street="over", seats=right, winners=(award(2, 100),)))))
    assert chair.hands.done == [("push", 2, 100), ("collect_from", 2, 100), ("pay", 1, 100)]
    assert chair.purse.stacks == {1: 550, 2: 450, 3: 500}
    assert chair.purse.pot == 0
