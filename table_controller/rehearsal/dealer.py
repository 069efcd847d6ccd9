"""A robot dealer's craft: looking at the screen, dealing a card, pressing keys, and noticing that the table has followed.

Owns single acts and their patience. What to do next is the robot's affair; what may be done is the table's.
"""

from collections.abc import Callable, Generator
from typing import Final, TypeAlias, TypeVar

from table_controller.core.cards import DECK_SIZE
from table_controller.core.ids import SeatNo
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Role
from table_controller.rehearsal.hands import Eyes, Key, Spot, TableHands
from table_controller.rehearsal.pace import Pauses
from table_controller.rehearsal.script import RehearsalStuck, Script, Step, Until, Wait
from table_controller.views.shapes import DealerView

LOOK_AGAIN_MS: Final = 5_000
"""A dealer presses a key again when the screen has not changed for so long: longer than a dead table's screen passes for alive,
so that no key is pressed twice because nobody was there to hear it."""
STALE_MS: Final = 120_000
"""So long a dealer waits for a dead screen."""
CARD_MS: Final = 8_000
"""So long a dealer waits until a card that lies there is seen."""
TRIES: Final = 3
APART_MS: Final = 300
"""Nobody keys two acts with the same key in a shorter time; the table would take them for one press."""
_LAST_DIGIT: Final = 9

T = TypeVar("T")
Telling: TypeAlias = Generator[Step, bool, T]


def situation(view: DealerView) -> tuple[object, ...]:
    """What a dealer looks at to see whether the table has followed a key or an order.

    Cards are left out: one that was moved a moment ago may be seen now, and says nothing about the key. So are questions: one
    asked because a key was not heard must not pass for that key.
    """
    pit, hand = view.pit, view.pit.hand
    seats = tuple((seat.seat, seat.bet, seat.stack, seat.status) for seat in pit.seats)
    trouble = tuple(finding.number for finding in pit.findings)
    middle = None if hand is None else (hand.number, hand.attempt, hand.street, tuple(hand.shown))
    return view.state, view.prompt, view.actor, view.showing, seats, trouble, middle, pit.button_seen


def cards_out(view: DealerView) -> tuple[object, ...]:
    """What a dealer looks at to see whether a card from the deck is seen where it lies."""
    hand = view.pit.hand
    out = sum(seat.cards for seat in view.pit.seats) if hand is None else hand.stub
    return hand is None, out, tuple(finding.number for finding in view.pit.findings)


def left_in_deck(view: DealerView) -> int:
    """How many cards the screen takes for being in the deck."""
    hand = view.pit.hand
    return DECK_SIZE - sum(seat.cards for seat in view.pit.seats) if hand is None else hand.stub


def seen(view: DealerView | None) -> str:
    """The screen in one line, for a failure."""
    if view is None:
        return "nothing"
    hand = view.pit.hand
    where = "no hand" if hand is None else f"hand {hand.number}.{hand.attempt} {hand.street}"
    codes = [finding.code for finding in view.pit.findings]
    return f"{view.state}, {view.prompt.key} {view.prompt.params}, {where}, findings {codes}"


def _dark(view: DealerView | None, at_work: bool) -> bool:
    """Nothing can be read off the screen; `at_work`: nor can anything follow, because the table waits for a device."""
    return view is None or (at_work and view.state == "locked" and not view.pit.findings)


class Dealer:
    """Acts one at a time. Everything that waits is a script."""

    def __init__(self, hands: TableHands, eyes: Eyes, pauses: Pauses) -> None:
        self.hands = hands
        self.eyes = eyes
        self.pauses = pauses
        self._pressed: int | None = None
        """The key pressed last, and how long ago, as far as pauses tell."""
        self._rested_ms = 0
        self.astray: tuple[Spot, ...] = ()
        """Where the cards lie that somebody has put where they do not belong, in the order in which they are to go back."""
        self.away: list[SeatNo] = []
        """Players who got up during the hand, and come back after it."""

    def look(self, *, at_work: bool = False) -> Telling[DealerView]:
        """The screen, once it is alive; `at_work`: and not waiting for a lost device. RehearsalStuck when it stays so."""
        alive = yield Until(lambda: not _dark(self.eyes.view(), at_work), STALE_MS)
        view = self.eyes.view()
        if not alive or view is None:
            raise self.stuck("the screen stays dead")
        return view

    def pause(self, before: str) -> Script:
        """The pause people make before this."""
        ms = self.pauses.before(before)
        yield Wait(ms)
        self.rested(ms)

    def rested(self, ms: int) -> None:
        """Time has gone by without a key."""
        self._rested_ms += ms

    def see(self, right: Callable[[DealerView], bool], patience_ms: int) -> Telling[bool]:
        """Wait until the screen shows something. Time with a dead screen, or without a device, tells nothing."""
        while True:
            shown = yield Until(lambda: (view := self.eyes.view()) is None or _dark(view, True) or right(view), patience_ms)
            if not shown:
                return False
            view = yield from self.look(at_work=True)
            if right(view):
                return True

    def see_change(self, before: DealerView, patience_ms: int) -> Telling[bool]:
        """Wait until the situation is another."""
        old = situation(before)
        return (yield from self.see(lambda view: situation(view) != old, patience_ms))

    def deal(self, to: Spot, before: DealerView) -> Script:
        """One card from the deck, and wait until it is seen. RehearsalStuck when it is not."""
        yield from self.pause("deal")
        yield Wait(self.hands.draw(to))
        out = cards_out(before)
        if not (yield from self.see(lambda view: cards_out(view) != out, CARD_MS)):
            raise self.stuck(f"a card dealt to {to} is not seen")

    def key(self, keys: tuple[int, ...], before: DealerView, what: str) -> Script:
        """Press these keys until the situation is another than before. RehearsalStuck when it stays as it was."""
        yield from self.pause("key")
        yield from self.enter(keys, before, what)

    def enter(self, keys: tuple[int, ...], before: DealerView, what: str) -> Script:
        """The same without the pause."""
        for _ in range(TRIES):
            yield from self.press(*keys)
            if (yield from self.see_change(before, LOOK_AGAIN_MS)):
                return
            yield from self.press(Key.CLEAR)
        raise self.stuck(f"nothing follows the key for {what}")

    def press(self, *keys: int) -> Script:
        """Press keys one after another."""
        for key in keys:
            yield from self._keep_apart(key)
            yield Wait(self.hands.press(key))

    def press_twice(self, apart_ms: int, *keys: int) -> Script:
        """The same, and the last key goes down once more, so much later."""
        yield from self.press(*keys[:-1])
        yield from self._keep_apart(keys[-1])
        lasts = self.hands.press(keys[-1])
        yield Wait(apart_ms)
        self.hands.press(keys[-1])
        yield Wait(lasts)

    def _keep_apart(self, key: int) -> Script:
        """Until this key would not be taken for the press before it."""
        if key == self._pressed and key > _LAST_DIGIT and self._rested_ms < APART_MS:
            yield Wait(APART_MS - self._rested_ms)
        self._pressed, self._rested_ms = key, 0

    def order(self, order: AnyOrder, role: Role) -> Telling[Rejection | None]:
        """Give an order; while the table does not answer, wait for the screen and say it again."""
        for _ in range(TRIES):
            refused = self.eyes.order(order, role)
            if refused is None or refused.code != "unreachable":
                return refused
            yield Wait(LOOK_AGAIN_MS)
            yield from self.look()
        return refused

    def stuck(self, what: str) -> RehearsalStuck:
        """What to raise when there is no way on."""
        return RehearsalStuck(what, seen(self.eyes.view()))
