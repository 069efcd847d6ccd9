"""What the record of one table says of a shift: counted once, record by record, and carried on as the record grows.

Owns the counting. Must not know pages. Sealed parts stay sealed, and only kinds that count here are looked into.
"""

import threading
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import msgspec

from table_controller.core import events as did
from table_controller.core.checkpoint import state_of_checkpoint
from table_controller.core.codec import join
from table_controller.core.ids import HandNo, Seq
from table_controller.core.order_base import Person
from table_controller.core.places import SEAT_PLACES, Place
from table_controller.core.shift_events import DealerChanged
from table_controller.journal import Feed, Record
from table_controller.journal.record import MOST_RECORDS

MOST_READ = 200_000
"""Records that are gone back at most: some weeks of one table. What lies before is not counted, and the page says since when."""
MOST_HANDS = 20_000
"""Hands, and findings, that are kept: months of one table."""
MOST_DEEDS = 500
LONGEST_MS = 600_000
"""A hand's time runs until the next begins, but no longer: a table that pauses is not slow."""
NOT_RESOLVED = ("replaced",)
"""Ways a finding is closed that decide nothing: another one goes on in its place."""


class HandTime(msgspec.Struct):
    """A hand that began. `until`: when the next began, else when it was over; wall clock, UTC ms. A hand that runs is neither
    `ended` nor `voided`."""

    number: HandNo
    dealer: str
    began: int
    until: int
    ended: bool = False
    voided: bool = False


class Found(msgspec.Struct):
    """A finding. `closed`: wall clock, UTC ms; None while it is open."""

    code: str
    dealer: str
    at: int
    hand: HandNo
    closed: int | None = None


class Deed(msgspec.Struct, frozen=True):
    """Something somebody ordered. `by` None: the record says what was ordered and not by whom."""

    seq: Seq
    at: int
    hand: HandNo
    event: did.AnyEvent
    by: Person | None
    reason: str


class Books:
    """One table's figures. `bring_up` reads what is new; everything else is what has been counted."""

    def __init__(self, journal: Feed) -> None:
        self.journal = journal
        self.lock = threading.Lock()
        """Held while reading, and by whoever looks at more than one thing."""
        self.since: int | None = None
        self.until = 0
        self.hands: deque[HandTime] = deque(maxlen=MOST_HANDS)
        self.found: dict[int, Found] = {}
        self.deeds: deque[Deed] = deque(maxlen=MOST_DEEDS)
        self.misread: dict[Place, Counter[str]] = {}
        self.devices: Counter[tuple[str, str]] = Counter()
        self._dealer = ""
        self._after: Seq | None = None

    def bring_up(self) -> None:
        """Counts the records since the last time; JournalFault passes through, and asking again goes on where it stopped."""
        if self._after is None:
            self._after = Seq(max(0, self.journal.head().sequence - MOST_READ))
        while records := self.journal.tail(self._after, MOST_RECORDS):
            for record in records:
                self._take(record)
            self._after = records[-1].sequence

    def _take(self, record: Record) -> None:
        self.since = record.wall_ms if self.since is None else self.since
        self.until = record.wall_ms
        if record.kind in _CARRIED:
            self._carried(record)
            return
        change = _CHANGES.get(record.kind)
        ordered = b'"by":' in record.public or record.kind in _ORDERED
        if change is None and not ordered:
            return
        event = join(record.kind, record.version, record.public, None)
        if change is not None:
            change(self, event, record)
        if ordered and not isinstance(event, did.FindingClosed):
            by, reason = getattr(event, "by", None), getattr(event, "reason", "")
            self.deeds.append(Deed(record.sequence, record.wall_ms, record.hand, event, by, str(reason)))

    def _carried(self, record: Record) -> None:
        """Who deals at the first checkpoint that is read; later ones say nothing new."""
        if not self._dealer and not self.hands:
            event = join(record.kind, record.version, record.public, None)
            state = state_of_checkpoint(event.state) if isinstance(event, did.Checkpoint) else None
            self._dealer = "" if state is None else state.shift.dealer

    # --- what counts ----------------------------------------------------------------------------------------------------

    def dealer(self, event: DealerChanged, _record: Record) -> None:
        self._dealer = event.dealer

    def begun(self, event: did.HandStarted, record: Record) -> None:
        if self.hands:
            last = self.hands[-1]
            last.until = min(record.wall_ms, last.began + LONGEST_MS)
        self.hands.append(HandTime(event.hand, self._dealer, record.wall_ms, record.wall_ms))

    def over(self, event: did.HandEnded | did.HandVoided, record: Record) -> None:
        if self.hands:
            last = self.hands[-1]
            last.ended, last.voided = isinstance(event, did.HandEnded), isinstance(event, did.HandVoided)
            last.until = record.wall_ms

    def raised(self, event: did.FindingRaised, record: Record) -> None:
        self.found[event.number] = Found(event.code, self._dealer, record.wall_ms, record.hand)
        if len(self.found) > MOST_HANDS:
            del self.found[next(iter(self.found))]

    def closed(self, event: did.FindingClosed, record: Record) -> None:
        found = self.found.get(event.number)
        if found is None:
            return
        if event.how in NOT_RESOLVED:
            del self.found[event.number]
        else:
            found.closed = record.wall_ms

    def read_twice(self, event: did.CardReadTwice, _record: Record) -> None:
        for place in event.places:
            self._misread(place, "card_read_twice")

    def lost(self, event: did.CardLost, _record: Record) -> None:
        self._misread(event.source, "card_lost")

    def strange(self, event: Any, record: Record) -> None:
        self._misread(event.place, record.kind)

    def conflict(self, event: did.FindingRaised, record: Record) -> None:
        self.raised(event, record)
        place = event.place or (SEAT_PLACES[event.seat] if event.seat is not None else None)
        if event.code == "reader_conflict" and place is not None:
            self._misread(place, event.code)

    def device(self, event: Any, record: Record) -> None:
        if getattr(event, "count", 1) != 0:  # a device met for the first time, none of whose events are gone
            self.devices[event.device, record.kind] += 1

    def _misread(self, place: Place, what: str) -> None:
        self.misread.setdefault(place, Counter())[what] += 1


_CARRIED = ("checkpoint", "alarms_carried")
_ORDERED = (
    "table_opened", "stakes_changed", "player_seated", "player_left", "player_away", "player_returned", "chips_topped_up",
    "button_placed", "table_paused", "table_reopened", "table_closing",
)  # fmt: skip
"""Kinds that somebody ordered although the record does not name him."""
_CHANGES: dict[str, Callable[[Books, Any, Record], None]] = {
    "dealer_changed": Books.dealer,
    "hand_started": Books.begun,
    "hand_ended": Books.over,
    "hand_voided": Books.over,
    "finding_raised": Books.conflict,
    "finding_closed": Books.closed,
    "card_read_twice": Books.read_twice,
    "card_lost": Books.lost,
    "unknown_tag_seen": Books.strange,
    "other_deck_seen": Books.strange,
    **dict.fromkeys(("device_silenced", "device_lost_events", "device_restarted", "device_refused"), Books.device),
}


class Shelf:
    """The books of every table that was looked at. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._books: list[Books] = []

    def of(self, journal: Feed) -> Books:
        """The table's books, with everything that stands in its record now; JournalFault passes through."""
        with self._lock:
            books = next((one for one in self._books if one.journal is journal), None)
            if books is None:
                books = Books(journal)
                self._books = [*self._books[1 - MOST_TABLES :], books]
        with books.lock:
            books.bring_up()
        return books


MOST_TABLES = 100
"""Books kept; those of a journal that was replaced go first."""
