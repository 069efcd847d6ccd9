"""One finding of a table's journal: what was found, what decided it, what was to be done, what became of it.

Reads as the dashboard does, so that hidden cards stay sealed: seats and places, never a card.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from table_controller.bootstrap.explain import Deciding, Explanation, Rule, explain, rules_of, steps_of, values_of
from table_controller.core.codec import join
from table_controller.core.events import AnyEvent, FindingClosed, FindingRaised
from table_controller.core.fold import fold
from table_controller.core.ids import Seq
from table_controller.core.state import TableState
from table_controller.journal import JournalReader, Record
from table_controller.views.times import utc_text

AT_ONCE = 2_000


class NoSuchFinding(LookupError):
    """The journal has no finding of this number. `last`: the highest it has, 0 for none."""

    def __init__(self, number: int, last: int) -> None:
        super().__init__(number)
        self.last = last


class ExplainedFinding(msgspec.Struct, frozen=True):
    """`steps`: as things stood when it was said. `closed`: how it ended, empty while it is open; `closed_by`: by whose word.

    `replaced_by`: number of the finding that explains more and took its place.
    """

    number: int
    hand: int
    attempt: int
    at: str
    rules: str
    level: int
    procedure: str
    seat: int | None
    place: str | None
    sensed: bool
    clauses: tuple[Rule, ...]
    settings: tuple[Deciding, ...]
    steps: tuple[str, ...]
    closed: str
    closed_by: str
    replaced_by: int | None
    irregularity: Explanation


def explain_finding(journal: Path, number: int, language: str) -> ExplainedFinding:
    """The last finding of this number, as the pit's page and the API give it. NoSuchFinding; JournalFault for no journal."""
    state, found, told, last = TableState(), None, None, 0
    ended: AnyEvent | None = None
    for record in _records(JournalReader.open(journal)):
        event = join(record.kind, record.version, record.public, None)
        state = fold(state, event)
        if isinstance(event, FindingRaised):
            last = max(last, event.number)
            if event.number == number:
                found, told, ended = (state, event), record, None
        if _ends(event, number) and ended is None:
            ended = event
    if found is None or told is None:
        raise NoSuchFinding(number, last)
    return _explained(*found, told, ended, language)


def _records(journal: JournalReader) -> Iterator[Record]:
    after = Seq(0)
    while records := journal.tail(after, AT_ONCE):
        yield from records
        after = records[-1].sequence


def _ends(event: AnyEvent, number: int) -> bool:
    closed = isinstance(event, FindingClosed) and event.number == number
    return closed or (isinstance(event, FindingRaised) and event.replaces == number)


def _explained(state: TableState, found: FindingRaised, told: Record, ended: AnyEvent | None, language: str) -> ExplainedFinding:
    return ExplainedFinding(
        number=found.number,
        hand=told.hand,
        attempt=told.attempt,
        at=utc_text(told.wall_ms),
        rules=state.rules.name,
        level=found.level,
        procedure=found.procedure,
        seat=found.seat,
        place=None if found.place is None else found.place.value,
        sensed=found.sensed,
        clauses=rules_of(found.clauses),
        settings=values_of(found.code, state.rules),
        steps=steps_of(state, found, language),
        closed="replaced" if isinstance(ended, FindingRaised) else ended.how if isinstance(ended, FindingClosed) else "",
        closed_by=ended.by.role.value if isinstance(ended, FindingClosed) else "",
        replaced_by=ended.number if isinstance(ended, FindingRaised) else None,
        irregularity=explain(found.code, (), language),
    )
