"""Each device lost in mid-hand over real terminals: said within two seconds, play goes on by hand, and it is back by itself."""

from pathlib import Path

import pytest

from hardware.simulator.faults import Fault, Plug, PowerOff, ReaderHangs, Reboot, SpoilWire, Unplug
from hardware.simulator.line import WireFaults
from table_controller.core import events as happened
from table_controller.core import orders as ask
from table_controller.core.device_events import EnteredByHand, PlayedByHand

from .dealer_by_hand import BOARD, SEATS, STACK, Dealer, dealing

WITHIN_S = 2.0
LOSSES: dict[str, tuple[Fault, Fault, str]] = {
    "board unplugged": (Unplug("board"), Plug("board"), "board"),
    "board stalled": (SpoilWire("board", WireFaults(stalled=True)), SpoilWire("board", WireFaults()), "board"),
    "board without power": (PowerOff("board"), Reboot("board"), "board"),
    "reader of the felt": (ReaderHangs("board", 0), ReaderHangs("board", 0, hangs=False), "board reader 0"),
    "shoe unplugged": (Unplug("shoe"), Plug("shoe"), "shoe"),
    "shoe without power": (PowerOff("shoe"), Reboot("shoe"), "shoe"),
    "reader of the shoe": (ReaderHangs("shoe", 0), ReaderHangs("shoe", 0, hangs=False), "shoe reader 0"),
    "keypad unplugged": (Unplug("keypad"), Plug("keypad"), "keypad"),
}
"""How it is lost, how it comes back, and what the screen calls it."""


def judged(record: list[happened.AnyEvent]) -> list[str]:
    return [event.code for event in record if isinstance(event, happened.FindingRaised)]


def assert_all_is_well(dealer: Dealer) -> None:
    """Chips conserved at the table and in the record; nothing found, nothing asked, every entry marked."""
    view = dealer.view()
    assert sum(seat.stack for seat in view.pit.seats) == len(SEATS) * STACK
    assert view.pit.findings == ()
    assert view.pit.questions == ()
    assert view.state != "locked"


@pytest.mark.slow
@pytest.mark.parametrize("name", LOSSES)
def test_a_hand_is_finished_by_hand_and_the_device_is_back_by_itself(tmp_path: Path, name: str) -> None:
    """Lost on the flop; back while the hand still runs, before the river."""
    gone, again, called = LOSSES[name]
    with dealing(tmp_path) as (dealer, _controller):
        dealer.deal()
        dealer.check_round()
        dealer.street(*BOARD[0])
        taken = dealer.lose(gone, called)
        assert taken < WITHIN_S
        dealer.order(ask.ByHand())
        dealer.sees("that play goes on", lambda: called in dealer.view().pit.by_hand and dealer.view().state == "betting")
        dealer.unseen = called.startswith("board")
        dealer.check_round()
        dealer.street(*BOARD[1])
        dealer.check_round()
        dealer.bring_back(again, called)
        dealer.unseen = False
        dealer.street(*BOARD[2])
        dealer.check_round()
        dealer.show_down()
        assert_all_is_well(dealer)
    record = dealer.record()
    assert judged(record) == []
    assert sum(isinstance(event, PlayedByHand) for event in record) == 1
    entries = [event.what for event in record if isinstance(event, EnteredByHand)]
    assert entries.count("check_or_call") == 2 * len(SEATS)
    assert entries.count("lay_cards") == (2 if called.startswith("board") else 0)
    print(f"{name}: said after {taken:.2f} s")


@pytest.mark.slow
def test_a_whole_hand_without_board_and_shoe_and_both_back_after_it(tmp_path: Path) -> None:
    with dealing(tmp_path) as (dealer, _controller):
        dealer.lose(Unplug("board"), "board")
        dealer.lose(Unplug("shoe"), "shoe")
        dealer.order(ask.ByHand())
        dealer.unseen = True
        dealer.deal()
        for street in BOARD:
            dealer.check_round()
            dealer.street(*street)
        dealer.check_round()
        dealer.show_down()
        hand = dealer.view().pit.hand
        assert hand is not None
        assert hand.by_hand > 10
        dealer.bring_back(Plug("shoe"), "shoe")
        dealer.bring_back(Plug("board"), "board")
        dealer.sees("the cards", lambda: not any(card.by_hand for place in dealer.eyes.follower.state.lying for card in place))
        assert_all_is_well(dealer)
    assert judged(dealer.record()) == []
