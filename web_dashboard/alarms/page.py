"""The alarm bar: its live piece, and orders about an alarm given by a plain form. Orders by script go through the API."""

import threading
import time
from uuid import uuid4

from flask import Blueprint, Flask, current_app, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from table_controller.alarms import rule_for
from web_dashboard.alarms.rows import Bar, bar_of
from web_dashboard.asked import all_views, known_view, typed
from web_dashboard.errors import ApiError
from web_dashboard.form_orders import outcome
from web_dashboard.orders import read_order, send
from web_dashboard.texts import language, t

bp = Blueprint("alarms", __name__)

_KINDS = ("acknowledge", "shelve", "unshelve")
_SHELVES = (5, 10, 15, 30, 60, 120, 240, 480)
"""Minutes offered, as far as the policy lets them be."""


class _Drawn:
    """The bar as it was drawn last in each language: all browsers ask for it at once when an alarm comes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[Bar, str]] = {}

    def get(self, bar: Bar) -> str:
        with self._lock:
            kept = self._kept.get(language())
        if kept is not None and kept[0] == bar:
            return kept[1]
        text = render_template("alarm_list.html", bar=bar, shelves=_SHELVES, rule_for=rule_for)
        with self._lock:
            self._kept[language()] = (bar, text)
        return text


def register(app: Flask) -> None:
    """`alarm_bar()` puts the bar into a template."""
    app.extensions["burnturn_alarms"] = _Drawn()
    app.jinja_env.globals["alarm_bar"] = lambda: Markup(render_template("alarm_bar.html", piece=Markup(piece())))  # noqa: S704


@bp.get("/fragments/alarms")
def piece() -> str:
    """The live piece, as of the latest views."""
    drawn: _Drawn = current_app.extensions["burnturn_alarms"]
    return drawn.get(bar_of(all_views(), time.time_ns() // 1_000_000))


@bp.post("/tables/<table>/alarms")
def order(table: str) -> AnyResponse:
    """One order about an alarm from a form; afterwards the page it came from."""
    name = known_view(table).table
    back = url_for("table.page", table=table) if request.form.get("page") == "table" else url_for("pit.wall")
    return outcome(name, send(name, read_order(_fields()), None, str(uuid4())), back)


def _fields() -> dict[str, object]:
    """`shelve top finding-3` takes `minutes:top:finding-3` and `reason:top:finding-3`: the same alarm may stand there twice."""
    kind, _, rest = request.form.get("order", "").partition(" ")
    near, _, alarm = rest.partition(" ")
    if kind not in _KINDS:
        raise ApiError(422, "bad_field", field="order", why=t("why.no_alarm_order"))
    fields: dict[str, object] = {"kind": kind, "alarm": alarm}
    if kind == "shelve":
        fields["minutes"] = typed(request.form.get(f"minutes:{near}:{alarm}", ""), 5)
        fields["reason"] = request.form.get(f"reason:{near}:{alarm}", "")
    return fields
