"""The alarm bar and what programs are told about alarms, without a browser."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dashboard_fakes import FakeControl, FakeFeed, alarm, betting_view, idle_view, replace
from flask import Flask
from flask.testing import FlaskClient
from journal_of_hands import Table

from table_controller.alarms.figures import Change
from table_controller.core import events as did
from table_controller.core import orders as ask
from table_controller.core.alarm_events import AlarmShelved
from table_controller.core.ids import TableId
from table_controller.core.messages import Rejection
from table_controller.core.orders import Person, Role
from web_dashboard.alarms.rows import bar_of
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig
from web_dashboard.feed import Refused
from web_dashboard.local_feed import LocalFeed
from web_dashboard.parts import parts

NOW = 1_796_033_000_000
P1 = alarm(1, params={"place": "board"}, shelve_minutes=10)
P2 = alarm(2, "floor_called", id="floor", params={}, shelve_minutes=10)
SHELVED = alarm(1, "reader_down", id="device-shoe", state="shelved", shelved_until="2026-11-30T10:05:00.000Z", shelved_by="Eva")


@pytest.fixture
def feed() -> FakeFeed:
    return FakeFeed(betting_view("T1", alarms=(P1, SHELVED)), idle_view("T2", alarms=(P2,)))


@pytest.fixture
def control() -> FakeControl:
    return FakeControl()


@pytest.fixture
def app(feed: FakeFeed, control: FakeControl) -> Iterator[Flask]:
    made = create_app(DashboardConfig(strict_texts=True), feed, control)
    yield made
    parts(made).hub.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def get(client: FlaskClient, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return json.loads(answer.text)


def post(client: FlaskClient, table: str, **fields: str) -> Any:
    """As a browser without script, from the form that stands in the page."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/").text)
    assert token is not None
    named = {name.replace("_of_", ":list:"): value for name, value in fields.items()}
    data = {**named, "csrf_token": token[1]}
    return client.post(f"/tables/{table}/alarms", data=data, headers={"Origin": "http://localhost"})


@pytest.mark.parametrize("page", ["/", "/tables/T1", "/fragments/alarms"])
def test_every_page_of_the_pit_has_all_alarms_the_most_pressing_first(client: FlaskClient, page: str) -> None:
    text = client.get(page).text
    places = [text.index(f'id="alarm-{row}"') for row in ("list-T1-finding-1", "list-T2-floor", "quiet-T1-device-shoe")]
    assert places == sorted(places)
    assert 'id="alarm-top-T1-finding-1"' in text
    assert "by Eva" in text


def test_orders_go_by_a_plain_form_too(client: FlaskClient, control: FakeControl) -> None:
    answer = post(client, "T2", order="shelve list floor", minutes_of_floor="5", reason_of_floor="on the way", page="wall")
    assert (answer.status_code, answer.location) == (303, "/")
    assert post(client, "T1", order="unshelve quiet device-shoe").status_code == 303
    assert post(client, "T1", order="acknowledge top finding-1", page="table").location == "/tables/T1"
    assert [(order, person.role) for _, order, person, _, _ in control.asked] == [
        (ask.Shelve(alarm="floor", minutes=5, reason="on the way"), Role.FLOOR),
        (ask.Unshelve(alarm="device-shoe"), Role.FLOOR),
        (ask.Acknowledge(alarm="finding-1"), Role.FLOOR),
    ]


@pytest.mark.parametrize("fields", [{"order": "void_hand x y"}, {"order": "shelve list floor", "minutes_of_floor": "0"}])
def test_a_form_that_says_too_little_gives_no_order(client: FlaskClient, control: FakeControl, fields: dict[str, str]) -> None:
    assert post(client, "T1", **fields).status_code == 422
    assert control.asked == []


def test_what_is_refused_is_said_why(client: FlaskClient, control: FakeControl) -> None:
    control.answer = Refused(Rejection("never_shelved"))
    answer = post(client, "T1", order="shelve list floor", minutes_of_floor="5", reason_of_floor="x")
    assert answer.status_code == 409
    assert "cannot be shelved" in answer.text


def test_no_token_of_one_browser_stands_in_what_all_are_given(client: FlaskClient) -> None:
    assert "csrf" not in client.get("/fragments/alarms").text


def test_programs_are_told_what_stands(client: FlaskClient) -> None:
    told = get(client, "/api/alarms")
    assert [(one["table"], one["id"], one["state"]) for one in told] == [
        ("T1", "finding-1", "active_unacknowledged"),
        ("T1", "device-shoe", "shelved"),
        ("T2", "floor", "active_unacknowledged"),
    ]
    assert {"id", "priority", "code", "state", "since"} <= set(told[0])
    assert get(client, "/api/tables")[0]["alarms"] in (1, 2)


def test_programs_are_told_what_became_of_alarms(client: FlaskClient, feed: FakeFeed) -> None:
    told = enumerate(("raised", "acknowledged", "cleared"), start=1)
    feed.changes = tuple(Change(n, n, "floor", "floor_called", 2, what, Person(Role.FLOOR)) for n, what in told)
    assert [one["what"] for one in get(client, "/api/tables/T1/alarms/history?before=3&limit=1")] == ["acknowledged"]
    assert client.get("/api/tables/T1/alarms/history?limit=x").status_code == 400
    assert client.get("/api/alarms/figures?hours=\u0663").status_code == 400  # a digit, and none of ours
    assert client.get("/api/tables/T9/alarms/history").status_code == 404


def test_programs_are_told_the_figures_and_the_policy(client: FlaskClient) -> None:
    told = get(client, "/api/alarms/figures?hours=2")
    assert (told["open"], told["unacknowledged"]) == (2, 2)
    assert [one["id"] for one in told["shelved"]] == ["device-shoe"]
    assert told["figures"]["until"] - told["figures"]["since"] == 7_200_000
    policy = {one["code"]: one for one in get(client, "/api/alarms/policy")}
    assert policy["turn_premature"]["response"].startswith("Set the early card aside")
    assert policy["hole_exposed_first"]["shelve_min"] == 0


def test_the_room_does_not_take_an_alarm_of_one_table_for_that_of_another(client: FlaskClient, feed: FakeFeed) -> None:
    now = time.time_ns() // 1_000_000
    seen = {"T1": (10_000, 8_000), "T2": (9_000, 1_000)}
    changes = {
        table: tuple(
            Change(n, now - ago, "finding-1", "string_bet", 2, what)
            for n, (what, ago) in enumerate(zip(("raised", "acknowledged"), agos, strict=True))
        )
        for table, agos in seen.items()
    }
    feed.alarm_changes = lambda table: changes[table]  # type: ignore[method-assign]
    assert get(client, "/api/alarms/figures")["figures"]["acknowledge_median_s"] == 5
    assert '<dd class="num">5.0 s</dd>' in client.get("/audit").text


def test_a_flood_is_told_by_table_with_what_came_first() -> None:
    many = [alarm(2, id=f"finding-{n}", since=f"2026-11-30T10:00:{n:02}.000Z", first_out=n == 5) for n in range(1, 8)]
    raised = tuple(NOW - n * 1_000 for n in range(6))
    noisy = replace(betting_view("T1", alarms=tuple(many)), alarms_raised=raised)
    other = replace(betting_view("T2", alarms=(P1,)), alarms_raised=raised)
    bar = bar_of([noisy, other], NOW)
    assert bar.flood == 12
    groups = [(group.table, len(group.rows), group.first.alarm.id) for group in bar.groups]
    assert groups == [("T2", 1, "finding-1"), ("T1", 7, "finding-5")]
    assert bar_of([noisy, other], NOW + 600_000).flood == 0
    assert bar_of([replace(view, alarms_raised=raised[:5]) for view in (noisy, other)], NOW).flood == 0


def test_a_quiet_alarm_makes_no_table_urgent(client: FlaskClient, feed: FakeFeed) -> None:
    feed.show(idle_view("T1", 11, alarms=(SHELVED,)))
    tile = client.get("/").text.partition('id="tile-T1"')[2]
    assert tile
    assert "data-priority" not in tile.partition("</header>")[0]


def test_the_history_is_read_out_of_a_tables_own_journal_and_goes_on_with_it(tmp_path: Path) -> None:
    eva = Person(Role.FLOOR, "Eva")
    table = Table(tmp_path)
    table.open_with_two()
    table.write(did.FloorCalled(by=Person(Role.DEALER)))
    table.write(AlarmShelved(alarm="floor", minutes=5, reason="on the way", by=eva))
    feed = LocalFeed(tmp_path)
    feed.start()
    try:
        first = feed.alarm_changes(TableId("T1"))
        assert [(one.what, one.code, one.by and one.by.name, one.reason) for one in first] == [
            ("raised", "floor_called", "", ""),
            ("shelved", "floor_called", "Eva", "on the way"),
        ]
        table.write(did.AlarmAcknowledged(alarm="floor", by=eva))
        assert [one.what for one in feed.alarm_changes(TableId("T1"))] == ["raised", "shelved", "acknowledged"]
        assert feed.alarm_changes(TableId("T9")) == ()
    finally:
        feed.stop()
        table.journal.close()
