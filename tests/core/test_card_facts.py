"""Cards the sensors saw: always recorded, never folding anybody, the first begins the hand (B30, B33, B37, B38, B42, B45)."""

import pytest

from table_controller.core import facts as seen
from table_controller.core import orders as ask
from table_controller.core.cards import HiddenCard, card
from table_controller.core.events import (
    BoardCardDealt,
    CardBurned,
    CardDealt,
    CardDrawn,
    CardLost,
    CardMoved,
    CardReadTwice,
    Checkpoint,
    DealCompleted,
    DeckCounted,
    DeckGathered,
    HandStarted,
    UnknownTagSeen,
)
from table_controller.core.expect import expected
from table_controller.core.ids import Millis, PieceNo, SeatNo
from table_controller.core.places import Place
from tests.core.felt import FLOOR, Felt, seat_place

NOW = Millis(0)


def three() -> Felt:
    return Felt(deck="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc").sit({1: 500, 2: 500, 3: 500}, button=3)


def test_the_first_card_begins_the_hand_and_lands_after_its_posts() -> None:
    felt = three().card(seat_place(1))
    assert felt.kinds() == ["Checkpoint", "HandStarted", "BlindPosted", "BlindPosted", "CardDealt"]


def test_the_first_card_begins_the_hand_wherever_it_lands() -> None:
    felt = three().card(Place.BURN)
    assert isinstance(felt.last[-1], CardBurned)
    assert felt.state.in_hand


def test_a_card_that_lands_where_no_hand_can_begin_is_recorded_all_the_same() -> None:
    felt = Felt().sit({1: 500}).card(seat_place(1))
    assert [type(event) for event in felt.last] == [CardDealt]
    assert felt.state.hand is None


@pytest.mark.parametrize(
    ("to", "kind"),
    [
        (seat_place(3), CardDealt),
        (seat_place(9), CardDealt),
        (Place.BURN, CardBurned),
        (Place.BOARD, BoardCardDealt),
        (Place.HOLD, CardDrawn),
        (Place.NOWHERE, CardDrawn),
        (Place.OUT, CardDrawn),
        (Place.MUCK, CardDrawn),
    ],
)
def test_what_physically_happens_is_never_refused(to: Place, kind: type) -> None:
    felt = three().card(seat_place(1)).card(to)
    assert type(felt.last[0]) is kind
    assert len(felt.state.at(to)) == 1


def test_the_deal_goes_round_from_the_left_of_the_button_and_is_complete_with_two_each() -> None:
    felt = three()
    order = []
    for _ in range(6):
        place = expected(felt.state).place
        assert place is not None
        order.append(place)
        felt.card(place)
    assert order == [seat_place(n) for n in (1, 2, 3, 1, 2, 3)]
    assert isinstance(felt.last[-1], DealCompleted)


def test_after_a_card_too_many_the_others_are_still_dealt_to() -> None:
    """Seat 1 got both its cards at once: everybody else is short of some, seat 1 of none."""
    felt = three().card(seat_place(1)).card(seat_place(1))
    places = []
    for _ in range(4):
        place = expected(felt.state).place
        assert place is not None
        places.append(place)
        felt.card(place)
    assert sorted(places) == sorted([seat_place(2), seat_place(2), seat_place(3), seat_place(3)])
    assert felt.hand.street == "preflop"


def test_a_third_card_at_a_seat_is_counted() -> None:
    felt = three().start().card(seat_place(2))
    assert len(felt.state.at(seat_place(2))) == 3


def test_b38_a_sixth_board_card_is_kept() -> None:
    felt = three().start().acts("c c x").street().acts("x x x").street().acts("x x x").street().card(Place.BOARD)
    assert len(felt.state.at(Place.BOARD)) == 6


def test_a_street_opens_when_its_cards_lie_complete_after_one_burn() -> None:
    felt = three().start().acts("c c x")
    kinds = []
    for _ in range(4):
        place = expected(felt.state).place
        assert place is not None
        kinds.append(place)
        felt.card(place)
    assert kinds == [Place.BURN, Place.BOARD, Place.BOARD, Place.BOARD]
    assert felt.kinds() == ["BoardCardDealt", "StreetOpened"]
    assert expected(felt.state).place is None


def test_a_board_card_before_its_time_opens_nothing() -> None:
    felt = three().start().acts("c")
    for _ in range(4):
        felt.card(Place.BOARD)
    assert (felt.hand.street, felt.hand.actor) == ("preflop", 1)


def test_b45_cards_in_the_muck_fold_nobody() -> None:
    felt = three().start()
    felt.move(seat_place(3), Place.MUCK).move(seat_place(3), Place.MUCK)
    assert isinstance(felt.last[-1], CardMoved)
    assert felt.hand.actor == 3
    felt.acts("c")


def test_a_fold_key_and_its_cards_come_to_the_same_in_either_order() -> None:
    key_first = three().start().acts("f")
    key_first.move(seat_place(3), Place.MUCK).move(seat_place(3), Place.MUCK)
    cards_first = three().start()
    cards_first.move(seat_place(3), Place.MUCK).move(seat_place(3), Place.MUCK).acts("f")
    one, other = key_first.acts("c x"), cards_first.acts("c x")
    assert (one.state.seats, one.state.lying, one.hand.pots) == (other.state.seats, other.state.lying, other.hand.pots)


@pytest.mark.parametrize("pair", ["As Ah", "As Ks", "As Kd"])
def test_b37_every_kind_of_hand_can_be_mucked(pair: str) -> None:
    felt = Felt(deck=f"2c 3c {pair[:2]} 5c 6c {pair[3:]}").sit({1: 500, 2: 500, 3: 500}, button=3).start()
    felt.move(seat_place(3), Place.MUCK).move(seat_place(3), Place.MUCK)
    assert len(felt.state.at(Place.MUCK)) == 2


def test_a_moved_card_is_found_by_what_it_is_not_where_it_is_said_to_come_from() -> None:
    felt = three().start()
    hidden = felt.state.at(seat_place(2))[0].hidden
    assert hidden is not None
    felt.do(seen.CardArrived(at=NOW, card=hidden, source=Place.BURN, to=Place.MUCK))
    assert felt.last == (CardMoved(source=seat_place(2), index=0, to=Place.MUCK, hidden=hidden),)


def test_a_card_that_lies_where_it_lies_is_no_news() -> None:
    felt = three().start()
    hidden = felt.state.at(seat_place(2))[0].hidden
    assert hidden is not None
    felt.do(seen.CardArrived(at=NOW, card=hidden, source=seat_place(2), to=seat_place(2)))
    assert felt.last == ()


def test_an_open_card_stays_open_wherever_it_is_moved() -> None:
    felt = three().start().acts("c c x").street()
    felt.move(Place.BOARD, Place.HOLD)
    assert felt.state.at(Place.HOLD)[0].public is not None


def test_a_card_that_vanishes_is_named_only_by_where_it_was() -> None:
    felt = three().start()
    hidden = felt.state.at(seat_place(2))[0].hidden
    assert hidden is not None
    felt.do(seen.CardMissing(at=NOW, card=hidden, source=seat_place(2)))
    assert felt.last[-1] == CardLost(source=seat_place(2))
    assert [len(felt.state.at(place)) for place in (seat_place(2), Place.NOWHERE)] == [1, 1]


def test_a_card_stuck_on_its_way_lies_nowhere_until_it_is_found() -> None:
    felt = three().card(seat_place(1))
    stuck = HiddenCard(PieceNo(2), card("3c"))
    felt.do(seen.CardMissing(at=NOW, card=stuck, source=Place.SHOE, draw=2))
    assert len(felt.state.at(Place.NOWHERE)) == 1
    felt.do(seen.CardArrived(at=NOW, card=stuck, source=Place.NOWHERE, to=seat_place(2)))
    assert expected(felt.state).seat == 3


def test_unknown_tags_and_doubled_cards_are_never_cards() -> None:
    felt = three().start()
    lying = felt.state.lying
    felt.do(seen.UnknownTag(at=NOW, tag="E004", place=Place.BOARD))
    assert felt.last == (UnknownTagSeen(tag="E004", place=Place.BOARD),)
    doubled = HiddenCard(PieceNo(1), card("2c"))
    felt.do(seen.CardInTwoPlaces(at=NOW, card=doubled, places=(seat_place(1), Place.MUCK)))
    assert felt.last == (CardReadTwice(places=(seat_place(1), Place.MUCK)),)
    assert felt.state.lying == lying


def played() -> Felt:
    return three().start().acts("f f").do(ask.Award())


def test_a_whole_deck_after_the_hand_ends_the_gathering() -> None:
    felt = played()
    assert expected(felt.state).step.key == "gather_cards"
    felt.do(seen.DeckSeen(at=NOW, present=True, count=51))
    assert felt.last == (DeckCounted(present=True, count=51),)
    felt.do(seen.DeckSeen(at=NOW, present=True, count=52))
    assert felt.last == (DeckGathered(count=52),)
    assert felt.state.ready


def test_a_deck_that_cannot_be_counted_is_gathered_when_it_is_put_back() -> None:
    felt = played().do(seen.DeckSeen(at=NOW, present=False))
    assert not felt.state.ready
    felt.do(seen.DeckSeen(at=NOW, present=True))
    assert felt.last == (DeckGathered(count=None),)


def test_a_deck_during_the_hand_gathers_nothing() -> None:
    felt = three().start().do(seen.DeckSeen(at=NOW, present=True, count=52))
    assert felt.last == (DeckCounted(present=True, count=52),)
    assert len(felt.state.at(seat_place(1))) == 2


def test_the_dealer_may_say_that_the_cards_are_gathered() -> None:
    felt = played().do(ask.NextHand())
    assert (felt.state.ready, felt.refusal(ask.NextHand())) == (True, "already_gathered")


def test_b33_the_same_card_to_the_same_seat_in_the_next_hand_counts() -> None:
    felt = played().again("2c 3c 4c").card(seat_place(1))
    assert isinstance(felt.last[0], Checkpoint)
    assert isinstance(felt.last[1], HandStarted)
    assert len(felt.state.at(seat_place(1))) == 1


def test_b40_a_long_think_changes_nothing() -> None:
    felt = three().start()
    was = felt.state
    felt.do(seen.ChipsCrossed(at=Millis(15 * 60 * 1000), seat=SeatNo(3)))
    assert felt.state == was


def test_a_dealt_seat_that_is_away_is_still_dealt_to() -> None:
    felt = three().do(ask.Absent(seat=SeatNo(2)), by=FLOOR).start()
    assert (felt.hand.away, felt.hand.order) == ((2,), (1, 2, 3))


def test_a_card_that_went_into_the_deck_unseen_and_is_drawn_again_lies_once() -> None:
    felt = three().start()
    hidden = felt.state.at(seat_place(2))[0].hidden
    assert hidden is not None
    felt.do(seen.CardArrived(at=NOW, card=hidden, source=Place.SHOE, to=Place.BURN, draw=7))
    assert [type(event) for event in felt.last] == [CardMoved, CardBurned]
    assert [len(felt.state.at(place)) for place in (seat_place(2), Place.BURN)] == [1, 1]
