"""Orders as they come in over HTTP: read, given a person, sent down the control link.

The names of kinds are those of the HTTP contract; where the core's own name differs, both are understood. Whether an order may be
given now is the controller's to decide, never this file's.
"""

from collections.abc import Mapping

import msgspec
from flask import current_app, request

from table_controller.core.ids import Seq, TableId
from table_controller.core.orders import AnyOrder, AssignFloor, Person, Role
from table_controller.core.roles import MAY
from web_dashboard.asked import all_views
from web_dashboard.errors import ApiError
from web_dashboard.feed import Accepted, Answer, KeyReused, Refused, Unanswered
from web_dashboard.parts import parts
from web_dashboard.room.limit import MOST_TABLES, too_many
from web_dashboard.texts import PAGE_HEADER, t
from web_dashboard.wrong_field import in_words

ALIASES = {"pause": "pause_table", "open": "open_table", "close": "close_table"}
"""Kinds of the HTTP contract -> kinds of the core."""
KEYS: Mapping[str, Mapping[str, object]] = {
    "exposed": {"kind": "exposed"},
    "boxed": {"kind": "boxed"},
    "misdeal": {"kind": "misdeal"},
    "floor": {"kind": "call_floor"},
    "deal_done": {"kind": "deal_done"},
    "ok": {"kind": "confirm_step"},
    "cancel": {"kind": "cancel"},
    "undo": {"kind": "undo"},
    "playing_board": {"kind": "playing_board"},
    "absent": {"kind": "report_absent"},
    "clock": {"kind": "clock"},
    "flashed_by_dealer": {"kind": "flashed", "by_dealer": True},
    "flashed_by_player": {"kind": "flashed", "by_dealer": False},
}
"""`{"kind":"key","key":...}`: keys of the dealer's keypad, by their words in scenario files -> the order each gives."""

SIGNING = (Role.DEALER, Role.FLOOR, Role.PIT, Role.SURVEILLANCE)
"""Roles an order may be given in here."""
_OUTCOMES = {Accepted: "accepted", Refused: "refused", KeyReused: "key_reused", Unanswered: "unanswered"}


def read_order(given: Mapping[str, object]) -> AnyOrder:
    """The order a JSON object stands for. ApiError 422 that names the field which is wrong."""
    fields = dict(given)
    kind = fields.get("kind")
    if kind == "key":
        name = fields.pop("key", None)
        if not isinstance(name, str) or name not in KEYS:
            raise ApiError(422, "bad_field", field="order.key", why=t("why.no_such_key"))
        fields.update(KEYS[name])
    elif isinstance(kind, str):
        fields["kind"] = ALIASES.get(kind, kind)
    try:
        order: AnyOrder = msgspec.convert(fields, AnyOrder)
    except msgspec.ValidationError as wrong:
        raise bad_field(wrong, "order") from wrong
    return order


def bad_field(wrong: msgspec.ValidationError, inside: str = "") -> ApiError:
    """What msgspec found wrong, with the path of the field."""
    text, _, path = str(wrong).partition(" - at ")
    field = path.strip("`").removeprefix("$").lstrip(".")
    if "unknown field" in text or "required field" in text:
        field = ".".join(part for part in (field, text.split("`")[-2]) if part)
    for_people = PAGE_HEADER in request.headers or not request.path.startswith("/api/")
    why = in_words(text) if for_people else text
    return ApiError(422, "bad_field", field=".".join(part for part in (inside, field) if part), why=why)


def poster(order: AnyOrder, role: Role | None = None) -> Person:
    """Who is taken to give this order: until there is a sign-in, whoever sits here, in the role the order belongs to.

    `role`: the one who says so, for orders several may give, such as signing for a finding. ApiError 403 where nobody of that
    role sits here. At a dealer's console everything is the dealer's word; whether that is enough the controller says.
    """
    here = parts(current_app).roles
    if role is not None and role not in here:
        raise ApiError(403, "not_this_role")
    usual = Role.DEALER if Role.DEALER in MAY[type(order)] else Role.FLOOR
    return Person(role or (usual if usual in here else here[0]), via="console")


def _room_allows(table: TableId, order: AnyOrder) -> None:
    """ApiError 422 where one floor person would have too many tables: a table alone cannot know."""
    if isinstance(order, AssignFloor) and too_many(all_views(), order.floor.strip(), [table]):
        raise ApiError(422, "too_many_tables", field="order.floor", most=MOST_TABLES)


def send(table: TableId, order: AnyOrder, seen: Seq | None, key: str, role: Role | None = None) -> Answer:
    """Gives the order to the table and waits, at most two seconds, for what it decides."""
    _room_allows(table, order)
    answer = parts(current_app).control.order(table, order, poster(order, role), seen, key)
    parts(current_app).metrics.orders.labels(_OUTCOMES[type(answer)]).inc()
    return answer
