"""A hand as it was played, step by step: each public event with the table as it stood after it.

Owns the folding of one hand out of a journal. Hidden cards are unknown here, because sealed parts are never opened.
"""

from collections.abc import Iterator

import msgspec

from table_controller.alarms import Alarms, fold_alarm
from table_controller.core import events as did
from table_controller.core.codec import join
from table_controller.core.fold import fold
from table_controller.core.ids import AttemptNo, HandNo, Seq, TableId
from table_controller.core.state import TableState
from table_controller.export.find import checkpoint_before, first
from table_controller.journal import Feed
from table_controller.journal.span import records

_CARRIED = (did.Checkpoint, did.AlarmsCarried)
"""Whole states for those who begin to follow there; nothing that happened."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One event, the table and its open alarms after it. `at`: wall clock, UTC ms."""

    seq: Seq
    at: int
    event: did.AnyEvent
    state: TableState
    alarms: Alarms


class PlayedHand(msgspec.Struct, frozen=True):
    """One attempt of a hand with what followed it until the next began. `before`: the table before its first event."""

    table: TableId
    number: HandNo
    attempt: AttemptNo
    before: TableState
    steps: tuple[Step, ...]

    @property
    def outcome(self) -> str:
        """`showdown`, `uncontested`, `void`; empty while the hand runs, or when the record ends in it."""
        for step in self.steps:
            if isinstance(step.event, did.HandEnded):
                return step.event.outcome
            if isinstance(step.event, did.HandVoided):
                return "void"
        return ""


class _Folder:
    """The fold of one journal, cut into hands."""

    def __init__(self, table: TableId) -> None:
        self._table = table
        self._state = TableState()
        self._alarms = Alarms()
        self._before = self._state
        self._steps: list[Step] = []

    def hands(self, journal: Feed, start: Seq, stop: Seq) -> Iterator[PlayedHand]:
        """Every attempt whose events lie in these records, in order; the last may still run."""
        number, attempt = HandNo(0), AttemptNo(0)
        for record in records(journal, start, stop):
            if (record.hand, record.attempt) != (number, attempt):
                yield from self._cut(number, attempt)
                number, attempt = record.hand, record.attempt
            event = join(record.kind, record.version, record.public, None)
            self._state = fold(self._state, event)
            self._alarms = fold_alarm(self._alarms, event, record.wall_ms)
            if not isinstance(event, _CARRIED):
                self._steps.append(Step(record.sequence, record.wall_ms, event, self._state, self._alarms))
        yield from self._cut(number, attempt)

    def _cut(self, number: HandNo, attempt: AttemptNo) -> Iterator[PlayedHand]:
        steps, before = tuple(self._steps), self._before
        self._steps, self._before = [], self._state
        if number and any(isinstance(step.event, did.HandStarted) for step in steps):
            yield PlayedHand(self._table, number, attempt, before, steps)


def finished_hands(journal: Feed, table: TableId) -> Iterator[PlayedHand]:
    """Every attempt that has ended or was voided, in order, from the whole journal. JournalFault passes through."""
    for hand in _Folder(table).hands(journal, Seq(1), Seq(journal.head().sequence + 1)):
        if hand.outcome:
            yield hand


def played_hand(journal: Feed, table: TableId, number: HandNo, attempt: AttemptNo | None = None) -> PlayedHand | None:
    """One attempt, the last when none is named, finished or not; None when there is no such attempt."""
    start = first(journal, number)
    hands = _Folder(table).hands(journal, checkpoint_before(journal, start), first(journal, number + 1))
    wanted = [hand for hand in hands if hand.number == number and attempt in (None, hand.attempt)]
    return wanted[-1] if wanted else None
