"""The players' part: acts when it is somebody's turn, and what is shown at showdown, each keyed by the dealer.

Owns what players decide, by chance that depends on seed, hand, attempt and the number of the decision alone.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from table_controller.core.cards import card
from table_controller.core.events import AnyEvent
from table_controller.core.ids import AttemptNo, Chips, HandNo, SeatNo
from table_controller.core.ranking import plays_board, rank
from table_controller.rehearsal.ahead import Turns
from table_controller.rehearsal.behind import Behind, Choice
from table_controller.rehearsal.dealer import LOOK_AGAIN_MS, Dealer
from table_controller.rehearsal.habits import OFF, KeyHabits
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot, seat_keys
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.players import PASSIVE, USUAL, Act, ActKind, Mood, choose, keys_of
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import Script, Wait
from table_controller.views.shapes import ActKeys, DealerView, HandView

_BOARD: Final = 5
_TO_RANK: Final = 7
_MUCKS: Final = 0.2
"""How often a player who may give up the hand at showdown does so."""


@dataclass(slots=True)
class Company:
    """All players of a table, who decide one after another, and the keys of the dealer."""

    dealer: Dealer
    purse: Purse
    seed: int
    log: ErrorLog
    settle: Callable[[], Script]
    """See `Behind`."""
    habits: KeyHabits = OFF
    _hand: HandNo = field(default=HandNo(0))
    _attempt: AttemptNo = field(default=AttemptNo(0))
    _decisions: int = 0
    _turns: Turns = field(init=False)
    _behind: Behind = field(init=False)

    def __post_init__(self) -> None:
        self._turns = Turns(self.purse)
        self._behind = Behind(self.dealer, self.purse, self._turns, self.habits, self.seed, self.log, self.settle)

    def follow(self, event: AnyEvent) -> None:
        """Tell it every event of the record, in order, each once."""
        self._turns.follow(event)

    @property
    def unkeyed(self) -> frozenset[SeatNo]:
        """Who has acted and is not keyed yet."""
        return self._behind.unkeyed

    def new_hand(self, hand: HandNo, attempt: AttemptNo) -> None:
        """Decisions are counted from the first card of each attempt."""
        self._hand, self._attempt, self._decisions = hand, attempt, 0
        self._behind.begin(hand, attempt)

    def act(
        self, view: DealerView, mood: Mood | None, wish: Act | None = None, *, ahead: bool = False, may_burn: bool = False
    ) -> Script:
        """Whose turn it is acts; the dealer keys it. `mood`: of everybody, where something is to come of it; `wish`: this act.

        `ahead`: others need not wait for the key. `may_burn`: nor need the dealer, who forgets to look now and then.
        """
        if view.keys is None:
            if not (yield from self.dealer.see_change(view, LOOK_AGAIN_MS)):
                raise self.dealer.stuck("no key is offered to the player whose turn it is")
            return
        seat = view.keys.seat
        act = wish or self._choose(view, view.keys, mood)
        self._decisions += wish is None
        yield from self.dealer.pause("act")
        if act.adds < 0:  # of a hand before: what was keyed wrongly there was not taken back in time
            raise self.dealer.stuck(f"more lies in front of seat {seat} than it is to bet")
        if self.habits != OFF:
            yield from self._behind.play(seat, act, self._ahead(mood) if ahead else _waits, may_burn=may_burn)
            return
        yield Wait(self.purse.push(seat, act.adds))
        yield from self.dealer.key(keys_of(act), view, f"{act.kind} of seat {seat}")
        if act.kind is ActKind.FOLD:
            yield Wait(self.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))

    def _choose(self, view: DealerView, keys: ActKeys, mood: Mood | None) -> Act:
        """What the seat does; asked again before it is done, the same."""
        stack = self.purse.stacks.get(keys.seat, Chips(0))
        usual = PASSIVE if stack < view.pit.game.small_blind else USUAL  # SK55: nobody bets less than a small blind
        return choose(keys, self.purse.bet(keys.seat), stack, mood or usual, self._chance())

    def _ahead(self, mood: Mood | None) -> Choice:
        """What players do without waiting for the keys: all but bets and raises."""

        def choice(view: DealerView, seat: SeatNo) -> Act | None:
            act = self._choose(view, self._turns.choices(view, seat), mood)
            if act.kind in (ActKind.WAGER, ActKind.ALL_IN):
                return None
            self._decisions += 1
            return act

        return choice

    def show(self, view: DealerView, *, stay_in: bool = False) -> Script:
        """Whose turn it is shows the hand, or gives it up when somebody has shown and nobody is all-in (TDA 16).

        `stay_in`: nobody gives up.
        """
        seat, hand = SeatNo(int(view.prompt.params["seat"])), view.pit.hand
        tired = self._chance().random() < _MUCKS
        self._decisions += 1
        may_muck = hand is not None and bool(hand.shown) and not any(one.status == "all_in" for one in hand.seats)
        may_muck = may_muck and hand is not None and not _board_is_best(hand)
        yield from self.dealer.pause("show")
        if may_muck and tired and not stay_in:
            yield from self.dealer.key(seat_keys(seat, Key.FOLD), view, f"seat {seat} giving up")
            yield Wait(self.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))
        else:
            yield from self.dealer.key(seat_keys(seat, Key.BET_RAISE), view, f"seat {seat} showing")

    def _chance(self) -> random.Random:
        number = self._decisions + 1
        return random.Random(f"{self.seed}/{self._hand}/{self._attempt}/{number}")  # noqa: S311  (repeatable)


def _waits(_view: DealerView, _seat: SeatNo) -> Act | None:
    """Nobody acts ahead of the keys."""
    return None


def _board_is_best(hand: HandView) -> bool:
    """The best hand shown so far is no better than the board: nobody throws away what ties at least.

    The screen may show another number of cards than there are to rank, where something is wrong.
    """
    board = tuple(card(text) for text in hand.board)
    shown = [{*board, *(card(text) for text in two)} for two in hand.shown.values()]
    if len(set(board)) != _BOARD or any(len(one) != _TO_RANK for one in shown):
        return False
    return plays_board(board, min(rank(tuple(one)) for one in shown))
