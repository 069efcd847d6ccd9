"""The pit wall and its tiles. What a tile shows is worked out by `pages.picture`."""

from collections.abc import Callable

from flask import Blueprint, Response, copy_current_request_context, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from table_controller.views.shapes import PitView
from web_dashboard.alarms.page import piece
from web_dashboard.asked import all_views
from web_dashboard.fragments import Piece
from web_dashboard.live.stream import answer
from web_dashboard.live.viewer import Drawing
from web_dashboard.pages.picture import pressing, tile_of
from web_dashboard.parts import parts
from web_dashboard.pit.order import density, first_out, urgent_first
from web_dashboard.pit.wanted import read_wanted, words_of
from web_dashboard.texts import language

bp = Blueprint("pit", __name__)


@bp.get("/")
def wall() -> str:
    """Every table, most urgent first; those that were not asked for are there and hidden."""
    feed = parts(current_app).feed
    ages, wanted, draw = feed.ages(), read_wanted(request.args), _drawer()
    views = urgent_first(all_views(), ages)
    shown = {view.table for view in views if wanted.shows(view)}
    return render_template(
        "wall.html",
        tiles=[(view.table in shown, draw(view)) for view in views],
        ages=ages,
        wanted=wanted,
        shown=len(shown),
        unseen=sum(bool(pressing(view.alarms)) for view in views if view.table not in shown),
        density=density(len(shown)),
        places=parts(current_app).config.places,
        floors=sorted({view.floor for view in views if view.floor}),
    )


@bp.get("/fragments/tiles")
def tiles() -> Response:
    """The tiles and the alarm bar as they change: a stream."""
    drawing = Drawing(_drawer(), copy_current_request_context(piece))
    return answer(lambda hub: hub.join_wall(drawing))


@bp.get("/first-out")
def first() -> Answer:
    """The table whose alarm came first; the wall where nothing waits."""
    found = first_out(all_views())
    return redirect(url_for("pit.wall") if found is None else url_for("table.page", table=found.table), 303)


def _drawer() -> Callable[[PitView], str]:
    """Draws tiles as this request's reader sees them, each once for all who look; also after the request."""
    kept, spoken, render = parts(current_app).fragments, language(), copy_current_request_context(_render)
    return lambda view: kept.get(Piece("tile", view.table, spoken), view, lambda: render(view))


def _render(view: PitView) -> str:
    since = parts(current_app).feed.state_since(view.table)
    place = parts(current_app).config.places.get(view.table)
    return render_template("tile.html", tile=tile_of(view), view=view, state_since=since, place=place, words=words_of(view))
