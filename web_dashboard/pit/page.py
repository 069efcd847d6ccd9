"""The pit wall and its tiles. What a tile shows is worked out by `pages.picture`."""

from flask import Blueprint, current_app, render_template, request

from table_controller.core.ids import TableId
from table_controller.views.shapes import PitView
from web_dashboard.feed import by_number
from web_dashboard.fragments import Piece
from web_dashboard.pages.picture import tile_of
from web_dashboard.parts import parts
from web_dashboard.texts import language

bp = Blueprint("pit", __name__)

MOST_TILES = 100
"""Tiles one fragment answers with; a wall holds 60."""


@bp.get("/")
def wall() -> str:
    """Every table, most urgent first."""
    feed = parts(current_app).feed
    views = [view for summary in feed.tables() if (view := feed.view(summary.id)) is not None]
    views.sort(key=lambda view: (tile_of(view).urgency, by_number(view.table)))
    return render_template("wall.html", tiles=[_tile(view) for view in views], ages=feed.ages())


@bp.get("/fragments/tiles")
def tiles() -> str:
    """The named tiles as they are now."""
    feed = parts(current_app).feed
    wanted = request.args.get("tables", "").split(",")[:MOST_TILES]
    views = [view for name in wanted if (view := feed.view(TableId(name))) is not None]
    return "\n".join(_tile(view) for view in views)


def _tile(view: PitView) -> str:
    piece = Piece("tile", view.table, language())

    def render() -> str:
        since = parts(current_app).feed.state_since(view.table)
        return render_template("tile.html", tile=tile_of(view), view=view, state_since=since)

    return parts(current_app).fragments.get(piece, view, render)
