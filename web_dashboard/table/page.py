"""The table page, its live pieces, and orders given by its form."""

from flask import Blueprint, current_app, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from table_controller.views.shapes import PitView
from web_dashboard.asked import known_view
from web_dashboard.form_orders import take_order
from web_dashboard.fragments import Piece
from web_dashboard.hand.page import strip
from web_dashboard.pages.picture import picture_of
from web_dashboard.parts import parts
from web_dashboard.texts import language

bp = Blueprint("table", __name__)


@bp.get("/tables/<table>")
def page(table: str) -> str:
    """The whole page."""
    view = known_view(table)
    feed = parts(current_app).feed
    names = [summary.id for summary in feed.tables()]
    at = names.index(view.table)
    before, after = names[at - 1] if at else None, names[at + 1] if at + 1 < len(names) else None
    return render_template(
        "table.html", view=view, pieces=_pieces(view), age=feed.ages().get(view.table), before=before, after=after
    )


@bp.get("/fragments/tables/<table>")
def fragment(table: str) -> str:
    """The live pieces, as of the latest view."""
    return _pieces(known_view(table))


@bp.post("/tables/<table>/orders")
def order(table: str) -> AnyResponse:
    """One order from a form; afterwards the page again, with what was wrong if anything was."""
    view = known_view(table)
    return take_order(view.table, url_for("table.page", table=view.table))


def _pieces(view: PitView) -> str:
    feed = parts(current_app).feed

    def render() -> str:
        facts = feed.facts(view.table)
        since = feed.state_since(view.table)
        return render_template(
            "table_pieces.html", view=view, picture=picture_of(view), facts=facts, state_since=since, strip=strip(view)
        )

    return parts(current_app).fragments.get(Piece("table", view.table, language()), view, render)
