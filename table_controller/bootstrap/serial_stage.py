"""Scenario files played through simulated devices: the same bytes, links, tracking and node as at a table of the house.

What the dealer's keypad has a word for is keyed; everything else, and whatever the floor says, goes by the control link.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import msgspec

from table_controller.alarms import Alarms
from table_controller.bootstrap.room import Room, room_of
from table_controller.bootstrap.serial_deck import ScenarioDeck, deck_for
from table_controller.bootstrap.serial_felt import SerialFelt
from table_controller.bootstrap.serial_rigs import Rig, VirtualRig, live_rig
from table_controller.bootstrap.simulated import SimulatedPlan, furnish
from table_controller.core.decide import decide
from table_controller.core.events import AnyEvent
from table_controller.core.ids import MAX_SEATS, Millis
from table_controller.core.messages import Rejection
from table_controller.core.orders import AnyOrder, Person, PostBlind, Role
from table_controller.core.rules import HouseRules
from table_controller.core.stakes import Stakes
from table_controller.core.state import TableState
from table_controller.rehearsal.scenario import Scenario
from table_controller.rehearsal.scenario.keys import keys_for
from table_controller.rehearsal.scenario.stage import stakes_of

CONSOLE = Person(Role.DEALER, via="console")


class SerialStage:
    """One simulated table with its controller, `rig`. See `Stage`."""

    def __init__(self, rig: Rig, felt: SerialFelt) -> None:
        self.rig = rig
        self.felt = felt

    @property
    def state(self) -> TableState:
        """See `Stage`."""
        return self.rig.node.state

    @property
    def alarms(self) -> Alarms:
        """See `Stage`."""
        return self.rig.node.alarms

    @property
    def events(self) -> Sequence[AnyEvent]:
        """See `Stage`."""
        return self.rig.events

    @property
    def now(self) -> Millis:
        """See `Stage`."""
        return Millis(self.rig.now)

    @property
    def wall(self) -> int:
        """See `Stage`."""
        return self.rig.wall

    def give(self, order: AnyOrder, by: Person) -> Rejection | None:
        """See `Stage`. A blind put in by hand goes over the line."""
        refused = self._say(order, by)
        self.felt.rest()
        if isinstance(order, PostBlind) and refused is None:
            self.felt.chips_crossed(order.seat)
        return refused

    def _say(self, order: AnyOrder, by: Person) -> Rejection | None:
        keys = keys_for(order, self.state, by) if by.role is Role.DEALER and "keypad" not in self.felt.silent else None
        if keys is None:
            return self.rig.order(order, CONSOLE if by.role is Role.DEALER else by)
        decision = decide(self.state, order, by)  # a keypad hears no answer; this is what the table thinks of its keys
        self.felt.press(keys)
        return decision if isinstance(decision, Rejection) else None


# --- tables --------------------------------------------------------------------------------------------------------------

Table = Callable[[Scenario], AbstractContextManager[SerialStage]]


@contextmanager
def virtual_stage(scenario: Scenario) -> Iterator[SerialStage]:
    """A table on a clock that jumps, its bytes in memory."""
    with virtual_table(deck_for(scenario), stakes_of(scenario.setting), scenario.setting.profile.rules) as stage:
        yield stage


@contextmanager
def virtual_table(deck: ScenarioDeck, stakes: Stakes, rules: HouseRules) -> Iterator[SerialStage]:
    """The same for any game."""
    with _furnished(deck, stakes, rules) as (plan, room):
        yield _stage(VirtualRig(plan, room), deck)


@contextmanager
def live_stage(scenario: Scenario) -> Iterator[SerialStage]:
    """A table on pseudo terminals, in real time."""
    setting, deck = scenario.setting, deck_for(scenario)
    with _furnished(deck, stakes_of(setting), setting.profile.rules) as (plan, room), live_rig(plan, room) as rig:
        yield _stage(rig, deck)


def _stage(rig: Rig, deck: ScenarioDeck) -> SerialStage:
    return SerialStage(rig, SerialFelt(rig, deck))


@contextmanager
def _furnished(deck: ScenarioDeck, stakes: Stakes, rules: HouseRules) -> Iterator[tuple[SimulatedPlan, Room]]:
    """Its folder is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="burnturn-scenario-") as folder:
        plan = SimulatedPlan(Path(folder), 1, stakes, seats=MAX_SEATS)
        furnish(plan)
        room = msgspec.structs.replace(room_of(plan.config), rules=rules, decks=deck.registry)
        yield msgspec.structs.replace(plan, cards=deck.cards), room
