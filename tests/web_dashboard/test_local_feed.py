"""The feed of one computer over real journals on disk, written by another hand while it follows."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from journal_of_hands import ONE, Table

from table_controller.core import events as did
from table_controller.core.ids import AttemptNo, Chips, HandNo, TableId
from table_controller.journal import JournalReader
from table_controller.views.shapes import PitView
from web_dashboard.journal_hands import last_hands, one_hand
from web_dashboard.local_feed import LocalFeed

T1 = TableId("T1")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    made.open_with_two()
    yield made
    made.journal.close()


@pytest.fixture
def feed(tmp_path: Path, table: Table) -> Iterator[LocalFeed]:
    table.beat(now_ms())
    following = LocalFeed(tmp_path)
    following.start()
    yield following
    following.stop()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def until(holds: Callable[[], object], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def seen(feed: LocalFeed, table: TableId = T1) -> PitView:
    view = feed.view(table)
    assert view is not None
    return view


def test_what_is_there_at_the_start_is_shown_at_once(feed: LocalFeed) -> None:
    (summary,) = feed.tables()
    assert (summary.id, summary.name, summary.seats_taken, summary.game) == (T1, "Table one", 2, "no_limit 1/2")
    assert [seat.player for seat in seen(feed).seats] == ["Anna", "Bruno"]
    assert feed.trouble() is None


def test_a_record_is_shown_soon_after_it_is_written_and_listeners_hear_it_once(table: Table, feed: LocalFeed) -> None:
    heard: list[PitView] = []
    arrived = threading.Event()
    unsubscribe = feed.subscribe(lambda view: (heard.append(view), arrived.set()))  # type: ignore[func-returns-value]
    written = time.monotonic()
    table.begin(1)
    assert arrived.wait(5)
    assert time.monotonic() - written < 0.5
    until(lambda: seen(feed).seq == 8)
    assert seen(feed).hand is not None
    assert [view.seq for view in heard][-1] == 8
    unsubscribe()
    count = len(heard)
    table.end(1)
    until(lambda: seen(feed).seq == 12)
    assert len(heard) == count


def test_no_hidden_card_comes_out_of_a_journal(table: Table, feed: LocalFeed) -> None:
    table.begin(1)
    until(lambda: seen(feed).seq == 8)
    hand = feed.hand(T1, HandNo(1), None)
    assert hand is not None
    shown = b"".join((msgspec.json.encode(seen(feed)), msgspec.json.encode(hand.events), repr(feed.facts(T1)).encode()))
    assert b"Ah" not in shown
    assert all(getattr(recorded.event, "hidden", None) is None for recorded in hand.events)


def test_a_table_that_is_opened_later_is_found(tmp_path: Path, feed: LocalFeed) -> None:
    other = Table(tmp_path, "T2")
    other.open_with_two()
    until(lambda: feed.view(TableId("T2")) is not None)
    assert [summary.id for summary in feed.tables()] == ["T1", "T2"]
    other.journal.close()


def test_a_file_that_is_no_tables_own_journal_is_nobodys_trouble(tmp_path: Path, table: Table, feed: LocalFeed) -> None:
    (tmp_path / "broken.journal").write_bytes(b"not a database" * 100)
    os.mkfifo(tmp_path / "pipe.journal")
    copy = sqlite3.connect(tmp_path / "T1-copy.journal")
    with closing(copy), closing(sqlite3.connect(table.path)) as own:
        own.backup(copy)
    until(lambda: len(feed._complained) == 3)
    table.begin(1)
    until(lambda: seen(feed).seq == 8)
    table.beat(now_ms())
    assert [summary.id for summary in feed.tables()] == ["T1"]
    assert feed.trouble() is None
    assert feed.ages()[T1] is not None, "the copy's, which nobody beats for"


def test_a_journal_put_in_anothers_place_is_followed_anew(tmp_path: Path, table: Table, feed: LocalFeed) -> None:
    table.begin(1)
    until(lambda: seen(feed).seq == 8)
    table.journal.close()
    (tmp_path / "elsewhere").mkdir()
    other = Table(tmp_path / "elsewhere")
    other.open_with_two()
    other.journal.close()
    table.path.write_bytes(other.path.read_bytes())  # the same file by its number, as may happen by chance
    until(lambda: seen(feed).seq == 4)


def test_a_table_that_falls_silent_is_published_as_stale_and_again_when_it_speaks(table: Table, feed: LocalFeed) -> None:
    heard: list[float | None] = []
    feed.subscribe(lambda view: heard.append(view.heartbeat_age_s))
    until(lambda: heard and (heard[-1] or 0) > 3, seconds=6)
    assert (feed.ages()[T1] or 0) > 3
    table.beat(now_ms() + 1)
    until(lambda: heard[-1] is not None and heard[-1] < 1)


def test_a_status_from_long_ago_is_no_sign_of_life(tmp_path: Path, table: Table) -> None:
    table.beat(now_ms() - 60_000)
    feed = LocalFeed(tmp_path)
    feed.start()
    try:
        assert (feed.ages()[T1] or 0) > 50
    finally:
        feed.stop()


def test_devices_and_a_record_that_cannot_be_written_are_shown_from_the_status(table: Table, feed: LocalFeed) -> None:
    table.write(did.DeviceSilenced(device="shoe", needed=True))
    table.beat(now_ms(), fault="journal_write_failed", shoe="asking", keypad="linked", zones="closed")
    until(lambda: len(seen(feed).devices) == 3 and len(seen(feed).alarms) == 2)
    assert {device.name: device.state for device in seen(feed).devices} == {"shoe": "lost", "keypad": "ok", "zones": "closed"}
    assert ("journal_write_failed", 1) in [(alarm.code, alarm.priority) for alarm in seen(feed).alarms]


def test_the_dealers_view_and_the_last_facts_come_from_the_same_journal(table: Table, feed: LocalFeed) -> None:
    table.begin(1)
    until(lambda: seen(feed).seq == 8)
    dealer = feed.dealer_view(T1)
    assert dealer is not None
    assert (dealer.seq, dealer.pit.seq) == (8, 8)
    facts = feed.facts(T1)
    assert isinstance(facts[0].event, did.CardDealt)
    assert [fact.seq for fact in facts] == sorted((fact.seq for fact in facts), reverse=True)
    assert feed.state_since(T1) is not None


@pytest.mark.parametrize("stopped", [False, True])
def test_a_table_that_is_silent_is_trouble_unless_it_was_stopped(table: Table, feed: LocalFeed, stopped: bool) -> None:
    table.write(did.NodeStarted(version="1", recovered=False))
    if stopped:
        table.write(did.NodeStopped())
    until(lambda: seen(feed).seq == (6 if stopped else 5))
    assert feed.trouble() is None
    followed = feed._of(T1)
    assert followed is not None
    followed.pulse._heard_at = time.monotonic() - 11
    assert feed.trouble() == (None if stopped else "table_silent")
    table.beat(now_ms() + 1)
    until(lambda: feed.trouble() is None)


def test_a_record_that_cannot_be_written_or_is_gone_is_trouble(table: Table, feed: LocalFeed) -> None:
    table.beat(now_ms(), fault="journal_write_failed")
    until(lambda: feed.trouble() == "journal_write_failed")
    table.beat(now_ms() + 1)
    until(lambda: feed.trouble() is None)
    table.path.unlink()
    assert feed.trouble() == "journal_lost"


def test_a_folder_that_is_gone_is_trouble(tmp_path: Path) -> None:
    feed = LocalFeed(tmp_path / "nowhere")
    assert feed.trouble() == "journal_directory_missing"


def test_hands_are_found_without_reading_the_whole_journal(table: Table) -> None:
    """Twelve hands, the fourth dealt twice, and a restart between two of them, after which records carry no hand."""
    for number in range(1, 13):
        if number == 4:
            table.begin(4)
            table.void(4)
        table.begin(number, 2 if number == 4 else 1)
        table.end(number, 2 if number == 4 else 1)
        if number in (6, 12):
            table.reopen()
            table.write(*(did.SeatPresence(seat=ONE, present=bool(n % 2)) for n in range(30)))
    table.begin(13)
    reader = JournalReader.open(table.path)

    newest = last_hands(reader, None, 3)
    assert [(hand.number, hand.attempt) for hand in newest] == [(12, 1), (11, 1), (10, 1)]
    assert [hand.number for hand in last_hands(reader, None, 1)] == [12]  # though hand 13 runs
    assert [hand.number for hand in last_hands(reader, HandNo(10**9), 1)] == [12]
    before = last_hands(reader, HandNo(6), 2)
    assert [(hand.number, hand.attempt, hand.outcome) for hand in before] == [
        (5, 1, "uncontested"),
        (4, 2, "uncontested"),
        (4, 1, "void"),
    ]
    assert before[2].irregularities == ("deal_first_wrong_seat",)
    assert (before[0].pots, before[2].pots) == ((Chips(3),), ())

    for number in range(1, 13):
        record = one_hand(reader, HandNo(number), None)
        assert record is not None
        assert isinstance(record.events[0].event, did.HandStarted)
        assert record.events[0].event.hand == number
    first = one_hand(reader, HandNo(4), AttemptNo(1))
    assert first is not None
    assert isinstance(first.events[0].event, did.HandStarted)
    assert any(isinstance(recorded.event, did.HandVoided) for recorded in first.events)
    assert one_hand(reader, HandNo(99), None) is None
    assert one_hand(reader, HandNo(3), AttemptNo(2)) is None


def test_a_journal_without_a_hand_lists_none(table: Table) -> None:
    reader = JournalReader.open(table.path)
    assert last_hands(reader, None, 20) == ()
    assert one_hand(reader, HandNo(1), None) is None
