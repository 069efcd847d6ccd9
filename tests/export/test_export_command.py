"""`burnturn export` and the same files over HTTP: finished hands of a real journal on disk."""

import sys
from pathlib import Path

import pokerkit
import pytest
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent.parent / "web_dashboard"))
from dashboard_fakes import FakeControl, FakeFeed, betting_view, replace
from journal_of_hands import Table

from table_controller.cli import burnturn
from table_controller.journal import JournalReader
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Hand 1 was voided and dealt again, hand 2 ended, hand 3 runs."""
    made = Table(tmp_path)
    made.open_with_two()
    made.begin(1)
    made.void(1)
    made.begin(1, 2)
    made.end(1, 2)
    made.reopen()
    made.begin(2)
    made.end(2)
    made.begin(3)
    return made


def exported(table: Table, form: str) -> str:
    result = CliRunner().invoke(burnturn, ["export", str(table.path), "--format", form])
    assert result.exit_code == 0, result.output
    return result.output


def test_every_form_holds_every_hand_that_is_over_and_no_other(table: Table) -> None:
    hands = list(pokerkit.HandHistory.loads_all(exported(table, "phh")))
    assert [(hand.hand, hand.user_defined_fields["_attempt"]) for hand in hands] == [(1, 1), (1, 2), (2, 1)]
    assert exported(table, "ohh").count("\n") == 3
    assert [line.split(",")[1:3] for line in exported(table, "csv").splitlines()] == [
        ["hand", "attempt"], ["1", "1"], ["1", "2"], ["2", "1"],
    ]  # fmt: skip
    assert "Ah" not in exported(table, "phh") + exported(table, "csv") + exported(table, "ohh").replace('"', " ")


def test_what_is_no_journal_ends_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no journal")
    result = CliRunner().invoke(burnturn, ["export", str(tmp_path / "x"), "--format", "csv"])
    assert (result.exit_code, result.output.count("\n")) == (2, 1)


def test_a_hand_can_be_had_over_http_once_it_is_over(table: Table) -> None:
    feed = FakeFeed(replace(betting_view("T1"), hand=replace(betting_view("T1").hand, number=3)))
    feed.journals["T1"] = JournalReader.open(table.path)  # type: ignore[index]
    client = create_app(DashboardConfig(strict_texts=True), feed, FakeControl()).test_client()
    found = client.get("/api/tables/T1/hands/1.phh")
    assert (found.status_code, found.mimetype) == (200, "application/toml")
    assert found.headers["Content-Disposition"] == 'attachment; filename="T1-1-2.phh"'
    assert pokerkit.HandHistory.loads(found.get_data(as_text=True)).user_defined_fields["_outcome"] == "uncontested"
    assert client.get("/api/tables/T1/hands/1.ohh.json?attempt=1").json["ohh"]["game_number"] == "T1-1-1"
    assert client.get("/api/tables/T1/hands/2.csv").get_data(as_text=True).splitlines()[1].startswith("T1,2,1,")
    for path, status in (("3.phh", 409), ("4.phh", 404), ("1.phh?attempt=x", 400), ("1.phh?attempt=7", 404)):
        assert client.get(f"/api/tables/T1/hands/{path}").status_code == status
    paths = client.get("/api/openapi.json").json["paths"]
    assert {"/api/tables/{table}/hands/{number}.phh", "/api/tables/{table}/hands/{number}.ohh.json"} <= paths.keys()
