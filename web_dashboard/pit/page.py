"""The pit wall and its tiles. What a tile shows is worked out by `pages.picture`."""

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from table_controller.core.ids import TableId
from table_controller.views.shapes import PitView
from web_dashboard.asked import all_views
from web_dashboard.fragments import Piece
from web_dashboard.pages.picture import pressing, tile_of
from web_dashboard.parts import parts
from web_dashboard.pit.order import density, first_out, urgent_first
from web_dashboard.pit.wanted import read_wanted, words_of
from web_dashboard.texts import language

bp = Blueprint("pit", __name__)

MOST_TILES = 100
"""Tiles one fragment answers with; a wall holds 60."""


@bp.get("/")
def wall() -> str:
    """Every table, most urgent first; those that were not asked for are there and hidden."""
    feed = parts(current_app).feed
    ages, wanted = feed.ages(), read_wanted(request.args)
    views = urgent_first(all_views(), ages)
    shown = {view.table for view in views if wanted.shows(view)}
    return render_template(
        "wall.html",
        tiles=[(view.table in shown, _tile(view)) for view in views],
        ages=ages,
        wanted=wanted,
        shown=len(shown),
        unseen=sum(bool(pressing(view.alarms)) for view in views if view.table not in shown),
        density=density(len(shown)),
        places=parts(current_app).config.places,
        floors=sorted({view.floor for view in views if view.floor}),
    )


@bp.get("/fragments/tiles")
def tiles() -> str:
    """The named tiles as they are now."""
    feed = parts(current_app).feed
    wanted = request.args.get("tables", "").split(",")[:MOST_TILES]
    views = [view for name in wanted if (view := feed.view(TableId(name))) is not None]
    return "\n".join(_tile(view) for view in views)


@bp.get("/first-out")
def first() -> Response:
    """The table whose alarm came first; the wall where nothing waits."""
    found = first_out(all_views())
    return redirect(url_for("pit.wall") if found is None else url_for("table.page", table=found.table), 303)


def _tile(view: PitView) -> str:
    piece = Piece("tile", view.table, language())

    def render() -> str:
        since = parts(current_app).feed.state_since(view.table)
        place = parts(current_app).config.places.get(view.table)
        return render_template("tile.html", tile=tile_of(view), view=view, state_since=since, place=place, words=words_of(view))

    return parts(current_app).fragments.get(piece, view, render)
