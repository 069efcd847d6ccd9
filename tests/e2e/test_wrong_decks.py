"""A deck that is not the one it should be is named before a hand begins with it, and no hand does (RULEBOOK A1-A4, H3)."""

from pathlib import Path

import pytest

from hardware.simulator.zones import SEAT_ZONES
from table_controller.core import events as did
from table_controller.core import orders as ask

from .deck_table import BLUE, CLONE, CLONED, FLOOR, RED, SECOND, SPARE, STRANGER, DeckTable, deck


@pytest.fixture
def table(tmp_path: Path) -> DeckTable:
    table = DeckTable(tmp_path)
    table.play_deck(*deck(RED))
    table.floor(ask.SwapDeck(deck="red"))
    return table


RED_ONES, BLUE_ONES, SPARE_ONES = deck(RED), deck(BLUE), deck(SPARE)
WRONG = {
    "51 cards": (RED_ONES[1:], {"deck_count"}),
    "53 cards": ([*RED_ONES, STRANGER], {"deck_count"}),
    "a second card of one face": ([SPARE_ONES[7], *RED_ONES[1:]], {"deck_fouled"}),
    "a tag nobody registered": ([STRANGER, *RED_ONES[1:]], {"joker_or_foreign"}),
    "a card of the other deck": ([BLUE_ONES[9], *RED_ONES[1:]], {"foreign_back"}),
    "the other deck": (BLUE_ONES, {"foreign_back"}),
}


@pytest.mark.parametrize("what", WRONG)
def test_no_hand_begins_with_a_wrong_deck_and_it_is_named(what: str, table: DeckTable) -> None:
    pieces, codes = WRONG[what]
    table.play_deck(*pieces)
    table.deal()
    assert table.found() == codes
    assert {finding.procedure for finding in table.table.node.state.findings} <= {"M1"}
    assert table.hands() == 0


def test_no_hand_begins_while_a_cards_tag_is_in_the_deck_and_on_the_felt(table: DeckTable) -> None:
    table.truth.move(CLONE, SEAT_ZONES[5])
    table.rest()
    assert table.found() == {"ghost_card"}
    table.deal()
    assert table.hands() == 0


def test_a_right_deck_begins_a_hand_without_a_word(table: DeckTable) -> None:
    table.play_deck(*reversed(RED_ONES))
    table.deal()
    assert (table.found(), table.hands()) == (set(), 1)


def test_the_deck_that_was_swapped_in_by_order_is_the_one_in_play(table: DeckTable) -> None:
    table.floor(ask.SwapDeck(deck="blue"))
    table.play_deck(*BLUE_ONES)
    table.deal()
    assert (table.found(), table.hands(), table.table.node.state.deck_in_play) == (set(), 1, "blue")


def test_where_nobody_said_which_deck_it_is_the_first_card_does(table: DeckTable) -> None:
    table.floor(ask.SwapDeck())
    table.play_deck(*BLUE_ONES)
    table.draw(1)
    table.draw(2)
    assert (table.found(), table.table.node.state.deck_in_play) == (set(), "blue")


def test_a_swapped_deck_is_noticed_before_its_first_card_has_landed(table: DeckTable) -> None:
    table.play_deck(*BLUE_ONES)
    table.table.act().draw(SEAT_ZONES[1])
    table.rest(90)
    assert table.found() == {"foreign_back"}
    assert not any(isinstance(event, did.CardEvent) for event in table.events)


def test_after_two_persons_signed_and_the_right_deck_came_a_hand_begins(table: DeckTable) -> None:
    table.play_deck(*BLUE_ONES)
    table.draw(1)
    assert table.order(ask.ConfirmStep(), FLOOR) is None
    assert table.order(ask.ConfirmStep(), SECOND) is None
    table.table.act().gather()
    table.rest()
    table.play_deck(*RED_ONES)
    table.deal()
    assert table.hands() == 1


def test_a_card_of_the_other_deck_in_the_deal_voids_the_hand(table: DeckTable) -> None:
    table.play_deck(*RED_ONES[:2], BLUE_ONES[30], *RED_ONES[3:])
    table.deal()
    finding = next(event for event in table.events if isinstance(event, did.FindingRaised))
    assert (finding.code, finding.level, finding.procedure, finding.seat) == ("foreign_back", 3, "M14", 3)
    assert table.hands() == 1


def test_two_cards_in_one_draw_are_a_stuck_pair(table: DeckTable) -> None:
    table.draw(1)
    hands = table.table.act()
    hands.draw(SEAT_ZONES[2])
    hands.draw(SEAT_ZONES[2])
    table.rest()
    finding = next(event for event in table.events if isinstance(event, did.FindingRaised))
    assert (finding.code, finding.seat, finding.sensed, table.found()) == ("stuck_pair", 2, True, {"stuck_pair"})


def test_two_cards_in_two_draws_to_one_seat_are_no_stuck_pair(table: DeckTable) -> None:
    table.draw(1)
    table.draw(2)
    table.draw(2)
    table.rest()
    assert table.found() == {"hole_extra_mid_deal"}


def test_a_clone_that_comes_out_of_the_deck_while_its_card_lies_is_told(table: DeckTable) -> None:
    own = RED + CLONED + 1
    rest = [piece for piece in RED_ONES if piece not in (own, RED_ONES[0], RED_ONES[1])]
    table.play_deck(own, RED_ONES[0], CLONE, *rest)
    table.deal()
    assert table.found() == {"ghost_card"}
    assert table.hands() == 1


@pytest.mark.parametrize("seat", [4, 7])
def test_a_clone_beside_its_card_or_far_from_it_is_never_a_move(seat: int, table: DeckTable) -> None:
    own = RED + CLONED + 1
    table.play_deck(*[piece for piece in RED_ONES if piece != own][:2], own, *[p for p in RED_ONES if p != own][2:])
    table.deal()
    table.truth.move(CLONE, SEAT_ZONES[seat])
    table.rest()
    assert table.found() == {"ghost_card"}
    assert not any(isinstance(event, did.CardMoved) for event in table.events)


def test_no_deck_changes_while_a_hand_runs(table: DeckTable) -> None:
    table.deal()
    refused = table.order(ask.SwapDeck(deck="blue"), FLOOR)
    assert refused is not None
    assert refused.code == "hand_running"
