"""What the views say of the pots: what lies in the middle, and nothing once it has been pushed."""

import msgspec

from table_controller.alarms import Alarms
from table_controller.core import orders as ask
from table_controller.core.ids import Chips, SeatNo, Seq, TableId
from table_controller.core.stakes import Rake
from table_controller.views.dealer import dealer_view
from table_controller.views.pit import pit_view
from tests.core.felt import Felt


def pots(felt: Felt) -> list[int]:
    hand = pit_view(TableId("T1"), Seq(1), 0, felt.state, Alarms()).hand
    assert hand is not None
    return [int(pot.amount) for pot in hand.pots]


def all_in() -> Felt:
    """A main pot of 150 and a side pot of 100, and every hand shown."""
    felt = Felt(deck="Ac 2d 3h Ad 7d 8h Kc Ks 9s 4s 5c Jd 5h Qh").sit({1: 50, 2: 500, 3: 500}, button=3)
    felt.start().acts("100 a c").check_down_to_showdown()
    return felt.do(*(ask.Show(seat=SeatNo(seat)) for seat in (2, 3, 1)))


def test_pots_are_gone_when_they_have_been_pushed() -> None:
    felt = all_in()
    assert pots(felt) == [150, 100]
    felt.do(ask.Award())
    assert pots(felt) == []


def test_a_pot_pushed_by_hand_is_empty_while_the_other_waits() -> None:
    felt = all_in()
    winner = next(award.seat for award in felt_awards(felt) if award.pot == 1)
    felt.do(ask.PushPot(pot=1, seat=winner))
    assert pots(felt) == [150, 0]


def felt_awards(felt: Felt) -> list[ask.PushPot]:
    """Who wins what, by awarding in a copy."""
    copy = Felt()
    copy.state = felt.state
    copy.do(ask.Award())
    return [ask.PushPot(pot=award.pot, seat=award.seat) for award in copy.hand.awards]


def test_a_voided_hand_has_no_pots() -> None:
    felt = Felt().sit({1: 500, 2: 500}, button=1).start().acts("c x")
    assert pots(felt) == [20]
    felt.do(ask.VoidHand(reason="two cards on the floor"))
    assert pots(felt) == []
    assert felt.stacks() == {1: Chips(500), 2: Chips(500)}


def test_the_dealer_sees_who_gets_what_before_anybody_says_that_it_is_pushed() -> None:
    felt = Felt(deck="Ac 2d 3h Ad 7d 8h Kc Ks 9s 4s 5c Jd 5h Qh").sit({1: 50, 2: 500, 3: 500}, button=3)
    felt.start().acts("100 a c").check_down_to_showdown()
    assert due(felt) == []  # nobody has shown yet
    felt.do(*(ask.Show(seat=SeatNo(seat)) for seat in (2, 3, 1)))
    listed = due(felt)
    assert sum(amount for _pot, _seat, amount, _odd in listed) == 250
    felt.do(ask.Award())
    hand = felt.state.hand
    assert hand is not None
    assert [(award.pot, award.seat, award.amount, award.odd) for award in hand.awards] == listed
    assert due(felt) == []


def test_an_odd_chip_and_the_rake_are_listed_too() -> None:
    """Two equal hands, and 5 % of 125 is 6, which leaves an odd chip."""
    felt = Felt(deck="Ac Ad Kc Kd 2s 3s 4h 2c 9s 3c 9h 5d").sit({1: 500, 2: 500}, button=2)
    felt.state = msgspec.structs.replace(
        felt.state, stakes=msgspec.structs.replace(felt.state.stakes, rake=Rake(per_mille=50, no_flop_no_drop=False))
    )
    felt.start().check_down_to_showdown()
    felt.do(*(ask.Show(seat=SeatNo(seat)) for seat in (1, 2)))
    view = dealer_view(TableId("T1"), felt.state, pit_view(TableId("T1"), Seq(1), 0, felt.state, Alarms()))
    pot = sum(int(one.amount) for one in view.pit.hand.pots) if view.pit.hand else 0
    assert view.rake == pot * 50 // 1000
    assert sum(award.amount for award in view.due) == pot - view.rake


def due(felt: Felt) -> list[tuple[int, int, int, int]]:
    view = dealer_view(TableId("T1"), felt.state, pit_view(TableId("T1"), Seq(1), 0, felt.state, Alarms()))
    return [(award.pot, award.seat, award.amount, award.odd) for award in view.due]
