"""The hub and its viewers without a server: what a viewer gets, what it skips, how it ends."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from dashboard_fakes import FakeFeed, alarm, betting_view, repair_view, replace

from table_controller.core.ids import TableId
from table_controller.messages import catalogue
from web_dashboard.live.hub import MOST_ALARMS, Hub, HubClosed, HubFull
from web_dashboard.live.pace import Pace
from web_dashboard.live.viewer import Drawing, Viewer

T1 = TableId("T1")


def started(feed: FakeFeed, max_viewers: int = 8) -> Hub:
    hub = Hub(feed, max_viewers)
    hub.start()
    return hub


def events(block: bytes) -> tuple[str, object]:
    lines = block.decode().strip().split("\n")
    fields = dict(line.split(": ", 1) for line in lines if not line.startswith(":"))
    return fields["event"], json.loads(fields["data"])


class Reading:
    """A viewer read by a thread, as a server would."""

    def __init__(self, viewer: Viewer) -> None:
        self.got: list[tuple[str, object]] = []
        self.thread = threading.Thread(target=self._read, args=(viewer,))
        self.thread.start()

    def _read(self, viewer: Viewer) -> None:
        for block in viewer.messages():
            if not block.startswith(b":"):
                self.got.append(events(block))

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + 5
        while not holds():
            assert time.monotonic() < end, self.got
            time.sleep(0.005)

    def seqs(self) -> list[int]:
        return [view["seq"] for name, views in self.got if name in ("snapshot", "tables") for view in views]  # type: ignore[attr-defined]


def test_what_is_published_between_subscription_and_snapshot_is_not_lost() -> None:
    """The feed moves on while the hub takes its first look: the later view wins."""

    class Racing(FakeFeed):
        def view(self, table: TableId):  # type: ignore[no-untyped-def]
            before = super().view(table)
            self.show(betting_view("T1", 99))
            return before

    viewer = started(Racing(betting_view("T1", 1))).join()
    assert events(next(viewer.messages()))[1][0]["seq"] in (1, 99)  # type: ignore[index]

    hub = Hub(feed := FakeFeed(betting_view("T1", 1)), 8)
    feed.subscribe(hub.publish)
    feed.show(betting_view("T1", 2))
    hub.start()
    assert events(next(hub.join().messages()))[1][0]["seq"] == 2  # type: ignore[index]


def test_a_view_published_after_joining_and_before_the_snapshot_comes_once() -> None:
    feed = FakeFeed(betting_view("T1", 1))
    hub = started(feed)
    viewer = hub.join()
    feed.show(betting_view("T1", 2))
    reading = Reading(viewer)
    feed.show(betting_view("T1", 3))
    reading.until(lambda: 3 in reading.seqs())
    hub.close()
    reading.thread.join(1)
    assert reading.seqs() in ([2, 3], [3])


def test_a_viewer_that_does_not_read_costs_nothing_and_finds_the_latest_view() -> None:
    feed = FakeFeed(betting_view("T1", 1), betting_view("T2", 1))
    hub = started(feed)
    slow = hub.join()
    messages = slow.messages()
    next(messages)
    for seq in range(2, 2000):
        feed.show(betting_view("T1", seq))
    assert not hasattr(slow, "__dict__") or not any(isinstance(held, list | tuple | dict | bytes) for held in vars(slow).values())
    name, views = events(next(messages))
    assert (name, [(view["table"], view["seq"]) for view in views]) == ("tables", [("T1", 1999)])  # type: ignore[attr-defined]


def test_views_of_several_tables_come_in_one_message() -> None:
    feed = FakeFeed(betting_view("T1", 1), betting_view("T2", 1))
    viewer = started(feed).join()
    messages = viewer.messages()
    next(messages)
    feed.show(betting_view("T1", 2))
    feed.show(betting_view("T2", 2))
    _, views = events(next(messages))
    assert {view["table"] for view in views} == {"T1", "T2"}  # type: ignore[attr-defined]


def test_a_view_is_encoded_once_for_all_viewers(monkeypatch: pytest.MonkeyPatch) -> None:
    import web_dashboard.live.hub as module

    encoded = []
    encode = module._encode
    monkeypatch.setattr(module, "_encode", lambda view: encoded.append(view) or encode(view))
    feed = FakeFeed(betting_view("T1", 1))
    hub = started(feed)
    for _ in range(5):
        next(hub.join().messages())
    assert len(encoded) == 1


def test_no_more_viewers_than_places() -> None:
    hub = started(FakeFeed(betting_view("T1", 1)), max_viewers=2)
    first = hub.join()
    hub.join()
    with pytest.raises(HubFull):
        hub.join()
    assert hub.refused == 1
    hub.leave(first)
    hub.join()


def test_closing_ends_every_stream_at_once_and_lets_nobody_in() -> None:
    feed = FakeFeed(betting_view("T1", 1))
    hub = started(feed)
    readers = [Reading(hub.join()) for _ in range(5)]
    for reading in readers:
        reading.until(lambda reading=reading: bool(reading.got))  # type: ignore[misc]
    begun = time.monotonic()
    hub.close()
    for reading in readers:
        reading.thread.join(1)
    assert time.monotonic() - begun < 0.5
    assert not any(reading.thread.is_alive() for reading in readers)
    assert feed.listeners == []
    with pytest.raises(HubClosed):
        hub.join()


def test_who_must_sign_in_again_is_told_so_and_may_come_back() -> None:
    hub = started(FakeFeed(betting_view("T1", 1)))
    reading = Reading(hub.join())
    reading.until(lambda: bool(reading.got))
    hub.close(reauth=True)
    reading.thread.join(1)
    assert reading.got[-1][0] == "reauth"
    hub.join()


def test_an_alarm_wakes_a_viewer_that_is_waiting_for_its_next_turn() -> None:
    feed = FakeFeed(betting_view("T1", 1))
    hub = started(feed)
    viewer = hub.join()
    reading = Reading(viewer)
    for seq in (2, 3):
        reading.until(lambda: bool(reading.got))
        feed.show(betting_view("T1", seq))
    reading.until(lambda: viewer._pausing)
    feed.show(replace(betting_view("T1", 4), alarms=(alarm(),)))
    begun = time.monotonic()
    reading.until(lambda: any(name == "alarms" for name, _ in reading.got))
    assert time.monotonic() - begun < 0.1
    hub.close()
    reading.thread.join(1)


def test_a_wall_is_sent_what_is_new_drawn_in_steps_and_an_alarm_at_once_with_its_tile() -> None:
    feed = FakeFeed(betting_view("T1", 1), betting_view("T2", 1))
    hub = started(feed)
    reading = Reading(hub.join_wall(Drawing(lambda view: f"{view.table} at {view.seq}", lambda: "the bar")))

    def beats() -> list[dict[str, Any]]:
        return [data for name, data in reading.got if name == "beat"]  # type: ignore[misc]

    def tiles() -> list[list[str]]:
        return [[view["tile"] for view in beat["views"]] for beat in beats()]

    reading.until(lambda: len(beats()) == 1)
    for seq in range(2, 40):
        feed.show(betting_view("T1", seq))
    reading.until(lambda: len(beats()) == 3)
    begun = time.monotonic()
    feed.show(replace(betting_view("T2", 2), alarms=(alarm(),)))
    reading.until(lambda: len(beats()) == 4)
    assert time.monotonic() - begun < 0.2
    hub.close()
    reading.thread.join(1)
    assert reading.got[0][0] == "snapshot"
    assert tiles()[:4] == [[], ["T1 at 39"], [], ["T2 at 2"]]
    assert beats()[2]["time"] - beats()[0]["time"] < 1_700, "two steps"
    assert [beat["bar"] for beat in beats()[:4]] == [None, None, None, "the bar"]


def test_alarms_come_most_pressing_first_and_are_bounded() -> None:
    many = tuple(alarm(3, id=f"a{n}") for n in range(MOST_ALARMS + 20))
    feed = FakeFeed(replace(betting_view("T1", 1), alarms=many), replace(betting_view("T2", 1), alarms=(alarm(1, id="one"),)))
    _, open_alarms = started(feed).alarms(None, 0)
    assert open_alarms is not None
    assert open_alarms[0]["id"] == "one"
    assert len(open_alarms) == MOST_ALARMS


def test_a_viewer_of_one_table_is_not_told_of_the_alarms_of_another() -> None:
    feed = FakeFeed(betting_view("T1", 1), replace(betting_view("T2", 1), alarms=(alarm(),)))
    assert started(feed).alarms(T1, -1)[1] == []


def test_messages_keep_their_distance_and_heartbeats_come_in_silence() -> None:
    pace = Pace(100.0)
    pace.sent_tables(100.0)
    assert not pace.tables_due(100.19)
    assert pace.tables_due(100.2)
    assert not pace.take_heartbeat(109.9)
    assert pace.take_heartbeat(110.0)
    assert not pace.take_heartbeat(110.0)
    assert pace.wait(110.0, tables_waiting=False) == pytest.approx(10.0)
    assert pace.wait(100.1, tables_waiting=True) == pytest.approx(0.1)


def test_beats_come_each_second_and_only_to_who_asked() -> None:
    asked, others = Pace(0.7, 1.0), Pace(0.7)
    assert [asked.take_beat(now) for now in (0.9, 1.0, 1.5, 2.4, 3.0)] == [False, True, False, True, True]
    assert not asked.take_heartbeat(12.9), "a beat is a heartbeat"
    assert not others.take_beat(5.0)


def test_a_stream_speaks_the_language_of_who_watches() -> None:
    """One hub, two viewers: the steps of a repair are words, and each reads them in its own."""
    hub = started(FakeFeed(repair_view(3)))
    for language in ("en", "sk", "en"):
        _, views = events(next(hub.join(language=language).messages()))
        step = views[0]["procedure"]["steps"][0]  # type: ignore[index]
        assert step["text"] == catalogue(language).text(f"prompt.{step['message']['key']}", step["message"]["params"])
