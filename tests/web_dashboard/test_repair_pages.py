"""What the pages say and offer while a finding is open or put right: steps, what is missing, who signs, late acts, reports."""

import re
from typing import Any

import pytest
from dashboard_fakes import (
    TURN_FOUND,
    Clients,
    FakeControl,
    FakeFeed,
    betting_view,
    locked_view,
    repair_view,
    replace,
    some_facts,
)

from table_controller.core.ids import SeatNo
from table_controller.core.messages import Message
from table_controller.core.orders import Cancel, ConfirmStep, Flashed, Late, Report, Role
from table_controller.core.reports import REPORTABLE
from table_controller.views.shapes import FindingView, PitView, QuestionView
from web_dashboard.dealer.reports import REPORTS

BOTH = ("/tables/T1", "/tables/T1/dealer")
MISSING = Message("move_up", {"cards": "3d", "source": "board", "to": "hold"})


@pytest.fixture
def control() -> FakeControl:
    return FakeControl()


def client_of(control: FakeControl, view: PitView) -> Clients:
    feed = FakeFeed(view)
    feed.events = some_facts()
    return Clients(feed, control)


def html_of(view: PitView, path: str = "/tables/T1/dealer") -> str:
    return client_of(FakeControl(), view).get(path).get_data(as_text=True)


def steps_of(html: str) -> list[tuple[str, str]]:
    """State and text of each step."""
    found = re.findall(r'<li data-state="(\w+)".*?<p class="step-text">([^<]+)<', html, re.DOTALL)
    return [(state, text.strip()) for state, text in found]


def pressed(control: FakeControl, view: PitView, order: str, page: str, **fields: str) -> int:
    client, path = client_of(control, view), BOTH[page == "dealer"]
    token = re.search(r'name="csrf-token" content="([^"]+)"', client.get(path).get_data(as_text=True))
    assert token is not None
    form = {"csrf_token": token[1], "seen_seq": "20", "order": order, **fields}
    return client.post(f"{path}/orders", data=form, headers={"Origin": "http://localhost"}).status_code


@pytest.mark.parametrize("path", BOTH)
def test_the_steps_are_there_with_the_one_that_is_due_and_what_it_wants(path: str) -> None:
    html = html_of(repair_view(2, None, MISSING), path)
    assert [state for state, _ in steps_of(html)] == ["done", "now", "todo", "todo", "todo", "todo"]
    assert steps_of(html)[2][1] == "Burn one; the next card is the turn"
    assert html.count('aria-current="step"') == 1
    assert "3♦: board → set-aside spot" in html
    assert "confirmed: it is being put right" in html


@pytest.mark.parametrize("path", BOTH)
def test_a_failed_step_says_what_was_seen_instead(path: str) -> None:
    html = html_of(repair_view(2, "returned"), path)
    assert [state for state, _ in steps_of(html)][:2] == ["done", "failed"]
    assert re.search(r'role="alert"><p><span>Seen instead</span> <b>a card from set-aside spot went into the deck', html)
    assert "the floor then has the step looked at again" in html


def test_the_floor_has_a_failed_step_looked_at_and_the_dealer_does_not() -> None:
    failed = repair_view(2, "returned")
    assert re.search(r'value="confirm_step" data-hot="Enter" disabled', html_of(failed))
    assert 'value="confirm_step as=floor">Look at the step again' in html_of(failed, BOTH[0])


def test_before_anybody_signs_all_steps_are_to_come_and_it_says_who_signs() -> None:
    html = html_of(locked_view())
    assert {state for state, _ in steps_of(html)} == {"todo"}
    assert "the floor confirms" in html
    assert re.search(r'value="confirm_step" data-hot="Enter" disabled', html)


def test_the_first_choice_is_the_act_that_was_only_keyed_late() -> None:
    html = html_of(locked_view())
    late = re.findall(r'value="(late [^"]+)"', html)
    assert late == [
        "late seat=3 act=fold",
        "late seat=3 act=call",
        "late seat=3 act=raise to",
        "late seat=3 act=all_in",
    ]
    assert html.index("late seat=3") < html.index('class="steps"') < html.index('value="cancel"')
    assert 'id="amount"' in html  # a raise that was made needs its amount
    assert "late seat" not in html_of(repair_view(1))


def test_late_and_cancel_reach_the_table(control: FakeControl) -> None:
    assert pressed(control, locked_view(), "late seat=3 act=call", "dealer") == 303
    assert pressed(control, locked_view(), "cancel as=floor", "table") == 303
    assert [(order, by.role) for _, order, by, *_ in control.asked] == [
        (Late(seat=SeatNo(3), act="call"), Role.DEALER),
        (Cancel(), Role.FLOOR),
    ]


def test_the_table_page_signs_as_floor_and_then_as_a_second_person(control: FakeControl) -> None:
    found = replace(TURN_FOUND, level=3)
    assert "confirm_step as=floor" in html_of(replace(locked_view(), findings=(found,)), BOTH[0])
    half = replace(locked_view(), findings=(replace(found, signed=("floor",)),))
    html = html_of(half, BOTH[0])
    assert "a second person still has to" in html
    assert "confirm_step as=floor" not in html
    pressed(control, half, "confirm_step as=surveillance", "table")
    assert [(order, by.role) for _, order, by, *_ in control.asked] == [(ConfirmStep(), Role.SURVEILLANCE)]
    assert pressed(control, half, "confirm_step as=owner", "table") == 422


def test_a_question_stays_in_sight_while_something_is_put_right() -> None:
    asked = (QuestionView(4, Message("chips_without_key", {"seat": 3})),)
    assert html_of(repair_view(2, questions=asked)).count("answer_question question=4 answer=no_bet") == 1


def test_a_warning_has_no_steps_and_the_others_are_named_below() -> None:
    note = FindingView(2, "chips_not_in_line", 1, ("SK12",), SeatNo(3), "seat_3", None, choices=("confirm", "cancel"))
    html = html_of(betting_view(findings=(note,)))
    assert "Nothing is to be put right" in html
    assert "One player&#39;s bets of a round lie joined, in one line" in html
    assert not re.search(r'value="confirm_step" data-hot="Enter" disabled', html)
    both = html_of(replace(repair_view(2), findings=(replace(TURN_FOUND, choices=()), note)))
    assert re.search(r'class="others".*chips_not_in_line.*SK12', both, re.DOTALL)


def test_a_house_with_its_own_file_goes_by_its_own_name() -> None:
    assert "grand_casino" in html_of(replace(locked_view(), house_rules="grand_casino"))


def test_a_rule_of_a_family_is_named_by_its_family() -> None:
    found = replace(TURN_FOUND, clauses=("TDA-RP-5-B",))
    assert "<dt>TDA-RP-5-B</dt><dd>TDA 2024</dd>" in html_of(replace(locked_view(), findings=(found,)))


# --- reports -------------------------------------------------------------------------------------------------------------


def test_everything_that_only_people_see_has_exactly_one_key() -> None:
    codes = [found[1] for group in REPORTS for key in group.keys if (found := re.match(r"report code=(\w+)", key.order))]
    assert sorted(codes) == sorted(REPORTABLE)


def test_a_report_names_its_seat_only_where_it_is_about_one(control: FakeControl) -> None:
    seat: dict[str, Any] = {"seat": "5"}
    assert pressed(control, betting_view(), "report code=string_bet seat", "dealer", **seat) == 303
    assert pressed(control, betting_view(), "report code=cards_not_compared", "dealer", **seat) == 303
    assert pressed(control, betting_view(), "flashed by_dealer=false seat", "dealer", **seat) == 303
    assert [asked[1] for asked in control.asked] == [
        Report(code="string_bet", seat=SeatNo(5)),
        Report(code="cards_not_compared"),
        Flashed(seat=SeatNo(5), by_dealer=False),
    ]


def test_the_menu_opens_with_the_seat_whose_turn_it_is() -> None:
    html = html_of(betting_view())
    assert re.findall(r'name="seat" value="(\d+)" form="orders" checked', html) == ["3"]
    assert html.count('name="seat"') == 6
