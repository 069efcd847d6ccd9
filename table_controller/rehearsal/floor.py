"""What the rehearsal's floor does: brings players and chips between hands, and brings a locked table back to play.

Owns the floor's orders. It follows nothing but the screen; which remedy an injected error gets comes as a value.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from table_controller.core.ids import Chips, HandNo, SeatNo
from table_controller.core.orders import Back, Resume, Role, Seat, SitOut, TopUp, VoidHand
from table_controller.rehearsal.dealer import Dealer, Telling
from table_controller.rehearsal.errors import ErrorKind, Remedy
from table_controller.rehearsal.hands import Key
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import Script, Wait
from table_controller.views.shapes import DealerView, SeatView

DEVICE_MS: Final = 60_000
"""So long the floor waits for a lost device to come back."""
UNLOCK_MS: Final = 10_000
_ENOUGH_TO_PLAY: Final = 3


@dataclass(slots=True)
class Floor:
    """`walks`: chance that somebody leaves the table for a hand or two."""

    dealer: Dealer
    purse: Purse
    seed: int
    players: tuple[SeatNo, ...]
    buy_in: Chips
    walks: float
    away: dict[SeatNo, HandNo] = field(default_factory=dict)
    """Who walked, and before which hand he comes back."""

    def seat_everybody(self, view: DealerView) -> Script:
        """All players of the plan who are not here yet sit down."""
        taken = {seat.seat for seat in view.pit.seats}
        for seat in self.players:
            if seat not in taken:
                yield from self._seat(seat)

    def between_hands(self, view: DealerView, hand: HandNo) -> Script:
        """Those without chips buy in again, those who walked come back, and now and then somebody walks."""
        for seat in view.pit.seats:
            if not seat.stack:
                yield from self._rebuy(seat)
        for number in [number for number, back in self.away.items() if back <= hand]:
            yield from self._come_back(number)
        yield from self._perhaps_walk(view, hand)

    def everybody_back(self) -> Telling[bool]:
        """Whoever walked comes back now; whether anybody did."""
        gone = list(self.away)
        for seat in gone:
            yield from self._come_back(seat)
        return bool(gone)

    def settle(self, view: DealerView, kind: ErrorKind | None) -> Telling[bool]:
        """Bring a locked table back: play on where that is the remedy, else void the hand. Whether the hand was voided."""
        if not view.pit.findings:
            yield from self._await_devices(view)
            return False
        yield from self.dealer.pause("floor")
        if kind is not None and kind.remedy is Remedy.PLAY_ON and (yield from self._play_on(kind)):
            voided = False
        else:
            refused = yield from self.dealer.order(VoidHand(reason="rehearsal"), Role.FLOOR)
            voided = refused is None
            if not voided and not (yield from self._play_on(None)):
                raise self.dealer.stuck("the floor can neither void the hand nor let play go on")
        if not (yield from self.dealer.see(lambda now: now.state != "locked", UNLOCK_MS)):
            raise self.dealer.stuck("the table stays locked")
        return voided

    def _play_on(self, kind: ErrorKind | None) -> Telling[bool]:
        if kind is not None and kind.tidy is not None:
            before = yield from self.dealer.look()
            yield from kind.tidy(self.dealer)
            yield from self.dealer.see(lambda view: _board(view) != _board(before), UNLOCK_MS)
        view = yield from self.dealer.look()
        if all(finding.level == 1 for finding in view.pit.findings):
            yield from self.dealer.key((Key.ENTER,), view, "a finding the dealer may put right")
            return True
        return (yield from self.dealer.order(Resume(reason="rehearsal"), Role.FLOOR)) is None

    def _await_devices(self, view: DealerView) -> Script:
        if not (yield from self.dealer.see_change(view, DEVICE_MS)):
            raise self.dealer.stuck("the table is locked and nobody says why")

    def _seat(self, seat: SeatNo) -> Script:
        order = Seat(seat=seat, player=f"Player {seat}", chips=self.buy_in, newcomer=False)
        if (yield from self.dealer.order(order, Role.FLOOR)) is None:
            yield Wait(self.purse.bring(seat, self.buy_in))

    def _rebuy(self, seat: SeatView) -> Script:
        if (yield from self.dealer.order(TopUp(seat=seat.seat, amount=self.buy_in), Role.FLOOR)) is None:
            yield Wait(self.purse.bring(seat.seat, self.buy_in))

    def _come_back(self, seat: SeatNo) -> Script:
        if (yield from self.dealer.order(Back(seat=seat), Role.FLOOR)) is None:
            del self.away[seat]
            yield Wait(self.dealer.hands.walk(seat, away=False))

    def _perhaps_walk(self, view: DealerView, hand: HandNo) -> Script:
        rng = random.Random(f"{self.seed}/{hand}/walk")  # noqa: S311  (a rehearsal is repeatable)
        staying = list(self._could_walk(view))
        if rng.random() >= self.walks or len(staying) <= _ENOUGH_TO_PLAY:
            return
        seat = rng.choice(staying)
        if (yield from self.dealer.order(SitOut(seat=seat), Role.FLOOR)) is None:
            self.away[seat] = HandNo(hand + rng.randint(1, 3))
            yield Wait(self.dealer.hands.walk(seat, away=True))

    def _could_walk(self, view: DealerView) -> Iterator[SeatNo]:
        return (seat.seat for seat in view.pit.seats if seat.seat not in self.away and seat.stack)


def _board(view: DealerView) -> tuple[str, ...]:
    return () if view.pit.hand is None else view.pit.hand.board
