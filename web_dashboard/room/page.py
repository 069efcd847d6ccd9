"""The room page, and its two forms: tables for a floor person, and a level for several tables at once.

Each gives one ordinary order a table, so that every table's record says it. Owns how many tables one person may have.
"""

from uuid import uuid4

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from table_controller.core.ids import TableId
from table_controller.core.orders import AnyOrder
from table_controller.views.shapes import PitView
from web_dashboard.asked import all_views, typed
from web_dashboard.audit.page import room_figures
from web_dashboard.devices.page import books_of
from web_dashboard.errors import ApiError
from web_dashboard.feed import Accepted
from web_dashboard.orders import read_order, send
from web_dashboard.pages.picture import pot_of
from web_dashboard.room.ledger import Entry, entries, sums
from web_dashboard.room.limit import MOST_TABLES, too_many

bp = Blueprint("room", __name__)

LINES = 200
_LEVEL = ("small_blind", "big_blind", "ante", "number", "minutes")


@bp.get("/room")
def page() -> str:
    """The whole page; `?not_done=T1,T2` says which tables did not take the last order."""
    views = all_views()
    lines = sorted((line for view in views for line in _lines(view)), key=lambda line: -line.at)
    missed = [name for name in request.args.get("not_done", "").split(",") if name]
    return render_template(
        "room.html",
        views=views,
        by_floor=_by_floor(views),
        lines=lines[:LINES],
        sums=sums(lines),
        chips={view.table: _chips(view) for view in views},
        rake=sum(view.rake_taken for view in views),
        figures=room_figures(),
        not_done=missed,
    )


@bp.post("/room/floor")
def assign() -> Response:
    """The ticked tables go to this floor person. ApiError 422 where that would be more than one person may have."""
    floor, chosen = request.form.get("floor", "").strip(), _chosen()
    views = {view.table: view for view in all_views()}
    if too_many(views.values(), floor, chosen):
        raise ApiError(422, "too_many_tables", field="table", most=MOST_TABLES)
    order = read_order({"kind": "assign_floor", "floor": floor})
    return _given(order, [name for name in chosen if name not in views or views[name].floor != floor])


@bp.post("/room/level")
def level() -> Response:
    """A level for the ticked tables, each from its next hand on; its clock runs by each table's own time."""
    fields = {name: typed(text) for name in _LEVEL if (text := request.form.get(name, "").strip())}
    return _given(read_order({"kind": "level", **fields}), _chosen())


@bp.post("/room/clock")
def clock() -> Response:
    """The clocks of the ticked tables stop for a break, or run on."""
    run = request.form.get("run", "")
    return _given(read_order({"kind": "level_clock", "run": {"true": True, "false": False}.get(run, run)}), _chosen())


def _chips(view: PitView) -> int:
    """Everything on the table: stacks, bets and what lies in the middle."""
    return sum(seat.stack for seat in view.seats) + pot_of(view)


def _chosen() -> list[TableId]:
    """The ticked tables, each once. ApiError 422 where none is: nothing would be done, and nobody told."""
    chosen = [TableId(name) for name in dict.fromkeys(request.form.getlist("table"))]
    if not chosen:
        raise ApiError(422, "no_table_chosen", field="table")
    return chosen


def _given(order: AnyOrder, tables: list[TableId]) -> Response:
    """One order to each table; the page then says which did not take it."""
    there = {view.table for view in all_views()}
    missed = [name for name in tables if name not in there or not isinstance(send(name, order, None, str(uuid4())), Accepted)]
    return redirect(url_for("room.page", not_done=",".join(missed) or None), 303)


def _lines(view: PitView) -> list[Entry]:
    books = books_of(view)
    if books is None:
        return []
    with books.lock:
        deeds = list(books.deeds)
    return entries(view.table, deeds)


def _by_floor(views: list[PitView]) -> list[tuple[str, list[TableId]]]:
    """Each floor person with the tables he has; those nobody has come last."""
    names = sorted({view.floor for view in views}, key=lambda name: (not name, name))
    return [(name, [view.table for view in views if view.floor == name]) for name in names]
