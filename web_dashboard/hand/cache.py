"""Hands folded once and kept while they are looked at. Must not know requests or pages."""

import threading
from collections import OrderedDict

from table_controller.core.ids import AttemptNo, HandNo, Seq, TableId
from table_controller.export import PlayedHand, played_hand
from table_controller.journal import Feed
from table_controller.views.shapes import PitView

MOST = 32
"""Hands kept folded; each is some hundred states that share most of what they hold."""
_OVER = Seq(0)

_Key = tuple[TableId, HandNo, AttemptNo | None]


class HandCache:
    """The hands looked at last. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, tuple[Feed, Seq, PlayedHand]] = OrderedDict()

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

    def _keep(self, key: _Key, what: tuple[Feed, Seq, PlayedHand]) -> None:
        with self._lock:
            self._kept[key] = what
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)


def last_number(view: PitView) -> HandNo:
    """The hand that runs, or the last one that was begun; 0 before the first."""
    return view.hand.number if view.hand is not None else HandNo(view.next_hand - 1)
