"""The HTTP API: paths, bodies, errors and what it says of itself."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from dashboard_fakes import FakeControl, FakeFeed, alarm, betting_view, idle_view, replace
from flask.testing import FlaskClient

from table_controller.core import events as did
from table_controller.core.cards import HiddenCard, LyingCard, card
from table_controller.core.ids import AttemptNo, Chips, HandNo, PieceNo, SeatNo, Seq
from table_controller.core.messages import Rejection
from table_controller.core.orders import Bet, Cancel, Exposed, Flashed, PauseTable, Person, ReportAbsent, Resume, Role
from table_controller.core.roles import may_give
from table_controller.journal import FaultReason, JournalFault
from table_controller.rehearsal.scenario.doings import KEYS_WITH_SEAT, KeyWord
from table_controller.views.shapes import PitView
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig
from web_dashboard.feed import HandRecord, HandSummary, KeyReused, Recorded, Refused, Unanswered

KEY = "0b1c2d3e-0000-4000-8000-000000000001"


@pytest.fixture
def feed() -> FakeFeed:
    return FakeFeed(replace(betting_view("T1"), alarms=(alarm(),)), idle_view("T2"))


@pytest.fixture
def control() -> FakeControl:
    return FakeControl()


@pytest.fixture
def client(feed: FakeFeed, control: FakeControl) -> FlaskClient:
    return create_app(DashboardConfig(strict_texts=True), feed, control).test_client()


def post(client: FlaskClient, order: Any, table: str = "T1", **other: Any) -> tuple[int, Any]:
    """A program's order, without cookie and without origin."""
    answer = client.post(f"/api/tables/{table}/orders", json={"order": order, "seen_seq": 10, "key": KEY, **other})
    return answer.status_code, answer.get_json()


def test_every_table_stands_in_the_list(client: FlaskClient) -> None:
    first, second = client.get("/api/tables").get_json()
    assert (first["id"], first["state"], first["alarms"], first["heartbeat_age_s"]) == ("T1", "betting", 1, 0.2)
    assert second["id"] == "T2"


def test_the_pit_view_has_the_fields_of_the_contract(client: FlaskClient) -> None:
    body = client.get("/api/tables/T1").get_data()
    view = json.loads(body)
    assert msgspec.json.decode(body, type=PitView).table == "T1"
    assert set(view) >= {"table", "seq", "as_of", "house_rules", "game", "state", "hand", "procedure", "alarms", "devices"}
    assert set(view["game"]) == {"limit", "small_blind", "big_blind"}
    hand = "number attempt street button small_blind_seat big_blind_seat actor to_call min_raise_to max_raise_to board burns"
    assert set(view["hand"]) >= {*hand.split(), "burns_shown", "muck", "stub", "pots", "seats", "shown"}
    assert set(view["hand"]["seats"][0]) >= {"seat", "player", "stack", "bet", "cards", "status"}
    assert set(view["alarms"][0]) >= {"id", "priority", "code", "state", "since"}


def test_an_unknown_table_is_not_found_and_says_so(client: FlaskClient) -> None:
    for path in ("/api/tables/T9", "/api/tables/T9/hands", "/api/tables/T9/hands/1"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.get_json() == {"error": {"code": "no_table", "text": "There is no table T9."}}


def test_hands_are_listed_newest_first_below_a_number(client: FlaskClient, feed: FakeFeed) -> None:
    feed.summaries = tuple(
        HandSummary(HandNo(n), AttemptNo(1), "showdown", ("turn_premature",), (Chips(600),)) for n in range(9, 0, -1)
    )
    hands = client.get("/api/tables/T1/hands?before=8&limit=2").get_json()
    assert [hand["number"] for hand in hands] == [7, 6]
    assert hands[0] == {"number": 7, "attempt": 1, "outcome": "showdown", "irregularities": ["turn_premature"], "pots": [600]}


@pytest.mark.parametrize("query", ["before=x", "before=0", "limit=-1", "limit=99999999999999"])
def test_a_wrong_number_names_its_field(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/api/tables/T1/hands?{query}")
    assert answer.status_code == 400
    assert answer.get_json()["error"]["field"] == query.partition("=")[0]


def test_one_hand_shows_every_public_event_and_no_hidden_card(client: FlaskClient, feed: FakeFeed) -> None:
    """Even if a hidden card ever stood in an event here, it is left out by name."""
    secret = HiddenCard(PieceNo(7), card("Ah"))
    events: list[did.AnyEvent] = [
        did.CardDealt(seat=SeatNo(3), hidden=secret),
        did.BoardCardDealt(up=card("7s"), hidden=secret),
        did.HandTabled(seat=SeatNo(3), cards=(card("Ks"), card("Kd")), pieces=(secret,)),
    ]
    recorded = tuple(Recorded(Seq(n), 1000 + n, event) for n, event in enumerate(events, 1))
    feed.records[(17, 1)] = HandRecord(HandNo(17), AttemptNo(1), recorded)
    answer = client.get("/api/tables/T1/hands/17")
    dealt, board, tabled = answer.get_json()["events"]
    assert (dealt["seq"], dealt["at"], dealt["kind"], dealt["seat"], dealt["up"]) == (1, 1001, "card_dealt", 3, None)
    assert board["up"] == "7s"
    assert tabled["cards"] == ["Ks", "Kd"]
    assert "Ah" not in answer.get_data(as_text=True)
    assert "hidden" not in dealt
    assert "pieces" not in tabled
    assert client.get("/api/tables/T1/hands/18").status_code == 404


def test_an_order_goes_to_its_table_with_what_was_seen_and_its_key(client: FlaskClient, control: FakeControl) -> None:
    assert post(client, {"kind": "bet", "to": 400, "seat": 3}) == (202, {"seq": 11})
    assert control.asked == [("T1", Bet(to=Chips(400), seat=SeatNo(3)), Person(Role.DEALER, via="console"), 10, KEY)]


def test_floor_orders_are_given_as_floor_until_there_is_a_sign_in(client: FlaskClient, control: FakeControl) -> None:
    post(client, {"kind": "resume", "reason": "cards put right"})
    assert control.asked[0][1:3] == (Resume(reason="cards put right"), Person(Role.FLOOR, via="console"))


def test_the_names_of_the_contract_are_understood(client: FlaskClient, control: FakeControl) -> None:
    post(client, {"kind": "pause", "reason": "break"})
    post(client, {"kind": "key", "key": "exposed", "seat": 5})
    assert [asked[1] for asked in control.asked] == [PauseTable(reason="break"), Exposed(seat=SeatNo(5))]


def test_the_words_of_a_scenario_s_keys_are_keys_here_and_all_of_them_the_dealer_s(
    client: FlaskClient, control: FakeControl
) -> None:
    """SCENARIO, `key ...`: what stands there may be pressed here, and gives an order the dealer may give."""
    for word in KeyWord:
        seat = {"seat": 3} if word in KEYS_WITH_SEAT else {}
        assert post(client, {"kind": "key", "key": word.value, **seat})[0] == 202, word
    assert all(may_give(order, by) is None and by.role is Role.DEALER for _, order, by, *_ in control.asked)
    given = {word: asked[1] for word, asked in zip(KeyWord, control.asked, strict=True)}
    assert given[KeyWord.ABSENT] == ReportAbsent(seat=SeatNo(3))
    assert given[KeyWord.FLASHED_BY_PLAYER] == Flashed(seat=SeatNo(3), by_dealer=False)
    assert given[KeyWord.CANCEL] == Cancel()


def test_a_refusal_comes_with_code_parameters_and_words(client: FlaskClient, control: FakeControl) -> None:
    control.answer = Refused(Rejection("below_minimum", {"min": 1200}))
    status, body = post(client, {"kind": "raise", "to": 300})
    assert status == 409
    assert body == {"rejection": {"code": "below_minimum", "params": {"min": 1200}, "text": "At least 1,200, or all-in."}}


def test_no_answer_in_time_is_unknown_and_may_be_asked_again(client: FlaskClient, control: FakeControl) -> None:
    control.answer = Unanswered()
    status, body = post(client, {"kind": "fold"})
    assert (status, body["error"]["code"]) == (504, "unknown")


def test_a_key_used_for_another_body_is_refused(client: FlaskClient, control: FakeControl) -> None:
    control.answer = KeyReused()
    status, body = post(client, {"kind": "fold"})
    assert (status, body["error"]["code"]) == (422, "key_reused")


@pytest.mark.parametrize("seen", [-1, 2**53, 2**80])
def test_a_number_no_record_has_is_a_wrong_field(client: FlaskClient, control: FakeControl, seen: int) -> None:
    status, body = post(client, {"kind": "fold"}, seen_seq=seen)
    assert (status, body["error"]["field"]) == (422, "seen_seq")
    assert control.asked == []


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"kind": "bet"}, "order.to"),
        ({"kind": "bet", "to": "many"}, "order.to"),
        ({"kind": "fold", "sheet": 3}, "order.sheet"),
        ({"kind": "win"}, "order.kind"),
        ({"seat": 3}, "order.kind"),
        ({"kind": "key", "key": "esc"}, "order.key"),
        (["fold"], "order"),
        ({"kind": "void_hand", "reason": "a\x00b"}, "order.reason"),
        ({"kind": "resume", "reason": "a\x1b[2Jb"}, "order.reason"),
        ({"kind": "seat", "seat": 1, "player": "A\x00", "chips": 100}, "order.player"),
        ({"kind": "assign_floor", "floor": "\u200bAnn"}, "order.floor"),
        ({"kind": "assign_floor", "floor": "Ann\n"}, "order.floor"),
        ({"kind": "pause", "reason": "\u202enoitseuq"}, "order.reason"),
        ({"kind": "retire_deck", "deck": "red", "reason": "\x1b[2J"}, "order.reason"),
    ],
)
def test_a_wrong_field_is_named(client: FlaskClient, control: FakeControl, order: Any, field: str) -> None:
    status, body = post(client, order)
    assert (status, body["error"]["code"], body["error"]["field"]) == (422, "bad_field", field)
    assert control.asked == []


def test_a_page_is_told_what_is_wrong_in_its_own_language_and_a_program_in_the_checkers_english(client: FlaskClient) -> None:
    body = {"order": {"kind": "top_up", "seat": 1, "amount": "1,000"}, "key": KEY}
    page = client.post("/api/tables/T1/orders", json=body, headers={"X-Page-Language": "sk"}).get_json()["error"]
    assert (page["field"], page["text"]) == ("order.amount", "Pole je nesprávne: treba celé číslo, len číslice.")
    assert "Expected `int`" in client.post("/api/tables/T1/orders", json=body).get_json()["error"]["text"]


def test_a_body_without_key_or_with_something_else_is_refused(client: FlaskClient) -> None:
    path = "/api/tables/T1/orders"
    assert client.post(path, json={"order": {"kind": "fold"}}).get_json()["error"]["field"] == "key"
    assert client.post(path, json={"order": {"kind": "fold"}, "key": KEY, "by": "floor"}).get_json()["error"]["field"] == "by"
    for broken in (b"{", b'{"order":{"kind":"fold","seat":' + b"[" * 9_000):
        assert client.post(path, data=broken, content_type="application/json").status_code == 400
    assert client.post(path, data=b"x" * 70_000, content_type="application/json").status_code == 413


def test_errors_keep_their_form_for_programs(client: FlaskClient) -> None:
    missing, method = client.get("/api/nothing"), client.delete("/api/tables")
    assert (missing.status_code, missing.get_json()["error"]["code"]) == (404, "not_found")
    assert (method.status_code, method.get_json()["error"]["code"]) == (405, "method_not_allowed")
    assert "GET" in method.headers["Allow"]


def test_a_bug_answers_500_without_telling_anything(client: FlaskClient, feed: FakeFeed, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("secret Ah")

    monkeypatch.setattr(feed, "tables", broken)
    answer = client.get("/api/tables")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (500, "failed")
    assert "Ah" not in answer.get_data(as_text=True)


def test_a_record_that_cannot_be_read_now_is_no_bug(client: FlaskClient, feed: FakeFeed, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> tuple[HandSummary, ...]:
        raise JournalFault(Path("T1.journal"), FaultReason.BUSY, "busy")

    monkeypatch.setattr(feed, "hands", fails)
    answer = client.get("/api/tables/T1/hands")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "record_unreadable")


def test_health_says_what_is_wrong_and_no_more(client: FlaskClient, feed: FakeFeed) -> None:
    assert (client.get("/healthz").status_code, client.get("/healthz").get_json()) == (200, {"status": "ok"})
    feed.wrong = "feed_stopped"
    assert (client.get("/healthz").status_code, client.get("/healthz").get_json()) == (503, {"status": "feed_stopped"})


def test_metrics_count_orders_and_show_heartbeats(client: FlaskClient, control: FakeControl) -> None:
    post(client, {"kind": "fold"})
    control.answer = Unanswered()
    post(client, {"kind": "fold"})
    text = client.get("/metrics").get_data(as_text=True)
    assert 'burnturn_orders_total{outcome="accepted"} 1.0' in text
    assert 'burnturn_orders_total{outcome="unanswered"} 1.0' in text
    assert 'burnturn_table_heartbeat_age_seconds{table="T1"} 0.2' in text


def test_the_description_names_every_route_for_programs_and_no_other(client: FlaskClient) -> None:
    document = client.get("/api/openapi.json").get_json()
    routes = {
        rule.rule.replace("<int:number>", "{number}").replace("<table>", "{table}")
        for rule in client.application.url_map.iter_rules()
        if rule.rule.startswith(("/api", "/live", "/healthz", "/metrics"))
    }
    assert set(document["paths"]) == routes
    assert document["openapi"].startswith("3.1")


def test_the_description_only_refers_to_what_it_holds(client: FlaskClient) -> None:
    text = client.get("/api/openapi.json").get_data(as_text=True)
    schemas = json.loads(text)["components"]["schemas"]
    used = {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert used <= set(schemas)
    assert schemas["order_pause"]["properties"]["kind"]["enum"] == ["pause"]


def test_a_program_sees_no_lying_card_type_in_any_schema(client: FlaskClient) -> None:
    text = client.get("/api/openapi.json").get_data(as_text=True)
    assert LyingCard.__name__ not in text
    assert HiddenCard.__name__ not in text
