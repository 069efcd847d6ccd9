"""Every order of the table page's form becomes the order it says, and what may not be given now cannot be pressed."""

import re
from typing import Any

import pytest
from dashboard_fakes import FakeControl, FakeFeed, betting_view, idle_view, locked_view, replace, some_facts
from flask.testing import FlaskClient

from table_controller.core import orders as ask
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.orders import AnyOrder
from table_controller.views.shapes import DeckView, LevelView, PitView, StakesView
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig
from web_dashboard.pages.shift import left_ms

STAKES = StakesView("no_limit", Chips(100), Chips(200), Chips(25), Chips(8_000), Chips(40_000))
FULL = {
    "dealer": "Anna",
    "floor": "Bruno",
    "level": LevelView(3, 20, 0, 1_796_000_000_000),
    "deck": "blue-1",
    "decks": (DeckView("blue-1", "ready"), DeckView("red-2", "ready"), DeckView("old", "retired")),
    "stakes": STAKES,
}


def client_of(control: FakeControl, view: PitView) -> FlaskClient:
    feed = FakeFeed(view)
    feed.events = some_facts()
    return create_app(DashboardConfig(strict_texts=True), feed, control).test_client()


def page_of(view: PitView) -> str:
    return client_of(FakeControl(), view).get("/tables/T1").get_data(as_text=True)


def key(html: str, beginning: str) -> tuple[str, bool]:
    """The order of the page's key that begins so, and whether it can be pressed."""
    found = re.search(rf'name="order" value="({re.escape(beginning)}[^"]*)"( disabled)?', html)
    assert found is not None, beginning
    return found[1], found[2] is None


SEAT = SeatNo(4)
GIVEN: list[tuple[str, dict[str, str], AnyOrder]] = [
    ("seat", {"at_seat": "4", "player": "Zoe", "chips": "9000"}, ask.Seat(seat=SEAT, player="Zoe", chips=Chips(9000))),
    (
        "seat",
        {"at_seat": "4", "player": "Zoe", "chips": "9000", "newcomer": "false"},
        ask.Seat(seat=SEAT, player="Zoe", chips=Chips(9000), newcomer=False),
    ),
    ("top_up", {"at_seat": "4", "chips": "500"}, ask.TopUp(seat=SEAT, amount=Chips(500))),
    ("leave", {"at_seat": "4"}, ask.Leave(seat=SEAT)),
    ("absent", {"at_seat": "4"}, ask.Absent(seat=SEAT)),
    ("sit_out", {"at_seat": "4"}, ask.SitOut(seat=SEAT)),
    ("back", {"at_seat": "4"}, ask.Back(seat=SEAT)),
    (
        "level ",
        {"small_blind": "200", "big_blind": "400", "ante": "0", "number": "4", "minutes": "20"},
        ask.Level(small_blind=Chips(200), big_blind=Chips(400), number=4, minutes=20),
    ),
    ("level_clock", {}, ask.LevelClock(run=False)),
    ("dealer_change", {"dealer": "Cyril"}, ask.DealerChange(dealer="Cyril")),
    ("assign_floor", {"floor": ""}, ask.AssignFloor(floor="")),
    ("swap_deck", {"deck": "red-2"}, ask.SwapDeck(deck="red-2")),
    ("push_pot", {"pot": "0", "pot_seat": "4"}, ask.PushPot(pot=0, seat=SEAT)),
    ("kill_hand", {"kill_seat": "4", "reason": "fouled"}, ask.KillHand(seat=SEAT, reason="fouled")),
    ("void_hand", {"reason": "misdeal"}, ask.VoidHand(reason="misdeal")),
    ("clock", {}, ask.Clock(seat=SeatNo(3))),
    ("pause_table", {"reason": "break"}, ask.PauseTable(reason="break")),
    ("close_table", {}, ask.CloseTable()),
    (
        "rule code",
        {"ruling_1": "reshuffle_now", "ruling_seat": "", "reason": "floor"},
        ask.Rule(code="turn_premature", ruling="reshuffle_now", reason="floor"),
    ),
    (
        "rule code",
        {"ruling_1": "kill", "ruling_seat": "4"},
        ask.Rule(code="turn_premature", ruling="kill", seat=SEAT),
    ),
]


@pytest.mark.parametrize(("begins", "form", "order"), GIVEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_key_of_the_form_gives_the_order_it_says(begins: str, form: dict[str, str], order: AnyOrder) -> None:
    control = FakeControl()
    found = replace(locked_view().findings[0], rulings=("river_becomes_turn", "reshuffle_now", "kill"))
    client = client_of(control, replace(locked_view(), findings=(found,), **FULL))
    html = client.get("/tables/T1").get_data(as_text=True)
    token = re.search(r'name="csrf-token" content="([^"]+)"', html)
    assert token is not None
    sent: dict[str, Any] = {"csrf_token": token[1], "page": "table", "order": key(html, begins)[0], **form}
    answer = client.post("/tables/T1/orders", data=sent, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    assert control.asked[0][1] == order
    assert all(f'name="{name}"' in html for name in form)


def test_the_houses_ruling_is_suggested_and_the_others_may_be_given_instead() -> None:
    found = replace(locked_view().findings[0], rulings=("river_becomes_turn", "reshuffle_now", "stands"))
    html = page_of(replace(locked_view(), findings=(found,)))
    offered = re.findall(r'<option value="(\w+)">([^<]+)</option>', html[html.index('name="ruling_1"') :])[:3]
    assert offered == [
        ("river_becomes_turn", "The river becomes the turn – the house&#39;s"),
        ("reshuffle_now", "Shuffle now"),
        ("stands", "Stands as it lies"),
    ]


@pytest.mark.parametrize(("signed", "may"), [((), False), (("floor",), False), (("floor", "surveillance"), True)])
def test_at_level_three_the_floor_neither_kills_nor_voids_nor_resumes_alone(signed: tuple[str, ...], may: bool) -> None:
    found = replace(locked_view().findings[0], level=3, signed=signed)
    html = page_of(replace(locked_view(), findings=(found,)))
    assert [key(html, order)[1] for order in ("kill_hand", "void_hand", "resume")] == [may] * 3
    assert ("a second person signs before" in html) is not may


def test_only_decks_that_may_be_dealt_from_are_offered_and_only_between_hands() -> None:
    html = page_of(replace(idle_view("T1"), **FULL))
    assert "<option>red-2</option>" in html
    assert "<option>old</option>" not in html
    assert "<option>blue-1</option>" not in html
    assert key(html, "swap_deck")[1]
    assert not key(page_of(replace(betting_view("T1"), **FULL)), "swap_deck")[1]


def test_the_page_says_who_works_here_and_what_comes_next() -> None:
    html = page_of(replace(betting_view("T1"), next_stakes=replace(STAKES, small_blind=Chips(200), big_blind=Chips(400)), **FULL))
    for part in ("Dealer Anna", "Floor Bruno", "Deck blue-1", "Level 3", "next hand 200/400", "Buy-in 8,000 to 40,000"):
        assert part in html
    assert "No dealer" in page_of(betting_view("T1"))


def test_what_is_left_of_a_level_leaves_breaks_out() -> None:
    assert left_ms(LevelView(3, 20, 0, 1_000), 61_000) == 19 * 60_000
    assert left_ms(LevelView(3, 20, 300_000, None), 999_000) == 15 * 60_000
    assert left_ms(LevelView(3, 1, 60_000, 1_000), 6_000) == -5_000
