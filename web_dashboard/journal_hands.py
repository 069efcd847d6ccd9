"""Finished hands out of a journal, without reading all of it: hand numbers only grow, so their records are found by halving.

Owns the search and the summaries. Must not know where the journal lies; sealed parts stay sealed.
"""

from collections.abc import Iterable, Iterator

from table_controller.core import events as did
from table_controller.core.codec import join
from table_controller.core.ids import AttemptNo, Chips, HandNo, Seq
from table_controller.journal import Feed, Record
from web_dashboard.feed import HandRecord, HandSummary, Recorded

AT_ONCE = 2_000
VOID = "void"
_TELLING = frozenset({"finding_raised", "pot_awarded", "hand_ended", "hand_voided"})


def last_hands(journal: Feed, before: HandNo | None, limit: int) -> tuple[HandSummary, ...]:
    """Finished attempts of the `limit` hands below `before`, newest first. JournalFault passes through."""
    upper = before if before is not None else _last_number(journal) + 1
    lower = max(1, upper - limit)
    attempts: dict[tuple[HandNo, AttemptNo], list[did.AnyEvent]] = {}
    for record in _records(journal, _first(journal, lower), _first(journal, upper)):
        if record.kind in _TELLING:
            attempts.setdefault((record.hand, record.attempt), []).append(_event(record))
    found = (_summary(number, attempt, events) for (number, attempt), events in attempts.items())
    return tuple(sorted((one for one in found if one is not None), key=lambda one: (-one.number, -one.attempt)))


def one_hand(journal: Feed, number: HandNo, attempt: AttemptNo | None) -> HandRecord | None:
    """Every event of one attempt, the last when none is named; None when there is no such attempt."""
    records = list(_records(journal, _first(journal, number), _first(journal, number + 1)))
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
    head = journal.head().sequence
    records = journal.tail(Seq(head - 1), 1) if head else []
    return records[0].hand if records else 0


def _first(journal: Feed, number: int) -> Seq:
    """The first sequence that belongs to hand `number` or a later one; one beyond the head when there is none."""
    low, high = 1, journal.head().sequence + 1
    while low < high:
        middle = (low + high) // 2
        records = journal.tail(Seq(middle - 1), 1)
        if records and records[0].hand < number:
            low = middle + 1
        else:
            high = middle
    return Seq(low)
