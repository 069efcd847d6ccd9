"""The dealer's slips: makes the planned error of a hand at its moment.

Owns when and with which card it is made. Which errors there are is the catalogue's affair; what follows is the floor's.
"""

from dataclasses import dataclass, field

from table_controller.core.ids import ALL_SEATS, AttemptNo, HandNo, SeatNo
from table_controller.core.rules import HouseRules
from table_controller.rehearsal.dealer import Dealer
from table_controller.rehearsal.errors import Moment, Scene
from table_controller.rehearsal.mistakes import ErrorLog, ErrorPlan, MadeError, PlannedError, is_due
from table_controller.rehearsal.script import Script
from table_controller.views.shapes import DealerView

FINDING_MS = 8_000
"""So long the robot waits for its error to be found before it goes on as if nothing had happened."""


def ready_seats(view: DealerView) -> tuple[SeatNo, ...]:
    """Who will be dealt in next, as far as the screen tells."""
    return tuple(seat.seat for seat in view.pit.seats if seat.stack and seat.status not in ("sitting_out", "waiting"))


@dataclass(slots=True)
class Slips:
    """`seats`: of the table. `rules`: of the house, which name some errors otherwise."""

    dealer: Dealer
    log: ErrorLog
    plan: ErrorPlan
    seats: int
    rules: HouseRules
    last_dealt: SeatNo | None = None
    _first: SeatNo | None = None
    _hand: HandNo = field(default=HandNo(1))
    _planned: PlannedError | None = None

    @property
    def pending(self) -> bool:
        """An error is still to be made in this hand."""
        return self._planned is not None

    def new_hand(self, view: DealerView, hand: HandNo, attempt: AttemptNo) -> None:
        """Decide what goes wrong in this hand; a hand dealt again goes right."""
        self.last_dealt = self._first = None
        self._hand = hand
        players = len(ready_seats(view))
        empty = len(view.pit.seats) < self.seats
        self._planned = self.plan.of(hand, players, empty_seat=empty) if attempt == 1 else None

    def dealt(self, seat: SeatNo) -> None:
        """A card went to this seat, as it should."""
        self.last_dealt = seat
        self._first = self._first or seat

    def due(self, moment: Moment, view: DealerView) -> bool:
        """Whether the error is to be made now."""
        hand = view.pit.hand
        if self._planned is None or (hand is None and moment is not Moment.FIRST_CARD):
            return False
        street = "" if hand is None else hand.street
        card = 1 if hand is None else sum(seat.cards for seat in hand.seats) + 1
        if not is_due(self._planned, moment, street, card, 0 if hand is None else len(hand.seats)):
            return False
        kind, scene = self._planned.kind, self._scene(self._planned, view)
        return (bool(scene.waiting) or not kind.needs_waiting) and (bool(scene.empty) or not kind.empty_seat)

    def make(self, view: DealerView) -> Script:
        """Make it, and wait until it is noticed."""
        assert self._planned is not None
        planned, self._planned = self._planned, None
        scene = self._scene(planned, view)
        accepts = planned.kind.accepted(self.rules, scene)
        self.log.made.append(MadeError(self._hand, AttemptNo(1), planned.kind, accepts))
        yield from planned.kind.make(scene)
        yield from self.dealer.see(lambda now: bool(now.pit.findings), FINDING_MS)
        if not planned.kind.harmless:
            yield from self.dealer.pause("notice")

    def _scene(self, planned: PlannedError, view: DealerView) -> Scene:
        seat = view.prompt.params.get("seat")
        expected = None if seat is None else SeatNo(int(seat))
        cards = {} if view.pit.hand is None else {one.seat: one.cards for one in view.pit.hand.seats}
        served = (expected, self.last_dealt)
        taken = {one.seat for one in view.pit.seats}
        return Scene(
            dealer=self.dealer,
            view=view,
            pick=planned.pick,
            expected=expected,
            previous=self.last_dealt,
            waiting=tuple(one for one in cards if expected and cards[one] == cards.get(expected) and one not in served),
            empty=tuple(one for one in ALL_SEATS[: self.seats] if one not in taken),
            dealt_in=tuple(cards) or ready_seats(view),
            first=self._first,
        )
