"""Readers at their worst: cards that fly over other places, are taken up at once, or are hardly heard where they lie."""

from typing import Any

import msgspec
import pytest

from table_controller.core.events import BoardCardDealt, CardDealt, CardMoved, DealCompleted, HandEnded, Street, StreetClosed
from table_controller.core.facts import CardArrived, CardMissing, DeckSeen, FlopWaited
from table_controller.core.ids import AttemptNo, HandNo, Millis, SeatNo
from table_controller.core.messages import Message
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.procedure_state import ProcedureState
from table_controller.core.steps import Awaits, Step
from table_controller.tracking import Zone, timing
from table_controller.tracking.arbiter import Ear, where
from table_controller.tracking.belief import Sight, Track

from .conftest import LONG, ORDER, ROUND, Sensing, rounds, tag


def hidden(felt: Sensing, card: int) -> Any:
    return felt.ground.decks.hidden(felt.ground.decks.find(tag(card)))  # type: ignore[arg-type]


def places(felt: Sensing, card: int) -> list[str]:
    return [to for piece, _, to, _ in felt.arrivals() if piece == card]


def lies(felt: Sensing, card: int, zone: Zone) -> None:
    """It has lain there for long, and the core has recorded it."""
    felt.draw(card, zone)
    felt.wait(rounds(timing.INVENTORIES + 2))
    draw = felt.state.cards.draws
    if zone is Zone.FLOP:
        felt.recorded(BoardCardDealt(hidden=hidden(felt, card), up=None, draw=draw))
    else:
        felt.recorded(CardDealt(hidden=hidden(felt, card), seat=SeatNo(int(zone)), draw=draw))
    felt.facts.clear()


def round_dealt(felt: Sensing) -> None:
    """The first card of each seat, so that the second of seat 1 is awaited."""
    for seat, card in zip(ORDER, (1, 2, 3, 4), strict=True):
        lies(felt, card, Zone(seat))


def flop_awaited(felt: Sensing) -> None:
    for number in range(8):
        lies(felt, number + 1, Zone(ORDER[number % 4]))
    felt.recorded(DealCompleted(), StreetClosed(street=Street.PREFLOP, pots=()))


@pytest.mark.parametrize(("over", "where_it_is"), [(1, "seat_1"), (12, "burn")])
def test_a_card_that_flew_over_another_place_is_in_the_hand_of_the_player_who_took_both_up(
    felt: Sensing, over: int, where_it_is: str
) -> None:
    round_dealt(felt)
    felt.leaves_shoe(7)
    felt.tag_in(Zone.BURN, 7)
    felt.wait(300)
    felt.tag_out(Zone.SEAT_1, 1)
    felt.wait(rounds(over))
    felt.tag_out(Zone.BURN, 7)
    felt.wait(10_000)
    assert places(felt, 7) == [where_it_is]


@pytest.mark.parametrize(("hits", "found"), [(4, ["seat_1"]), (8, [])])
def test_one_heard_badly_may_have_gone_unheard_before_both_were_taken_up(felt: Sensing, hits: int, found: list[str]) -> None:
    round_dealt(felt)
    felt.hits(Zone.SEAT_1, 1, hits)
    felt.hits(Zone.SEAT_1, 1, hits)
    felt.tag_out(Zone.SEAT_1, 1)
    felt.wait(2_000)
    felt.leaves_shoe(7)
    felt.wait(10_000)
    assert places(felt, 7) == found
    assert bool(felt.said(CardMissing)) == (not found)


@pytest.mark.parametrize("wanted", [True, False])
def test_a_card_given_back_and_heard_at_the_seat_for_a_moment_is_in_the_players_hand(felt: Sensing, wanted: bool) -> None:
    for card in (1, 2):
        felt.draw(card, Zone.MUCK)
        felt.wait(rounds(12))
        felt.recorded(CardMoved(hidden=hidden(felt, card), source=Place.SHOE, index=0, to=Place.MUCK, draw=card))
    moves = ((Place.MUCK, SEAT_PLACES[SeatNo(3)]),) if wanted else ()
    step = Step(n=1, text=Message("put_back"), awaits=Awaits(moves=moves))
    running = ProcedureState(finding=1, code="winner_killed", procedure="M20", level=2, steps=(step,))
    felt.table = msgspec.structs.replace(felt.table, procedures=(running,))
    felt.facts.clear()
    for card in (1, 2):
        felt.tag_out(Zone.MUCK, card)
    felt.tag_in(Zone.SEAT_3, 1)
    felt.wait(300)
    felt.tag_out(Zone.SEAT_3, 1)
    felt.wait(LONG)
    assert places(felt, 1) == places(felt, 2) == (["seat_3"] if wanted else [])
    assert bool(felt.said(CardMissing)) != wanted


def test_a_flop_waits_for_a_card_that_went_out_unread(felt: Sensing) -> None:
    flop_awaited(felt)
    felt.recorded(BoardCardDealt(hidden=hidden(felt, 9), up=None, draw=9))
    felt.wait(1_000)
    felt.gate()
    felt.wait(timing.FLOP + 500)
    assert felt.said(FlopWaited) == []
    felt.wait(timing.LANDING)
    assert len(felt.said(FlopWaited)) == 1


def test_a_flop_waits_for_the_shoes_word_of_a_card_that_lies_there(felt: Sensing) -> None:
    flop_awaited(felt)
    felt.recorded(BoardCardDealt(hidden=hidden(felt, 9), up=None, draw=9))
    felt.wait(timing.FLOP - 200)
    felt.tag_in(Zone.FLOP, 10)
    felt.wait(400)
    assert felt.said(FlopWaited) == []


@pytest.mark.parametrize(("hits", "told"), [(8, ["hold"]), (4, [])])
def test_a_card_heard_badly_has_not_gone_with_those_that_were_moved(felt: Sensing, hits: int, told: list[str]) -> None:
    """One heard well has, as soon as it is silent for four rounds."""
    for card in (5, 6):
        felt.draw(card, Zone.FLOP)
        felt.wait(rounds(timing.INVENTORIES + 2))
    felt.hits(Zone.FLOP, 5, hits)
    felt.hits(Zone.FLOP, 5, hits)
    felt.facts.clear()
    felt.tag_out(Zone.FLOP, 6)
    felt.tag_in(Zone.HOLD, 6)
    felt.wait(rounds(3))
    felt.tag_out(Zone.FLOP, 5)
    felt.wait(rounds(7))
    assert places(felt, 6) == ["hold"]
    assert places(felt, 5) == told


def test_a_card_of_a_pile_that_is_heard_again_has_not_come_there_again(felt: Sensing) -> None:
    """Another card of the board that is silent just then lies where it lay."""
    for card in (5, 6):
        felt.draw(card, Zone.FLOP)
        felt.wait(rounds(timing.INVENTORIES + 2))
    felt.tag_out(Zone.FLOP, 6)
    felt.tag_in(Zone.HOLD, 6)
    felt.wait(LONG)
    felt.facts.clear()
    felt.tag_out(Zone.HOLD, 6)
    felt.tag_out(Zone.FLOP, 5)
    felt.wait(rounds(2))
    felt.tag_in(Zone.HOLD, 6)
    felt.wait(rounds(timing.ROUNDS_GONE + 1))
    assert places(felt, 5) == []


def test_a_card_that_went_out_unread_was_drawn_before_the_next_that_was_read(felt: Sensing) -> None:
    felt.gate()
    felt.tag_in(Zone.SEAT_1, 8)
    felt.wait(300)
    felt.draw(9, Zone.SEAT_2)
    felt.wait(10_000)
    assert [(card, to, draw) for card, _, to, draw in felt.arrivals()] == [(8, "seat_1", 1), (9, "seat_2", 2)]


RIVER = Ear(ROUND, Place.BOARD, zone=Zone.RIVER)
FLOP = Ear(ROUND, Place.BOARD, zone=Zone.FLOP)


def test_what_the_antenna_of_the_turn_has_heard_of_a_river_is_of_the_same_board() -> None:
    there = Sight(Zone.RIVER, Millis(4 * ROUND), 4)
    last = Sight(Zone.TURN, Millis(0), 8)
    track = Track(Zone.SHOE, 5, Millis(0), (there,), last=last, lost=Millis(4 * ROUND))
    assert where(track, Millis(6 * ROUND), RIVER) is there


@pytest.mark.parametrize(("sooner", "board"), [(1, True), (2.4, False)])
def test_a_burn_heard_before_the_board_hears_it_too_is_not_taken_for_a_card_of_the_board(sooner: float, board: bool) -> None:
    burn, flop = Sight(Zone.BURN, Millis(0), 6), Sight(Zone.FLOP, Millis(rounds(sooner)), 6)
    track = Track(Zone.SHOE, 5, Millis(0), (burn, flop))
    here = where(track, Millis(rounds(sooner + 3)), FLOP)
    assert here is flop if board else here is None


def test_a_card_of_the_board_may_be_silent_for_a_dozen_rounds(felt: Sensing) -> None:
    flop_awaited(felt)
    lies(felt, 9, Zone.FLOP)
    felt.tag_out(Zone.FLOP, 9)
    felt.wait(rounds(12))
    assert not felt.said(CardMissing)
    felt.wait(LONG)
    assert len(felt.said(CardMissing)) == 1


def between_hands(felt: Sensing) -> None:
    felt.recorded(HandEnded(hand=HandNo(1), attempt=AttemptNo(1), outcome="showdown"))
    felt.facts.clear()


@pytest.mark.parametrize("found", [True, False])
def test_a_deck_that_was_put_in_is_told_before_the_card_that_comes_out_of_it(felt: Sensing, found: bool) -> None:
    """It counts short at first; the shoe finds the rest, or does not."""
    between_hands(felt)
    felt.deck(0)
    felt.wait(5_000)
    felt.deck(1, 50)
    felt.draw(7, Zone.SEAT_1)
    felt.wait(rounds(timing.ROUNDS_STRAY))
    assert places(felt, 7) == []
    if found:
        felt.deck(1, 52)
        assert places(felt, 7) == ["seat_1"]
    felt.wait(LONG)
    told = [fact for fact in felt.facts if isinstance(fact, DeckSeen | CardArrived)]
    assert isinstance(told[-1], CardArrived)
    assert [fact.count for fact in told if isinstance(fact, DeckSeen)] == ([None] if found else [None, 50])


def test_a_card_gathered_with_the_deck_before_it_was_seen_anywhere_is_not_missed(felt: Sensing) -> None:
    between_hands(felt)
    felt.leaves_shoe(7)
    felt.deck(0)
    felt.wait(LONG)
    assert not felt.said(CardMissing)


@pytest.mark.parametrize(("over", "where_it_is"), [(300, "seat_3"), (900, "seat_1")])
def test_a_card_taken_up_where_it_flew_to_did_not_land_where_it_should(felt: Sensing, over: int, where_it_is: str) -> None:
    """Seat 1 is awaited: it heard the card on its way, or for longer than seat 3 did afterwards."""
    felt.leaves_shoe(7)
    felt.tag_in(Zone.SEAT_1, 7)
    felt.wait(over - 100)
    felt.tag_in(Zone.SEAT_3, 7)
    felt.wait(100)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.wait(300)
    felt.tag_out(Zone.SEAT_3, 7)
    felt.wait(10_000)
    assert places(felt, 7) == [where_it_is]


def test_a_card_left_of_the_hand_before_is_none_that_has_just_come_out_of_the_deck(felt: Sensing) -> None:
    """It goes back with the rest, and the deck, short at first, is told whole."""
    for card, zone in ((1, Zone.SEAT_1), (2, Zone.SEAT_2), (3, Zone.MUCK)):
        felt.draw(card, zone)
        felt.wait(rounds(timing.INVENTORIES + 2))
    between_hands(felt)
    felt.deck(0)
    for card, zone in ((1, Zone.SEAT_1), (2, Zone.SEAT_2)):
        felt.tag_out(zone, card)
    felt.deck(1, 51)
    felt.draw(7, Zone.SEAT_1)
    felt.wait(10_000)
    felt.deck(0)
    felt.tag_out(Zone.SEAT_1, 7)
    felt.tag_out(Zone.MUCK, 3)
    felt.wait(5_000)
    felt.facts.clear()
    felt.deck(1, 51)
    felt.wait(500)
    felt.deck(1, 52)
    assert [fact.count for fact in felt.facts if isinstance(fact, DeckSeen)] == [52]
