"""The deck put in, taken out and counted; devices that fall silent, restart, lose events; a killed process that comes back."""

from typing import Any

import pytest

from table_controller.core.events import DeckGathered, HandEnded, HandStarted
from table_controller.core.facts import (
    ButtonSeen,
    CardArrived,
    CardMissing,
    DeckSeen,
    DeviceBack,
    DeviceEventsLost,
    DeviceLost,
    SeatSensed,
)
from table_controller.core.ids import AttemptNo, DeviceId, HandNo, Millis, SeatNo
from table_controller.core.orders import BetOrRaise, CallFloor
from table_controller.core.readings import SnapshotValid
from table_controller.tracking import TrackerState, Zone, decode_state, encode_state

BOARD, SHOE, PAD = (DeviceId(f"00000000000000a{number}") for number in (1, 2, 3))
STARTED = HandStarted(
    hand=HandNo(1),
    attempt=AttemptNo(1),
    button=SeatNo(3),
    small_blind=SeatNo(1),
    big_blind=SeatNo(2),
    dealt_in=(SeatNo(1), SeatNo(2), SeatNo(3)),
)
ENDED = HandEnded(hand=HandNo(1), attempt=AttemptNo(1), outcome="showdown")
IN, OUT = 1, 0


def one_hand(table: Any) -> None:
    """Four cards out, the hand over."""
    table.deck(IN, 52)
    table.recorded(STARTED)
    for card, zone in enumerate((Zone.SEAT_1, Zone.SEAT_2, Zone.BURN, Zone.FLOP), 1):
        table.draw(card, zone)
    table.recorded(ENDED)
    table.facts.clear()


def gathers(table: Any, *but: int) -> None:
    """All cards but these leave their zones; the deck is out meanwhile."""
    table.deck(OUT)
    for card, zone in enumerate((Zone.SEAT_1, Zone.SEAT_2, Zone.BURN, Zone.FLOP), 1):
        if card not in but:
            table.tag_out(zone, card)


def decks(table: Any) -> list[tuple[bool, int | None]]:
    return [(fact.present, fact.count) for fact in table.said(DeckSeen)]


def test_a_whole_deck_is_told_at_once_and_no_card_is_told_back(table: Any) -> None:
    one_hand(table)
    gathers(table)
    table.deck(IN, 52)
    assert decks(table) == [(False, None), (True, 52)]
    assert table.said(CardArrived) == []


def test_a_counting_shoe_is_believed_over_an_antenna_that_has_not_let_go(table: Any) -> None:
    one_hand(table)
    gathers(table, 3)
    table.deck(IN, 52)
    table.recorded(DeckGathered(count=52))
    table.tag_out(Zone.BURN, 3)
    table.draw(3, Zone.SEAT_1)
    assert table.arrivals() == [(3, "shoe", "seat_1", 1)]


def test_a_deck_that_counts_short_waits_for_the_zones(table: Any) -> None:
    one_hand(table)
    gathers(table)
    table.deck(IN, 51)
    assert decks(table) == [(False, None)]
    table.wait(2_000)
    assert decks(table) == [(False, None), (True, 51)]


def test_a_card_left_on_the_table_makes_the_count_fit(table: Any) -> None:
    """A8: every other card is told back, so that only the one left is known to lie out."""
    one_hand(table)
    gathers(table, 3)
    table.deck(IN, 51)
    assert decks(table)[-1] == (True, 51)
    assert sorted(table.arrivals()) == [
        (1, "seat_1", "shoe", 0),
        (2, "seat_2", "shoe", 0),
        (4, "board", "shoe", 0),
    ]
    table.draw(1, Zone.SEAT_1)
    assert table.arrivals()[-1] == (1, "shoe", "seat_1", 1)


def test_a_shoe_that_cannot_count_is_told_what_the_zones_leave_over(table: Any) -> None:
    one_hand(table)
    gathers(table)
    table.deck(IN)
    assert decks(table)[-1] == (True, None)
    one_hand(table)
    gathers(table, 3)
    table.deck(IN)
    table.wait(2_000)
    assert decks(table)[-1] == (True, 51)


def test_a_card_left_out_after_the_deck_was_called_whole_is_told_before_the_first_card(table: Any) -> None:
    """A8: nobody counted; the key said that everything is gathered."""
    one_hand(table)
    table.recorded(DeckGathered(count=None))
    gathers(table, 3)
    table.draw(9, Zone.SEAT_1)
    assert table.said(CardArrived) == []
    table.wait(1_500)
    assert table.arrivals() == [(3, "nowhere", "burn", 0), (9, "shoe", "seat_1", 1)]
    assert table.said(CardArrived)[0].found


def test_a_card_that_vanishes_late_delays_the_first_card_no_longer_than_it_must(table: Any) -> None:
    one_hand(table)
    table.recorded(DeckGathered(count=None))
    gathers(table, 3)
    table.draw(9, Zone.SEAT_1)
    table.tag_out(Zone.BURN, 3)
    assert table.arrivals() == [(9, "shoe", "seat_1", 1)]


def test_a_snapshot_in_a_hand_is_no_news_of_the_deck(table: Any) -> None:
    table.deck(IN, 52)
    table.recorded(STARTED)
    table.draw(1, Zone.SEAT_1)
    table.facts.clear()
    table.deck(IN, 51)
    table.wait(10_000)
    assert table.facts == []


def test_cards_put_under_the_deck_during_a_hand_are_told_back(table: Any) -> None:
    table.deck(IN, 52)
    table.recorded(STARTED)
    for card, zone in enumerate((Zone.SEAT_1, Zone.FLOP, Zone.FLOP), 1):
        table.draw(card, zone)
    table.facts.clear()
    table.deck(OUT)
    table.tag_out(Zone.FLOP, 2)
    table.tag_out(Zone.FLOP, 3)
    table.wait(20_000)
    assert table.said(CardMissing) == []
    table.deck(IN, 51)
    assert table.arrivals() == [(2, "board", "shoe", 0), (3, "board", "shoe", 0)]


def test_lifted_cards_are_not_taken_for_cards_in_the_deck(table: Any) -> None:
    table.deck(IN, 52)
    table.recorded(STARTED)
    table.draw(1, Zone.SEAT_1)
    table.draw(2, Zone.BURN)
    table.facts.clear()
    table.tag_out(Zone.SEAT_1, 1)
    table.deck(OUT)
    table.deck(IN, 50)
    table.wait(3_000)
    assert table.said(CardArrived) == []
    assert decks(table)[-1] == (True, 50)


def test_an_open_lid_is_told(table: Any) -> None:
    table.deck(IN, 52)
    table.deck(2)
    assert (table.facts[-1].present, table.facts[-1].lid_open) == (True, True)


# --- devices ---


def test_a_silent_device_is_told_by_its_name_and_so_is_its_return(table: Any) -> None:
    table.silent(BOARD)
    table.silent(BOARD)
    table.silent(PAD)
    table.up(BOARD)
    table.up(BOARD)
    assert [(type(fact), fact.name) for fact in table.facts] == [
        (DeviceLost, "board"),
        (DeviceLost, "pad"),
        (DeviceBack, "board"),
    ]
    assert [fact.needed for fact in table.said(DeviceLost)] == [True, False]


def test_a_lost_reader_is_told_like_a_device(table: Any) -> None:
    table.reader(ok=False)
    table.reader(ok=False)
    table.reader(ok=True)
    assert [(type(fact), fact.name) for fact in table.facts] == [(DeviceLost, "board reader 0"), (DeviceBack, "board reader 0")]


@pytest.mark.parametrize("again", [lambda table: table.reader(ok=True), lambda table: table.snapshot({})])
def test_a_reader_lost_when_the_controller_stopped_proves_itself_after_the_restart(table: Any, again: Any) -> None:
    """What came meanwhile nobody heard: that it reads again is said once more, or a valid snapshot shows it."""
    table.reader(ok=False)
    table.restart(1_000)
    table.up(BOARD)
    table.facts.clear()
    again(table)
    assert [(type(fact), fact.name) for fact in table.facts] == [(DeviceBack, "board reader 0")]
    again(table)
    assert len(table.facts) == 1


def test_a_snapshot_that_calls_a_reader_lost_does_not_bring_it_back(table: Any) -> None:
    table.reader(ok=False)
    table.say(SnapshotValid(device=BOARD, at=table.now, inputs=(), tags=(), antennas=(), lost_readers=(0,)))
    assert table.said(DeviceBack) == []
    table.say(SnapshotValid(device=BOARD, at=table.now, inputs=(), tags=(), antennas=(), lost_readers=(1,)))
    assert [fact.name for fact in table.said(DeviceBack)] == ["board reader 0"]


@pytest.mark.parametrize(("count", "told"), [(3, 1), (None, 1), (0, 0)])
def test_lost_events_are_told_unless_none_were(table: Any, count: int | None, told: int) -> None:
    table.events_lost(BOARD, count)
    assert len(table.said(DeviceEventsLost)) == told


@pytest.mark.parametrize("fault", ["silent", "reader", "lost"])
def test_nothing_is_concluded_from_silence_while_an_antenna_says_nothing(table: Any, fault: str) -> None:
    """H6: degraded, not guessing; waiting begins anew when all speak again."""
    table.recorded(STARTED)
    table.draw(1, Zone.BURN)
    table.leaves_shoe(2)
    table.facts.clear()
    {"silent": lambda: table.silent(BOARD), "reader": lambda: table.reader(False), "lost": lambda: table.events_lost(BOARD, 0)}[
        fault
    ]()
    table.tag_out(Zone.BURN, 1)
    table.wait(60_000)
    assert table.said(CardMissing) == []
    if fault == "reader":
        table.reader(True)
    else:
        table.up(BOARD)
        table.snapshot({})
    table.wait(2_900)
    assert table.said(CardMissing) == []
    table.wait(200)
    assert len(table.said(CardMissing)) == 2


def test_a_card_dealt_while_the_table_board_restarted_is_found(table: Any) -> None:
    """A snapshot saw it, so nobody saw it land."""
    table.draw(1, Zone.SEAT_1)
    table.silent(BOARD)
    table.events_lost(BOARD)
    table.up(BOARD, new_life=True)
    table.leaves_shoe(2)
    table.tag_in(Zone.SEAT_1, 1)
    table.tag_in(Zone.SEAT_2, 2)
    table.snapshot({1: Zone.SEAT_1, 2: Zone.SEAT_2})
    table.draw(3, Zone.SEAT_3)
    arrived = table.said(CardArrived)
    assert [(fact.card.piece, fact.found) for fact in arrived] == [(1, False), (2, True), (3, False)]


def test_what_a_snapshot_does_not_name_is_not_there(table: Any) -> None:
    table.recorded(STARTED)
    table.draw(1, Zone.BURN)
    table.draw(2, Zone.FLOP)
    table.snapshot({2: Zone.FLOP})
    table.wait(3_000)
    assert [fact.source.value for fact in table.said(CardMissing)] == ["burn"]


def test_what_was_not_scanned_is_not_said_to_be_gone(table: Any) -> None:
    table.recorded(STARTED)
    table.draw(1, Zone.BURN)
    table.snapshot({}, scanned=(Zone.FLOP,))
    table.wait(10_000)
    assert table.said(CardMissing) == []


def test_a_snapshot_moves_a_card_once(table: Any) -> None:
    table.draw(1, Zone.SEAT_1)
    table.snapshot({1: Zone.MUCK})
    table.snapshot({1: Zone.MUCK})
    assert table.arrivals() == [(1, "shoe", "seat_1", 1), (1, "seat_1", "muck", 0)]
    assert table.said(CardArrived)[1].found


def test_levels_of_inputs_come_with_a_snapshot_too(table: Any) -> None:
    inputs = ((1, True), (2, False), (43, True))
    table.say(SnapshotValid(device=BOARD, at=table.now, inputs=inputs, tags=()))
    table.say(SnapshotValid(device=BOARD, at=table.now, inputs=inputs, tags=()))
    assert [(fact.seat, fact.present) for fact in table.said(SeatSensed)] == [(1, True), (2, False)]
    assert [fact.seat for fact in table.said(ButtonSeen)] == [3]


def test_the_button_is_where_one_hall_alone_feels_it(table: Any) -> None:
    table.input(41, False)
    table.input(43, True)
    table.input(44, True)
    table.input(43, False)
    table.input(44, False)
    table.input(45, True)
    assert [fact.seat for fact in table.said(ButtonSeen)] == [3, 4, None, 5]


# --- keys ---


def test_a_key_counts_when_it_goes_down_and_only_once(table: Any) -> None:
    table.key(4)
    table.key(4)
    table.key(4, pressed=False)
    table.keys(0, 12)
    assert table.facts == [BetOrRaise(to=40)]


def test_keys_held_in_a_snapshot_after_a_loss_order_nothing(table: Any) -> None:
    table.keys(4)
    table.events_lost(PAD, 2)
    table.key(16)
    assert table.said(DeviceEventsLost)
    assert table.facts[-1] != CallFloor()
    table.say(SnapshotValid(device=PAD, at=table.now, inputs=(), tags=()))
    table.key(16, pressed=False)
    table.keys(16)
    assert table.facts[-1] == CallFloor()


# --- the process itself ---


def test_a_killed_process_goes_on_where_it_was(table: Any) -> None:
    """What the devices send again after the restart is told as it happened, not as found."""
    table.draw(1, Zone.SEAT_1)
    table.leaves_shoe(2)
    table.restart(away=30_000)
    table.wait(10_000)
    table.up(SHOE)
    table.up(BOARD)
    table.tag_in(Zone.SEAT_2, 2)
    assert table.arrivals()[-1] == (2, "shoe", "seat_2", 2)
    assert not table.facts[-1].found
    assert table.said(CardMissing) == []


def test_a_clock_that_begins_anew_delays_nothing(table: Any) -> None:
    """The host itself was restarted: its monotonic clock is another."""
    table.recorded(STARTED)
    table.wait(3_600_000)
    table.draw(1, Zone.BURN)
    table.tag_out(Zone.BURN, 1)
    table.restart(away=0)
    table.now = Millis(500)
    for device in (BOARD, SHOE, PAD):
        table.up(device)
    table.wait(3_100)
    assert len(table.said(CardMissing)) == 1


def test_a_host_that_stalled_concludes_nothing_before_it_has_read_on(table: Any) -> None:
    """B14: five seconds lost, the readings still wait in the line."""
    table.recorded(STARTED)
    table.draw(1, Zone.BURN)
    table.tag_out(Zone.BURN, 1)
    table.now = Millis(table.now + 5_000)
    table.say(None)
    assert table.said(CardMissing) == []
    table.tag_in(Zone.BURN, 1)
    table.wait(60_000)
    assert table.said(CardMissing) == []


def test_state_is_small_and_the_same_after_coding() -> None:
    assert decode_state(encode_state(TrackerState()), Millis(0)) == TrackerState()


def test_no_text_form_of_the_state_names_a_card(table: Any) -> None:
    for card in range(1, 20):
        table.draw(card, Zone.SEAT_1)
    text = repr(table.state)
    assert "Track(··)" in text or "19 out" in text
    assert "piece" not in text
    assert len(encode_state(table.state)) < 1_200
