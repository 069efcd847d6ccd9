"""What the wall shows of many tables without script: order, filter, floor plan, the first alarm."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from dashboard_fakes import FakeControl, FakeFeed, alarm, betting_view, idle_view, replace
from flask.testing import FlaskClient
from walls import wall

from table_controller.bootstrap.pit import load_pit_config
from table_controller.core.ids import Chips, TableId
from table_controller.core.toml_lines import TomlError
from table_controller.views.shapes import GameView, PitView
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig
from web_dashboard.pages.picture import P1
from web_dashboard.pit.order import first_out, urgent_first


def client_of(*views: PitView, **settings: Any) -> FlaskClient:
    return create_app(DashboardConfig(strict_texts=True, **settings), FakeFeed(*views), FakeControl()).test_client()


def shown(client: FlaskClient, path: str) -> list[str]:
    """The tables that can be seen, in their order."""
    html = client.get(path).get_data(as_text=True)
    return re.findall(r'(?<!hidden>)<article id="tile-(\w+)"', html)


def raised(table: str, priority: int, since: str, state: str = "active_unacknowledged") -> PitView:
    at = f"2026-11-30T{since}:00.000Z"
    return replace(betting_view(table), alarms=(alarm(priority, since=at, state=state, id=f"a{table}"),))


def test_of_equal_alarms_the_one_that_has_waited_longest_unseen_comes_first() -> None:
    views = [raised("T1", 2, "10:05"), raised("T2", 2, "10:01", "active_acknowledged"), raised("T3", 2, "10:03")]
    assert [view.table for view in urgent_first(views, {view.table: 0.2 for view in views})] == ["T3", "T1", "T2"]


def test_a_table_that_is_not_heard_comes_before_those_that_only_have_a_note() -> None:
    views = [raised("T1", 3, "10:05"), betting_view("T2"), raised("T3", 1, "10:05")]
    assert [view.table for view in urgent_first(views, {TableId("T1"): 0.2, TableId("T2"): 3.1, TableId("T3"): 0.1})] == [
        "T3",
        "T2",
        "T1",
    ]


def test_the_first_out_is_the_oldest_unseen_alarm_of_the_highest_priority() -> None:
    views = [
        raised("T1", 2, "09:00"),
        raised("T2", 1, "10:05"),
        raised("T3", 1, "10:01", "active_acknowledged"),
        raised("T4", 1, "10:04"),
    ]
    found = first_out(views)
    assert found is not None
    assert found.table == "T4"
    assert client_of(*views).get("/first-out").headers["Location"] == "/tables/T4"
    assert client_of(betting_view("T1")).get("/first-out").headers["Location"] == "/"


@pytest.mark.parametrize(
    ("asked", "tables"),
    [
        ("", ["T3", "T1", "T2"]),
        ("find=T2", ["T2"]),
        ("find=anna", ["T2"]),
        ("find=ANNA+high", ["T2"]),
        ("find=nobody", []),
        ("limit=pot_limit", ["T1"]),
        ("state=idle", ["T2"]),
        ("floor=Bruno", ["T1"]),
        ("trouble=1", ["T3"]),
        ("trouble=1&limit=pot_limit", []),
    ],
)
def test_what_is_not_asked_for_is_left_out_and_said_so(asked: str, tables: list[str]) -> None:
    views = [
        replace(betting_view("T1", seats=()), game=GameView("pot_limit", Chips(100), Chips(200)), floor="Bruno"),
        replace(idle_view("T2"), dealer="Anna", name="High stakes", seats=()),
        replace(raised("T3", 2, "10:00"), seats=()),
    ]
    client = client_of(*views)
    assert shown(client, f"/?{asked}") == tables
    html = client.get(f"/?{asked}").get_data(as_text=True)
    assert f"{len(tables)} of 3 tables" in html
    assert ("1 with an alarm left out" in html) is ("T3" not in tables)


def test_the_floor_plan_puts_every_table_where_it_stands() -> None:
    places = {"T1": (4, 1), "T2": (1, 2)}
    html = client_of(betting_view("T1"), idle_view("T2"), places=places).get("/?plan=1").get_data(as_text=True)
    assert 'data-plan="4"' in html
    for table, column, row in (("T1", 4, 1), ("T2", 1, 2)):
        assert re.search(rf'id="tile-{table}"[^>]*data-col="{column}" data-row="{row}"', html)
    assert "data-plan" not in client_of(betting_view("T1")).get("/?plan=1").get_data(as_text=True)


@pytest.mark.parametrize("place", [[0, 1], [17, 1], [1, 13], [1]])
def test_a_place_that_the_plan_has_not_is_refused(place: list[int]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"places": {"T1": place}}, DashboardConfig)


def test_two_tables_on_one_place_of_the_plan_are_refused(tmp_path: Path) -> None:
    settings = tmp_path / "pit.toml"
    settings.write_text('[pit]\njournals = "."\n[dashboard.places]\nT1 = [1, 1]\nT2 = [1, 1]\n')
    with pytest.raises(TomlError, match=r":5: dashboard.places.T2: T1 stands there"):
        load_pit_config(settings)


@pytest.mark.parametrize("seed", range(20))
def test_on_a_wall_of_forty_the_one_that_stops_the_deal_is_first_and_the_others_follow_by_severity(seed: int) -> None:
    views = wall(seed, 10)
    ages = {view.table: 0.2 for view in views}
    priorities = [view.alarms[0].priority if view.alarms else 9 for view in urgent_first(views, ages)]
    assert priorities[:6] == [1, 2, 2, 3, 3, 3]
    html = client_of(*views).get("/").get_data(as_text=True)
    assert re.findall(r'data-urgency="(\d)"', html)[0] == str(P1)
