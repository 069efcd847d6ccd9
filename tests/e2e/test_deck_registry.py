"""Decks shown card by card to a table's process through its devices: registered, checked, confirmed, taken out of use."""

from pathlib import Path

import pytest

from hardware.simulator.zones import SEAT_ZONES, Zone
from table_controller.core import events as did
from table_controller.core import orders as ask
from table_controller.core.cards import FULL_DECK, Card
from table_controller.core.deck_events import DeckEnrolled, DeckInspected, DeckRetired
from table_controller.core.orders import Person, Role
from table_controller.decks import DeckStatus, Registry

from .deck_table import BLUE, CLONE, CLONED, FLOOR, RED, SECOND, STRANGER, DeckTable, deck

RED_ONES, BLUE_ONES = deck(RED), deck(BLUE)
PIT = Person(Role.PIT, "ivo")


def enroll(name: str = "blue", at: str = "") -> ask.EnrollDeck:
    return ask.EnrollDeck(deck=name, back="blue", faces=FULL_DECK, supplier="Gemaco", note="seals whole", at=at)


@pytest.fixture
def table(tmp_path: Path) -> DeckTable:
    """Only the red deck is registered."""
    return DeckTable(tmp_path, decks=1)


def registry(table: DeckTable) -> Registry:
    return table.table.node.registry


def shown(table: DeckTable, *pieces: int) -> DeckInspected:
    table.floor(enroll())
    table.show(*pieces)
    return table.wait_for_result()


def test_a_deck_shown_through_the_shoe_is_dealt_from_once_a_second_person_has_confirmed_it(table: DeckTable) -> None:
    result = shown(table, *BLUE_ONES)
    assert (result.ok, result.count) == (True, 52)
    table.table.act().gather()
    table.rest()
    refused = table.order(ask.SwapDeck(deck="blue"), FLOOR)
    assert refused is not None
    assert refused.code == "deck_not_ready"
    table.play_deck(*BLUE_ONES)
    table.deal()
    assert (table.hands(), table.found()) == (0, {"foreign_back"})
    table.table.act().gather()
    table.rest()
    assert table.order(ask.ConfirmDeck(deck="blue"), FLOOR) is not None
    assert table.order(ask.ConfirmDeck(deck="blue"), PIT) is None
    for person in (FLOOR, SECOND, FLOOR, SECOND):
        table.order(ask.ConfirmStep(), person)
    table.floor(ask.SwapDeck(deck="blue"))
    table.play_deck(*BLUE_ONES)
    table.deal()
    assert (table.hands(), table.table.node.state.deck_in_play) == (1, "blue")


def test_a_deck_shown_on_a_named_antenna_is_registered_in_its_order(table: DeckTable) -> None:
    table.floor(enroll(at="hold"))
    for piece in BLUE_ONES:
        table.truth.move(piece, Zone.HOLD)
        table.rest(120)
        table.truth.move(piece, Zone.BOX)
        table.rest(200)
    assert table.wait_for_result().ok
    faces = [card.face for card in registry(table).cards if card.deck == 1]
    assert faces == list(FULL_DECK)
    assert [card.tag for card in registry(table).cards if card.deck == 1] == [
        bytes(card.uid) for card in table.truth.cards if card.piece in BLUE_ONES
    ]


NO_DECKS = {
    "51 cards": (BLUE_ONES[:51], "not_52_cards"),
    "53 cards": ([*BLUE_ONES, STRANGER], "not_52_cards"),
    "a card of the red deck": ([*BLUE_ONES[:51], RED_ONES[3]], "tag_of_another_deck"),
}


@pytest.mark.parametrize("what", NO_DECKS)
def test_what_is_no_deck_is_not_registered(what: str, table: DeckTable) -> None:
    pieces, code = NO_DECKS[what]
    result = shown(table, *pieces)
    assert (result.ok, result.why) == (False, code)
    assert [one.name for one in registry(table).decks] == ["red"]
    assert not any(isinstance(event, DeckEnrolled) for event in table.events)


def test_a_deck_with_one_tag_twice_is_not_registered(table: DeckTable) -> None:
    table.floor(enroll("red2"))
    own = RED + CLONED + 1
    table.show(*BLUE_ONES[:50], own, CLONE)
    assert table.wait_for_result().why == "tag_twice"


def check(table: DeckTable, *pieces: int) -> DeckInspected:
    table.floor(ask.CheckDeck(deck="red"))
    table.show(*pieces)
    return table.wait_for_result()


def test_a_whole_deck_is_52_of_52_whatever_its_order(table: DeckTable) -> None:
    result = check(table, *reversed(RED_ONES))
    assert (result.ok, result.count, result.missing, result.foreign, result.others, result.doubled) == (True, 52, (), (), (), 0)
    kept = registry(table).deck("red").checks[-1]
    assert (kept.ok, kept.by, kept.cards, kept.says) == (True, "floor:eva", 52, "")


def test_missing_foreign_and_other_cards_are_told_apart(tmp_path: Path) -> None:
    table = DeckTable(tmp_path)
    result = check(table, *RED_ONES[:49], STRANGER, BLUE_ONES[0], BLUE_ONES[1])
    assert (result.ok, result.count) == (False, 52)
    assert result.missing == (Card(49), Card(50), Card(51))
    assert len(result.foreign) == 1
    assert (result.others, result.doubled) == ((("blue", 2),), 0)
    assert registry(table).deck("red").checks[-1].says == "missing 3, foreign 1, others 2"


def test_a_clone_is_counted_twice_in_the_shoe(table: DeckTable) -> None:
    result = check(table, *RED_ONES, CLONE)
    assert (result.ok, result.count, result.missing, result.doubled) == (False, 53, (), 1)


def test_a_clone_that_lies_on_the_felt_is_doubled_when_its_card_is_shown(table: DeckTable) -> None:
    table.floor(ask.CheckDeck(deck="red"))
    table.truth.move(CLONE, SEAT_ZONES[8])
    table.rest(500)
    table.show(*RED_ONES)
    result = table.wait_for_result()
    assert (result.ok, result.doubled) == (False, 1)


def test_while_a_deck_is_shown_no_hand_begins_and_nothing_is_found(table: DeckTable) -> None:
    check(table, *RED_ONES)
    assert (table.hands(), table.found()) == (0, set())
    table.table.act().gather()
    table.rest()
    table.play_deck(*RED_ONES)
    table.deal()
    assert (table.hands(), table.found()) == (1, set())


def test_no_deck_is_shown_or_changed_while_a_hand_runs(table: DeckTable) -> None:
    table.play_deck(*RED_ONES)
    table.deal()
    for order in (enroll(), ask.CheckDeck(deck="red"), ask.RetireDeck(deck="red", reason="worn"), ask.ConfirmDeck(deck="red")):
        refused = table.order(order, FLOOR)
        assert refused is not None
        assert refused.code == "hand_running"


REFUSED = {
    "an unknown deck": (ask.CheckDeck(deck="green"), FLOOR, "no_such_deck"),
    "a name that is taken": (enroll("red"), FLOOR, "deck_name_taken"),
    "a place without an antenna": (enroll(at="pot"), FLOOR, "no_antenna_there"),
    "no place at all": (enroll(at="moon"), FLOOR, "no_antenna_there"),
    "51 faces": (ask.EnrollDeck(deck="b", back="b", faces=FULL_DECK[:51]), FLOOR, "not_52_faces"),
    "a dealer registers a deck": (enroll(), Person(Role.DEALER, "ana"), "floor_needed"),
    "no reason": (ask.RetireDeck(deck="red", reason=" "), FLOOR, "reason_needed"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_may_not_be_is_refused(what: str, table: DeckTable) -> None:
    order, person, code = REFUSED[what]
    refused = table.order(order, person)
    assert refused is not None
    assert refused.code == code


def test_a_retired_deck_begins_no_hand(table: DeckTable) -> None:
    table.floor(ask.RetireDeck(deck="red", reason="worn"))
    assert registry(table).deck("red").status is DeckStatus.RETIRING
    assert table.order(ask.RetireDeck(deck="red", reason="worn"), FLOOR) is not None
    assert table.order(ask.RetireDeck(deck="red", reason="worn"), SECOND) is None
    assert [event.final for event in table.events if isinstance(event, DeckRetired)] == [False, True]
    table.play_deck(*RED_ONES)
    table.deal()
    assert (table.hands(), table.found()) == (0, {"foreign_back"})


def test_hands_are_counted_for_the_deck_they_were_dealt_from(table: DeckTable) -> None:
    table.play_deck(*RED_ONES)
    table.deal()
    table.floor(ask.VoidHand(reason="test"))
    assert any(isinstance(event, did.HandVoided) for event in table.events)
    assert registry(table).deck("red").hands == 1
