"""What every journal must do, run against the one on disk and the one in memory."""

from pathlib import Path
from typing import Protocol

import pytest

from table_controller.core.ids import DeviceId, Millis, Seq
from table_controller.journal import (
    DevicePosition,
    Feed,
    Journal,
    JournalReader,
    MemoryJournal,
    OrderAnswer,
    OrderConflict,
)
from table_controller.sealing import HIDDEN_SEALED_BYTES, BoxTooSmall, MasterKey

from .toys import TABLE, AnyToy, CardDealt, Checkpoint, HandOpened, ToyCodec, at, dealt, open_journal, position

DAY_MS = 24 * 60 * 60 * 1000


class Place(Protocol):
    """Where a journal is kept, so that a test can stop the process that writes it and start another."""

    journal: Journal[AnyToy]

    def restart(self) -> None: ...

    def feed(self) -> Feed: ...


class OnDisk:
    def __init__(self, path: Path) -> None:
        self._path = path
        self.journal: Journal[AnyToy] = open_journal(path)

    def restart(self) -> None:
        self.journal.close()
        self.journal = open_journal(self._path)

    def feed(self) -> Feed:
        return JournalReader.open(self._path)


class InMemory:
    def __init__(self) -> None:
        self._kept = MemoryJournal[AnyToy](TABLE, MasterKey(bytes(32)), ToyCodec())
        self.journal: Journal[AnyToy] = self._kept

    def restart(self) -> None:
        self.journal.close()

    def feed(self) -> Feed:
        return self._kept


@pytest.fixture(params=["disk", "memory"])
def place(request: pytest.FixtureRequest, path: Path):
    made: Place = OnDisk(path) if request.param == "disk" else InMemory()
    yield made
    made.journal.close()


def test_a_new_journal_has_nothing_and_a_head(place: Place) -> None:
    recovery = place.journal.recover()
    assert (recovery.events, recovery.positions, recovery.tracker_state) == ((), {}, None)
    assert recovery.head == place.feed().head()
    assert recovery.head.sequence == 0
    assert place.feed().tail(Seq(0), 10) == []
    assert place.feed().last_checkpoint() is None


def test_what_was_appended_is_recovered_by_the_next_process(place: Place) -> None:
    events = [HandOpened(note="x"), dealt(1), dealt(2, group="burns")]
    place.journal.append(events, position(3), b"tracker", at(5))
    place.restart()
    recovery = place.journal.recover()
    assert list(recovery.events) == events
    assert recovery.positions == position(3)
    assert recovery.tracker_state == b"tracker"
    assert recovery.head.sequence == 3


def test_sequences_have_no_gap_over_transactions_and_restarts(place: Place) -> None:
    place.journal.append([HandOpened()], {}, b"", at(1))
    place.journal.append([dealt(1), dealt(2)], {}, b"", at(2))
    place.restart()
    place.journal.append([dealt(3)], {}, b"", at(3))
    records = place.feed().tail(Seq(0), 10)
    assert [record.sequence for record in records] == [1, 2, 3, 4]
    assert [one.hash for one in records[:-1]] == [two.previous for two in records[1:]]


def test_a_record_says_what_the_issue_wants_of_it(place: Place) -> None:
    (record,) = place.journal.append([dealt(1, hand=8)], {}, b"", at(9))
    assert (record.table, record.sequence, record.hand, record.attempt) == (TABLE, 1, 8, 1)
    assert (record.kind, record.version, record.place) == ("card_dealt", 1, "seat 1")
    assert (record.wall_ms, record.mono_ms) == at(9)
    assert place.feed().tail(Seq(0), 1) == [record]


def test_followers_get_hidden_parts_sealed_and_of_one_length(place: Place) -> None:
    many = CardDealt(number=2, hidden=dealt(2).hidden * 20)
    place.journal.append([dealt(1, piece=1, face=1), many], {}, b"", at(1))
    records = place.feed().tail(Seq(0), 10)
    assert [len(record.sealed or b"") for record in records] == [HIDDEN_SEALED_BYTES] * 2
    assert [ToyCodec().join(r.kind, r.version, r.public, None) for r in records] == [CardDealt(number=1), CardDealt(number=2)]


def test_an_event_without_a_hidden_part_has_nothing_sealed(place: Place) -> None:
    (record,) = place.journal.append([CardDealt(number=1, hidden=None)], {}, b"", at(1))
    assert (record.sealed, record.place) == (None, None)
    assert place.journal.recover().events == (CardDealt(number=1, hidden=None),)


def test_recovery_begins_at_the_last_checkpoint(place: Place) -> None:
    place.journal.append([HandOpened(), Checkpoint(hand=1), dealt(1), Checkpoint(hand=2), dealt(2, hand=3)], {}, b"", at(1))
    recovery = place.journal.recover()
    assert recovery.events == (Checkpoint(hand=2), dealt(2, hand=3))
    assert [record.sequence for record in recovery.records] == [4, 5]
    assert place.feed().last_checkpoint() == 4


def test_a_tail_begins_after_its_position_and_keeps_its_limit(place: Place) -> None:
    place.journal.append([dealt(number) for number in range(1, 8)], {}, b"", at(1))
    feed = place.feed()
    assert [record.sequence for record in feed.tail(Seq(3), 2)] == [4, 5]
    assert feed.tail(Seq(7), 10) == []
    assert feed.tail(Seq(0), 0) == []
    assert len(feed.tail(Seq(0), 10**9)) == 7


def test_positions_of_devices_that_did_not_move_stay(place: Place) -> None:
    other = {DeviceId("00000000000000b2"): DevicePosition(4, 17, Millis(8))}
    place.journal.append([], position(3) | other, b"", at(1))
    place.journal.append([], position(9, life=2), b"", at(2))
    place.restart()
    assert place.journal.recover().positions == position(9, life=2) | other


def test_a_transaction_without_events_moves_positions_and_state_only(place: Place) -> None:
    place.journal.append([dealt(1)], position(1), b"one", at(1))
    head = place.feed().head()
    assert place.journal.append([], position(2), b"two", at(2)) == []
    recovery = place.journal.recover()
    assert (recovery.head, recovery.tracker_state, recovery.positions) == (head, b"two", position(2))


@pytest.mark.parametrize("length", [0, 1, 7_996, 7_997, 50_000])
def test_the_tracker_state_comes_back_at_any_length(place: Place, length: int) -> None:
    place.journal.append([], {}, b"s" * length, at(1))
    assert place.journal.recover().tracker_state == b"s" * length


@pytest.mark.parametrize(
    ("bad", "error"),
    [(CardDealt(number=2, hidden=dealt(2).hidden * 100), BoxTooSmall), (dealt(2, group="pocket"), ValueError)],
)
def test_an_event_that_cannot_be_sealed_leaves_everything_as_it_was(place: Place, bad: CardDealt, error: type) -> None:
    place.journal.append([dealt(1)], position(1), b"one", at(1))
    before = place.journal.recover()
    with pytest.raises(error):
        place.journal.append([dealt(2, group="burns"), bad], position(2), b"two", at(2), OrderAnswer("k", b"", b""))
    assert place.journal.recover() == before
    assert place.journal.answer_to("k", b"", at(2)) is None
    place.journal.append([dealt(2, group="burns")], position(2), b"two", at(3))
    place.restart()
    assert place.journal.recover().events == (dealt(1), dealt(2, group="burns"))


def test_a_repeated_order_gets_the_same_answer(place: Place) -> None:
    place.journal.append([HandOpened()], {}, b"", at(1), OrderAnswer("key", b"fold 3", b'{"ok":true}'))
    place.restart()
    assert place.journal.answer_to("key", b"fold 3", at(2)) == b'{"ok":true}'
    assert place.journal.answer_to("other", b"fold 3", at(2)) is None


def test_a_key_used_for_another_order_is_a_conflict(place: Place) -> None:
    place.journal.append([], {}, b"", at(1), OrderAnswer("key", b"fold 3", b"{}"))
    assert place.journal.answer_to("key", b"fold 4", at(2)) == OrderConflict("key")


def test_answers_are_kept_for_a_day(place: Place) -> None:
    place.journal.append([], {}, b"", at(0), OrderAnswer("key", b"fold 3", b"{}"))
    assert place.journal.answer_to("key", b"fold 3", at(DAY_MS - 1)) == b"{}"
    assert place.journal.answer_to("key", b"fold 4", at(DAY_MS)) is None
    place.journal.append([], {}, b"", at(DAY_MS), OrderAnswer("key", b"fold 4", b"[]"))
    assert place.journal.answer_to("key", b"fold 4", at(DAY_MS)) == b"[]"


def test_a_second_answer_under_one_key_is_refused_with_its_events(place: Place) -> None:
    place.journal.append([], {}, b"", at(1), OrderAnswer("key", b"fold 3", b"{}"))
    with pytest.raises(ValueError, match="answer already"):
        place.journal.append([HandOpened()], {}, b"", at(2), OrderAnswer("key", b"fold 3", b"[]"))
    assert place.journal.recover().events == ()
    assert place.journal.answer_to("key", b"fold 3", at(2)) == b"{}"


def test_closing_twice_does_nothing(place: Place) -> None:
    place.journal.close()
    place.journal.close()
