"""What the views say of the pots: what lies in the middle, and nothing once it has been pushed."""

from table_controller.alarms import Alarms
from table_controller.core import orders as ask
from table_controller.core.ids import Chips, SeatNo, Seq, TableId
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
