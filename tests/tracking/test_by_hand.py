"""Play by hand while a device is silent: what somebody says lies there is not waited for, and a lost shoe's word neither."""

from table_controller.core.device_events import PlayedByHand
from table_controller.core.events import (
    AnyEvent,
    BoardCardDealt,
    CardBurned,
    CardDealt,
    DealCompleted,
    DeviceSilenced,
    HandStarted,
)
from table_controller.core.facts import CardMissing, FlopWaited
from table_controller.core.ids import AttemptNo, DeviceId, HandNo, SeatNo
from table_controller.core.orders import Person, Role
from table_controller.tracking import Zone

from .conftest import BOARD, SHOE, Sensing

DEALER = Person(Role.DEALER)
BEGUN = HandStarted(
    hand=HandNo(1),
    attempt=AttemptNo(1),
    button=SeatNo(2),
    small_blind=SeatNo(1),
    big_blind=SeatNo(2),
    dealt_in=(SeatNo(1), SeatNo(2)),
    away=(),
    owing=(),
)


def lose(table: Sensing, device: DeviceId, name: str) -> None:
    table.silent(device)
    table.recorded(DeviceSilenced(device=name, needed=True), PlayedByHand(by=DEALER, devices=(name,)))


def laid(number: int) -> list[AnyEvent]:
    return [CardDealt(seat=SeatNo(1 + n % 2), draw=n + 1, by_hand=True) for n in range(number)]


def in_hand(table: Sensing) -> None:
    table.deck(1, 52)
    table.recorded(BEGUN)


def test_cards_laid_by_hand_are_not_missed_and_told_where_they_are_seen(table: Sensing) -> None:
    in_hand(table)
    lose(table, BOARD, "board")
    for card in (1, 2, 3, 4):
        table.leaves_shoe(card)
    table.recorded(*laid(4), DealCompleted())
    table.wait(300_000)
    assert table.arrivals() == []
    table.up(BOARD)
    table.wait(10_000)  # the players have theirs in their hands
    for card, zone in ((4, Zone.SEAT_2), (1, Zone.SEAT_1)):
        table.tag_in(zone, card)
    assert table.arrivals() == [(4, "nowhere", "seat_2", 4), (1, "nowhere", "seat_1", 1)]
    table.wait(300_000)
    assert table.said(CardMissing) == []


def test_a_draw_the_shoe_tells_after_it_was_laid_is_not_waited_for_either(table: Sensing) -> None:
    in_hand(table)
    lose(table, BOARD, "board")
    table.recorded(CardBurned(draw=1, by_hand=True))
    table.leaves_shoe(7)
    table.up(BOARD)
    table.wait(60_000)
    assert table.said(CardMissing) == []
    table.tag_in(Zone.BURN, 7)
    assert table.arrivals() == [(7, "nowhere", "burn", 1)]


def test_a_draw_nobody_laid_is_waited_for_when_all_speak_again(table: Sensing) -> None:
    in_hand(table)
    lose(table, BOARD, "board")
    table.leaves_shoe(7)
    table.up(BOARD)
    table.wait(60_000)
    assert len(table.said(CardMissing)) == 1


def test_without_the_shoe_cards_are_drawn_as_they_land(table: Sensing) -> None:
    in_hand(table)
    table.silent(SHOE)
    table.tag_in(Zone.SEAT_2, 1)
    table.wait(10)
    table.tag_in(Zone.SEAT_1, 2)
    assert table.arrivals() == []
    lose(table, SHOE, "shoe")
    assert table.arrivals() == [(1, "shoe", "seat_2", 1), (2, "shoe", "seat_1", 2)]
    table.tag_in(Zone.FLOP, 3)
    assert table.arrivals()[2:] == [(3, "shoe", "board", 3)]


def test_what_the_shoe_kept_meanwhile_tells_nothing_again(table: Sensing) -> None:
    in_hand(table)
    begun = table.now
    lose(table, SHOE, "shoe")
    table.wait(100)
    table.tag_in(Zone.SEAT_2, 1)
    table.wait(5_000)
    table.up(SHOE)
    table.tag_in(Zone.SHOE, 1, at=begun)
    table.tag_out(Zone.SHOE, 1)
    table.wait(60_000)
    assert table.arrivals() == [(1, "shoe", "seat_2", 1)]
    assert table.said(CardMissing) == []


def test_a_street_laid_by_hand_does_not_start_the_wait_for_a_flop(table: Sensing) -> None:
    in_hand(table)
    lose(table, BOARD, "board")
    table.recorded(*(BoardCardDealt(draw=n, by_hand=True) for n in (1, 2)))
    table.wait(30_000)
    assert table.said(FlopWaited) == []
