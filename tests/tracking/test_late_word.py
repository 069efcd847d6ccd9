"""Devices that tell late or forget: what is concluded meanwhile, and that nothing is concluded twice."""

from typing import Any

import pytest

from table_controller.core.events import DeckGathered
from table_controller.core.facts import CardArrived, DeckSeen, DeviceBack, DeviceEventsLost
from table_controller.core.ids import Chips, DeviceId
from table_controller.core.orders import BetOrRaise
from table_controller.core.readings import DeckState, SnapshotValid
from table_controller.tracking import Zone

from .conftest import tag

BOARD, SHOE, PAD = (DeviceId(f"00000000000000a{number}") for number in (1, 2, 3))


@pytest.mark.parametrize("rest", [(5, 0), (0,), (), (19, 3)])
def test_an_amount_that_may_lack_its_beginning_orders_nothing(table: Any, rest: tuple[int, ...]) -> None:
    """The keypad had no power while the first digits were pressed; the dealer sees that nothing follows, and keys it again."""
    table.events_lost(PAD)
    table.say(SnapshotValid(device=PAD, at=table.now, inputs=(), tags=()))
    told = len(table.facts)
    table.keys(*rest, 12)
    assert table.facts[told:] == []
    table.keys(2, 5, 0, 12)
    assert table.facts[told:] == [BetOrRaise(to=Chips(250))]


def test_a_keypad_met_for_the_first_time_is_not_doubted(table: Any) -> None:
    table.events_lost(PAD, 0)
    table.say(SnapshotValid(device=PAD, at=table.now, inputs=(), tags=()))
    table.keys(5, 0, 12)
    assert table.facts[-1] == BetOrRaise(to=Chips(50))


def test_a_deck_put_in_while_the_shoe_had_no_power_is_whole(table: Any) -> None:
    """Its count is the same as before the hand, and it never said that the deck was out."""
    table.deck(1, 52)
    table.wait(3_000)
    table.draw(1, Zone.SEAT_1)
    told = len(table.facts)
    table.tag_out(Zone.SEAT_1, 1)
    table.events_lost(SHOE)
    table.up(SHOE, new_life=True)
    table.deck(1, 52)
    assert [(type(fact), fact.count) for fact in table.facts[told + 1 :]] == [(DeckSeen, 52)]


@pytest.mark.parametrize("board_silent", [False, True])
def test_a_card_dealt_while_the_shoe_was_silent_waits_for_its_word(table: Any, board_silent: bool) -> None:
    """It held what it saw: the deck was put in and counted, then the card went out."""
    table.deck(0)
    inserted = table.now
    table.silent(SHOE)
    table.wait(500)
    told = len(table.facts)
    table.tag_in(Zone.SEAT_1, 1)
    table.wait(5_000)
    assert table.facts[told:] == []
    if board_silent:
        table.silent(BOARD)
    table.up(SHOE)
    table.wait(100)
    table.say(DeckState(device=SHOE, at=inserted, state=1, tags=52))
    table.recorded(DeckGathered(count=52))
    table.tag_in(Zone.SHOE, 1, at=inserted + 300)
    table.tag_out(Zone.SHOE, 1)
    assert [type(fact) for fact in table.facts[told + board_silent :]] == [DeviceBack, DeckSeen, CardArrived]
    assert table.arrivals() == [(1, "shoe", "seat_1", 1)]


def test_a_shoe_that_restarted_does_not_keep_a_dealt_card_waiting(table: Any) -> None:
    """What it saw before it has forgotten."""
    table.silent(SHOE)
    table.tag_in(Zone.SEAT_1, 1)
    table.wait(5_000)
    table.events_lost(SHOE)
    table.up(SHOE, new_life=True)
    table.wait(5_000)
    assert table.arrivals() == []
    table.say(SnapshotValid(device=SHOE, at=table.now, inputs=(), tags=()))
    table.wait(1_100)
    assert table.arrivals() == [(1, "shoe", "seat_1", 1)]


def test_late_word_of_a_card_that_was_gathered_is_no_card_of_the_next_hand(table: Any) -> None:
    """An antenna whose link was down tells only after the deck was counted that a card lay there, and that it went."""
    table.draw(1, Zone.MUCK)
    table.tag_out(Zone.MUCK, 1)
    table.deck(0)
    table.deck(1, 52)
    table.recorded(DeckGathered(count=52))
    told = len(table.facts)
    table.tag_in(Zone.MUCK, 1, at=table.now - 700)
    table.tag_out(Zone.MUCK, 1)
    table.wait(3_000)
    table.draw(1, Zone.SEAT_1)
    assert [type(fact) for fact in table.facts[told:]] == [CardArrived]
    assert table.arrivals()[-1] == (1, "shoe", "seat_1", 1)


def test_a_shoe_that_restarted_and_counts_one_less_explains_the_card_that_lies_out(table: Any) -> None:
    """It has forgotten that it saw it leave; the deck is not short."""
    table.deck(1, 52)
    table.wait(3_000)
    table.silent(SHOE)
    told = len(table.facts)
    table.tag_in(Zone.SEAT_1, 1)
    table.wait(3_000)
    table.events_lost(SHOE)
    table.up(SHOE, new_life=True)
    table.deck(1, 51)
    table.say(SnapshotValid(device=SHOE, at=table.now, inputs=(), tags=()))
    table.wait(5_000)
    assert [type(fact) for fact in table.facts[told:]] == [DeviceEventsLost, DeviceBack, DeckSeen, CardArrived]
    assert table.arrivals() == [(1, "shoe", "seat_1", 1)]


@pytest.mark.parametrize("where", ["at the mouth", "in the hand"])
def test_a_shoe_that_restarts_while_a_card_is_under_way_has_no_short_deck(table: Any, where: str) -> None:
    table.deck(1, 52)
    table.recorded(DeckGathered(count=52))
    told = len(table.facts)
    table.events_lost(SHOE)
    table.up(SHOE, new_life=True)
    table.deck(1, 51)
    if where == "at the mouth":
        table.tag_in(Zone.SHOE, 1)
    table.say(SnapshotValid(device=SHOE, at=table.now, inputs=(), tags=((0, tag(1)),) if where == "at the mouth" else ()))
    table.lands(1, Zone.SEAT_1)
    table.wait(5_000)
    table.draw(2, Zone.SEAT_2)
    assert {type(fact) for fact in table.facts[told:]} == {DeviceEventsLost, DeckSeen, CardArrived}
    assert [fact.count for fact in table.said(DeckSeen)] == [52, 52]
    assert table.arrivals() == [(1, "shoe", "seat_1", 1), (2, "shoe", "seat_2", 2)]


def test_a_card_on_the_floor_since_before_the_deck_was_taken_out_is_short_in_it(table: Any) -> None:
    table.deck(1, 52)
    table.recorded(DeckGathered(count=52))
    table.tag_in(Zone.SHOE, 1)
    table.tag_out(Zone.SHOE, 1)
    table.deck(0)
    table.wait(500)
    table.deck(1, 51)
    table.wait(5_000)
    assert [fact.count for fact in table.said(DeckSeen)] == [52, None, 51]
