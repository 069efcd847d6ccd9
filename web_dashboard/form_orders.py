"""Orders given by a plain form, for pages whose script does not run. Orders by script go through the API.

Reads a pressed key by the rule `static/js/orders.js` has too, and answers with the page again or with what was wrong.
"""

from uuid import uuid4

from flask import Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from table_controller.core.ids import Seq, TableId
from table_controller.core.messages import Message
from table_controller.core.orders import Role
from web_dashboard.asked import typed
from web_dashboard.errors import ApiError
from web_dashboard.feed import Accepted, Answer, Refused
from web_dashboard.orders import SIGNING, read_order, send
from web_dashboard.texts import say, t

_WHOLE_NUMBERS = (
    *("seat", "to", "question", "nth", "chips", "amount", "pot"),
    *("small_blind", "big_blind", "ante", "number", "minutes"),
)
_YES_OR_NO = ("by_dealer", "newcomer", "run")


def take_order(table: TableId, back: str) -> AnyResponse:
    """One order; afterwards the page at `back`, or why it was not done."""
    last_seen = typed(request.form.get("seen_seq", ""), 18)
    seen_seq = Seq(last_seen) if isinstance(last_seen, int) else None
    fields = _fields()
    role = fields.pop("as", None)
    if role is not None and role not in SIGNING:
        raise ApiError(422, "bad_field", field="as", why=t("why.no_such_role"))
    by = None if role is None else Role(str(role))
    answer = send(table, read_order(fields), seen_seq, request.form.get("order_key") or str(uuid4()), by)
    return outcome(table, answer, back)


def outcome(table: TableId, answer: Answer, back: str) -> AnyResponse:
    """The page at `back` once it is done, else why it is not."""
    if isinstance(answer, Accepted):
        return redirect(back, 303)
    if isinstance(answer, Refused):
        return _not_done(table, back, say("rejection", Message(answer.rejection.code, answer.rejection.params)), 409)
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
    return typed(value) if name in _WHOLE_NUMBERS else value


def _not_done(table: TableId, back: str, why: str, status: int) -> Response:
    return Response(render_template("not_done.html", table=table, why=why, back=back), status, mimetype="text/html")
