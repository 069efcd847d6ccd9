"""Keys that come behind the acts: the dealer keys in order what the players have done meanwhile, late, now and then wrongly.

Owns the time between an act and its key. Two things go on at once, the next act and the next key; what is left of each is counted
down by hand, so that one script does both. What a key has done is read off the screen, as a dealer does.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from table_controller.core.ids import ALL_SEATS, AttemptNo, HandNo, SeatNo
from table_controller.core.orders import Late, Role
from table_controller.rehearsal.ahead import Turns
from table_controller.rehearsal.dealer import CARD_MS, LOOK_AGAIN_MS, TRIES, Dealer, Telling
from table_controller.rehearsal.floor import is_void
from table_controller.rehearsal.habits import KeyHabits, Mishap, delay_of, mishap_of
from table_controller.rehearsal.hands import SEAT_SPOTS, Key, Spot
from table_controller.rehearsal.mistakes import ErrorLog
from table_controller.rehearsal.players import Act, ActKind, keys_of
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import Script, Wait
from table_controller.rehearsal.unkeyed import Coming, Unkeyed
from table_controller.views.shapes import DealerView

Choice: TypeAlias = Callable[[DealerView, SeatNo], Act | None]
"""What a player does ahead of the keys; None: he waits for them."""

_NEVER: Final = 1 << 40
_TAKEN_MS: Final = 2_000
"""So long the dealer watches for what a key he did not mean has done."""
_BURNS_AFTER: Final = ("preflop", "flop", "turn")
_MISTAKEN: Final = (Key.FOLD, Key.CHECK_CALL, Key.ALL_IN)
"""Keys that go down instead of the one that was meant."""


def _stopped(view: DealerView) -> bool:
    """Somebody has to see to what was found before another key counts."""
    return view.state == "locked" and bool(view.pit.findings)


def _waits_for(view: DealerView, seat: SeatNo) -> bool:
    return view.keys is not None and view.keys.seat == seat


@dataclass(slots=True)
class Behind:
    """One dealer's keys. `begin` with each attempt, `play` at each act. `settle`: a step of the floor's where play is stopped."""

    dealer: Dealer
    purse: Purse
    turns: Turns
    habits: KeyHabits
    seed: int
    log: ErrorLog
    settle: Callable[[], Script]
    _stopped: bool = False
    """It has been stopped since the first of these acts: after what was ruled they may not count."""
    _hand: tuple[HandNo, AttemptNo] = (HandNo(0), AttemptNo(0))
    _acts: int = 0
    _queue: list[Unkeyed] = field(default_factory=list)
    _coming: Coming | None = None

    def begin(self, hand: HandNo, attempt: AttemptNo) -> None:
        """Acts are counted from the first card of each attempt."""
        self._hand, self._acts = (hand, attempt), 0

    @property
    def unkeyed(self) -> frozenset[SeatNo]:
        """Whose acts the screen does not know yet."""
        return frozenset(one.seat for one in self._queue)

    def play(self, seat: SeatNo, act: Act, choice: Choice, *, may_burn: bool) -> Script:
        """This act, those made meanwhile, and all their keys. `may_burn`: a dealer who does not look goes on too early."""
        self._forget_all()
        looks = not may_burn or self._chance("looks").random() < self.habits.looks
        yield from self._make(seat, act)
        yield from self._look_ahead(choice)
        while self._queue or self._coming is not None:
            if self._coming is not None and self._coming.left_ms <= self._due():
                yield from self._pass(self._coming.left_ms)
                yield from self._go_on(choice, looks=looks)
            else:
                yield from self._pass(self._due())
                yield from self._key_or_forget()
                if self._coming is None:
                    yield from self._look_ahead(choice)

    def _forget_all(self) -> None:
        self._queue.clear()
        self._coming, self._stopped = None, False

    def _go_on(self, choice: Choice, *, looks: bool) -> Script:
        """The next act, or the next street; not while the table is stopped."""
        coming, self._coming = self._coming, None
        if coming is None or not (yield from self._settled()):
            self._forget_all()
            return
        if coming.act is not None:
            yield from self._make(*coming.act)
            yield from self._look_ahead(choice)
            return
        view = yield from self.dealer.look()
        street = "" if view.pit.hand is None else view.pit.hand.street
        if self._queue and not looks and street in _BURNS_AFTER and self.turns.contenders(view, self._made()) > 1:
            yield from self._burn_early(view)
        for one in self._queue:
            one.wake(0)
            one.mishap = None if one.mishap is Mishap.FORGOTTEN else one.mishap

    # --- time --------------------------------------------------------------------------------------------------------

    def _due(self) -> int:
        """Until the next key: never before those of earlier acts."""
        return self._queue[0].left_ms if self._queue and not self._queue[0].asleep else _NEVER

    def _pass(self, ms: int) -> Script:
        """Time goes by for acts and keys alike."""
        yield Wait(ms)
        self.dealer.rested(ms)
        for one in self._queue:
            one.left_ms = max(0, one.left_ms - ms)
        if self._coming is not None:
            self._coming.left_ms = max(0, self._coming.left_ms - ms)

    def _chance(self, what: str) -> random.Random:
        hand, attempt = self._hand
        return random.Random(f"{self.seed}/keys/{hand}/{attempt}/{self._acts}/{what}")  # noqa: S311  (repeatable)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _made(self) -> list[tuple[SeatNo, Act]]:
        return [(one.seat, one.act) for one in self._queue]

    def _make(self, seat: SeatNo, act: Act) -> Script:
        """Chips cross the line, or cards go to the muck; the key comes later."""
        self._acts += 1
        chance = self._chance("key")
        late = self.dealer.pauses.scaled(delay_of(self.habits, chance))
        self._queue.append(Unkeyed(seat, act, late, mishap_of(self.habits, chance)))
        yield from self._pass(self.purse.push(seat, act.adds))
        if act.kind is ActKind.FOLD:
            yield from self._pass(self.dealer.hands.move_zone(SEAT_SPOTS[seat], Spot.MUCK))
        if self._queue[0].asleep:
            self._remind()

    def _look_ahead(self, choice: Choice) -> Script:
        """Whoever is next in truth begins to think, or the dealer turns to the next street."""
        if not self._queue:
            return
        view = yield from self.dealer.look()
        seat = self.turns.after(view, self._made())
        if seat is None:
            self._coming = Coming(self.dealer.pauses.before("street"))
            return
        act = choice(view, seat) if len(self._queue) <= self.habits.ahead else None
        if act is not None:
            self._coming = Coming(self.dealer.pauses.before("act"), (seat, act))
        elif self._queue[0].asleep:
            self._queue[0].wake(self.dealer.pauses.before("act"))

    # --- keys --------------------------------------------------------------------------------------------------------

    def _key_or_forget(self) -> Script:
        head = self._queue[0]
        if head.mishap is Mishap.FORGOTTEN:
            head.mishap, head.asleep = None, True
            self._remind()
            return
        yield from self._key(head)

    def _remind(self) -> None:
        """The forgotten act is thought of when the key of a later one is due."""
        later = [one.left_ms for one in self._queue[1:] if one.mishap is not Mishap.FORGOTTEN]
        if later:
            self._queue[0].wake(min(later))

    def _key(self, head: Unkeyed) -> Script:
        """Its key, again where the table was stopped before it was heard; nothing where the act does not count any more."""
        for _ in range(TRIES):
            if not (yield from self._turn_of(head)):
                self._forget_all()
                return
            before = self.turns.keyed
            yield from self._try_to_key(head)
            if self.turns.keyed > before:
                self._queue.remove(head)
                return
        raise self.dealer.stuck(f"the key for {head.act.kind} of seat {head.seat} is not taken")

    def _try_to_key(self, head: Unkeyed) -> Script:
        """Its key, and whatever goes wrong with it the first time."""
        keys, chance, before = keys_of(head.act), self._chance(f"{head.seat} {head.mishap}"), self.turns.keyed
        mishap, head.mishap = head.mishap, None
        self.log.fumbled = frozenset({head.seat} if head.act.kind is ActKind.WAGER else ())
        if mishap is Mishap.WRONG:
            yield from self._wrong_key(head.seat, keys, chance)
        elif mishap is not Mishap.DOUBLED or not (yield from self._twice(head.seat, keys, chance)):
            yield from self.dealer.enter(keys, (yield from self.dealer.look()), f"{head.act.kind} of seat {head.seat}")
            yield from self._look_at_amount(head, before)

    def _look_at_amount(self, head: Unkeyed, before: int) -> Script:
        """A digit that the keypad has not heard makes another bet of it; the dealer sees that and takes it back."""
        view = yield from self.dealer.look()
        bet = next((seat.bet for seat in view.pit.seats if seat.seat == head.seat), head.act.to)
        if head.act.kind is ActKind.WAGER and self.turns.keyed > before and bet != head.act.to:
            yield from self._pass(self.dealer.pauses.before("notice"))
            yield from self._undo_to(before)
        self.log.fumbled = frozenset()

    def _turn_of(self, head: Unkeyed) -> Telling[bool]:
        """Until the screen waits for this seat; whether it does after what was ruled meanwhile. RehearsalStuck without that."""
        while (yield from self._settled()):
            if (yield from self.dealer.see(lambda now: _stopped(now) or _waits_for(now, head.seat), LOOK_AGAIN_MS)):
                if _waits_for((yield from self.dealer.look()), head.seat):
                    return True
            elif self._stopped:
                return False
            else:
                raise self.dealer.stuck(f"the screen does not wait for seat {head.seat}")
        return False

    def _settled(self) -> Telling[bool]:
        """Where the table is stopped the floor comes before any key; whether the hand goes on after it."""
        while _stopped(view := (yield from self.dealer.look())) and not is_void(view):
            self._stopped = True
            yield from self.settle()
        hand = view.pit.hand
        return hand is not None and not is_void(view) and (hand.number, hand.attempt) == self._hand

    def _wrong_key(self, seat: SeatNo, keys: tuple[int, ...], chance: random.Random) -> Script:
        """Another key than was meant; the dealer sees it and takes it back."""
        before = self.turns.keyed
        self.log.fumbled = frozenset({seat})
        yield from self.dealer.press(*keys[:-1], chance.choice([key for key in _MISTAKEN if key != keys[-1]]))
        yield from self.dealer.see(lambda _view: self.turns.keyed != before, _TAKEN_MS)
        yield from self._pass(self.dealer.pauses.before("notice"))
        yield from self._undo_to(before)

    def _twice(self, seat: SeatNo, keys: tuple[int, ...], chance: random.Random) -> Telling[bool]:
        """The last key goes down twice; what the table takes for the next player's act is taken back. Whether it took any."""
        before = self.turns.keyed
        self.log.fumbled = frozenset(ALL_SEATS) - {seat}
        yield from self.dealer.press_twice(chance.randint(self.habits.doubled_least_ms, self.habits.doubled_most_ms), *keys)
        if not (yield from self.dealer.see(lambda _view: self.turns.keyed > before, LOOK_AGAIN_MS)):
            self.log.fumbled = frozenset()
            return False
        yield from self._pass(self.dealer.pauses.before("notice"))
        if self.turns.keyed > before + 1 and [keys_of(one.act) for one in self._queue[1:2]] == [keys[-1:]]:
            self.log.fumbled = frozenset()
            del self._queue[1]  # whoever is next has done just that
        else:
            yield from self._undo_to(before + 1)
        return True

    def _undo_to(self, acts: int) -> Script:
        """The undo key until no more than these acts are in the record."""
        for _ in range(TRIES):
            if not (yield from self._settled()) or self.turns.keyed <= acts:
                self.log.fumbled = frozenset()
                return
            yield from self.dealer.press(Key.UNDO)
            yield from self.dealer.see(self._keyed_fewer_than(self.turns.keyed), LOOK_AGAIN_MS)
        raise self.dealer.stuck("a key cannot be taken back")

    def _keyed_fewer_than(self, acts: int) -> Callable[[DealerView], bool]:
        return lambda _view: self.turns.keyed < acts

    # --- a street too early --------------------------------------------------------------------------------------------

    def _burn_early(self, view: DealerView) -> Script:
        """The dealer burns before he has keyed everything, and enters it late when the screen tells him."""
        yield from self.dealer.deal(Spot.BURN, view)
        yield from self.dealer.see(lambda now: now.late is not None, CARD_MS)
        for one in self._queue:
            yield from self.dealer.pause("key")
            yield from self._enter_late(one)
        self._queue.clear()

    def _enter_late(self, one: Unkeyed) -> Script:
        view = yield from self.dealer.look(at_work=True)
        if view.late is None:
            yield from self.dealer.enter(keys_of(one.act), view, f"{one.act.kind} of seat {one.seat}")
            return
        word = (view.late.wager or "bet") if one.act.kind is ActKind.WAGER else one.act.kind.value
        refused = yield from self.dealer.order(Late(seat=one.seat, act=word, to=one.act.to or None), Role.DEALER)
        if refused is not None:
            raise self.dealer.stuck(f"a late {word} of seat {one.seat} is refused: {refused.code}")
