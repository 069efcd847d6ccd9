"""The routes of the HTTP API. Each says what it answers (`describe`), and `/api/openapi.json` is made of that."""

from typing import Annotated, Any, Literal

import msgspec
from flask import Blueprint, Response, current_app, request

from table_controller.core.ids import AttemptNo, HandNo, Seq, TableId
from table_controller.core.messages import Message, Rejection
from table_controller.core.orders import Role
from table_controller.views.procedure import in_language
from table_controller.views.shapes import PitView, TableSummary
from web_dashboard.api.openapi import describe, document
from web_dashboard.api.public import public_hand
from web_dashboard.asked import known_view
from web_dashboard.asked import number as asked
from web_dashboard.errors import ApiError
from web_dashboard.feed import Accepted, HandSummary, KeyReused, Refused
from web_dashboard.orders import bad_field, read_order, send
from web_dashboard.parts import parts
from web_dashboard.texts import language, say

bp = Blueprint("api", __name__, url_prefix="/api")

MOST_HANDS = 200
MOST_SEQ = 2**53 - 1
"""The largest number every program that reads JSON can count to exactly."""
_ENCODE = msgspec.json.Encoder().encode


class OrderBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`seen_seq`: the view the person was looking at. `key`: one for each order, the same again when asking again.

    `role`: who gives it, where several may; without it the role the order belongs to.
    """

    order: dict[str, Any]
    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z-]{8,64}$(?!\n)")]
    seen_seq: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEQ)] | None = None
    role: Literal["dealer", "floor", "pit", "surveillance"] | None = None


def reply(value: object, status: int = 200) -> Response:
    """Anything msgspec can write, as JSON."""
    return Response(_ENCODE(value), status, mimetype="application/json")


def known(table: str) -> TableId:
    """The table's id; ApiError 404 when there is no such table."""
    return known_view(table).table


@bp.get("/tables")
@describe("Every table in one line each", answers={200: tuple[TableSummary, ...]})
def tables() -> Response:
    return reply(parts(current_app).feed.tables())


@bp.get("/tables/<table>")
@describe("The pit view of one table", answers={200: PitView, 404: "error"})
def table(table: str) -> Response:
    return reply(in_language(known_view(table), language()))


@bp.get("/tables/<table>/hands")
@describe(
    "Finished hands, newest first",
    query={"before": "only numbers below", "limit": f"at most this many, to {MOST_HANDS}"},
    answers={200: tuple[HandSummary, ...], 400: "error", 404: "error", 503: "error"},
)
def hands(table: str) -> Response:
    before = asked("before")
    limit = min(asked("limit") or 20, MOST_HANDS)
    return reply(parts(current_app).feed.hands(known(table), None if before is None else HandNo(before), limit))


@bp.get("/tables/<table>/hands/<int:number>")
@describe(
    "One hand with every public event",
    query={"attempt": "which deal of the hand; the last when left out"},
    answers={200: "hand", 400: "error", 404: "error", 503: "error"},
)
def hand(table: str, number: int) -> Response:
    attempt = asked("attempt")
    record = parts(current_app).feed.hand(known(table), HandNo(number), None if attempt is None else AttemptNo(attempt))
    if record is None:
        raise ApiError(404, "no_hand", hand=number)
    return reply(public_hand(table, record))


@bp.post("/tables/<table>/orders")
@describe(
    "Give an order. 202 once decided; 409 when refused; 504 after two seconds without an answer: ask again with the same key",
    body="order",
    answers={202: Accepted, 400: "error", 403: "error", 404: "error", 409: "rejection", 422: "error", 504: "error"},
)
def orders(table: str) -> Response:
    name = known(table)
    body = _body()
    seen = None if body.seen_seq is None else Seq(body.seen_seq)
    role = None if body.role is None else Role(body.role)
    answer = send(name, read_order(body.order), seen, body.key, role)
    if isinstance(answer, Accepted):
        return reply(answer, 202)
    if isinstance(answer, Refused):
        return _refused(answer.rejection)
    raise ApiError(422, "key_reused", field="key") if isinstance(answer, KeyReused) else ApiError(504, "unknown")


@bp.get("/openapi.json")
@describe("This description", answers={200: "any"})
def openapi() -> Response:
    return reply(document(current_app))


def _body() -> OrderBody:
    if not request.is_json:
        raise ApiError(415, "json_wanted")
    try:
        return msgspec.json.decode(request.get_data(), type=OrderBody)
    except msgspec.ValidationError as wrong:
        raise bad_field(wrong) from wrong
    except (msgspec.DecodeError, RecursionError) as broken:
        raise ApiError(400, "bad_request") from broken


def _refused(rejection: Rejection) -> Response:
    if rejection.code == "bad_order":
        raise ApiError(422, "bad_field", field="order", why=str(rejection.params.get("what", "")))
    text = say("rejection", Message(rejection.code, rejection.params))
    return reply({"rejection": {"code": rejection.code, "params": rejection.params, "text": text}}, 409)
