"""What becomes of the keys of a hand that is over, as the house has it: kept, put into escrow, or destroyed.

Owns the moment and the order: the table is at rest and no card lies out, a checkpoint is put down that needs none of those keys,
and only then they go. A controller that is killed in between finds them again and goes on. Must not know where escrow lies.
"""

import logging
from collections.abc import Callable, Sequence
from itertools import groupby

from table_controller.core.checkpoint import checkpoint_of, nothing_out
from table_controller.core.events import AnyEvent
from table_controller.core.ids import AttemptNo, HandNo, Millis
from table_controller.core.record_events import KeyDestroyed, KeyEscrowed
from table_controller.core.state import TableState
from table_controller.journal import JournalFault
from table_controller.sealing import AfterHand, WrappedKey

log = logging.getLogger("burnturn.node")
RETRY_MS = 10_000
"""An escrow file that could not be written is tried again after this long."""


def _nowhere(_keys: Sequence[WrappedKey]) -> None:
    raise AssertionError("no escrow was given")


class SpentKeys:
    """`escrow` stores keys and raises JournalFault when it cannot; `lost` says that it could not the last time."""

    def __init__(self, choice: AfterHand = AfterHand.KEEP, escrow: Callable[[Sequence[WrappedKey]], None] = _nowhere) -> None:
        self._choice = choice
        self._escrow = escrow
        self._not_before = Millis(0)
        self.lost = False

    def due(self, state: TableState, now: Millis) -> bool:
        """Whether keys go now, if there are any. A voided hand is dealt again: it is not over."""
        if self._choice is AfterHand.KEEP or (self.lost and now < self._not_before):
            return False
        again = state.hand is not None and state.hand.outcome == "void"
        return not again and nothing_out(state)

    def told(self, state: TableState, held: Sequence[WrappedKey], now: Millis) -> tuple[AnyEvent, ...]:
        """What goes on record in the transaction in which these keys are deleted; nothing when they cannot be put into escrow."""
        checkpoint = checkpoint_of(state)
        if checkpoint is None or not held or not self._put_by(held, now):
            return ()
        kind = KeyEscrowed if self._choice is AfterHand.ESCROW else KeyDestroyed
        hands = groupby((key.slot for key in held), lambda slot: (HandNo(slot.hand), AttemptNo(slot.attempt)))
        said = (kind(hand=hand, attempt=attempt, places=tuple(one.group for one in slots)) for (hand, attempt), slots in hands)
        return (checkpoint, *said)

    def _put_by(self, held: Sequence[WrappedKey], now: Millis) -> bool:
        if self._choice is not AfterHand.ESCROW:
            return True
        try:
            self._escrow(held)
        except JournalFault as wrong:
            log.error("escrow: %s", wrong)
            self.lost, self._not_before = True, Millis(now + RETRY_MS)
            return False
        self.lost = False
        return True
