"""One batch on its way to the journal: state and tracker as they will be once it is written.

Nothing here touches the node; a draft whose journaling fails is thrown away.
"""

from typing import cast

import msgspec

from table_controller.alarms import Alarms, due, fold_alarm, refused
from table_controller.core.decide import decide
from table_controller.core.events import AlarmsCarried, AnyEvent, Checkpoint
from table_controller.core.facts import AnyFact, Fact
from table_controller.core.ids import Millis
from table_controller.core.messages import Rejection
from table_controller.core.order_base import Order
from table_controller.core.orders import AnyOrder, Person, Role
from table_controller.core.readings import Reading
from table_controller.core.state import TableState
from table_controller.recovery import record
from table_controller.tracking import Ground, TrackerInput, TrackerState, by_hand, cleared, step

SENSORS = Person(Role.SYSTEM, via="sensors")
KEYPAD = Person(Role.DEALER, via="keypad")


class Draft:
    """`events` grows as inputs are taken; `state`, `tracker` and `alarms` follow."""

    def __init__(self, state: TableState, tracker: TrackerState, alarms: Alarms, ground: Ground, at: Millis, wall: int) -> None:
        self.state = state
        self.tracker = tracker
        self.alarms = alarms
        self.events: list[AnyEvent] = []
        self._concluded: list[AnyFact] = []
        self._ground = ground
        self._at = at
        self._wall = wall

    def sense(self, heard: Reading | None) -> None:
        """A reading, or None for the passing of time: through the tracker, then whatever it concludes is decided."""
        self.tracker, concluded = step(self.tracker, cast(TrackerInput, heard), self._at, self._ground, self.state)
        for conclusion in concluded:
            self.decide(conclusion, SENSORS if isinstance(conclusion, Fact) else KEYPAD)

    def decide(self, what: AnyFact | AnyOrder, by: Person) -> Rejection | None:
        """The rejection, or None when it was done. A key nobody may press now changes nothing; the console shows why."""
        decision = self._no_alarm(what) or decide(self.state, what, by)
        if isinstance(decision, Rejection):
            return decision
        self.happen(*decision)
        return None

    def _no_alarm(self, what: AnyFact | AnyOrder) -> Rejection | None:
        return refused(self.alarms, what) if isinstance(what, Order) else None

    def pass_time(self) -> None:
        """What the time of this batch makes of alarms."""
        told = due(self.alarms, self._wall)
        if told:
            self.happen(*told)

    def happen(self, *decided: AnyEvent) -> None:
        """Keeps these events and everything that follows from them, and lets the tracker know."""
        recorded = record(self.state, decided)
        for event, state in zip(recorded.events, recorded.states, strict=True):
            self._add(event, state)
            if type(event) is Checkpoint:
                self._add(AlarmsCarried(alarms=msgspec.Raw(msgspec.json.encode(self.alarms))), state)
        concluded, self._concluded = self._concluded, []
        for fact in concluded:
            self.decide(fact, SENSORS)

    def clear_cards(self) -> None:
        """The tracker forgets where cards lie: a deck is shown now, or was."""
        self.tracker = msgspec.structs.replace(self.tracker, cards=cleared(self.tracker.cards))

    def _add(self, event: AnyEvent, state: TableState) -> None:
        self.state = state
        self.alarms = fold_alarm(self.alarms, event, self._wall)
        self.events.append(event)
        self.tracker, said = step(self.tracker, event, self._at, self._ground, self.state)
        if by_hand.concerns(event):  # cards that waited for a word that does not come
            self._concluded += [one for one in said if isinstance(one, Fact)]
