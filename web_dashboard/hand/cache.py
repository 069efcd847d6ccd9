"""Hands folded once, and the last hands of each table, kept while they are looked at. Must not know requests or pages."""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable

from table_controller.core.ids import AttemptNo, HandNo, Seq, TableId
from table_controller.export import PlayedHand, played_hand
from table_controller.journal import Feed
from table_controller.views.shapes import PitView
from web_dashboard.feed import Feed as DashboardFeed
from web_dashboard.feed import HandSummary

MOST = 32
"""Hands kept folded; each is some hundred states that share most of what they hold."""
_OVER = Seq(0)
STRIP = 10
"""Hands that are always one tap away."""

_Key = tuple[TableId, HandNo, AttemptNo | None]


class HandCache:
    """The hands looked at last. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, tuple[Feed, Seq, PlayedHand]] = OrderedDict()
        self._strips: dict[TableId, tuple[Hashable, tuple[HandSummary, ...]]] = {}

    def get(self, journal: Feed, view: PitView, number: HandNo, attempt: AttemptNo | None) -> PlayedHand | None:
        """The hand; one that may still go on is folded anew when its table has moved on. JournalFault passes through."""
        key = (view.table, number, attempt)
        seq = _OVER if number < last_number(view) else view.seq
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept[0] is journal and kept[1] == seq:
                self._kept.move_to_end(key)
                return kept[2]
        hand = played_hand(journal, view.table, number, attempt)
        if hand is not None:
            self._keep(key, (journal, seq, hand))
        return hand

    def strip(self, feed: DashboardFeed, view: PitView) -> tuple[HandSummary, ...]:
        """The last hands of a table, newest first, the last attempt of each; `outcome` is empty for the one that runs."""
        running = None if view.hand is None else (view.hand.number, view.hand.attempt)
        mark = (view.hands_finished, running, feed.record(view.table))
        with self._lock:
            kept = self._strips.get(view.table)
        if kept is None or kept[0] != mark:
            kept = (mark, _strip(feed.hands(view.table, None, STRIP), running))
            with self._lock:
                self._strips[view.table] = kept
        return kept[1]

    def _keep(self, key: _Key, what: tuple[Feed, Seq, PlayedHand]) -> None:
        with self._lock:
            self._kept[key] = what
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)


def last_number(view: PitView) -> HandNo:
    """The hand that runs, or the last one that was begun; 0 before the first."""
    return view.hand.number if view.hand is not None else HandNo(view.next_hand - 1)


def _strip(finished: Iterable[HandSummary], running: tuple[HandNo, int] | None) -> tuple[HandSummary, ...]:
    found: dict[HandNo, HandSummary] = {}
    for one in finished:
        found.setdefault(one.number, one)
    if running is not None and (running[0] not in found or found[running[0]].attempt < running[1]):
        found[running[0]] = HandSummary(running[0], AttemptNo(running[1]), "", (), ())
    return tuple(found[number] for number in sorted(found, reverse=True))[:STRIP]
