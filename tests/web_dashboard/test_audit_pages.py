"""Devices, figures, deeds and the check of a record: counted from the record and the status, and nothing made up."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from journal_of_hands import FLOOR, ONE, Table

from table_controller.core import events as did
from table_controller.core.act_events import IrregularityReported
from table_controller.core.ids import Seq
from table_controller.core.order_base import Person, Role
from table_controller.core.places import Place
from table_controller.core.shift_events import DealerChanged
from table_controller.journal import JournalReader, VerifyReport, write_status
from table_controller.journal.chain import BadLink
from table_controller.journal.record import Head
from web_dashboard.app import create_app
from web_dashboard.audit.books import Books
from web_dashboard.audit.figures import figures_of
from web_dashboard.config import DashboardConfig
from web_dashboard.devices.health import HealthHistory
from web_dashboard.local_control import LocalControl
from web_dashboard.local_feed import LocalFeed


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Eva deals hand 1, which is voided and dealt again; Ivo deals hand 2, in which somebody complains; one second an entry."""
    made = Table(tmp_path)
    made.open_with_two()
    made.write(DealerChanged(dealer="Eva", at=0, by=Person(Role.PIT, "Olga", "pit")))
    made.begin(1)
    made.void(1)
    made.write(did.FindingClosed(number=1, how="voided", by=FLOOR))
    made.begin(1, 2)
    made.end(1, 2)
    made.write(DealerChanged(dealer="Ivo", at=0, by=FLOOR))
    made.begin(2)
    made.write(did.FindingRaised(number=2, code="string_bet", level=1, clauses=("SK38",), seat=ONE, sensed=False))
    made.write(IrregularityReported(code="string_bet", by=Person(Role.DEALER, "Ivo"), seat=ONE))
    made.write(did.FindingRaised(number=3, code="unregistered_uid", level=2, clauses=(), place=Place.MUCK, replaces=2))
    made.write(did.FindingClosed(number=2, how="replaced", by=FLOOR))
    made.write(did.CardReadTwice(places=(Place.SEAT_3, Place.BOARD)))
    made.write(did.UnknownTagSeen(tag="E004", place=Place.BOARD))
    made.write(did.DeviceSilenced(device="board", needed=True), did.DeviceLostEvents(device="shoe", count=0))
    made.end(2)
    return made


@pytest.fixture
def feed(table: Table) -> Iterator[LocalFeed]:
    made = LocalFeed(table.path.parent)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def client(feed: LocalFeed, table: Table) -> FlaskClient:
    return create_app(DashboardConfig(strict_texts=True), feed, LocalControl(table.path.parent)).test_client()


def test_hands_irregularities_and_times_are_counted_by_dealer(client: FlaskClient) -> None:
    told = client.get("/api/tables/T1/statistics").json
    assert (told["hands"], told["voided"], told["irregularities"]) == (2, 1, 2)
    assert {one["dealer"]: (one["hands"], one["irregularities"], one["median_s"]) for one in told["dealers"]} == {
        "Eva": (1, 1, 3.0),
        "Ivo": (1, 1, None),
    }
    assert [(one["code"], one["count"], one["open"]) for one in told["codes"]] == [
        ("deal_first_wrong_seat", 1, 0), ("unregistered_uid", 1, 1),
    ]  # fmt: skip
    assert sum(hour["hands"] for hour in told["hours"]) == 2
    assert client.get("/api/statistics").json["hands"] == 2


def test_a_pause_makes_nobody_slow(table: Table) -> None:
    books = Books(JournalReader.open(table.path))
    books.bring_up()
    before = figures_of("T1", [books]).hands_per_hour
    table._wall += 86_400_000  # a day
    table.begin(3)
    table.end(3)
    books.bring_up()
    assert before is not None
    after = figures_of("T1", [books]).hands_per_hour
    assert after is not None
    assert after > 12  # a day between would make it less than one


def test_books_go_on_where_they_stopped(table: Table) -> None:
    whole = Books(JournalReader.open(table.path))
    whole.bring_up()

    class Slow(JournalReader):
        def tail(self, after: Seq, limit: int) -> Any:
            return super().tail(after, 1)

    piecemeal = Books(Slow(table.path))
    piecemeal.bring_up()
    assert figures_of("T1", [piecemeal]) == figures_of("T1", [whole])


def test_who_did_what_stands_with_role_and_reason_and_leads_to_its_event(client: FlaskClient) -> None:
    told = client.get("/api/tables/T1/deeds").json
    voided = next(one for one in told if one["kind"] == "hand_voided")
    assert (voided["by"]["role"], voided["reason"], voided["hand"]) == ("floor", "redeal", 1)
    assert told[0]["kind"] == "irregularity_reported"
    html = client.get("/tables/T1/audit").get_data(as_text=True)
    assert "Pit Olga" in html
    assert f'href="/tables/T1/hands/1?seq={voided["seq"]}"' in html
    assert "not in the record" in html  # who seated the players


def test_misreads_lie_where_they_happened_and_what_is_sealed_is_said_to_be(client: FlaskClient) -> None:
    told = client.get("/api/tables/T1/devices").json
    assert {one["place"]: one["what"] for one in told["misread"]} == {
        "seat_3": {"card_read_twice": 1},
        "board": {"card_read_twice": 1, "unknown_tag_seen": 1},
    }
    html = client.get("/tables/T1/devices").get_data(as_text=True)
    assert [float(share) for share in re.findall(r'fill-opacity="([\d.]+)"', html) if float(share)] == [0.42, 0.85]
    assert "sealed in the table&#39;s black boxes" in html


def status(at_s: int, alive: int, *reads: int) -> bytes:
    antennas = tuple((number, came, 8 - number) for number, came in enumerate(reads))
    health = {"antennas": antennas, "places": [(0, "seat 3 cards"), (1, "board flop"), (2, "muck")]}
    device = {"name": "board", "state": "linked", "age_ms": 200, "health": health}
    return msgspec.json.encode({"heartbeat": at_s * 1000, "alive_since": alive, "devices": [device]})


def test_rates_are_what_came_in_each_ten_seconds_whatever_restarts() -> None:
    history = HealthHistory()
    history.take(status(100, 1, 50, 7))  # what came before we did has no time
    history.take(status(105, 1, 53, 7))
    history.take(status(131, 1, 60, 9))
    history.take(status(141, 2, 4, 0))  # another process counts from nothing
    history.take(b"no status")
    (device,) = history.told().devices
    assert [antenna.place for antenna in device.antennas] == ["seat 3 cards", "board flop", "muck"]
    assert device.antennas[0].rates == (3, 0, 0, 7, 4)
    assert device.rates == (3, 0, 0, 9, 4)
    assert (device.antennas[1].hits, device.antennas[2].reads) == (7, 0)
    history.take(status(90_000, 2, 5, 0))
    assert len(history.told().devices[0].rates) == 1


def test_the_status_of_a_table_is_on_its_page(client: FlaskClient, feed: LocalFeed, table: Table) -> None:
    for second in (1, 2):
        write_status(table.path, status(int(time.time()) + second, 1, 40 * second, 3))
        end = time.monotonic() + 5
        while (told := feed.health("T1")) is None or told.devices == () or told.devices[0].antennas[0].reads != 40 * second:  # type: ignore[arg-type]
            assert time.monotonic() < end
            time.sleep(0.01)
    html = client.get("/tables/T1/devices").get_data(as_text=True)
    assert re.findall(r'<tr( class="weak")?><td class="num">(\d)</td><td>([^<]+)</td>', html) == [
        ("", "0", "seat 3"), (' class="weak"', "1", "board, Flop"), ("", "2", "muck"),
    ]  # fmt: skip


def press(client: FlaskClient) -> int:
    page = client.get("/tables/T1/audit").get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    return client.post(
        "/tables/T1/audit/check", data={"csrf_token": token[1]}, headers={"Origin": "http://localhost"}
    ).status_code


def result(client: FlaskClient) -> str:
    end = time.monotonic() + 10
    while 'http-equiv="refresh"' in (html := client.get("/tables/T1/audit").get_data(as_text=True)):
        assert time.monotonic() < end
        time.sleep(0.01)
    found = re.search(r'data-result="(\w*)".*?role="status">(.*?)</p>', html, re.DOTALL)
    assert found is not None
    return f"{found[1]} {found[2]}"


def test_the_record_is_checked_on_demand(client: FlaskClient, table: Table) -> None:
    assert "Not checked since" in result(client)
    assert press(client) == 303
    head = JournalReader.open(table.path).head().sequence
    assert result(client) == f"ok <b>✓ {head} records, chain whole</b>"


def test_a_bad_record_is_named_and_a_second_check_waits(client: FlaskClient, feed: LocalFeed) -> None:
    asked: list[str] = []

    def slow(name: str) -> VerifyReport:
        asked.append(name)
        while len(asked) < 2:
            time.sleep(0.005)
        return VerifyReport(4, False, Seq(5), BadLink.HASH, Head(Seq(4), b"x" * 32))

    feed.check = slow  # type: ignore[assignment, method-assign]
    assert press(client) == 303
    assert press(client) == 409
    asked.append("go on")
    assert result(client) == "bad <b>✕ Record 5 is bad</b> <code>hash</code>"


def test_every_page_is_found_and_unknown_tables_are_not(client: FlaskClient) -> None:
    html = client.get("/audit").get_data(as_text=True)
    assert 'href="/tables/T1/audit"' in html
    assert 'href="/tables/T1/devices"' in html
    for path in ("/tables/T9/devices", "/tables/T9/audit", "/api/tables/T9/statistics", "/api/tables/T9/devices"):
        assert client.get(path).status_code == 404
    assert client.get("/api/tables/T1/deeds?limit=0").status_code == 400
    paths = client.get("/api/openapi.json").json["paths"]
    assert {
        "/api/statistics",
        "/api/tables/{table}/statistics",
        "/api/tables/{table}/devices",
        "/api/tables/{table}/deeds",
    } <= paths.keys()
