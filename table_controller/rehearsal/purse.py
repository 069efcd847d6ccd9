"""The dealer's and players' own count of the chips they move: what lies where, and what each put in this hand.

Owns the counting and the moving of chips by hand. Two things only are read off the screen, as dealers do: what
each seat posts, and who wins how much.
"""

from dataclasses import dataclass, field
from typing import Final

from table_controller.core.events import AnyEvent, ChipsToppedUp, PlayerLeft, PlayerSeated
from table_controller.core.ids import Chips, SeatNo
from table_controller.rehearsal.hands import TableHands
from table_controller.rehearsal.script import Script, Wait
from table_controller.views.shapes import DealerView

_NONE: Final = Chips(0)
_OUT_OF_TURN: Final = ("out_of_turn", "skipped_player")


@dataclass(slots=True)
class Purse:
    """Amounts as the people at the table know them."""

    hands: TableHands
    stacks: dict[SeatNo, Chips] = field(default_factory=dict)
    bets: dict[SeatNo, Chips] = field(default_factory=dict)
    put_in: dict[SeatNo, Chips] = field(default_factory=dict)
    """What each seat has put in this hand, less what came back."""
    held: dict[SeatNo, Chips] = field(default_factory=dict)
    """Chips that went over the line out of turn."""
    pot: Chips = _NONE
    raked: Chips = _NONE
    """Taken since the table opened."""
    _coming_ms: int = 0

    def bet(self, seat: SeatNo) -> Chips:
        """What lies in front of the seat."""
        return self.bets.get(seat, Chips(0))

    def bring(self, seat: SeatNo, amount: Chips) -> int:
        """Chips come to a stack from outside."""
        self.stacks[seat] = Chips(self.stacks.get(seat, Chips(0)) + amount)
        return self.hands.sit(seat, amount)

    def leave(self, seat: SeatNo) -> int:
        """The player goes with the stack."""
        self.stacks.pop(seat, None)
        return self.hands.stand_up(seat)

    def follow(self, event: AnyEvent) -> None:
        """Players and chips come and go as the record says, whoever gave the order."""
        match event:
            case PlayerSeated(seat=seat, chips=amount) | ChipsToppedUp(seat=seat, amount=amount):
                self._coming_ms += self.bring(seat, amount)
            case PlayerLeft(seat=seat):
                self._coming_ms += self.leave(seat)
            case _:
                pass

    def coming(self) -> int:
        """What it takes until those are here of whom the record has told since this was asked last."""
        lasts, self._coming_ms = self._coming_ms, 0
        return lasts

    def count_anew(self, view: DealerView) -> int:
        """Between hands: every stack is made what the screen says, and nothing is left in the middle."""
        self.stacks = {seat.seat: seat.stack for seat in view.pit.seats}
        self.raked, self.pot = view.pit.rake_taken, _NONE
        for place in (self.bets, self.put_in, self.held):
            place.clear()
        return self.hands.count_anew(self.stacks, self.raked)

    def push(self, seat: SeatNo, amount: Chips) -> int:
        """Chips go over the line."""
        if not amount:
            return 0
        self.stacks[seat] = Chips(self.stacks.get(seat, _NONE) - amount)
        self.bets[seat] = Chips(self.bet(seat) + amount)
        self.put_in[seat] = Chips(self.put_in.get(seat, Chips(0)) + amount)
        return self.hands.push(seat, amount)

    def take_back(self, seat: SeatNo, amount: Chips) -> int:
        """Chips in front of a seat go back to its stack."""
        self.bets[seat] = Chips(self.bet(seat) - amount)
        self.stacks[seat] = Chips(self.stacks.get(seat, _NONE) + amount)
        self.put_in[seat] = Chips(self.put_in.get(seat, _NONE) - amount)
        return self.hands.pull_back(seat, amount)

    def post(self, view: DealerView) -> Script:
        """A hand begins: every seat puts in what the screen says it posts, live chips on the line and dead ones in the pot."""
        for shown in view.pit.seats:
            owed = Chips(self.stacks.get(shown.seat, Chips(0)) - shown.stack)
            if owed > 0:
                yield Wait(self.push(shown.seat, owed))
                yield from self._into_pot(shown.seat, Chips(owed - shown.bet))

    def hold(self, seat: SeatNo, amount: Chips) -> int:
        """Chips go over the line before their time; the screen does not count them yet."""
        self.held[seat] = Chips(self.held.get(seat, Chips(0)) + amount)
        return self.push(seat, amount)

    def as_ruled(self, view: DealerView, unkeyed: frozenset[SeatNo] = frozenset()) -> Script:
        """The screen says what every seat has in front of it: what is too much goes back, what is too little is added.

        `unkeyed`: of these seats it does not know yet what they have done.
        """
        waiting = any(one.code in _OUT_OF_TURN for one in view.pit.findings)
        for shown in view.pit.seats:
            back = Chips(shown.stack - self.stacks.get(shown.seat, Chips(0)))
            if shown.seat in unkeyed or (back and waiting and shown.seat in self.held):
                continue
            self.held.pop(shown.seat, None)
            if 0 < back <= self.bet(shown.seat):
                yield from self._give_back(shown.seat, back)
            elif back < 0 and shown.bet:
                yield Wait(self.push(shown.seat, Chips(-back)))

    def close_round(self) -> Script:
        """What nobody called goes back to its owner, the rest into the pot."""
        amounts = sorted(self.bets.values(), reverse=True)
        if not amounts or not amounts[0]:
            return
        called = amounts[1] if len(amounts) > 1 else Chips(0)
        for seat in [seat for seat, bet in self.bets.items() if bet > called]:
            yield from self._give_back(seat, Chips(self.bet(seat) - called))
        self.pot = Chips(self.pot + sum(self.bets.values()))
        self.bets.clear()
        yield Wait(self.hands.collect())

    def pay_out(self, view: DealerView) -> Script:
        """The house takes its rake and every seat gets what the screen says; what a seat has too much goes back first."""
        yield from self.take_rake(view)
        due = {seat.seat: Chips(seat.stack - self.stacks.get(seat.seat, Chips(0))) for seat in view.pit.seats}
        for seat, amount in due.items():
            if amount < 0:
                yield Wait(self.push(seat, Chips(-amount)))
                yield from self._into_pot(seat, Chips(-amount))
        for seat, amount in due.items():
            yield from self._pay(seat, amount)
        self.put_in.clear()

    def take_rake(self, view: DealerView) -> Script:
        """What the house takes of this hand goes from the pot into the drop box."""
        rake = Chips(view.pit.rake_taken - self.raked)
        if rake:
            self.raked = view.pit.rake_taken
            self.pot = Chips(self.pot - rake)
            yield Wait(self.hands.rake(rake))

    def pay(self, seat: SeatNo, amount: Chips) -> Script:
        """Chips of the pot go to a seat, rightly or not."""
        yield from self._pay(seat, amount)

    def undo_hand(self) -> Script:
        """The hand is void: every seat gets back what it put in."""
        for seat, bet in list(self.bets.items()):
            yield from self._give_back(seat, bet)
        self.bets.clear()
        self.held.clear()
        for seat, amount in list(self.put_in.items()):
            yield from self._pay(seat, amount)
        self.put_in.clear()

    def _into_pot(self, seat: SeatNo, dead: Chips) -> Script:
        if dead > 0:
            self.bets[seat] = Chips(self.bet(seat) - dead)
            self.pot = Chips(self.pot + dead)
            yield Wait(self.hands.collect_from(seat, dead))

    def _give_back(self, seat: SeatNo, amount: Chips) -> Script:
        if amount > 0:
            yield Wait(self.take_back(seat, amount))

    def _pay(self, seat: SeatNo, amount: Chips) -> Script:
        if amount > 0:
            self.stacks[seat] = Chips(self.stacks.get(seat, _NONE) + amount)
            self.pot = Chips(self.pot - amount)
            yield Wait(self.hands.pay(seat, amount))
