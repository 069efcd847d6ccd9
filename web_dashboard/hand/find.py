"""The hand a request asks for."""

from flask import current_app

from table_controller.core.ids import AttemptNo, HandNo, TableId
from table_controller.export import PlayedHand
from web_dashboard.asked import known_view
from web_dashboard.errors import ApiError
from web_dashboard.parts import parts


def hand_of(table: TableId, number: int, attempt: int | None) -> PlayedHand:
    """The hand; ApiError 404 when there is no such table or hand. JournalFault passes through."""
    here, view = parts(current_app), known_view(table)
    journal = here.feed.record(table)
    wanted = None if attempt is None else AttemptNo(attempt)
    found = None if journal is None else here.hands.get(journal, view, HandNo(number), wanted)
    if found is None:
        raise ApiError(404, "no_hand", hand=number)
    return found
