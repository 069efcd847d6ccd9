"""The room page: who answers for which tables and for how many at most, levels for several, the ledger, the report."""

import re
from pathlib import Path
from typing import Any

import pytest
from dashboard_fakes import FakeControl, FakeFeed, betting_view, idle_view, replace
from flask.testing import FlaskClient
from journal_of_hands import Table

from table_controller.core import events as did
from table_controller.core import orders as ask
from table_controller.core.ids import Chips, TableId
from table_controller.core.messages import Rejection
from table_controller.journal import JournalReader
from table_controller.views.shapes import LevelView, PitView
from web_dashboard.app import create_app
from web_dashboard.audit.books import Books
from web_dashboard.config import DashboardConfig
from web_dashboard.feed import Refused
from web_dashboard.room.ledger import Sums, entries, sums


def client_of(control: FakeControl, *views: PitView) -> FlaskClient:
    return create_app(DashboardConfig(strict_texts=True), FakeFeed(*views), control).test_client()


def post(client: FlaskClient, path: str, **fields: Any) -> Any:
    found = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/room").get_data(as_text=True))
    assert found is not None
    return client.post(path, data={"csrf_token": found[1], **fields}, headers={"Origin": "http://localhost"})


def tables(many: int, **other: Any) -> list[PitView]:
    return [betting_view(f"T{number}", **other) for number in range(1, many + 1)]


def test_the_room_says_who_sits_deals_and_answers_where_and_how_far_the_level_is() -> None:
    busy = replace(betting_view("T1"), dealer="Anna", floor="Bruno", level=LevelView(3, 20, 600_000, None))
    html = client_of(FakeControl(), busy, idle_view("T2")).get("/room").get_data(as_text=True)
    for part in ("Anna", "Bruno", "10:00", "Cyril", "1,285,517", "Nobody has bought in."):
        assert part in html, part


def test_ticked_tables_go_to_a_floor_person_by_an_order_each() -> None:
    control = FakeControl()
    views = [*tables(3), replace(betting_view("T4"), floor="Anna")]
    answer = post(client_of(control, *views), "/room/floor", floor="Anna", table=["T1", "T3", "T4"])
    assert answer.headers["Location"] == "/room"
    assert [(table, order) for table, order, *_ in control.asked] == [
        ("T1", ask.AssignFloor(floor="Anna")),
        ("T3", ask.AssignFloor(floor="Anna")),
    ]


def test_a_floor_person_has_ten_tables_at_most_whichever_way_the_eleventh_comes() -> None:
    control = FakeControl()
    views = [replace(view, floor="Anna" if number < 9 else "") for number, view in enumerate(tables(12))]
    client = client_of(control, *views)
    assert post(client, "/room/floor", floor="Anna", table=["T10", "T11"]).status_code == 422
    assert post(client, "/tables/T1/orders", order="assign_floor floor", floor="Anna").status_code == 303
    assert post(client, "/room/floor", floor="Anna", table=["T10"]).status_code == 303
    full = [replace(view, floor="Anna" if number < 10 else "") for number, view in enumerate(tables(12))]
    refused = FakeControl()
    answer = client_of(refused, *full).post(
        "/api/tables/T11/orders", json={"order": {"kind": "assign_floor", "floor": "Anna"}, "key": "12345678"}
    )
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "too_many_tables")
    assert refused.asked == []
    assert post(client_of(refused, *full), "/room/floor", floor="", table=["T1", "T2"]).status_code == 303


def test_a_level_and_its_clock_go_to_every_ticked_table_and_who_refuses_is_named() -> None:
    control = FakeControl()
    client = client_of(control, *tables(2))
    post(client, "/room/level", small_blind="200", big_blind="400", ante="", number="4", minutes="20", table=["T1", "T2"])
    post(client, "/room/clock", run="false", table=["T2"])
    wanted = ask.Level(small_blind=Chips(200), big_blind=Chips(400), number=4, minutes=20)
    assert [(table, order) for table, order, *_ in control.asked] == [
        ("T1", wanted),
        ("T2", wanted),
        ("T2", ask.LevelClock(run=False)),
    ]
    control.answer = Refused(Rejection("no_level_clock"))
    missed = post(client, "/room/clock", run="true", table=["T1", "T2"]).headers["Location"]
    assert "T1, T2" in client.get(missed).get_data(as_text=True)
    for wrong in (
        {"small_blind": "x"},
        {"small_blind": "1", "big_blind": "2", "ante": "x"},
        {"small_blind": "٣", "big_blind": "4"},
    ):
        assert post(client, "/room/level", table=["T1"], **wrong).status_code == 422


def test_what_was_ticked_wrongly_or_not_at_all_is_said_and_nothing_is_taken_for_something_else() -> None:
    control = FakeControl()
    client = client_of(control, *tables(2))
    for path, fields in (
        ("floor", {"floor": "Anna"}),
        ("level", {"small_blind": "1", "big_blind": "2"}),
        ("clock", {"run": "true"}),
    ):
        assert "No table is ticked" in post(client, f"/room/{path}", **fields).get_data(as_text=True)
    assert post(client, "/room/clock", run="on", table=["T1"]).status_code == 422
    assert control.asked == []
    assert post(client, "/room/floor", floor="Anna", table=["T1", "T1", "T9"]).headers["Location"] == "/room?not_done=T9"
    assert [table for table, *_ in control.asked] == ["T1"]


def test_enter_in_a_field_of_the_room_presses_none_of_its_buttons() -> None:
    """It would press the first, and take the floor person from every ticked table while somebody types blinds."""
    html = client_of(FakeControl(), *tables(1)).get("/room").get_data(as_text=True)
    form = html[html.index('<form id="room-form"') :]
    assert "<button disabled hidden>" in form[: form.index("</form>")]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"small_blind": "1,000", "big_blind": "2000"}, "treba celé číslo, len číslice"),
        ({"small_blind": "1", "big_blind": "2", "minutes": "9999"}, "najviac 1\xa0440"),
        ({"big_blind": "2"}, "je prázdne"),
    ],
)
def test_who_fills_a_field_in_wrongly_is_told_which_and_why_in_his_own_language(fields: dict[str, str], words: str) -> None:
    client = client_of(FakeControl(), *tables(1))
    client.get("/room?lang=sk")
    html = post(client, "/room/level", table=["T1"], **fields).get_data(as_text=True)
    assert words in html
    assert f"<code>{'minutes' if 'minutes' in fields else 'small_blind'}</code>" in html


def test_what_lies_in_the_middle_is_on_the_table_too() -> None:
    view = betting_view("T1")
    assert view.hand is not None
    pots = sum(pot.amount for pot in view.hand.pots)
    assert pots
    chips = sum(seat.stack + seat.bet for seat in view.seats) + pots
    assert client_of(FakeControl(), view).get("/room").get_data(as_text=True).count(f">{chips:,}<") == 2


@pytest.fixture
def books(tmp_path: Path) -> Any:
    table = Table(tmp_path)
    table.open_with_two()
    table.write(did.ChipsToppedUp(seat=1, amount=Chips(50)), did.PlayerLeft(seat=2, chips=Chips(320)))  # type: ignore[arg-type]
    kept = Books(JournalReader.open(table.path))
    kept.bring_up()
    yield kept
    table.journal.close()


def test_the_ledger_has_every_buy_in_top_up_and_leaving_of_the_record(books: Books) -> None:
    lines = entries(TableId("T1"), books.deeds)
    assert [(line.player, line.way, line.amount) for line in lines] == [
        ("Anna", "in", 200),
        ("Bruno", "in", 200),
        ("Anna", "in", 50),
        ("Bruno", "out", 320),
    ]
    assert sums(lines) == Sums(Chips(450), Chips(320))
