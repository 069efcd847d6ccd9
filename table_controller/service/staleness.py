"""Whether an order was given in sight of what it speaks of.

An order is stale only if something after the state its giver saw changed the hand, the actor, the amount due, the procedure step
or the alarm it concerns (HTTP contract); anything else may have happened in between.
"""

import msgspec

from table_controller.alarms import Alarm, Alarms
from table_controller.core import awarding
from table_controller.core import orders as ask
from table_controller.core.ids import Seq
from table_controller.core.limits import legal
from table_controller.core.state import TableState

_ACTS = (
    ask.Fold,
    ask.Check,
    ask.Call,
    ask.CheckOrCall,
    ask.Bet,
    ask.Raise,
    ask.BetOrRaise,
    ask.AllIn,
    ask.PushChips,
    ask.Declare,
    ask.Show,
    ask.Muck,
)
_OF_THE_DEAL = (
    ask.Misdeal,
    ask.Exposed,
    ask.Flashed,
    ask.Boxed,
    ask.PlayingBoard,
    ask.NameCard,
    ask.PostBlind,
    ask.Report,
)
"""What is said of the cards that are dealt: never of those of the deal after it."""
_FLOOR = (ask.Resume, ask.VoidHand, ask.Rule, ask.Cancel, ask.OverrideStep, ask.Countersign)
_HAND = ("hand",)
_ASPECTS: dict[type, tuple[str, ...]] = {
    **dict.fromkeys(_ACTS, ("hand", "actor", "due")),
    **dict.fromkeys(_FLOOR, ("hand", "findings", "step")),
    **dict.fromkeys(_OF_THE_DEAL, ("deal",)),
    ask.KillHand: _HAND,
    ask.DealDone: _HAND,
    ask.LayCards: ("hand", "step", "drawn"),
    ask.Clock: ("hand", "actor"),
    ask.Late: ("hand", "actor", "due", "findings"),
    ask.Undo: ("hand", "actor", "due"),
    **dict.fromkeys((ask.Award, ask.PushPot), ("hand", "payout")),
    ask.ConfirmStep: ("hand", "actor", "findings", "step", "payout"),
}


class Watch(msgspec.Struct):
    """For each aspect its present value and the sequence number at which it last changed."""

    values: dict[str, object] = {}
    changed_at: dict[str, Seq] = {}
    alarms: dict[str, tuple[object, Seq]] = {}
    """What somebody who orders goes by in each alarm there is, and when it last changed."""

    def note(self, state: TableState, alarms: Alarms, seq: Seq) -> None:
        """`state` and `alarms` are what the journal says at `seq`."""
        self.alarms = {key: self._since(alarm, seq) for key, alarm in alarms.by_id.items()}
        for aspect, value in _aspects(state).items():
            if self.values.get(aspect, _NEVER) != value:
                self.values[aspect] = value
                self.changed_at[aspect] = seq

    def stale(self, order: ask.Order, seen: Seq | None) -> bool:
        """True when what this order speaks of changed after `seen`."""
        if seen is None:
            return False
        if isinstance(order, ask.Acknowledge | ask.Shelve | ask.Unshelve) and order.alarm in self.alarms:
            return self.alarms[order.alarm][1] > seen
        return any(self.changed_at.get(aspect, Seq(0)) > seen for aspect in _ASPECTS.get(type(order), ()))

    def _since(self, alarm: Alarm, seq: Seq) -> tuple[object, Seq]:
        """That it is told again, or counted, is no change."""
        known, now = self.alarms.get(alarm.id), (alarm.state, alarm.priority, alarm.since)
        return known if known is not None and known[0] == now else (now, seq)


_NEVER = object()


def _aspects(state: TableState) -> dict[str, object]:
    hand = state.hand
    acts = legal(state)
    return {
        "deal": (state.hands, hand.attempt) if hand and state.in_hand else None,
        "hand": (state.hands, hand.attempt if hand else 0, hand.street if hand else None),
        "actor": hand.actor if hand else None,
        "due": acts.to_call if acts else None,
        "findings": tuple(finding.number for finding in state.findings),
        "drawn": state.drawn,
        "payout": awarding.due(state),
        "step": tuple((one.finding, one.at, one.failed is None) for one in state.procedures),
    }
