"""The hand a request asks for."""

from flask import current_app

from table_controller.core.ids import AttemptNo, HandNo, TableId
from table_controller.export import PlayedHand
from table_controller.journal import JournalFault
from web_dashboard.errors import ApiError
from web_dashboard.parts import parts


def hand_of(table: TableId, number: int, attempt: int | None) -> PlayedHand:
    """The hand; ApiError 404 when there is no such table or hand, 503 while the journal cannot be read."""
    here = parts(current_app)
    journal, view = here.feed.record(table), here.feed.view(table)
    if view is None:
        raise ApiError(404, "no_table", table=table)
    if journal is None:
        raise ApiError(404, "no_hand", hand=number)
    try:
        found = here.hands.get(journal, view, HandNo(number), None if attempt is None else AttemptNo(attempt))
    except JournalFault as fault:
        raise ApiError(503, "record_unreadable") from fault
    if found is None:
        raise ApiError(404, "no_hand", hand=number)
    return found
