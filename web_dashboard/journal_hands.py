"""Finished hands out of a journal, without reading all of it.

Owns the summaries. Must not know where the journal lies; sealed parts stay sealed.
"""

from collections.abc import Iterable

from table_controller.core import events as did
from table_controller.core.codec import join
from table_controller.core.ids import AttemptNo, Chips, HandNo
from table_controller.export.find import first, last_number
from table_controller.journal import Feed, Record
from table_controller.journal.span import records
from web_dashboard.feed import HandRecord, HandSummary, Recorded

VOID = "void"
_TELLING = frozenset({"finding_raised", "pot_awarded", "hand_ended", "hand_voided"})


def last_hands(journal: Feed, before: HandNo | None, limit: int) -> tuple[HandSummary, ...]:
    """Finished attempts of the `limit` newest hands below `before` that have one, newest first. JournalFault passes through."""
    upper = HandNo(last_number(journal) + 1)
    if before is not None:
        upper = min(before, upper)  # far beyond the last hand there is nothing to look through
    lower = max(1, upper - limit - 1)  # the newest hand may be running
    attempts: dict[tuple[HandNo, AttemptNo], list[did.AnyEvent]] = {}
    for record in records(journal, first(journal, lower), first(journal, upper)):
        if record.kind in _TELLING and lower <= record.hand < upper:
            attempts.setdefault((record.hand, record.attempt), []).append(_event(record))
    found = (_summary(number, attempt, events) for (number, attempt), events in attempts.items())
    newest_first = sorted((one for one in found if one is not None), key=lambda one: (-one.number, -one.attempt))
    wanted = list(dict.fromkeys(one.number for one in newest_first))[:limit]
    return tuple(one for one in newest_first if one.number in wanted)


def one_hand(journal: Feed, number: HandNo, attempt: AttemptNo | None) -> HandRecord | None:
    """Every event of one attempt, the last when none is named; None when there is no such attempt."""
    span = records(journal, first(journal, number), first(journal, number + 1))
    found = [record for record in span if record.hand == number]
    wanted = attempt if attempt is not None else max((record.attempt for record in found), default=AttemptNo(0))
    events = tuple(Recorded(record.sequence, record.wall_ms, _event(record)) for record in found if record.attempt == wanted)
    return HandRecord(number, wanted, events) if events else None


def _summary(number: HandNo, attempt: AttemptNo, events: Iterable[did.AnyEvent]) -> HandSummary | None:
    outcome = ""
    irregularities: list[str] = []
    pots: dict[int, int] = {}
    for event in events:
        if isinstance(event, did.FindingRaised):
            irregularities.append(event.code)
        elif isinstance(event, did.PotAwarded):
            pots[event.pot] = pots.get(event.pot, 0) + event.amount
        elif isinstance(event, did.HandEnded):
            outcome = event.outcome
        elif isinstance(event, did.HandVoided):
            outcome, pots = VOID, {}
    if not outcome:
        return None
    return HandSummary(number, attempt, outcome, tuple(irregularities), tuple(Chips(pots[pot]) for pot in sorted(pots)))


def _event(record: Record) -> did.AnyEvent:
    return join(record.kind, record.version, record.public, None)
