"""A hand as its page tells it: the events worth a line, numbered from 1, and the table as it stood at each.

Owns which events are steps, and which irregularity rests on which of them. Must not know HTML.
"""

from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from table_controller.core import events as did
from table_controller.core.ids import Seq
from table_controller.core.messages import Message
from table_controller.core.order_base import Person
from table_controller.export import PlayedHand, Step
from table_controller.views.pit import pit_view
from table_controller.views.shapes import PitView
from web_dashboard.pages.words import fact

_ENDS = (did.HandEnded, did.HandVoided)


class Line(msgspec.Struct, frozen=True):
    """One step. `place`: its index among all events of the hand. `street`: where the hand stood after it."""

    number: int
    place: int
    seq: Seq
    at: int
    message: Message
    street: str
    finding: bool


class Incident(msgspec.Struct, frozen=True):
    """One irregularity of a hand. `evidence`: the event that showed it. `what_followed`: signatures, steps, the end, in order.

    `how`: how it was closed; empty while it is open. `seconds`: from the finding to its end.
    """

    found: did.FindingRaised
    raised: Step
    evidence: Step | None
    what_followed: tuple[Step, ...]
    how: str
    seconds: float | None
    people: tuple[Person, ...]
    """Who signed or ruled, each once."""

    @property
    def timeline(self) -> tuple[Step, ...]:
        """All of it."""
        return (*((self.evidence,) if self.evidence is not None else ()), self.raised, *self.what_followed)


class Story(msgspec.Struct, frozen=True):
    """`incidents` in the order in which they were found."""

    hand: PlayedHand
    lines: tuple[Line, ...]
    incidents: tuple[Incident, ...]

    def line_of(self, seq: int) -> int:
        """The number of the step that was the last one worth a line when this event happened; at least 1."""
        return max(1, bisect_right(self.lines, seq, key=lambda line: line.seq))

    @property
    def outcome_line(self) -> int:
        """Where the hand was over; the last step while it runs."""
        steps = self.hand.steps
        ends = (line.number for line in self.lines if isinstance(steps[line.place].event, _ENDS))
        return next(ends, len(self.lines))

    def streets(self) -> tuple[tuple[str, int], ...]:
        """Each street and the first step on it."""
        found: dict[str, int] = {}
        for line in self.lines:
            if line.street:
                found.setdefault(line.street, line.number)
        return tuple(found.items())

    def view(self, number: int) -> PitView:
        """What everybody could see of the table at this step."""
        step = self.hand.steps[self.lines[number - 1].place]
        return pit_view(self.hand.table, step.seq, step.at, step.state, step.alarms)


def story_of(hand: PlayedHand) -> Story:
    """The story of a hand, finished or running."""
    return Story(hand, tuple(_lines(hand)), tuple(_incidents(hand.steps)))


def _lines(hand: PlayedHand) -> Iterator[Line]:
    number = 0
    for place, step in enumerate(hand.steps):
        message = fact(step.event)
        if message is not None:
            number += 1
            street = "" if step.state.hand is None else step.state.hand.street.value
            yield Line(number, place, step.seq, step.at, message, street, isinstance(step.event, did.FindingRaised))


def _incidents(steps: tuple[Step, ...]) -> Iterator[Incident]:
    for place, step in enumerate(steps):
        if isinstance(step.event, did.FindingRaised):
            yield _incident(step.event, step, steps[:place], steps[place + 1 :])


def _incident(found: did.FindingRaised, raised: Step, before: tuple[Step, ...], after: tuple[Step, ...]) -> Incident:
    shown = next((step for step in reversed(before) if not isinstance(step.event, did.FindingRaised)), None)
    followed = tuple(step for step in after if _concerns(step.event, found.number))
    closed = next((step for step in followed if isinstance(step.event, did.FindingClosed)), None)
    return Incident(
        found=found,
        raised=raised,
        evidence=shown,
        what_followed=followed,
        how="" if closed is None else closed.event.how,  # type: ignore[union-attr]
        seconds=None if closed is None else (closed.at - raised.at) / 1000,
        people=tuple(dict.fromkeys(by for step in followed if (by := person_of(step.event)) is not None)),
    )


def _concerns(event: did.AnyEvent, number: int) -> bool:
    """Events of a procedure name their finding as `finding`; signatures, rulings and the end as `number`."""
    if getattr(event, "finding", None) == number:
        return True
    kind = str(event.__struct_config__.tag)
    return getattr(event, "number", None) == number and (kind.startswith("finding_") or kind == "ruling_given")


def person_of(event: did.AnyEvent) -> Person | None:
    """Who did this, as the record says it; None where it says nothing."""
    by = getattr(event, "by", None)
    return by if isinstance(by, Person) else None
