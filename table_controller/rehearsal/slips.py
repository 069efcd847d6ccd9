"""The dealer's slips: makes the planned error of a hand at its moment.

Owns when and with which card it is made. Which errors there are is the catalogue's affair; what follows is the floor's.
"""

from dataclasses import dataclass, field

from table_controller.core.cards import FULL_DECK, Card, cards
from table_controller.core.ids import ALL_SEATS, AttemptNo, HandNo, SeatNo
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Limit
from table_controller.rehearsal.dealer import Dealer
from table_controller.rehearsal.errors import Ahead, ErrorKind, Moment, Scene
from table_controller.rehearsal.mistakes import ErrorLog, ErrorPlan, MadeError, PlannedError, is_due
from table_controller.rehearsal.players import Act, Mood
from table_controller.rehearsal.purse import Purse
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
    purse: Purse
    log: ErrorLog
    plan: ErrorPlan
    seats: int
    rules: HouseRules
    last_dealt: SeatNo | None = None
    made: MadeError | None = None
    """The error of this hand, once it has been made."""
    _first: SeatNo | None = None
    _hand: HandNo = field(default=HandNo(1))
    _planned: PlannedError | None = None
    _unnoticed: bool = False

    @property
    def kind(self) -> ErrorKind | None:
        """What is still to be made in this hand."""
        return None if self._planned is None else self._planned.kind

    def mood(self) -> Mood | None:
        """How the players play so that the error can be made, and is noticed; None: as they like."""
        if self._planned is not None:
            return self._planned.kind.mood
        return self.made.kind.mood if self.made is not None and self._unnoticed else None

    def new_hand(self, view: DealerView, hand: HandNo, attempt: AttemptNo) -> None:
        """Decide what goes wrong in this hand; a hand dealt again goes right."""
        self.last_dealt = self._first = self.made = None
        self.dealer.astray = ()
        self._unnoticed = False
        self._hand = hand
        if self._planned is not None:
            self.plan.not_made(self._planned.kind)
        self._planned = None if attempt > 1 else self.plan.of(hand, self._ahead(view))

    def _ahead(self, view: DealerView) -> Ahead:
        return Ahead(self.rules, len(ready_seats(view)), len(view.pit.seats) < self.seats, Limit(view.pit.game.limit))

    @property
    def wants_the_deck(self) -> bool:
        """The deck is to be stacked or spoiled before the first card."""
        return self._planned is not None and (self._planned.kind.packed or self._planned.kind.moment is Moment.SHUFFLE)

    def wants_two_players(self, view: DealerView) -> bool:
        """All but two are to sit out."""
        return self._planned is not None and self._planned.kind.heads_up and len(ready_seats(view)) > 2

    def stacked(self, view: DealerView) -> tuple[Card, ...]:
        """The top of the deck, where the hand to come needs one: a board that nobody beats. Empty: as it was shuffled."""
        if self._planned is None or not self._planned.kind.packed:
            return ()
        rest = [face for face in FULL_DECK if face not in BEST_BOARD]
        hole, burns = rest[: 2 * len(ready_seats(view))], rest[-3:]
        flop, turn, river = BEST_BOARD[:3], BEST_BOARD[3], BEST_BOARD[4]
        return (*hole, burns[0], *flop, burns[1], turn, burns[2], river)

    def noticed(self, view: DealerView) -> None:
        """What stands on the screen now; an error that is noticed later may be among it."""
        if self._unnoticed and self.made is not None:
            self._unnoticed = not any(one.code in self.made.accepts for one in view.pit.findings)

    def explains(self, code: str) -> bool:
        """The error of this hand may be found so, or along with it."""
        return self.made is not None and code in (*self.made.accepts, *self.made.kind.tolerates)

    def dealt(self, seat: SeatNo) -> None:
        """A card went to this seat, as it should."""
        self.last_dealt = seat
        self._first = self._first or seat

    def due(self, moment: Moment, view: DealerView) -> bool:
        """Whether the error is to be made now."""
        hand = view.pit.hand
        if self._planned is None or (hand is None and moment not in _BEFORE_THE_HAND):
            return False
        street = "" if hand is None else hand.street
        card = 1 if hand is None else sum(seat.cards for seat in hand.seats) + 1
        if not is_due(self._planned, moment, street, card, 0 if hand is None else len(hand.seats)):
            return False
        kind, scene = self._planned.kind, self._scene(self._planned, view)
        there = (bool(scene.waiting) or not kind.needs_waiting) and (bool(scene.empty) or not kind.empty_seat)
        return there and (moment is not Moment.BETTING or view.keys is not None) and kind.when(scene)

    def calm(self, view: DealerView) -> bool:
        """Nothing has gone wrong in this hand and nothing is about to in this round: players need not wait for the keys."""
        if self.made is not None or view.pit.findings or view.pit.hand is None:
            return False
        kind = self.kind
        due = kind is not None and kind.moment is Moment.BETTING and kind.street in ("", view.pit.hand.street)
        return kind is None or not (due or kind.stage is not None)

    def wish(self, view: DealerView) -> Act | None:
        """What the player whose turn it is does to bring the error about; None: as the mood has it."""
        if self._planned is None or self._planned.kind.stage is None or view.keys is None:
            return None
        return self._planned.kind.stage(self._scene(self._planned, view))

    def make(self, view: DealerView) -> Script:
        """Make it, and wait until it is noticed, unless that comes later."""
        assert self._planned is not None
        planned, self._planned = self._planned, None
        kind, scene = planned.kind, self._scene(planned, view)
        self.made = MadeError(self._hand, AttemptNo(1), kind, kind.accepted(self.rules, scene))
        self.log.made.append(self.made)
        self._unnoticed = kind.lasting
        yield from kind.make(scene)
        if kind.lasting:
            return
        yield from self.dealer.see(lambda now: bool(now.pit.findings), FINDING_MS)
        if not kind.harmless:
            yield from self.dealer.pause("notice")

    def _scene(self, planned: PlannedError, view: DealerView) -> Scene:
        seat = view.prompt.params.get("seat")
        expected = None if seat is None else SeatNo(int(seat))
        cards = {} if view.pit.hand is None else {one.seat: one.cards for one in view.pit.hand.seats}
        served = (expected, self.last_dealt)
        taken = {one.seat for one in view.pit.seats}
        return Scene(
            dealer=self.dealer,
            purse=self.purse,
            view=view,
            pick=planned.pick,
            expected=expected,
            previous=self.last_dealt,
            waiting=tuple(one for one in cards if expected and cards[one] == cards.get(expected) and one not in served),
            empty=tuple(one for one in ALL_SEATS[: self.seats] if one not in taken),
            dealt_in=tuple(cards) or ready_seats(view),
            first=self._first,
        )


BEST_BOARD = cards("Ts Js Qs Ks As")
"""Five cards that every hand plays."""
_BEFORE_THE_HAND = (Moment.GATHER, Moment.SHUFFLE, Moment.READY, Moment.FIRST_CARD)
