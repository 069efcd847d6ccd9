"""What a run has seen so far: findings with their lines, prompts, procedure steps, refusals, chips that came back.

Follows the product's events and views from outside; decides nothing.
"""

from collections.abc import Iterable, Sequence

import msgspec

from table_controller.core import events as did
from table_controller.core.events import AnyEvent
from table_controller.core.fold import fold
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.messages import Message, Rejection
from table_controller.core.state import TableState
from table_controller.views.shapes import PitView

LATE_ENTRY = "late_entry"
"""How a finding closes that acts keyed afterwards explain: to the language that is a finding of level 1."""


class SeenFinding(msgspec.Struct, frozen=True):
    """A finding and the line whose statement raised it. `procedure`: the one shown for it then; empty when none was."""

    line: int
    raised: did.FindingRaised
    procedure: str


class SeenStep(msgspec.Struct, frozen=True):
    """A step of a procedure that came to stand like this. `state` as the pit view writes it."""

    procedure: str
    n: int
    state: str


class SeenPrompt(msgspec.Struct, frozen=True):
    line: int
    prompt: Message


class History:
    """One run. `answer`: how the last statement was answered; `ignored`: refusals nobody has asked about since they came."""

    def __init__(self) -> None:
        self.findings: list[SeenFinding] = []
        self.steps: list[SeenStep] = []
        self.prompts: list[SeenPrompt] = []
        self.late_entries = 0
        """Findings of this hand that acts keyed afterwards have explained."""
        self.returned: dict[SeatNo, int] = {}
        self.pool: int | None = None
        self.answer: Rejection | None = None
        self.refusals: list[tuple[int, Rejection]] = []
        self._hand_begins = 0

    def new_hand(self) -> None:
        """Findings from here on belong to the next hand."""
        self._hand_begins = len(self.findings)
        self.late_entries = 0

    @property
    def of_hand(self) -> Sequence[did.FindingRaised]:
        """Findings raised since the start of the hand, all its attempts."""
        return [seen.raised for seen in self.findings[self._hand_begins :]]

    @property
    def lasting(self) -> Sequence[did.FindingRaised]:
        """Those of them that no later one explains along with what is new."""
        explained = {finding.replaces for finding in self.of_hand}
        return [finding for finding in self.of_hand if finding.number not in explained]

    def note(self, line: int, before: TableState, events: Sequence[AnyEvent], view: PitView) -> None:
        """One statement has been played: the state before it, its events, the pit view after it."""
        shown = view.procedure
        for event in events:
            if isinstance(event, did.FindingRaised):
                of_it = shown is not None and shown.code == event.code
                self.findings.append(SeenFinding(line, event, shown.procedure if shown is not None and of_it else ""))
        self.late_entries += sum(isinstance(event, did.FindingClosed) and event.how == LATE_ENTRY for event in events)
        self._note_chips(before, events)
        self._note_deck(events)
        self._note_steps(view)
        if view.prompt is not None and (not self.prompts or self.prompts[-1].prompt != view.prompt):
            self.prompts.append(SeenPrompt(line, view.prompt))

    def answered(self, line: int, answer: Rejection | None) -> None:
        """How the product answered the statement."""
        self.answer = answer
        if answer is not None:
            self.refusals.append((line, answer))

    def _note_chips(self, state: TableState, events: Iterable[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, did.HandStarted):
                self.returned = {}
            elif isinstance(event, did.UncalledReturned):
                self._back(event.seat, event.amount)
            elif isinstance(event, did.HandVoided):
                for seat in state.seats:
                    self._back(seat.seat, seat.total_in)
            state = fold(state, event)

    def _back(self, seat: SeatNo, amount: Chips) -> None:
        self.returned[seat] = self.returned.get(seat, 0) + amount

    def _note_deck(self, events: Iterable[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, did.DeckCounted | did.DeckGathered) and event.count is not None:
                self.pool = event.count

    def _note_steps(self, view: PitView) -> None:
        if view.procedure is None:
            return
        for step in view.procedure.steps:
            now = SeenStep(view.procedure.procedure, step.n, step.state)
            last = next((seen for seen in reversed(self.steps) if (seen.procedure, seen.n) == (now.procedure, now.n)), None)
            if last != now:
                self.steps.append(now)
