"""A hand stepped through: the table as it was at each event, what was found and on what it rests, and the printed report."""

import logging
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from dashboard_fakes import FakeControl, FakeFeed
from flask.testing import FlaskClient
from told_journal import two_hands, unseen

from table_controller.core.ids import HandNo, TableId
from table_controller.export import PlayedHand, played_hand
from table_controller.journal import JournalReader
from table_controller.messages import LANGUAGES
from table_controller.views.follow import TableFollower
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig
from web_dashboard.hand import incident
from web_dashboard.hand.story import Story, story_of
from web_dashboard.journal_hands import last_hands
from web_dashboard.local_control import LocalControl
from web_dashboard.local_feed import LocalFeed

T1 = TableId("T1")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[str]]:
    path, events = two_hands(tmp_path_factory.mktemp("told"))
    return path, unseen(events)


@pytest.fixture(scope="module")
def client(told: tuple[Path, set[str]]) -> Iterator[FlaskClient]:
    feed = LocalFeed(told[0].parent)
    feed.start()
    yield create_app(DashboardConfig(strict_texts=True), feed, LocalControl(told[0].parent)).test_client()
    feed.stop()


@pytest.fixture(scope="module")
def stories(told: tuple[Path, set[str]]) -> tuple[Story, Story]:
    reader = JournalReader.open(told[0])
    hands = [played_hand(reader, T1, HandNo(number)) for number in (1, 2)]
    assert all(isinstance(hand, PlayedHand) for hand in hands)
    return story_of(hands[0]), story_of(hands[1])  # type: ignore[arg-type]


def html_of(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.get_data(as_text=True))


def test_each_step_shows_the_table_as_the_record_had_it_then(told: tuple[Path, set[str]], stories: tuple[Story, Story]) -> None:
    follower = TableFollower(T1)
    views: dict[int, Any] = {}
    for record in JournalReader.open(told[0]).tail(0, 10_000):  # type: ignore[arg-type]
        follower.take([record])
        views[record.sequence] = follower.pit()
    for story in stories:
        assert len(story.lines) > 20
        for line in story.lines:
            assert story.view(line.number) == views[line.seq]


def test_no_step_names_a_card_that_nobody_saw(
    client: FlaskClient, told: tuple[Path, set[str]], stories: tuple[Story, Story]
) -> None:
    """Also after the hand: what was mucked unshown stays unknown."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    for story in stories:
        for line in story.lines:
            view = msgspec.json.encode(story.view(line.number)).decode()
            assert not [face for face in told[1] if f'"{face}"' in view]
        html = html_of(client, f"/tables/T1/hands/{story.hand.number}")
        assert not [face for face in told[1] if face[0] + signs[face[1]] in html]


def test_every_step_is_an_address_and_leads_on(client: FlaskClient, stories: tuple[Story, Story]) -> None:
    last = len(stories[0].lines)
    html = html_of(client, "/tables/T1/hands/1?step=5")
    assert re.findall(r'data-step="(\d+)" data-way="(\w+)"', html) == [
        ("1", "Home"), ("4", "ArrowLeft"), ("6", "ArrowRight"), (str(last), "End"),
    ]  # fmt: skip
    assert 'href="/tables/T1/hands/1?step=6"' in html
    assert html.count('aria-current="step"') == 1
    assert 'data-way="ArrowRight" aria-disabled' in html_of(client, "/tables/T1/hands/1?step=9999")
    assert f'data-step="{stories[0].outcome_line}" data-last="{last}"' in html_of(client, "/tables/T1/hands/1")
    assert [client.get(f"/tables/T1/hands/1?step={bad}").status_code for bad in ("0", "x", "²")] == [400, 400, 400]
    assert [client.get(f"/tables/{path}").status_code for path in ("T1/hands/9", "T9/hands/1", "T9/hands")] == [404] * 3


def test_a_finding_leads_to_the_event_that_showed_it(client: FlaskClient, stories: tuple[Story, Story]) -> None:
    story = stories[1]
    early, turn = story.incidents
    assert (early.found.code, turn.found.code) == ("burn_early", "turn_premature")
    assert turn.evidence is not None
    assert type(turn.evidence.event).__name__ == "BoardCardDealt"
    assert [type(step.event).__name__ for step in turn.what_followed] == ["FindingConfirmed", "ProcedureStarted"]
    html = html_of(client, "/tables/T1/hands/2")
    step = story.line_of(turn.evidence.seq)
    assert f'data-step="{step}" href="/tables/T1/hands/2?step={step}" aria-label="event {turn.evidence.seq}">' in html
    assert story.lines[step - 1].seq == turn.evidence.seq
    assert "still open" in html
    assert "Files can be had once the hand is over." in html
    assert html_of(client, f"/tables/T1/hands/2?seq={turn.evidence.seq}").count(f'data-step="{step}" data-last') == 1


def test_the_last_hands_are_one_tap_away(client: FlaskClient) -> None:
    strip = re.findall(
        r'href="/tables/T1/hands/(\d+)"( aria-current="page")? data-outcome="(\w+)"', html_of(client, "/tables/T1/hands/1")
    )
    assert strip == [("2", "", "running"), ("1", ' aria-current="page"', "showdown")]
    assert 'aria-current="page" data-outcome="running"' in html_of(client, "/tables/T1/hands")


class Written:
    """Stands in for the paper and keeps what is written on it."""

    def __init__(self, *_: object) -> None:
        self.said: list[Any] = []

    def heading(self, text: str, _size: float = 0) -> None:
        self.said.append(text)

    def words(self, text: str) -> None:
        self.said.append(text)

    def facts(self, rows: Any) -> None:
        self.said += rows

    def table_of(self, head: tuple[str, ...], rows: Any, widths: tuple[int, ...]) -> None:
        assert len(head) == len(widths)
        assert sum(widths) == 174
        self.said += rows

    def output(self) -> bytes:
        written.append(self.said)
        return b"%PDF"


written: list[list[Any]] = []


def test_the_report_says_what_it_was_which_rule_who_signed_and_in_what_order(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, stories: tuple[Story, Story], told: tuple[Path, set[str]]
) -> None:
    monkeypatch.setattr(incident, "Paper", Written)
    turn = stories[1].incidents[1]
    assert client.get(f"/tables/T1/hands/2/irregularities/{turn.found.number}.pdf").status_code == 200
    said = written[-1]
    assert "Turn too early" in said
    assert ("Code", "turn_premature, level 2") in said
    assert ("Signed by", "Floor floor") in said
    record = JournalReader.open(told[0]).tail(turn.raised.seq - 1, 1)[0]  # type: ignore[arg-type]
    assert ("Record", f"#{turn.raised.seq} {record.hash.hex()[:16]}") in said
    rows = [row for row in said if len(row) == 4]
    assert [row[1] for row in rows] == [f"#{step.seq}" for step in turn.timeline]
    assert [row[3] for row in rows if row[3]] == ["Floor floor"]
    assert [row[0] for row in said if len(row) == 5] == ["1", "2", "3", "4", "5", "6"]
    assert client.get("/tables/T1/hands/2/irregularities/9.pdf").status_code == 404


def test_the_paper_has_every_letter_of_every_language(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="fpdf"):
        for language in LANGUAGES:
            answer = client.get(f"/tables/T1/hands/2/irregularities/2.pdf?lang={language}")
            assert answer.mimetype == "application/pdf"
            assert answer.data.startswith(b"%PDF")
    assert [record.getMessage() for record in caplog.records if "glyph" in record.getMessage()] == []


def test_a_hand_that_goes_on_is_told_anew(told: tuple[Path, set[str]]) -> None:
    """What is kept of a hand that runs is not shown for what it became."""
    reader = JournalReader.open(told[0])
    follower = TableFollower(T1)
    cut = 100
    follower.take(reader.tail(0, cut))  # type: ignore[arg-type]

    class Young(JournalReader):
        def tail(self, after: Any, limit: int) -> Any:
            return [record for record in super().tail(after, limit) if record.sequence <= follower.seq]

    feed = FakeFeed(follower.pit())
    feed.journals[T1] = Young(told[0])
    client = create_app(DashboardConfig(strict_texts=True), feed, FakeControl()).test_client()
    before = html_of(client, "/fragments/tables/T1/hands/2?step=999")
    follower.take(reader.tail(follower.seq, 10))
    feed.show(follower.pit())
    after = html_of(client, "/fragments/tables/T1/hands/2?step=999")
    counted = [int(found) for text in (before, after) for found in re.findall(r'data-last="(\d+)"', text)]
    assert counted[0] < counted[1]
    assert last_hands(reader, None, 5)[0].number == 1
