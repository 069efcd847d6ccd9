"""What the people at the table do about orders that are not theirs: those that somebody gives on the pages meanwhile.

Owns going along with them, and beginning again where that has lost the thread. Only where the table is shared with others,
or where something was found that nobody did: a rehearsal on its own takes the same for a failure.
"""

from dataclasses import dataclass
from typing import Final

from table_controller.core.ids import AttemptNo, HandNo
from table_controller.core.orders import AnyOrder, ConfirmStep, OpenTable, Resume, Role, VoidHand
from table_controller.rehearsal.dealer import LOOK_AGAIN_MS, Dealer
from table_controller.rehearsal.floor import is_void
from table_controller.rehearsal.hands import Referee
from table_controller.rehearsal.purse import Purse
from table_controller.rehearsal.script import RehearsalStuck, Script, Wait
from table_controller.views.shapes import DealerView

PAUSE_MS: Final = 15_000
"""So long a pause that somebody else has asked for is kept before the floor opens the table again."""
TRIES: Final = 20
"""So often people begin again without finishing a hand."""


@dataclass(slots=True)
class Others:
    """`shared`: others give orders to the table too."""

    dealer: Dealer
    purse: Purse
    referee: Referee
    shared: bool
    _tries: int = 0
    _finished: int = 0

    def open(self, view: DealerView) -> Script:
        """The table is opened; whoever paused or closed it may do so first."""
        theirs = self.shared and (view.prompt.key == "table_paused" or view.pit.hands_finished)
        if theirs and (yield from self.dealer.see(lambda now: now.prompt.key != view.prompt.key, PAUSE_MS)):
            return
        yield from self.dealer.order(OpenTable(), Role.FLOOR)
        if not (yield from self.dealer.see_change(view, LOOK_AGAIN_MS)):
            raise self.dealer.stuck("the table does not open")

    def voided(self, view: DealerView, now: tuple[HandNo, AttemptNo]) -> bool:
        """Somebody else has declared a hand void, of which the people here know nothing. `now`: what they play."""
        hand = view.pit.hand
        if not self.shared or hand is None:
            return False
        if is_void(view):
            return (hand.number, hand.attempt + 1) != now
        if hand.street != "over" and (hand.number, hand.attempt) > now:
            raise self.dealer.stuck("somebody else has begun the next hand")
        return False

    def acted(self, view: DealerView) -> None:
        """Tell the referee where chips lie otherwise than the people here have moved them: somebody else has keyed an act."""
        seats = [seat.seat for seat in view.pit.seats if self.purse.stacks.get(seat.seat, 0) != seat.stack]
        if seats:
            self.referee.lost(f"hand {view.pit.hands_finished + 1}: others acted for seats {seats}; chips follow the screen")

    def begin_again(self, stuck: RehearsalStuck, *, lost: bool = False) -> Script:
        """The hand is void, the chips lie as the screen says. `stuck` is raised where nobody else can be the reason.

        `lost`: they are asked to put right what was never wrong.
        """
        view = yield from self.dealer.look()
        self._tries = self._tries + 1 if view.pit.hands_finished == self._finished else 1
        self._finished = view.pit.hands_finished
        if not (self.shared or lost) or self._tries > TRIES:
            raise stuck
        self.referee.lost(f"after hand {self._finished}: {stuck}; begun again")
        hand = view.pit.hand
        if hand is not None and hand.street != "over":
            yield from self._decide(VoidHand(reason="the people at the table lost the thread"))
        elif view.pit.findings or view.state == "locked":
            yield from self._decide(Resume(reason="the people at the table lost the thread"))
        if self._tries > 1:
            yield Wait(LOOK_AGAIN_MS)
        yield from self.count_anew()

    def count_anew(self) -> Script:
        """Between hands every seat has in chips what the screen says."""
        view = yield from self.dealer.look()
        if view.pit.hand is None or view.pit.hand.street == "over":
            yield Wait(self.purse.count_anew(view))

    def _decide(self, order: AnyOrder) -> Script:
        """As the floor; where that takes two, the floor has signed and the pit decides."""
        refused = yield from self.dealer.order(order, Role.FLOOR)
        if refused is not None and refused.code == "second_person_needed":
            yield from self.dealer.order(ConfirmStep(), Role.FLOOR)
            yield from self.dealer.order(order, Role.PIT)
