"""`/api/openapi.json` against the server: schemathesis asks whatever it describes, in every shape, and compares the answers.

The streams are described there too, but never end: `test_live_server.py` reads them with a client of its own.
"""

from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from dashboard_fakes import FakeControl, FakeFeed, betting_view, some_facts
from flask import Flask

from table_controller.core.ids import AttemptNo, Chips, HandNo
from web_dashboard.app import create_app, create_console
from web_dashboard.config import DashboardConfig
from web_dashboard.feed import HandRecord, HandSummary

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed (make test)")

EXAMPLES = 12
STREAMS = "/live/"
FOR_PROGRAMS = ("/api/", "/live/", "/healthz", "/metrics")


def app() -> Flask:
    feed = FakeFeed(betting_view("T1"))
    feed.events = some_facts()
    feed.summaries = (HandSummary(HandNo(17), AttemptNo(1), "showdown", (), (Chips(600),)),)
    feed.records = {(17, 1): HandRecord(HandNo(17), AttemptNo(1), some_facts())}
    return create_app(DashboardConfig(strict_texts=True), feed, FakeControl())


SCHEMA = schemathesis.openapi.from_wsgi("/api/openapi.json", app())
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}


def asked() -> Iterator[str]:
    return (label for label in OPERATIONS if STREAMS not in label)


@pytest.mark.parametrize("label", sorted(asked()))
def test_what_is_described_is_what_is_answered(label: str) -> None:
    operation = OPERATIONS[label]

    @hypothesis.settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    @hypothesis.given(case=operation.as_strategy())
    def asks(case: Any) -> None:
        case.call_and_validate()

    asks()


def test_every_route_for_programs_is_described() -> None:
    for made in (app(), create_console(DashboardConfig(), FakeFeed(betting_view("T1")), FakeControl(), betting_view("T1").table)):
        rules = [rule.rule for rule in made.url_map.iter_rules() if rule.rule.startswith(FOR_PROGRAMS)]
        described = made.test_client().get("/api/openapi.json").get_json()["paths"]
        assert {rule.replace("<int:", "<").replace("<", "{").replace(">", "}") for rule in rules} == set(described)
