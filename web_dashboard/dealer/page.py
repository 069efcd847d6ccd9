"""The dealer's page, its live pieces, and orders given by its form. It decides nothing: which keys there are the view says."""

from flask import Blueprint, Flask, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from table_controller.core.ids import TableId
from table_controller.views.shapes import DealerView
from web_dashboard.errors import ApiError
from web_dashboard.form_orders import take_order
from web_dashboard.fragments import Piece
from web_dashboard.pages.picture import picture_of
from web_dashboard.parts import parts
from web_dashboard.texts import language

bp = Blueprint("dealer", __name__)


def lead_to(app: Flask, table: TableId) -> None:
    """Whoever opens the console's bare address finds the page of its table."""

    @app.get("/")
    def home() -> AnyResponse:
        return redirect(url_for("dealer.page", table=table), 303)


@bp.get("/tables/<table>/dealer")
def page(table: str) -> str:
    """The whole page."""
    view = _known(table)
    age = parts(current_app).feed.ages().get(view.table)
    return render_template("dealer.html", dealer=view, view=view.pit, pieces=_pieces(view), age=age)


@bp.get("/fragments/tables/<table>/dealer")
def fragment(table: str) -> str:
    """The live pieces, as of the latest view."""
    return _pieces(_known(table))


@bp.post("/tables/<table>/dealer/orders")
def order(table: str) -> AnyResponse:
    """One order from the form; afterwards the page again, with what was wrong if anything was."""
    name = _known(table).table
    return take_order(name, url_for("dealer.page", table=name))


def _known(table: str) -> DealerView:
    view = parts(current_app).feed.dealer_view(TableId(table))
    if view is None:
        raise ApiError(404, "no_table", table=table)
    return view


def _pieces(view: DealerView) -> str:
    def render() -> str:
        facts = parts(current_app).feed.facts(view.table)
        return render_template("dealer_pieces.html", dealer=view, view=view.pit, picture=picture_of(view.pit), facts=facts)

    return parts(current_app).fragments.get(Piece("dealer", view.table, language()), view.pit, render)
