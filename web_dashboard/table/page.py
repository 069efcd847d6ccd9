"""The table page, its live pieces, and orders given by a plain form. Orders by script go through the API."""

from uuid import uuid4

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from table_controller.core.ids import Seq, TableId
from table_controller.core.messages import Message
from table_controller.core.orders import Role
from table_controller.views.shapes import PitView
from web_dashboard.errors import ApiError
from web_dashboard.feed import Accepted, Refused
from web_dashboard.fragments import Piece
from web_dashboard.hand.page import strip
from web_dashboard.orders import SIGNING, read_order, send
from web_dashboard.pages.picture import picture_of
from web_dashboard.parts import parts
from web_dashboard.texts import language, say, t

bp = Blueprint("table", __name__)

_WHOLE_NUMBERS = ("seat", "to", "question", "nth")
_YES_OR_NO = ("by_dealer",)
_PAGES = {"table": "table.page", "dealer": "dealer.page"}


def known_view(table: str) -> PitView:
    """The table's latest view; ApiError 404 when there is no such table."""
    view = parts(current_app).feed.view(TableId(table))
    if view is None:
        raise ApiError(404, "no_table", table=table)
    return view


@bp.get("/tables/<table>")
def page(table: str) -> str:
    """The whole page."""
    view = known_view(table)
    return render_template("table.html", view=view, pieces=_pieces(view), age=parts(current_app).feed.ages().get(view.table))


@bp.get("/fragments/tables/<table>")
def fragment(table: str) -> str:
    """The live pieces, as of the latest view."""
    return _pieces(known_view(table))


@bp.post("/tables/<table>/orders")
def order(table: str) -> AnyResponse:
    """One order from a form; afterwards the page again, with what was wrong if anything was."""
    view = known_view(table)
    back = request.form.get("page", "table")
    if back not in _PAGES:
        raise ApiError(422, "bad_field", field="page", why="no such page")
    seen = request.form.get("seen_seq", "")
    seen_seq = Seq(int(seen)) if seen.isdecimal() and len(seen) < 19 else None
    fields = _fields()
    role = fields.pop("as", None)
    if role is not None and role not in SIGNING:
        raise ApiError(422, "bad_field", field="as", why="no such role")
    by = None if role is None else Role(str(role))
    answer = send(view.table, read_order(fields), seen_seq, request.form.get("order_key") or str(uuid4()), by)
    if isinstance(answer, Accepted):
        return redirect(url_for(_PAGES[back], table=table), 303)
    if isinstance(answer, Refused):
        why = say("rejection", Message(answer.rejection.code, answer.rejection.params))
        return _not_done(table, back, why, 409)
    return _not_done(table, back, t("error.unknown"), 504)


def _fields() -> dict[str, object]:
    """The order a pressed key names: `raise to` takes `to` from the form, `show seat=3` brings it; empty ones are left out.

    `cards:card` takes `cards` from the form's field `card`. `as=floor` is no field of the order: it says who gives it.
    """
    kind, *words = request.form.get("order", "").split()[:8] or [""]
    fields: dict[str, object] = {"kind": kind}
    for word in words:
        name, brought, text = word.partition("=")
        name, _, field = name.partition(":")
        value = text if brought else request.form.get(field or name, "").strip()
        if value:
            fields[name] = _typed(name, value)
    return fields


def _typed(name: str, value: str) -> object:
    if name in _YES_OR_NO and value in ("true", "false"):
        return value == "true"
    return int(value) if name in _WHOLE_NUMBERS and value.isdecimal() and len(value) < 16 else value


def _not_done(table: str, back: str, why: str, status: int) -> Response:
    text = render_template("not_done.html", table=table, why=why, back=url_for(_PAGES[back], table=table))
    return Response(text, status, mimetype="text/html")


def _pieces(view: PitView) -> str:
    feed = parts(current_app).feed

    def render() -> str:
        facts = feed.facts(view.table)
        since = feed.state_since(view.table)
        return render_template(
            "table_pieces.html", view=view, picture=picture_of(view), facts=facts, state_since=since, strip=strip(view)
        )

    return parts(current_app).fragments.get(Piece("table", view.table, language()), view, render)
