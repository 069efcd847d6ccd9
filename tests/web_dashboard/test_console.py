"""The dealer's console as a surface of its own: what it serves, in whose name it speaks, what it says before a payout."""

import re

import pytest
from dashboard_fakes import Clients, FakeControl, FakeFeed, betting_view, payout_view, replace, some_facts

from table_controller.core.ids import SeatNo
from table_controller.core.orders import Absent, Award, CallFloor, Role
from table_controller.views.shapes import PitView

PAGE = "/tables/T1/dealer"


@pytest.fixture
def control() -> FakeControl:
    return FakeControl()


def clients(control: FakeControl, view: PitView | None = None) -> Clients:
    feed = FakeFeed(view or betting_view("T1"), betting_view("T2"))
    feed.events = some_facts()
    return Clients(feed, control)


def posted(at: Clients, path: str, order: str, **fields: str) -> int:
    token = re.search(r'name="csrf-token" content="([^"]+)"', at.get(PAGE).get_data(as_text=True))
    assert token is not None
    form = {"csrf_token": token[1], "seen_seq": "10", "order": order, **fields}
    return at.console.post(path, data=form, headers={"Origin": "http://localhost"}).status_code


def test_the_console_leads_to_its_page_and_serves_nothing_of_the_pit(control: FakeControl) -> None:
    at = clients(control)
    home = at.console.get("/")
    assert (home.status_code, home.headers["Location"]) == (303, PAGE)
    assert at.console.get(PAGE).status_code == 200
    for path in ("/tables/T1", "/fragments/tiles", "/tables/T1/hands/1"):
        missing = at.console.get(path)
        assert missing.status_code == 404, path
        assert "There is no such page" in missing.get_data(as_text=True)  # said in the console's own frame
    assert at.pit.get(PAGE).status_code == 404
    assert at.pit.get("/fragments/tables/T1/dealer").status_code == 404


def test_the_pits_table_page_leads_to_the_console_of_a_table_that_has_one(control: FakeControl) -> None:
    for address in ("http://127.0.0.1:8101/", None):
        html = clients(control, replace(betting_view("T1"), console=address)).pit.get("/tables/T1").get_data(as_text=True)
        assert ('href="http://127.0.0.1:8101/"' in html) == (address is not None)


def test_whoever_sits_at_the_console_speaks_as_the_dealer_and_as_nobody_else(control: FakeControl) -> None:
    at = clients(control)
    assert posted(at, f"{PAGE}/orders", "absent seat=3") == 303
    assert posted(at, f"{PAGE}/orders", "call_floor") == 303
    assert [(order, by.role) for _, order, by, *_ in control.asked] == [
        (Absent(seat=SeatNo(3)), Role.DEALER),  # which the controller then refuses: it is the floor's to say
        (CallFloor(), Role.DEALER),
    ]
    assert posted(at, f"{PAGE}/orders", "confirm_step as=floor") == 403
    body = {"order": {"kind": "confirm_step"}, "key": "a" * 20, "role": "floor"}
    assert at.console.post("/api/tables/T1/orders", json=body).status_code == 403
    assert len(control.asked) == 2


def test_pots_rake_and_odd_chips_are_spelled_out_before_anybody_says_that_they_are_pushed(control: FakeControl) -> None:
    at = clients(control, payout_view())
    html = at.get(PAGE).get_data(as_text=True)
    pots = html[html.index('class="pay"') : html.index('id="piece-foot"')]
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", pots))
    assert "main pot seats 1 3 5 4,275 1 Anna two pair 2,150 odd chip 25 3 Cyril two pair 2,125" in text
    assert "side pot 1 seats 1 3 1,225 1 Anna two pair 625 odd chip 25 3 Cyril two pair 600" in text
    assert "side pot 2 seats 3 600 3 Cyril two pair 600" in text
    assert "First the rake into the drop box 75" in text
    assert posted(at, f"{PAGE}/orders", "award") == 303
    assert [asked[1] for asked in control.asked] == [Award()]


@pytest.mark.parametrize(("order", "view"), [("award", payout_view()), ("misdeal", betting_view("T1"))])
def test_what_cannot_be_taken_back_is_behind_a_first_tap_also_without_script(order: str, view: PitView) -> None:
    html = clients(FakeControl(), view).get(PAGE).get_data(as_text=True)
    sure = re.findall(r'<details class="pick sure".*?</details>', html, re.DOTALL)
    behind = [one for one in sure if f'value="{order}"' in one]
    assert len(behind) == 1
    assert f'value="{order}"' not in behind[0].partition("</summary>")[0]
    assert html.count(f'value="{order}"') == 1


def test_acts_are_one_tap_and_none_is_behind_another_key() -> None:
    html = clients(FakeControl()).get(PAGE).get_data(as_text=True)
    bare = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
    for act in ("fold", "call", "undo"):
        assert f'value="{act}"' in bare
