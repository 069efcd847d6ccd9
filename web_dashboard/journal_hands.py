"""Finished hands out of a journal, without reading all of it: hand numbers only grow, so they are found by halving.

Owns the search and the summaries. Must not know where the journal lies; sealed parts stay sealed.
"""

from collections.abc import Iterable, Iterator

from table_controller.core import events as did
from table_controller.core.codec import join
from table_controller.core.ids import AttemptNo, Chips, HandNo, Seq
from table_controller.journal import Feed, Record
from web_dashboard.feed import HandRecord, HandSummary, Recorded

AT_ONCE = 2_000
_NEARBY = 8
VOID = "void"
_TELLING = frozenset({"finding_raised", "pot_awarded", "hand_ended", "hand_voided"})


def last_hands(journal: Feed, before: HandNo | None, limit: int) -> tuple[HandSummary, ...]:
    """Finished attempts of the `limit` hands below `before`, newest first. JournalFault passes through."""
    upper = before if before is not None else _last_number(journal) + 1
    lower = max(1, upper - limit)
    attempts: dict[tuple[HandNo, AttemptNo], list[did.AnyEvent]] = {}
    for record in _records(journal, _first(journal, lower), _first(journal, upper)):
        if record.kind in _TELLING and lower <= record.hand < upper:
            attempts.setdefault((record.hand, record.attempt), []).append(_event(record))
    found = (_summary(number, attempt, events) for (number, attempt), events in attempts.items())
    return tuple(sorted((one for one in found if one is not None), key=lambda one: (-one.number, -one.attempt)))


def one_hand(journal: Feed, number: HandNo, attempt: AttemptNo | None) -> HandRecord | None:
    """Every event of one attempt, the last when none is named; None when there is no such attempt."""
    span = _records(journal, _first(journal, number), _first(journal, number + 1))
    records = [record for record in span if record.hand == number]
    wanted = attempt if attempt is not None else max((record.attempt for record in records), default=AttemptNo(0))
    events = tuple(Recorded(record.sequence, record.wall_ms, _event(record)) for record in records if record.attempt == wanted)
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


def _records(journal: Feed, start: Seq, stop: Seq) -> Iterator[Record]:
    """Records with `start` <= sequence < `stop`."""
    after = Seq(start - 1)
    while after + 1 < stop:
        records = journal.tail(after, min(AT_ONCE, stop - 1 - after))
        if not records:
            return
        yield from records
        after = records[-1].sequence


def _last_number(journal: Feed) -> int:
    """The highest hand number; 0 when no hand was ever dealt. Looks back further and further."""
    head, back = journal.head().sequence, AT_ONCE
    while True:
        records = _records(journal, Seq(max(1, head - back)), Seq(head + 1))
        number = max((record.hand for record in records), default=HandNo(0))
        if number or back >= head:
            return number
        back *= 10


def _first(journal: Feed, number: int) -> Seq:
    """A sequence before which all belongs to hands below `number`; one beyond the head when there is no such hand."""
    low, high = 1, journal.head().sequence + 1
    while low < high:
        middle = (low + high) // 2
        found = _number_from(journal, Seq(middle))
        if found is not None and found < number:
            low = middle + 1
        else:
            high = middle
    return Seq(low)


def _number_from(journal: Feed, start: Seq) -> int | None:
    """The hand of the record there, or of the next that carries one: between two hands, after a restart, records carry none."""
    while records := journal.tail(Seq(start - 1), _NEARBY):
        for record in records:
            if record.hand:
                return record.hand
        start = Seq(records[-1].sequence + 1)
    return None
