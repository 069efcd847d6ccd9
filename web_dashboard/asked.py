"""What a request asks for: a table in its path, a number in its query, the views of the whole room."""

from flask import current_app, request

from table_controller.core.ids import TableId
from table_controller.views.shapes import PitView
from web_dashboard.errors import ApiError
from web_dashboard.parts import parts
from web_dashboard.texts import t


def known_view(table: str) -> PitView:
    """The table's latest view; ApiError 404 when there is no such table."""
    view = parts(current_app).feed.view(TableId(table))
    if view is None:
        raise ApiError(404, "no_table", table=table)
    return view


def all_views() -> list[PitView]:
    """The latest view of every table, in the order of their numbers."""
    feed = parts(current_app).feed
    return [view for summary in feed.tables() if (view := feed.view(summary.id)) is not None]


def typed(text: str, digits: int = 15) -> int | str:
    """What a form's field for a whole number holds: the number, or the text as it is, for whoever reads it to name the field."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else text


def number(name: str) -> int | None:
    """A whole number from 1, None when it is not there; ApiError 400 that names the field for anything else."""
    given = request.args.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdecimal()) or len(given) > 9 or int(given) < 1:
        raise ApiError(400, "bad_field", field=name, why=t("why.whole_number"))
    return int(given)
