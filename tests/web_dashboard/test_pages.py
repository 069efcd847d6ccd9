"""The pages as a browser without script gets them: what they say, who may post, which headers they carry."""

import re
from typing import Any

import pytest
from dashboard_fakes import (
    Clients,
    FakeControl,
    FakeFeed,
    alarm,
    betting_view,
    idle_view,
    locked_view,
    repair_view,
    replace,
    seat,
    some_facts,
)
from full_view import busy_view

from table_controller.core.ids import Chips, SeatNo, Seq
from table_controller.core.messages import Message, Rejection
from table_controller.core.orders import Raise, Role, Show, VoidHand
from table_controller.views.shapes import AwardView, PitView, PotView, QuestionView
from web_dashboard.feed import Refused, Unanswered

PAGES = ("/", "/tables/T1", "/tables/T1/dealer")


def showdown_view() -> PitView:
    base = betting_view("T1")
    hand = replace(base.hand, street="showdown", actor=None, board=("7s", "Qc", "Td", "2h", "As"), shown={"1": ("Kh", "Kd")})
    return replace(base, state="showdown", hand=hand, prompt=Message("show", {"seat": 3}))


def paying_view() -> PitView:
    base = showdown_view()
    pots = (PotView(Chips(600), (SeatNo(1), SeatNo(5))), PotView(Chips(90), (SeatNo(1),)))
    return replace(base, state="paying", hand=replace(base.hand, pots=pots), prompt=Message("award", {"pot": "main"}))


def paid_view() -> PitView:
    base = showdown_view()
    won = AwardView(0, SeatNo(1), Chips(600), Chips(1), ("Kh", "Kd", "Qc", "As", "Td"), "pair", False)
    hand = replace(base.hand, street="over", winners=(won, replace(won, pot=1, best=(), category="")))
    return replace(base, state="idle", hand=hand, prompt=Message("gather_cards"))


VIEWS = {
    "betting": betting_view("T1"),
    "idle": idle_view("T1"),
    "locked": locked_view("T1"),
    "showdown": showdown_view(),
    "paying": paying_view(),
    "paid": paid_view(),
    "busy": busy_view(),
    "repair": repair_view(5, None, Message("move_up", {"cards": "3d", "source": "hold", "to": "shoe"})),
    "repair failed": repair_view(2, "returned", Message("closed", {"street": "flop"})),
    "empty": replace(idle_view("T1"), seats=(), state="closed", prompt=Message("wait_players")),
}


@pytest.fixture
def control() -> FakeControl:
    return FakeControl()


def client_of(control: FakeControl, *views: PitView) -> Clients:
    feed = FakeFeed(*views)
    feed.events = some_facts()
    feed.showing = (SeatNo(3), SeatNo(1))
    return Clients(feed, control)


@pytest.fixture
def client(control: FakeControl) -> Clients:
    return client_of(control, betting_view("T1"))


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def token(client: Clients, path: str = "/tables/T1") -> str:
    found = re.search(r'name="csrf-token" content="([^"]+)"', client.get(path).get_data(as_text=True))
    assert found is not None
    return found[1]


def submit(client: Clients, order: str, **fields: Any) -> Any:
    return submit_at("/tables/T1", client, order, **fields)


def submit_at(page: str, client: Clients, order: str, **fields: Any) -> Any:
    form = {"csrf_token": token(client, page), "seen_seq": "10", "order": order, **fields}
    return client.post(f"{page}/orders", data=form, headers={"Origin": "http://localhost"})


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_every_page_can_show_every_situation(control: FakeControl, path: str, name: str) -> None:
    """With strict texts: no page asks for a text the catalogue has not."""
    answer = client_of(control, VIEWS[name]).get(path)
    assert answer.status_code == 200
    assert "⟨" not in answer.get_data(as_text=True)


def test_the_wall_puts_the_table_that_needs_somebody_first(control: FakeControl) -> None:
    views = [
        betting_view("T1"),
        replace(betting_view("T2"), alarms=(alarm(3),)),
        locked_view("T3"),
        replace(betting_view("T4"), alarms=(alarm(2),)),
        replace(betting_view("T5"), state="locked"),
        betting_view("T10"),
        replace(betting_view("T7"), alarms=(alarm(1),)),
        replace(betting_view("T6"), questions=(QuestionView(1, Message("key_without_chips", {"seat": 2})),)),
    ]
    html = client_of(control, *views).get("/").get_data(as_text=True)
    assert re.findall(r'id="tile-(\w+)"', html) == ["T3", "T7", "T5", "T4", "T2", "T6", "T1", "T10"]


def test_a_tile_says_what_a_supervisor_looks_for(control: FakeControl) -> None:
    html = client_of(control, locked_view("T1")).get("/").get_data(as_text=True)
    text = text_of(html.partition("<article")[2])
    for part in ("T1", "Locked", "NL 100/200", "No dealer", "Hand 17", "Flop", "1,550", "Turn too early", "6 of 10", "Cyril"):
        assert part in text


def test_the_first_wager_of_a_round_is_called_a_bet_and_only_what_follows_a_raise(control: FakeControl) -> None:
    opened = betting_view("T1")
    unopened = replace(opened, seats=tuple(replace(one, bet=Chips(0)) for one in opened.seats))
    for view, word, other in ((opened, "raise", "bet"), (unopened, "bet", "raise")):
        page = text_of(client_of(control, view).get("/tables/T1").get_data(as_text=True))
        assert re.search(rf"\b{word} [\d,]+ to [\d,]+", page)
        assert not re.search(rf"\b{other} [\d,]+ to [\d,]+", page)


def test_an_alarm_is_never_told_by_colour_alone(control: FakeControl) -> None:
    html = client_of(control, locked_view("T1")).get("/").get_data(as_text=True)
    assert 'href="#mark-1"' in html
    assert 'aria-label="Priority 1"' in html
    assert 'role="alert"' in html


def test_the_table_page_shows_what_is_public(client: Clients) -> None:
    text = text_of(client.get("/tables/T1").get_data(as_text=True))
    for part in ("Anna", "1,234,567", "all-in", "folded", "Main", "1,200", "Burn 1", "Muck 2", "Deck 36", "Action on seat 3"):
        assert part in text
    assert "Seat 1 bets 200" in text
    assert "Hand 17 begins, button at seat 6" in text


def test_a_finding_is_shown_with_code_level_and_clauses(control: FakeControl) -> None:
    for path in ("/tables/T1", "/tables/T1/dealer"):
        text = text_of(client_of(control, locked_view("T1")).get(path).get_data(as_text=True))
        for part in (
            "Turn too early",
            "turn_premature",
            "level 2",
            "the floor confirms",
            "UA32",
            "UA33",
            "board",
            "Ukrainian rules",
        ):
            assert part in text
        assert "A turn opened during the betting is out for that round, whoever folds" in text


def test_the_dealer_sees_the_next_step_and_exactly_the_legal_keys(client: Clients) -> None:
    html = client.get("/tables/T1/dealer").get_data(as_text=True)
    keys = dict(re.findall(r'name="order" value="([^"]+)"[^>]*?( disabled)?>', html))
    assert '<p class="prompt" role="status">Action on seat 3</p>' in html
    assert [key for key in ("fold", "call", "raise to", "all_in", "undo") if keys[key] == ""] == [
        "fold",
        "call",
        "raise to",
        "all_in",
        "undo",
    ]
    assert "check" not in keys
    assert re.findall(r'data-amount="(\d+)"', html) == ["600", "900", "1950", "20000"]


def test_at_showdown_each_seat_may_show_or_muck(control: FakeControl) -> None:
    html = client_of(control, showdown_view()).get("/tables/T1/dealer").get_data(as_text=True)
    assert re.findall(r'value="((?:show|muck) seat=\d)"', html) == ["show seat=3", "muck seat=3", "show seat=1", "muck seat=1"]


def test_questions_can_be_answered_on_the_dealers_page(control: FakeControl) -> None:
    html = client_of(control, busy_view()).get("/tables/T1/dealer").get_data(as_text=True)
    assert 'value="answer_question question=4 answer=no_bet"' in html


def test_orders_work_without_script(client: Clients, control: FakeControl) -> None:
    answer = submit(client, "void_hand reason", reason="wrong deck")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/tables/T1")
    table, order, person, seen, _ = control.asked[0]
    assert (table, order, person.role, seen) == ("T1", VoidHand(reason="wrong deck"), Role.FLOOR, 10)


def test_a_key_brings_its_own_fields_and_takes_others_from_the_form(client: Clients, control: FakeControl) -> None:
    submit(client, "show seat=3", to="900")
    submit_at("/tables/T1/dealer", client, "raise to", to=" 900 ")
    assert [asked[1] for asked in control.asked] == [Show(seat=SeatNo(3)), Raise(to=Chips(900))]


def test_a_form_without_what_it_needs_is_answered_with_a_page(client: Clients, control: FakeControl) -> None:
    answer = submit(client, "raise to", to="")
    assert (answer.status_code, answer.mimetype) == (422, "text/html")
    assert submit(client, "").status_code == 422
    assert control.asked == []


def test_a_refusal_of_a_form_is_explained_and_leads_back(client: Clients, control: FakeControl) -> None:
    control.answer = Refused(Rejection("nothing_to_resume"))
    answer = submit(client, "resume reason", reason="x")
    assert answer.status_code == 409
    assert "Nothing is stopped." in answer.get_data(as_text=True)
    assert 'href="/tables/T1"' in answer.get_data(as_text=True)
    control.answer = Unanswered()
    assert submit(client, "resume reason", reason="x").status_code == 504


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_another_sites_page_cannot_give_orders(client: Clients, control: FakeControl, headers: dict[str, str]) -> None:
    known = token(client)
    form = client.post("/tables/T1/orders", data={"csrf_token": known, "order": "fold"}, headers=headers)
    script = client.post(
        "/api/tables/T1/orders", json={"order": {"kind": "fold"}, "key": "a" * 20}, headers={**headers, "X-CSRFToken": known}
    )
    assert (form.status_code, script.status_code) == (403, 403)
    assert control.asked == []


def test_a_browser_needs_the_token_of_its_page(client: Clients, control: FakeControl) -> None:
    order = {"order": {"kind": "fold"}, "key": "a" * 20}
    ours = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/tables/T1/orders", json=order, headers=ours).status_code == 403
    assert client.post("/tables/T1/orders", data={"order": "fold"}, headers=ours).status_code == 403
    known = {**ours, "X-CSRFToken": token(client)}
    assert client.post("/api/tables/T1/orders", json=order, headers=known).status_code == 202
    assert len(control.asked) == 1


def test_a_plain_post_of_another_kind_is_no_program(client: Clients) -> None:
    """A form of a foreign page cannot send JSON without asking first."""
    answer = client.post("/api/tables/T1/orders", data='{"order":{"kind":"fold"},"key":"aaaaaaaa"}', content_type="text/plain")
    assert answer.status_code == 403


def test_a_foreign_name_for_this_computer_is_refused(client: Clients) -> None:
    """DNS rebinding: the name would make a foreign page same-origin."""
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "127.0.0.1:8080"}).status_code == 200


@pytest.mark.parametrize("path", [*PAGES, "/api/tables", "/healthz", "/static/css/base.css", "/nothing"])
def test_every_answer_carries_the_strict_headers(client: Clients, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "same-origin")


@pytest.mark.parametrize("name", VIEWS)
def test_no_page_needs_what_the_policy_forbids(control: FakeControl, name: str) -> None:
    for path in PAGES:
        html = client_of(control, VIEWS[name]).get(path).get_data(as_text=True)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))
        assert not re.search(r'(?:src|href)="(?:https?:)?//', html)


def test_pages_say_their_language_and_that_nobody_signs_in_yet(client: Clients) -> None:
    for path in PAGES:
        html = client.get(path, headers={"Accept-Language": "xx, en;q=0.5"}).get_data(as_text=True)
        assert '<html lang="en"' in html
        assert "No sign-in yet" in html


def test_what_a_player_calls_himself_is_text_and_nothing_else(control: FakeControl) -> None:
    base = betting_view("T1")
    seats = (seat(3, player="<b>Eve"), *base.seats[3:])
    for path in PAGES:
        html = client_of(control, replace(base, seats=seats, name='"><script>x')).get(path).get_data(as_text=True)
        assert "<b>Eve" not in html
        assert "<script>x" not in html


def test_a_piece_is_rendered_once_for_all_who_look(control: FakeControl) -> None:
    feed = FakeFeed(betting_view("T1"))
    client = Clients(feed, control)
    asked = []
    feed.facts = lambda table: asked.append(table) or ()  # type: ignore[assignment,func-returns-value]
    first = client.get("/fragments/tables/T1?seq=10").get_data()
    assert client.get("/fragments/tables/T1?seq=10").get_data() == first
    assert asked == ["T1"]
    feed.show(betting_view("T1", 11))
    assert b'data-seq="11"' in client.get("/fragments/tables/T1?seq=11").get_data()
    feed.show(replace(betting_view("T1", 11), alarms=(alarm(),)))
    assert b"Turn too early" in client.get("/fragments/tables/T1?seq=11").get_data()
    assert Seq(len(asked)) == 3


def test_fragments_of_unknown_tables_are_not_found(client: Clients) -> None:
    assert client.get("/fragments/tables/T9").status_code == 404
    assert client.get("/tables/T9").status_code == 404
    assert client.get("/tables/T9/dealer").status_code == 404
