"""What the rehearsal's floor does: brings players and chips between hands, and brings a locked table back to play.

Owns the floor's orders. It follows nothing but the screen: it signs, and leaves the rest to the steps the dealer is given.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from table_controller.core.ids import Chips, HandNo, SeatNo
from table_controller.core.orders import Back, ConfirmStep, Role, Seat, SetStakes, SitOut, TopUp
from table_controller.core.stakes import Stakes
from table_controller.rehearsal.dealer import Dealer, Telling
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import Script, Wait
from table_controller.views.shapes import DealerView, SeatView

DEVICE_MS: Final = 60_000
"""So long the floor waits for a lost device to come back."""
UNLOCK_MS: Final = 10_000
GAME_HANDS: Final = 8
"""So many hands of one game before the next one."""
_ENOUGH_TO_PLAY: Final = 3
_NOT_PLAYING: Final = ("sitting_out", "absent")


@dataclass(slots=True)
class Floor:
    """`walks`: chance that somebody leaves the table for a hand or two. `games`: played in turn, `GAME_HANDS` hands each."""

    dealer: Dealer
    purse: Purse
    seed: int
    players: tuple[SeatNo, ...]
    buy_in: Chips
    walks: float
    games: tuple[Stakes, ...] = ()
    away: dict[SeatNo, HandNo] = field(default_factory=dict)
    """Who walked, and before which hand he comes back."""

    def seat_everybody(self, view: DealerView) -> Script:
        """All players of the plan who are not here yet sit down."""
        taken = {seat.seat for seat in view.pit.seats}
        for seat in self.players:
            if seat not in taken:
                yield from self._seat(seat)

    def change_game(self, view: DealerView, hand: HandNo) -> Script:
        """Where several games are played in turn, the next one is named when it is due."""
        if not self.games:
            return
        game = self.games[hand // GAME_HANDS % len(self.games)]
        if game.limit.value != view.pit.game.limit:
            yield from self.dealer.order(SetStakes(stakes=game), Role.FLOOR)

    def between_hands(self, view: DealerView, hand: HandNo) -> Script:
        """Those without chips buy in again, those who walked come back, and now and then somebody walks."""
        for seat in view.pit.seats:
            if not seat.stack:
                yield from self._rebuy(seat)
        for seat_no in self.dealer.away:
            yield Wait(self.dealer.hands.walk(seat_no, away=False))
        self.dealer.away.clear()
        for number in [number for number, back in self.away.items() if back <= hand]:
            yield from self._come_back(number)
        yield from self._perhaps_walk(view, hand)

    def everybody_back(self) -> Telling[bool]:
        """Whoever walked comes back now; whether anybody did."""
        view = yield from self.dealer.look()
        gone = {*self.away, *(seat.seat for seat in view.pit.seats if seat.status in _NOT_PLAYING)}
        for seat in sorted(gone):
            yield from self._come_back(seat)
        return bool(gone)

    def settle(self, view: DealerView) -> Script:
        """Sign for what the table is locked for; where that takes two, a second person signs too."""
        if not view.pit.findings:
            yield from self._await_devices(view)
            return
        yield from self.dealer.pause("floor")
        refused = yield from self.dealer.order(ConfirmStep(), Role.FLOOR)
        if refused is not None and refused.code == "second_person_needed":
            refused = yield from self.dealer.order(ConfirmStep(), Role.SURVEILLANCE)
        if refused is not None and refused.code != "nothing_to_confirm":
            raise self.dealer.stuck(f"the floor cannot sign: {refused.code}")
        if not (yield from self.dealer.see(lambda now: now.seq != view.seq, UNLOCK_MS)):
            raise self.dealer.stuck("the table stays locked")

    def _await_devices(self, view: DealerView) -> Script:
        if not (yield from self.dealer.see_change(view, DEVICE_MS)):
            raise self.dealer.stuck("the table is locked and nobody says why")

    def _seat(self, seat: SeatNo) -> Script:
        order = Seat(seat=seat, player=f"Player {seat}", chips=self.buy_in, newcomer=False)
        if (yield from self.dealer.order(order, Role.FLOOR)) is None:
            yield from self._coming()

    def _rebuy(self, seat: SeatView) -> Script:
        if (yield from self.dealer.order(TopUp(seat=seat.seat, amount=self.buy_in), Role.FLOOR)) is None:
            yield from self._coming()

    def _coming(self) -> Script:
        """The record tells of players and chips, and then they come."""
        yield from self.dealer.look()
        yield Wait(self.purse.coming())

    def _come_back(self, seat: SeatNo) -> Script:
        refused = yield from self.dealer.order(Back(seat=seat), Role.FLOOR)
        walked = self.away.pop(seat, None) is not None
        if walked and (refused is None or refused.code == "not_away"):
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

    def leave_two(self, view: DealerView, hand: HandNo) -> Script:
        """All but two sit out for this hand."""
        for seat in list(self._could_walk(view))[2:]:
            if (yield from self.dealer.order(SitOut(seat=seat), Role.FLOOR)) is None:
                self.away[seat] = HandNo(hand + 1)
                yield Wait(self.dealer.hands.walk(seat, away=True))

    def _could_walk(self, view: DealerView) -> Iterator[SeatNo]:
        return (seat.seat for seat in view.pit.seats if seat.seat not in self.away and seat.stack)


def is_void(view: DealerView) -> bool:
    """The hand is over and nobody won it."""
    hand = view.pit.hand
    return hand is not None and hand.street == "over" and not hand.winners
