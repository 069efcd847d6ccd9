"""A dealer who deals a hand at a simulated table over real terminals and sees only the screen; the controller is another process.

Owns the dealing, step by step, with and without devices. What is keyed goes by the control link, as from the dealer's page.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.simulator.faults import Fault, Plug
from hardware.simulator.realtime import RealtimeTable
from hardware.simulator.zones import Zone
from table_controller.bootstrap.hands import SimulatedHands
from table_controller.bootstrap.live_rehearsal import live_table
from table_controller.bootstrap.processes import Child, wait_for
from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.screen import JournalEyes
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core import orders as ask
from table_controller.core.cards import Card, text_of
from table_controller.core.events import AnyEvent
from table_controller.core.ids import Chips, SeatNo, TableId
from table_controller.core.orders import AnyOrder, Role
from table_controller.core.stakes import Limit, Stakes
from table_controller.rehearsal.hands import SEAT_SPOTS, Spot
from table_controller.views.shapes import DealerView

from .compare import game_of
from .live import STARTED_S, status_of

STACK = Chips(1_000)
SEATS = (SeatNo(1), SeatNo(2), SeatNo(3))
STAKES = Stakes(limit=Limit.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10), min_buy_in=Chips(100))
SEEN_S = 20.0
BOARD = (("flop", Spot.FLOP, 3), ("turn", Spot.TURN, 1), ("river", Spot.RIVER, 1))


class Dealer:
    """`unseen`: what the dealer lays is not seen, and has to be said."""

    def __init__(self, plan: SimulatedPlan, table: RealtimeTable) -> None:
        self.plan = plan
        self.table = table
        self.eyes = JournalEyes(plan.journals, TableId(plan.id))
        self.hands = SimulatedHands(table.act)
        self.unseen = False
        self.sees_mouth = True

    # --- the screen ---

    def view(self) -> DealerView:
        view = self.eyes.view()
        assert view is not None
        return view

    def sees(self, what: str, true: object) -> None:
        """Waits until the screen shows it."""
        until = time.monotonic() + SEEN_S
        while not (self.eyes.view() is not None and true()):  # type: ignore[operator]
            assert time.monotonic() < until, f"the screen never shows {what}: {self.eyes.view()}"
            self.eyes.wait_for_news(0.05)

    def order(self, order: AnyOrder, role: Role = Role.DEALER) -> None:
        refused = self.eyes.order(order, role)
        assert refused is None, (order, refused)

    # --- devices ---

    def lose(self, fault: Fault, name: str) -> float:
        """Seconds until the screen says that it is gone, and that play waits."""
        began = time.monotonic()
        self.table.look(lambda sim: sim.order(fault))
        self.sees("the loss", lambda: any(device.name == name for device in self.view().pit.devices))
        taken = time.monotonic() - began
        view = self.view()
        assert view.state == "locked"
        assert view.silent
        assert any((alarm.code, alarm.priority) == ("reader_down", 1) for alarm in view.pit.alarms)
        return taken

    def bring_back(self, fault: Fault, name: str) -> None:
        if isinstance(fault, Plug):
            self.table.look(lambda _sim: self.table._carriers[fault.device].plug(elsewhere=True))
        else:
            self.table.look(lambda sim: sim.order(fault))
        self.sees("that it is back", lambda: all(device.name != name for device in self.view().pit.devices))
        assert self.view().pit.by_hand == tuple(device.name for device in self.view().pit.devices)

    # --- dealing ---

    def sit_down(self) -> None:
        for seat in SEATS:
            self.hands.sit(seat, STACK)
            self.order(ask.Seat(seat=seat, player=f"P{seat}", chips=STACK, newcomer=False), Role.FLOOR)
        self.hands.place_button(SEATS[-1])
        self.order(ask.PlaceButton(seat=SEATS[-1]), Role.FLOOR)
        self.sees("the deck", lambda: self.view().prompt.key in ("start_hand", "deal_seat"))

    def deal(self) -> None:
        for _ in range(2):
            for seat in SEATS:
                self.lay(SEAT_SPOTS[seat])
        if self.unseen:
            self.order(ask.LayCards())
        self.sees("the deal", lambda: self.view().state == "betting")

    def lay(self, spot: Spot) -> None:
        """One card; seen by the table's own sensors, or known to lie there by who laid it."""
        before = self.lying(spot)
        self.hands.draw(spot)
        assert wait_for(lambda: self.lying(spot) == before + 1, SEEN_S)
        if not self.unseen:
            self.sees(f"the card at {spot}", lambda: self.shown_at(spot) == before + 1)

    def street(self, name: str, spot: Spot, cards: int) -> None:
        self.lay(Spot.BURN)
        if self.unseen:
            self.order(ask.LayCards())
        for _ in range(cards):
            self.lay(spot)
        if self.unseen:
            self.order(ask.LayCards(cards=" ".join(map(text_of, self.faces(spot)))))
        self.sees(name, lambda: self.view().pit.hand is not None and self.view().pit.hand.street == name)

    def check_round(self) -> None:
        """Everybody checks or calls until nobody is to act."""
        while self.view().actor is not None:
            seq = self.view().seq
            self.order(ask.CheckOrCall())
            self.sees("the act", lambda seq=seq: self.view().seq > seq)  # type: ignore[misc]

    def show_down(self) -> None:
        self.sees("the showdown", lambda: bool(self.view().showing))
        while self.view().showing:
            seat = self.view().showing[0]
            named = seat in self.view().unnamed
            cards = " ".join(map(text_of, self.faces(SEAT_SPOTS[seat]))) if named else ""
            self.order(ask.Show(seat=seat, cards=cards))
            self.sees("the hand", lambda seat=seat: seat not in self.view().showing)  # type: ignore[misc]
        self.order(ask.Award())
        self.sees("the end", lambda: self.view().pit.hand is not None and bool(self.view().pit.hand.winners))

    # --- what is so ---

    def lying(self, spot: Spot) -> int:
        return len(self.faces(spot))

    def faces(self, spot: Spot) -> list[Card]:
        return self.table.look(lambda sim: [Card(card.face) for card in sim.truth.zone(Zone(spot))])

    def shown_at(self, spot: Spot) -> int:
        """As many cards as the screen shows there; the board is one place."""
        hand = self.view().pit.hand
        if hand is None:
            return 0
        if spot is Spot.BURN:
            return hand.burns
        if spot in (Spot.FLOP, Spot.TURN, Spot.RIVER):
            return len(hand.board) - {Spot.FLOP: 0, Spot.TURN: 3, Spot.RIVER: 4}[spot]
        return next(seat.cards for seat in hand.seats if SEAT_SPOTS[seat.seat] is spot)

    def record(self) -> list[AnyEvent]:
        """What the journal says, once the controller has stopped."""
        return [one.event for one in game_of(room_of(self.plan.config)).play]


@contextmanager
def dealing(folder: Path, console: int | None = None) -> Iterator[tuple[Dealer, Child]]:
    """Three players sit at a table whose every device speaks. `console`: the port of the dealer's console."""
    plan = SimulatedPlan(folder, 1, STAKES, console=console)
    furnish(plan)
    controller = Child(["table", str(plan.config)])
    try:
        with live_table(plan, None) as table:
            assert wait_for(lambda: _whole(plan), STARTED_S)
            dealer = Dealer(plan, table)
            dealer.sit_down()
            yield dealer, controller
            controller.stop()
    finally:
        controller.stop()


def _whole(plan: SimulatedPlan) -> bool:
    status = status_of(plan)
    return status is not None and all(device.state == "linked" for device in status.devices)
