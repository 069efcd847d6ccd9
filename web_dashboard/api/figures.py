"""Statistics, devices and deeds as JSON."""

from typing import Any

import msgspec
from flask import Blueprint, Response, current_app

from web_dashboard.api.openapi import describe
from web_dashboard.api.public import public_event
from web_dashboard.api.routes import reply
from web_dashboard.asked import known_view
from web_dashboard.asked import number as asked
from web_dashboard.audit.books import MOST_DEEDS
from web_dashboard.audit.figures import TableFigures
from web_dashboard.audit.page import deeds, figures, room_figures
from web_dashboard.devices.health import HealthTold
from web_dashboard.devices.heat import heat_of
from web_dashboard.devices.page import books_of
from web_dashboard.feed import Recorded
from web_dashboard.parts import parts

bp = Blueprint("figures", __name__, url_prefix="/api")

_ERRORS = {404: "error", 503: "error"}


class PlaceTold(msgspec.Struct, frozen=True):
    """How often a place was misread, by kind of event."""

    place: str
    count: int
    what: dict[str, int]


class DevicesTold(msgspec.Struct, frozen=True):
    """`misread`: places where something was, since `since` (UTC milliseconds)."""

    health: HealthTold | None
    since: int | None
    misread: tuple[PlaceTold, ...]


@bp.get("/statistics")
@describe("Figures of all tables together", answers={200: TableFigures, 503: "error"})
def room() -> Response:
    return reply(room_figures())


@bp.get("/tables/<table>/statistics")
@describe("Hands an hour, irregularities by code, time to resolve, by dealer", answers={200: TableFigures, **_ERRORS})
def statistics(table: str) -> Response:
    return reply(figures(table, books_of(known_view(table))))


@bp.get("/tables/<table>/devices")
@describe("How well devices are heard, and where the table misread", answers={200: DevicesTold, **_ERRORS})
def devices(table: str) -> Response:
    view = known_view(table)
    books = books_of(view)
    spots = () if books is None else heat_of(books.misread, view.max_seats)
    misread = tuple(PlaceTold(spot.place, spot.times, dict(spot.what)) for spot in spots if spot.times)
    health = parts(current_app).feed.health(view.table)
    return reply(DevicesTold(health, None if books is None else books.since, misread))


@bp.get("/tables/<table>/deeds")
@describe(
    "What people ordered, newest first: person, role, reason, time",
    query={"limit": f"at most this many, to {MOST_DEEDS}"},
    answers={200: tuple[dict[str, Any], ...], 400: "error", **_ERRORS},
)
def done(table: str) -> Response:
    limit = min(asked("limit") or 100, MOST_DEEDS)
    told = deeds(books_of(known_view(table)))[:limit]
    return reply([{"hand": deed.hand, **public_event(Recorded(deed.seq, deed.at, deed.event))} for deed, _ in told])
