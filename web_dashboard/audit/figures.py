"""Figures of a shift, out of the books: hands an hour, irregularities by code, time to resolve; by table and by dealer.

Owns the arithmetic and the shapes the API answers with.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from statistics import median

import msgspec

from web_dashboard.audit.books import Books, Found, HandTime

HOUR_MS = 3_600_000
HOURS = 12
"""Clock hours of the chart."""


class CodeFigures(msgspec.Struct, frozen=True):
    """One code. Times from finding to decision in seconds; None: none has been decided."""

    code: str
    count: int
    open: int
    median_s: float | None
    longest_s: float | None


class DealerFigures(msgspec.Struct, frozen=True):
    """One dealer; `dealer` is empty for the time nobody was named. `hands`: those that ended."""

    dealer: str
    hands: int
    hands_per_hour: float | None
    irregularities: int
    per_100_hands: float | None
    median_s: float | None


class HourFigures(msgspec.Struct, frozen=True):
    """One clock hour: `at` is its beginning, UTC milliseconds."""

    at: int
    hands: int


class TableFigures(msgspec.Struct, frozen=True):
    """One table, or the whole room. `since`, `until`: UTC milliseconds of the records counted; None: there are none."""

    table: str
    since: int | None
    until: int | None
    hands: int
    voided: int
    hands_per_hour: float | None
    irregularities: int
    median_s: float | None
    codes: tuple[CodeFigures, ...]
    dealers: tuple[DealerFigures, ...]
    hours: tuple[HourFigures, ...]


def figures_of(table: str, books: Iterable[Books]) -> TableFigures:
    """Of one table's books, or of several together."""
    hands, found = list[HandTime](), list[Found]()
    since, until = list[int](), list[int]()
    for one in books:
        with one.lock:
            hands += one.hands
            found += one.found.values()
            since += [] if one.since is None else [one.since]
            until += [one.until] if one.until else []
    end = max(until, default=None)
    return TableFigures(
        table=table,
        since=min(since, default=None),
        until=end,
        hands=sum(hand.ended for hand in hands),
        voided=sum(hand.voided for hand in hands),
        hands_per_hour=_per_hour(hands),
        irregularities=len(found),
        median_s=_median(found),
        codes=_codes(found),
        dealers=_dealers(hands, found),
        hours=_hours(hands, end),
    )


def _per_hour(hands: list[HandTime]) -> float | None:
    """Of hands that ended, by the time all took."""
    time = sum(hand.until - hand.began for hand in hands)
    ended = sum(hand.ended for hand in hands)
    return round(ended * HOUR_MS / time, 1) if time and ended else None


def _times(found: Iterable[Found]) -> list[float]:
    return [(one.closed - one.at) / 1000 for one in found if one.closed is not None]


def _median(found: Iterable[Found]) -> float | None:
    times = _times(found)
    return round(median(times), 1) if times else None


def _by(what: Callable[[Found], str], found: Iterable[Found]) -> dict[str, list[Found]]:
    sorted_out: dict[str, list[Found]] = {}
    for one in found:
        sorted_out.setdefault(what(one), []).append(one)
    return sorted_out


def _codes(found: list[Found]) -> tuple[CodeFigures, ...]:
    """The most frequent first."""
    told = (
        CodeFigures(
            code,
            len(ones),
            sum(one.closed is None for one in ones),
            _median(ones),
            round(max(_times(ones)), 1) if _times(ones) else None,
        )
        for code, ones in _by(lambda one: one.code, found).items()
    )
    return tuple(sorted(told, key=lambda one: (-one.count, one.code)))


def _dealers(hands: list[HandTime], found: list[Found]) -> tuple[DealerFigures, ...]:
    """Whoever dealt most first."""
    by_dealer = _by(lambda one: one.dealer, found)
    names = dict.fromkeys([*(hand.dealer for hand in hands), *by_dealer])
    told = (_dealer(name, [hand for hand in hands if hand.dealer == name], by_dealer.get(name, [])) for name in names)
    return tuple(sorted(told, key=lambda one: (-one.hands, one.dealer)))


def _dealer(name: str, hands: list[HandTime], found: list[Found]) -> DealerFigures:
    ended = sum(hand.ended for hand in hands)
    share = round(100 * len(found) / ended, 1) if ended else None
    return DealerFigures(name, ended, _per_hour(hands), len(found), share, _median(found))


def _hours(hands: list[HandTime], end: int | None) -> tuple[HourFigures, ...]:
    """The last hours up to the end, those without a hand too; from the first hand on."""
    if end is None or not hands:
        return ()
    last = end - end % HOUR_MS
    begun = Counter(hand.began - hand.began % HOUR_MS for hand in hands if hand.ended)
    first = max(min(begun, default=last), last - (HOURS - 1) * HOUR_MS)
    return tuple(HourFigures(at, begun[at]) for at in range(first, last + 1, HOUR_MS))
