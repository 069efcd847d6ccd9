"""The live stream over real sockets, out of the real gunicorn process."""

import contextlib
import json
import socket
import time
from collections.abc import Iterator

import pytest
from dashboard_fakes import alarm, betting_view, replace
from live_server import EventStream, LiveServer

from table_controller.messages import catalogue
from web_dashboard.request_guard import WHOLE_S
from web_dashboard.serve import SPARE_THREADS


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    running = LiveServer(max_viewers=32)
    yield running
    running.close()


@pytest.fixture(scope="module")
def small() -> Iterator[LiveServer]:
    """A server with three places."""
    running = LiveServer(max_viewers=3)
    yield running
    running.close()


@contextlib.contextmanager
def stream(server: LiveServer, path: str = "/live/pit") -> Iterator[EventStream]:
    viewer = EventStream(server.port, path)
    try:
        yield viewer
    finally:
        viewer.close()


def wait_until_free(server: LiveServer) -> None:
    """A closed stream is noticed at its next write."""
    end = time.monotonic() + 12
    while b"burnturn_streams_open 0.0" not in server.get("/metrics")[2]:
        assert time.monotonic() < end
        server.show(betting_view("T4", int(time.monotonic() * 1000)))
        time.sleep(0.05)


def test_the_snapshot_comes_first_and_holds_every_table(server: LiveServer) -> None:
    with stream(server) as viewer:
        name, views = next(iter(viewer))
    assert (viewer.status, name) == (200, "snapshot")
    assert {view["table"] for view in views} == {"T1", "T2", "T3", "T4"}


def test_a_stream_may_not_be_buffered_or_cached_on_the_way(server: LiveServer) -> None:
    with stream(server) as viewer:
        assert viewer.headers["content-type"].startswith("text/event-stream")
        assert viewer.headers["x-accel-buffering"] == "no"
        assert viewer.headers["cache-control"] == "no-cache"


def test_a_new_view_is_there_within_a_second(server: LiveServer) -> None:
    with stream(server) as viewer:
        viewer.next("snapshot")
        started = time.monotonic()
        server.show(betting_view("T3", 4711))
        views = viewer.next("tables")
    assert time.monotonic() - started < 1
    assert [(view["table"], view["seq"]) for view in views] == [("T3", 4711)]


def test_a_viewer_of_one_table_hears_of_no_other(server: LiveServer) -> None:
    with stream(server, "/live/tables/T1") as viewer:
        assert [view["table"] for view in viewer.next("snapshot")] == ["T1"]
        server.show(betting_view("T3", 4712))
        server.show(betting_view("T1", 4713))
        assert [view["table"] for view in viewer.next("tables")] == ["T1"]


def test_many_views_become_at_most_five_messages_a_second_and_end_with_the_latest(server: LiveServer) -> None:
    with stream(server) as viewer:
        viewer.next("snapshot")
        started, messages = time.monotonic(), 0
        for seq in range(5000, 5200):
            server.show(betting_view("T1", seq))
        for name, views in viewer:
            messages += name == "tables"
            if name == "tables" and views[0]["seq"] == 5199:
                break
        assert messages <= 1 + 5 * (time.monotonic() - started + 0.3)


def test_alarms_do_not_wait_for_the_next_message(server: LiveServer) -> None:
    with stream(server) as viewer:
        viewer.next("snapshot")
        server.show(betting_view("T1", 6000))
        viewer.next("tables")
        started = time.monotonic()
        server.show(replace(betting_view("T1", 6001), alarms=(alarm(),)))
        (raised,) = viewer.next("alarms")
        assert time.monotonic() - started < 0.15
        server.show(betting_view("T1", 6002))
        assert viewer.next("alarms") == []
    assert (raised["table"], raised["code"], raised["priority"]) == ("T1", "turn_premature", 1)


def test_a_page_that_asks_for_it_hears_each_second_which_tables_live(server: LiveServer) -> None:
    with stream(server, "/live/pit?beat=1") as viewer:
        beat = viewer.next("beat")
    assert beat["ages"]["T1"] == 0.2
    assert abs(beat["time"] / 1000 - time.time()) < 5


def test_a_wall_is_sent_its_tiles_and_its_alarm_bar_in_the_language_of_its_reader(server: LiveServer) -> None:
    with stream(server, "/fragments/tiles?lang=sk") as viewer:
        assert len(viewer.next("snapshot")) >= 4
        server.show(replace(betting_view("T1", 6101), alarms=(alarm(),)))
        beat = next(data for name, data in viewer if name == "beat" and data["bar"])
    (told,) = beat["views"]
    assert 'data-seq="6101"' in told["tile"]
    assert catalogue("sk").text("state.betting") in told["tile"]
    assert catalogue("sk").text("code.turn_premature") in beat["bar"]


def test_who_comes_when_all_places_are_taken_is_told_to_come_again(small: LiveServer) -> None:
    wait_until_free(small)
    with contextlib.ExitStack() as held:
        for _ in range(3):
            held.enter_context(stream(small)).next("snapshot")
        status, headers, body = small.get("/live/pit")
        assert (status, headers["retry-after"]) == (503, "5")
        assert b"too_many_viewers" in body
        assert small.get("/healthz")[0] == 200


def test_a_viewer_that_went_away_frees_its_place(small: LiveServer) -> None:
    with contextlib.ExitStack() as held:
        wait_until_free(small)
        for _ in range(3):
            held.enter_context(stream(small)).next("snapshot")
    wait_until_free(small)


def test_a_slow_viewer_holds_nobody_up(server: LiveServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /live/pit HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with stream(server) as viewer:
            viewer.next("snapshot")
            for seq in range(7000, 7400):
                server.show(betting_view("T1", seq))
            assert max(view["seq"] for view in viewer.next("tables")) >= 7000


def test_a_client_that_does_not_close_when_told_to_holds_nobody_up(server: LiveServer) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(3):
            rude = held.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)))
            rude.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert rude.recv(4096).startswith(b"HTTP/1.1 200")
        asked = time.monotonic()
        assert server.get("/healthz")[0] == 200
        assert time.monotonic() - asked < 1.5


HALF = (
    b"POST /api/tables/T1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
)


@pytest.mark.parametrize("half", HALF, ids=["body", "head"])
def test_requests_that_never_come_whole_hold_nobody_up_for_long(small: LiveServer, half: bytes) -> None:
    """More of them than there are threads, each with a byte more now and then."""
    with contextlib.ExitStack() as held:
        rude = []
        for _ in range(3 + SPARE_THREADS + 5):
            one = held.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", small.port), timeout=10)))
            one.sendall(half)
            rude.append(one)
        for _ in range(4):
            time.sleep(0.5)
            for one in rude:
                with contextlib.suppress(OSError):
                    one.sendall(b"x")
        asked = time.monotonic()
        assert small.get("/healthz")[0] == 200
        assert time.monotonic() - asked < 2 * WHOLE_S + 1


def test_an_overlong_path_is_refused_in_json(server: LiveServer) -> None:
    status, headers, body = server.get("/api/tables/" + "x" * 8_000)
    assert status in (400, 414)
    assert headers["content-type"] == "application/json"
    assert json.loads(body)["error"]["code"] == "bad_request"


def test_an_unknown_table_has_no_stream(server: LiveServer) -> None:
    status, _, body = server.get("/live/tables/T99")
    assert status == 404
    assert b"no_table" in body


def test_a_stop_takes_less_than_a_second_with_streams_and_idle_connections_open() -> None:
    server = LiveServer(max_viewers=8)
    try:
        with contextlib.ExitStack() as held:
            silent = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            held.enter_context(contextlib.closing(silent))
            streams = [held.enter_context(stream(server, path)) for path in ("/live/pit", "/live/tables/T1", "/live/pit?beat=1")]
            for viewer in streams:
                viewer.next("snapshot")
            kept_alive = held.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)))
            kept_alive.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert kept_alive.recv(4096).startswith(b"HTTP/1.1 200")
            streams[2].next("beat")  # a second later the silent connection waits without a thread; another has just come
            held.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)))
            assert server.stop() < 1.0
            assert [name for name, _ in streams[0]] == []
    finally:
        server.close()
