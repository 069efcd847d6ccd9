"""Cards heard from beside, or hardly at all: how long and how well a card must be heard before it counts."""

from typing import Any

import pytest

from table_controller.core.events import (
    BoardCardDealt,
    CardBurned,
    CardDealt,
    CardMoved,
    DealCompleted,
    Folded,
    HandEnded,
    Street,
    StreetClosed,
    StreetOpened,
)
from table_controller.core.facts import CardInTwoPlaces, CardMissing, DeckSeen
from table_controller.core.ids import AttemptNo, HandNo, SeatNo
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.readings import ReaderState
from table_controller.tracking import Zone, timing
from table_controller.tracking.belief import BADLY
from table_controller.tracking.evidence import rounds_silent

from .conftest import BOARD, LONG, ORDER, ROUND, Sensing, bindings, rounds, tag


def hidden(felt: Sensing, card: int) -> Any:
    return felt.ground.decks.hidden(felt.ground.decks.find(tag(card)))  # type: ignore[arg-type]


def places(felt: Sensing, card: int) -> list[str]:
    return [to for piece, _, to, _ in felt.arrivals() if piece == card]


def lies(felt: Sensing, card: int, zone: Zone) -> None:
    """It has lain there, heard well, for long; the core has recorded it."""
    felt.draw(card, zone)
    felt.wait(rounds(timing.INVENTORIES + 2))
    draw = felt.state.cards.draws
    if zone is Zone.BURN:
        felt.recorded(CardBurned(hidden=hidden(felt, card), draw=draw))
    elif zone is Zone.FLOP:
        felt.recorded(BoardCardDealt(hidden=hidden(felt, card), up=None, draw=draw))
    else:
        felt.recorded(CardDealt(hidden=hidden(felt, card), seat=SeatNo(int(zone)), draw=draw))
    assert places(felt, card)[-1:] == ["board" if zone is Zone.FLOP else zone.name.lower()]


def dealt(felt: Sensing) -> None:
    """Two cards to each seat: 1 to 8."""
    for number in range(8):
        lies(felt, number + 1, Zone(ORDER[number % 4]))
    felt.recorded(DealCompleted(), StreetClosed(street=Street.PREFLOP, pots=()))
    felt.facts.clear()


def comes_and_goes(felt: Sensing, zone: Zone, card: int, times: int) -> None:
    for _ in range(times):
        felt.tag_in(zone, card)
        felt.wait(rounds(3))
        felt.tag_out(zone, card)
        felt.wait(rounds(1))


def test_a_burn_that_the_board_hears_at_moments_does_not_add_up_to_one_on_the_board(felt: Sensing) -> None:
    dealt(felt)
    lies(felt, 9, Zone.BURN)
    felt.tag_out(Zone.BURN, 9)
    comes_and_goes(felt, Zone.FLOP, 9, 6)
    felt.tag_in(Zone.BURN, 9)
    felt.wait(LONG)
    assert places(felt, 9) == ["burn"]


def test_a_second_burn_that_the_flop_hears_too_is_no_card_of_the_board(felt: Sensing) -> None:
    dealt(felt)
    lies(felt, 9, Zone.BURN)
    felt.draw(10, Zone.BURN)
    felt.wait(rounds(4))
    felt.tag_in(Zone.FLOP, 10)
    felt.hits(Zone.FLOP, 10, 2)
    felt.wait(LONG)
    assert places(felt, 10) == ["burn"]


def test_a_burn_ahead_of_the_keys_that_the_flop_hears_first_is_a_burn(felt: Sensing) -> None:
    dealt(felt)
    lies(felt, 9, Zone.BURN)
    for card in (10, 11, 12):
        lies(felt, card, Zone.FLOP)
    felt.recorded(StreetOpened(street=Street.FLOP, actor=SeatNo(1)))
    felt.draw(13, Zone.FLOP)
    felt.wait(300)
    felt.tag_in(Zone.BURN, 13)
    felt.hits(Zone.BURN, 13, 5)
    felt.wait(rounds(4))
    assert places(felt, 13) == ["burn"]


def test_a_card_of_the_board_told_by_one_antenna_may_lie_on_the_next(felt: Sensing) -> None:
    """Told on the flop's antenna it lies on the turn's, which the one of the hold hears."""
    dealt(felt)
    lies(felt, 9, Zone.BURN)
    lies(felt, 10, Zone.FLOP)
    felt.tag_in(Zone.TURN, 10)
    felt.tag_out(Zone.FLOP, 10)
    felt.tag_in(Zone.HOLD, 10)
    felt.wait(rounds(4))
    felt.tag_out(Zone.TURN, 10)
    felt.wait(rounds(4))
    felt.tag_in(Zone.TURN, 10)
    felt.wait(rounds(2))
    assert places(felt, 10) == ["board"]


def test_side_by_side_a_clone_must_be_heard_longer_than_in_two_places_that_are_not(felt: Sensing) -> None:
    dealt(felt)
    for card, other in ((1, Zone.SEAT_2), (2, Zone.SEAT_4)):
        felt.tag_in(other, card)
    felt.wait(rounds(timing.INVENTORIES + 2))
    assert [fact.places for fact in felt.said(CardInTwoPlaces)] == [(Place("seat_2"), Place("seat_4"))]
    felt.wait(LONG)
    assert len(felt.said(CardInTwoPlaces)) == 2


@pytest.mark.parametrize("silent", [True, False])
def test_while_the_reader_is_silent_a_card_is_heard_nowhere(felt: Sensing, *, silent: bool) -> None:
    lies(felt, 1, Zone.SEAT_1)
    felt.tag_out(Zone.SEAT_1, 1)
    felt.tag_in(Zone.SEAT_2, 1)
    felt.say(ReaderState(device=BOARD, at=felt.now, reader=0, ok=not silent, reason=0))
    felt.wait(LONG)
    felt.say(ReaderState(device=BOARD, at=felt.now, reader=0, ok=True, reason=0))
    felt.tag_in(Zone.SEAT_1, 1)
    felt.tag_out(Zone.SEAT_2, 1)
    felt.wait(LONG)
    assert places(felt, 1) == (["seat_1"] if silent else ["seat_1", "seat_2", "seat_1"])


def test_a_burn_that_has_come_and_gone_is_missed_later_than_one_that_was_always_heard(felt: Sensing) -> None:
    dealt(felt)
    lies(felt, 9, Zone.BURN)
    for _ in range(3):
        felt.tag_out(Zone.BURN, 9)
        felt.wait(rounds(3))
        felt.tag_in(Zone.BURN, 9)
        felt.wait(rounds(timing.INVENTORIES + 2))
    felt.tag_out(Zone.BURN, 9)
    usual = timing.MISSING + timing.slowness(timing.ROUNDS_UNHEARD, ROUND)
    felt.wait(usual + 1_000)
    assert not felt.said(CardMissing)
    felt.wait(timing.slowness(rounds_silent(BADLY), ROUND) - usual)
    assert len(felt.said(CardMissing)) == 1


def test_a_card_of_a_folded_hand_went_where_the_other_lies(felt: Sensing) -> None:
    dealt(felt)
    felt.recorded(StreetOpened(street=Street.FLOP, actor=SeatNo(1)))
    felt.tag_out(Zone.SEAT_1, 1)
    felt.tag_out(Zone.SEAT_1, 5)
    felt.wait(rounds(2))
    felt.tag_in(Zone.MUCK, 5)
    felt.wait(rounds(timing.ROUNDS_LANDED))
    felt.recorded(CardMoved(hidden=hidden(felt, 5), source=SEAT_PLACES[SeatNo(1)], index=1, to=Place.MUCK))
    felt.wait(rounds(6))
    assert places(felt, 1) == [], "he may look at the one that is left"
    felt.recorded(Folded(seat=SeatNo(1), facing=0))  # type: ignore[arg-type]
    felt.tag_out(Zone.SEAT_2, 2)  # anything
    felt.wait(rounds(timing.ROUNDS_GONE + 1))
    assert places(felt, 1) == ["muck"]


def test_of_two_cards_the_shoe_did_not_read_the_awaited_one_came_first(felt: Sensing) -> None:
    dealt(felt)
    for _ in range(2):
        felt.gate()
        felt.wait(300)
    felt.tag_in(Zone.RIVER, 10)
    felt.wait(1_000)
    felt.tag_in(Zone.BURN, 9)
    felt.wait(LONG)
    assert [(card, draw) for card, _, _, draw in felt.arrivals()] == [(9, 9), (10, 10)]


def test_a_deck_that_is_counted_whole_while_its_first_card_is_dealt_lacks_none() -> None:
    felt = Sensing(bindings(round_ms=ROUND))
    felt.deck(1, 50)
    felt.wait(500)
    felt.draw(7, Zone.SEAT_1)
    felt.deck(1, 51)  # not all found yet
    felt.wait(500)
    felt.deck(1, 52)
    felt.wait(LONG)
    assert not felt.said(DeckSeen)
    assert places(felt, 7) == ["seat_1"]


def test_a_stub_put_back_in_a_hand_is_told_as_soon_as_all_of_it_is_counted(felt: Sensing) -> None:
    felt.deck(1, 52)
    dealt(felt)
    felt.deck(0)
    felt.wait(1_000)
    felt.deck(1, 42)
    felt.wait(500)
    felt.deck(1, 44)
    felt.wait(LONG)
    assert [fact.count for fact in felt.said(DeckSeen) if fact.present][-1] == 44


def test_nor_does_one_that_was_told_whole_as_its_first_card_was_on_its_way() -> None:
    felt = Sensing(bindings(round_ms=ROUND))
    felt.deck(1, 51)
    felt.wait(100)
    felt.leaves_shoe(7)
    assert [fact.count for fact in felt.said(DeckSeen)] == [52]
    felt.wait(200)
    felt.deck(1, 52)
    felt.wait(100)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(LONG)
    assert [(card, to, draw) for card, _, to, draw in felt.arrivals()] == [(7, "seat_1", 1)]
    assert not felt.said(CardInTwoPlaces)


def test_nor_does_one_whose_first_card_the_shoe_did_not_read() -> None:
    felt = Sensing(bindings(round_ms=ROUND))
    felt.deck(1, 51)
    felt.wait(500)
    felt.gate()
    felt.deck(1, 52)
    felt.wait(300)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(LONG)
    assert [(card, to, draw) for card, _, to, draw in felt.arrivals()] == [(7, "seat_1", 1)]
    assert not felt.said(DeckSeen)
    assert not felt.said(CardInTwoPlaces)


def test_a_deck_gathered_while_the_shoe_restarts_is_told_whole_however_soon() -> None:
    felt = Sensing()  # a button is drawn for
    felt.deck(1, 52)
    felt.draw(7, Zone.SEAT_1)
    felt.draw(8, Zone.SEAT_2)
    felt.deck(1, 50)  # the shoe restarted: of what it counts nothing lacks
    felt.facts.clear()
    felt.deck(1, 52)  # and again, while all were put back
    assert [fact.count for fact in felt.said(DeckSeen)] == [52]


def test_nor_does_a_deck_put_in_short_hide_that_it_is_whole_after_the_hand(felt: Sensing) -> None:
    felt.deck(1, 51)
    lies(felt, 7, Zone.SEAT_1)
    felt.recorded(HandEnded(hand=HandNo(1), attempt=AttemptNo(1), outcome="folds"))
    felt.facts.clear()
    felt.draw(8, Zone.SEAT_2)
    felt.deck(1, 52)
    assert [fact.count for fact in felt.said(DeckSeen)] == [52]
