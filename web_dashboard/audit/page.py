"""The audit pages: one table's figures, deeds and the check of its record, and the figures of the whole room."""

import time
from collections.abc import Sequence

from flask import Blueprint, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response

from table_controller.alarms.figures import SHIFT_MS
from table_controller.alarms.figures import figures as alarm_figures
from table_controller.core.messages import Message
from table_controller.views.shapes import PitView
from web_dashboard.alarms.history import together
from web_dashboard.asked import all_views, known_view
from web_dashboard.audit.books import Books, Deed
from web_dashboard.audit.figures import TableFigures, figures_of
from web_dashboard.devices.page import books_of
from web_dashboard.errors import ApiError
from web_dashboard.pages.charts import bar, columns
from web_dashboard.pages.words import fact
from web_dashboard.parts import parts

bp = Blueprint("audit", __name__)

DEEDS = 100
CODES = 12


@bp.get("/tables/<table>/audit")
def of_table(table: str) -> str:
    """One table."""
    view = known_view(table)
    books = books_of(view)
    check = parts(current_app).checks.of(view.table)
    charts = _charts(figures(table, books))
    return render_template("audit.html", view=view, deeds=deeds(books)[:DEEDS], check=check, alarms=_alarms((view,)), **charts)


@bp.get("/audit")
def of_room() -> str:
    """All tables together, and each in a line."""
    shelf = dict(_all_books())
    each = [figures(table, books) for table, books in shelf.items()]
    return render_template("audit_room.html", each=each, alarms=_alarms(all_views()), **_charts(figures_of("", shelf.values())))


@bp.post("/tables/<table>/audit/check")
def check(table: str) -> Response:
    """Begins a check of the record; the page says what came of it."""
    view, here = known_view(table), parts(current_app)
    if not here.checks.begin(view.table, here.feed.check):
        raise ApiError(409, "check_runs")
    return redirect(url_for("audit.of_table", table=table, _anchor="check"), 303)


def figures(table: str, books: Books | None) -> TableFigures:
    """One table's figures."""
    return figures_of(table, () if books is None else (books,))


def room_figures() -> TableFigures:
    """Of all tables together."""
    return figures_of("", [books for _, books in _all_books()])


def deeds(books: Books | None) -> list[tuple[Deed, Message]]:
    """What was ordered, the newest first, each with its words."""
    if books is None:
        return []
    with books.lock:
        kept = list(books.deeds)
    return [(one, words) for one in reversed(kept) if (words := fact(one.event)) is not None]


def _all_books() -> list[tuple[str, Books]]:
    return [(view.table, books) for view in all_views() if (books := books_of(view)) is not None]


def _alarms(views: Sequence[PitView]) -> dict[str, object]:
    """How the alarms of these tables did in the last shift (DASHBOARD 6.2)."""
    now = time.time_ns() // 1_000_000
    changes = together(parts(current_app).feed, [view.table for view in views])
    shelved = sum(alarm.state == "shelved" for view in views for alarm in view.alarms)
    return {"told": alarm_figures(changes, now - SHIFT_MS, now), "shelved": shelved}


def _charts(told: TableFigures) -> dict[str, object]:
    """The figures with what draws them."""
    return {
        "figures": told,
        "bars": columns([hour.hands for hour in told.hours]),
        "bar": bar,
        "most_count": max((one.count for one in told.codes), default=0),
        "most_seconds": max((one.longest_s or 0.0 for one in told.codes), default=0.0),
        "shown_codes": told.codes[:CODES],
    }
