"""One finished hand as a file for other programs."""

from flask import Blueprint, Response

from table_controller.core.ids import TableId
from table_controller.export import ToldHand, csv_head, csv_row, ohh_text, phh_text, tell
from web_dashboard.api.openapi import describe
from web_dashboard.asked import number as asked
from web_dashboard.errors import ApiError
from web_dashboard.hand.find import hand_of

bp = Blueprint("exports", __name__, url_prefix="/api")
_ATTEMPT = {"attempt": "which deal of the hand; the last when left out"}
_ERRORS = {400: "error", 404: "error", 409: "error", 503: "error"}


@bp.get("/tables/<table>/hands/<int:number>.phh")
@describe("One finished hand as PHH", query=_ATTEMPT, answers={200: str, **_ERRORS}, media="application/toml")
def phh(table: str, number: int) -> Response:
    hand = _finished(table, number)
    return _file(hand, phh_text(hand), "phh", "application/toml")


@bp.get("/tables/<table>/hands/<int:number>.ohh.json")
@describe("One finished hand as Open Hand History", query=_ATTEMPT, answers={200: "any", **_ERRORS})
def ohh(table: str, number: int) -> Response:
    hand = _finished(table, number)
    return _file(hand, ohh_text(hand), "ohh.json", "application/json")


@bp.get("/tables/<table>/hands/<int:number>.csv")
@describe("One finished hand as a line of a table", query=_ATTEMPT, answers={200: str, **_ERRORS}, media="text/csv")
def csv(table: str, number: int) -> Response:
    hand = _finished(table, number)
    return _file(hand, csv_head() + csv_row(hand), "csv", "text/csv; charset=utf-8")


def _finished(table: str, number: int) -> ToldHand:
    """ApiError 409 while the hand runs: what is not over is no history yet."""
    hand = hand_of(TableId(table), number, asked("attempt"))
    if not hand.outcome:
        raise ApiError(409, "hand_runs", hand=number)
    return tell(hand)


def _file(hand: ToldHand, text: str, ending: str, kind: str) -> Response:
    table = "".join(letter for letter in hand.table if letter.isalnum() and letter.isascii())
    name = f"{table}-{hand.number}-{hand.attempt}.{ending}"
    return Response(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
