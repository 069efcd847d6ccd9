"""A whole hand, keyed one key after another by touch, by keyboard, or on the serial keypad; cards and chips move beside it.

Owns the hand and the counting of keys. What is keyed is said nowhere but by those keys.
"""

import time
from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from table_controller.core.ids import SeatNo
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot, digits
from table_controller.tracking.timing import ONE_PRESS

from .dealer_by_hand import BOARD, SEATS, Dealer

STREETS = (
    ("raise 30", "call", "fold"),
    ("check", "bet 45", "raise 120", "call"),
    ("check", "check"),
    ("bet 50", "raise 150", "call"),
)
"""Acts of one round after the other, each of whoever's turn it is."""
ONE_PRESS_S = 0.1 + ONE_PRESS / 1000
"""A little more than the time within which two presses of one key are one."""


class Entry(Protocol):
    """How the dealer keys. `keys`: taps or presses so far."""

    keys: int

    def turn(self, seat: SeatNo) -> None:
        """Waits until whoever keys can know whose turn it is."""

    def act(self, word: str) -> None: ...

    def wager(self, to: int) -> None: ...

    def show(self, seat: SeatNo) -> None: ...

    def award(self) -> None: ...


class _AtThePage:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.locator("main")
        self.keys = 0

    def turn(self, seat: SeatNo) -> None:
        expect(self.page.locator(".turn .turn-seat")).to_have_text(str(seat))
        expect(self.main).not_to_have_attribute("data-settling", "")


class Touch(_AtThePage):
    """Nothing but taps on the screen."""

    def act(self, word: str) -> None:
        self._tap(self.page.locator(f".act [value={word}]"))

    def wager(self, to: int) -> None:
        for digit in str(to):
            self._tap(self.page.locator(f"[data-digit='{digit}']"))
        self._tap(self.page.locator(".act [data-wager]"))

    def show(self, seat: SeatNo) -> None:
        self._tap(self.page.locator(f"[value='show seat={seat}']"))

    def award(self) -> None:
        first, second = self.page.locator(".sure > summary.key-confirm"), self.page.locator(".pick-sure [value=award]")
        expect(self.page.locator(".pay-pot li")).not_to_have_count(0)  # spelled out before anybody says so
        where = first.bounding_box()
        self._tap(first)
        there = second.bounding_box()
        assert where is not None
        assert there is not None
        assert there["x"] + there["width"] < where["x"] or there["y"] + there["height"] < where["y"]  # at another place
        self._tap(second)

    def _tap(self, key: Locator) -> None:
        key.tap()
        self.keys += 1


class Keyboard(_AtThePage):
    """Nothing but keys of a keyboard."""

    def act(self, word: str) -> None:
        self._press(word[0])

    def wager(self, to: int) -> None:
        self._press(*str(to), "r")

    def show(self, seat: SeatNo) -> None:
        expect(self.page.locator(".show-next .turn-seat")).to_have_text(str(seat))
        expect(self.main).not_to_have_attribute("data-settling", "")
        self._press("s")

    def award(self) -> None:
        expect(self.page.locator(".sure > summary.key-confirm")).to_be_visible()
        self._press("Enter")
        expect(self.page.locator(".pick-sure [value=award]")).to_be_visible()
        self._press("y")

    def _press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1


class Keypad:
    """Nothing but keys of the serial keypad: bytes on a pseudo terminal."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.keys = 0
        self._last: dict[int, float] = {}

    def turn(self, seat: SeatNo) -> None:
        assert self.dealer.view().actor == seat

    def act(self, word: str) -> None:
        self._press(Key.FOLD if word == "fold" else Key.CHECK_CALL)

    def wager(self, to: int) -> None:
        self._press(*digits(to), Key.BET_RAISE)

    def show(self, seat: SeatNo) -> None:
        assert self.dealer.view().showing[0] == seat
        self._press(Key.BET_RAISE)

    def award(self) -> None:
        self._press(Key.ENTER)

    def _press(self, *keys: int) -> None:
        for key in keys:
            if key > 9:  # nobody means the same key twice sooner
                time.sleep(max(0.0, self._last.get(key, 0.0) + ONE_PRESS_S - time.monotonic()))
            time.sleep(self.dealer.hands.press(key) / 1000)
            self.keys += 1
            self._last[key] = time.monotonic()


def play(dealer: Dealer, entry: Entry, midway: Callable[[], None] = lambda: None) -> int:
    """One hand from the first card to the gathered deck; how many keys it may have taken. `midway`: done on the flop."""
    may, began = 4, entry.keys
    _start(dealer)
    for acts, street in zip(STREETS, (*BOARD, None), strict=True):
        for act in acts:
            _act(dealer, entry, act)
            may += 1 + len(act.partition(" ")[2])
        dealer.hands.collect()
        if street is not None:
            dealer.street(*street)
        if street is BOARD[0]:
            midway()
    dealer.sees("the showdown", lambda: bool(dealer.view().showing))
    while dealer.view().showing:
        seat = dealer.view().showing[0]
        entry.show(seat)
        dealer.sees("the hand", lambda seat=seat: seat not in dealer.view().showing)  # type: ignore[misc]
        may += 1
    entry.award()
    _over(dealer)
    assert entry.keys - began <= may, (entry.keys - began, may)
    return may


def _start(dealer: Dealer) -> None:
    dealer.sees("that a hand may begin", lambda: dealer.view().prompt.key in ("start_hand", "place_button"))
    if dealer.view().prompt.key == "place_button":
        dealer.hands.place_button(SeatNo(int(dealer.view().prompt.params["seat"])))
        dealer.sees("the button", lambda: dealer.view().prompt.key == "start_hand")
    first = SEATS.index(SeatNo(int(dealer.view().prompt.params["seat"])))
    for _ in range(2):
        for seat in (*SEATS[first:], *SEATS[:first]):
            dealer.lay(SEAT_SPOTS[seat])
    dealer.sees("the deal", lambda: dealer.view().state == "betting")
    for seat in dealer.view().pit.seats:
        if seat.bet:
            dealer.hands.push(seat.seat, seat.bet)


def _stack(dealer: Dealer, seat: SeatNo) -> int:
    return next(one.stack for one in dealer.view().pit.seats if one.seat == seat)


def _act(dealer: Dealer, entry: Entry, act: str) -> None:
    """Keyed, then done with cards and chips."""
    dealer.sees("whose turn it is", lambda: dealer.view().actor is not None)
    seat, seq = dealer.view().actor, dealer.view().seq
    assert seat is not None
    before, keys = _stack(dealer, seat), entry.keys
    entry.turn(seat)
    word, _, to = act.partition(" ")
    if to:
        entry.wager(int(to))
    else:
        entry.act(word)
    assert entry.keys - keys == 1 + len(to)  # an ordinary fold, check or call is one
    dealer.sees(act, lambda: dealer.view().seq > seq and dealer.view().actor != seat)
    if (chips := before - _stack(dealer, seat)) > 0:
        dealer.hands.push(seat, chips)  # type: ignore[arg-type]
    if word == "fold":
        dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK)


def _over(dealer: Dealer) -> None:
    dealer.sees("the end", lambda: dealer.view().pit.hand is not None and bool(dealer.view().pit.hand.winners))
    hand = dealer.view().pit.hand
    assert hand is not None
    for award in hand.winners:
        dealer.hands.pay(award.seat, award.amount)
    for movement in (dealer.hands.gather, lambda: dealer.hands.shuffle(str(hand.number)), dealer.hands.insert_deck):
        time.sleep(movement() / 1000)
    dealer.sees("the deck back in the shoe", lambda: dealer.view().pit.hand is None)
    assert dealer.view().pit.findings == ()
    assert dealer.view().pit.questions == ()
