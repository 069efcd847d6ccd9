"""Finds hands in a journal without reading all of it: hand numbers only grow, so they are found by halving.

Owns the search. Must not know where the journal lies, nor what a record says beyond its number of hand and its kind.
"""

from table_controller.core.ids import HandNo, Seq
from table_controller.journal import Feed
from table_controller.journal.record import CHECKPOINT
from table_controller.journal.span import records

_LAST = 2_000
"""Records looked back over at first for the last hand."""
_NEARBY = 8
_BACK = 300
"""Records looked at in one step backwards for a checkpoint; one lies between any two hands."""


def last_number(journal: Feed) -> int:
    """The highest hand number; 0 when no hand was ever dealt. Looks back further and further."""
    head, back = journal.head().sequence, _LAST
    while True:
        span = records(journal, Seq(max(1, head - back)), Seq(head + 1))
        number = max((record.hand for record in span), default=HandNo(0))
        if number or back >= head:
            return number
        back *= 10


def first(journal: Feed, number: int) -> Seq:
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


def checkpoint_before(journal: Feed, seq: Seq) -> Seq:
    """Where a fold that wants the state before record `seq` may begin: the last checkpoint before it, else the first record."""
    stop = seq
    while stop > 1:
        start = Seq(max(1, stop - _BACK))
        found = [record.sequence for record in records(journal, start, stop) if record.kind == CHECKPOINT]
        if found:
            return found[-1]
        stop = start
    return Seq(1)


def _number_from(journal: Feed, start: Seq) -> int | None:
    """The hand of the record there, or of the next that carries one: between two hands, after a restart, records carry none."""
    while found := journal.tail(Seq(start - 1), _NEARBY):
        for record in found:
            if record.hand:
                return record.hand
        start = Seq(found[-1].sequence + 1)
    return None
